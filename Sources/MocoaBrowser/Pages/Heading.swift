internal import Mocoa
internal import MocoaModel

/// A line of text as the model of a header.
struct Heading: CellModel, Equatable {
  let text: String
  let count: String

  var itemID: ItemID { ItemID(text) }
}

/// A heading with a count at its right end.
final class HeadingViewModel: CellViewModel<Heading> {
  override var content: TextContent? {
    TextContent([.init(model.text, .heading)], trailing: [.init(model.count, .detail)])
  }
}
