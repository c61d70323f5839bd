package import Mocoa
package import MocoaModel

/// The model of a section header with one line of text, a detail and a count.
package struct Heading: CellModel, Equatable {
  let text: String
  let detail: String
  let count: String

  package var itemID: ItemID { ItemID(text) }

  /// Creates a heading.
  package init(text: String, detail: String = "", count: String) {
    (self.text, self.detail, self.count) = (text, detail, count)
  }
}

/// The cell of a heading, with the count at its right end.
package final class HeadingViewModel: CellViewModel<Heading> {
  package override var content: TextContent? {
    let detail: [TextContent.Span] = model.detail.isEmpty ? [] : [.init(model.detail, .detail)]
    return TextContent(
      [.init(model.text, .heading)] + detail, trailing: [.init(model.count, .detail)])
  }
}
