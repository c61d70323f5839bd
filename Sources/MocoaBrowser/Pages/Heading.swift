internal import Mocoa
internal import MocoaModel

/// The model of a section header with one line of text and a count.
struct Heading: CellModel, Equatable {
  let text: String
  let count: String

  var itemID: ItemID { ItemID(text) }
}

/// The cell of a heading, with the count at its right end.
final class HeadingViewModel: CellViewModel<Heading> {
  override var content: TextContent? {
    TextContent([.init(model.text, .heading)], trailing: [.init(model.count, .detail)])
  }
}
