package import Mocoa
package import MocoaModel

/// The model of a section header with one line of text and a count.
package struct Heading: CellModel, Equatable {
  let text: String
  let count: String

  package var itemID: ItemID { ItemID(text) }

  /// Creates a heading.
  package init(text: String, count: String) {
    (self.text, self.count) = (text, count)
  }
}

/// The cell of a heading, with the count at its right end.
package final class HeadingViewModel: CellViewModel<Heading> {
  package override var content: TextContent? {
    TextContent([.init(model.text, .heading)], trailing: [.init(model.count, .detail)])
  }
}
