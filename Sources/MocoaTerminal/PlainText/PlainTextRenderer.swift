internal import MocoaLanguage
public import MocoaModel
public import Mocoa

/// Shows a list as lines of plain text: for pipes, files, and terminals that cannot do more.
///
/// The second renderer: it reads the same view models as the screen. Every line of text content is
/// sanitised as it is on the screen, and never cut; what has a view only is read off that view,
/// drawn wide.
@MainActor
public struct PlainTextRenderer {
  /// Whether placeholders are printed.
  public var isDebugging: Bool

  /// The fields of the items, where these are what is printed of them; nil where that is what
  /// modules say.
  public var columns: RowColumns?

  /// So many of them are written: of a row of thousands nobody wants to hear more.
  private let mostColumns: Int

  /// A renderer.
  public init(isDebugging: Bool = false, columns: RowColumns? = nil, mostColumns: Int = .max) {
    (self.isDebugging, self.columns, self.mostColumns) = (isDebugging, columns, mostColumns)
  }

  /// How many elements are written before their view models are let go.
  private static let batch = 256

  /// The lines of a whole list.
  public func lines(of list: ListViewModel) -> [String] {
    var lines: [String] = []
    write(list, from: nil) { lines.append($0) }
    return lines
  }

  /// Writes the elements of a list that stand behind `element`, or all of them, line by line.
  ///
  /// View models that were made for it are let go again: a list of any length takes no memory.
  ///
  /// - Parameters:
  ///   - element: the last one that was written; nil for none.
  ///   - end: the item before which to stop, and before what its section has above it; nil for none.
  /// - Returns: the last element written, from which a later call can go on.
  /// - Throws: what `line` throws; the list is not gone on with then.
  @discardableResult
  public func write<Failure: Error>(
    _ list: ListViewModel, from element: ListElement?, before end: ItemPath? = nil,
    to line: (String) throws(Failure) -> Void
  ) throws(Failure) -> ListElement? {
    var last = element
    var written = 0
    defer { list.releaseUnshown() }
    while let next = last.map({ list.snapshot.element(after: $0) }) ?? list.snapshot.firstElement {
      if let end, Self.isReached(end, by: next) { break }
      last = next
      try write(next, of: list, to: line)
      written += 1
      if written.isMultiple(of: Self.batch) { list.releaseUnshown() }
    }
    return last
  }

  private static func isReached(_ end: ItemPath, by element: ListElement) -> Bool {
    guard element.section == end.section else { return element.section > end.section }
    return switch element {
    case .item(let path): path.item >= end.item
    // Below the items, and so below that one.
    case .end(.footer, _): true
    case .end: end.item == 0
    }
  }

  private func write<Failure: Error>(
    _ element: ListElement, of list: ListViewModel, to line: (String) throws(Failure) -> Void
  ) throws(Failure) {
    guard let viewModel = list.viewModel(of: element) else { return }
    for text in lines(of: viewModel) { try line(text) }
  }

  /// The lines of one cell, header or footer.
  public func lines(of viewModel: AnyCellViewModel) -> [String] {
    if let columns, viewModel.shownPath != nil, let item = viewModel.element,
      !(viewModel is PlaceholderViewModel), let text = columns.text(of: item, upTo: mostColumns)
    {
      return [SanitizedText.line(text)]
    }
    if let content = viewModel.content { return content.lines.map(text) }
    let drawing = CellDrawing(of: viewModel)
    guard case .placeholder(let reason) = drawing else { return lines(of: viewModel, drawing) }
    guard isDebugging else { return [] }
    let requested = viewModel.requested ?? "\(type(of: viewModel))"
    let address = requested.trimmingPrefix("mocoa://")
    return [phrase("placeholder  \(address): \(reason)"), viewModel.summary(limit: .max)]
      .map(SanitizedText.line)
  }

  /// The columns that a view has which knows nothing but to draw.
  private static let columns = 200

  /// What a view draws.
  private func lines(of viewModel: AnyCellViewModel, _ drawing: CellDrawing) -> [String] {
    let rows = drawing.height(of: viewModel, columns: Self.columns, isDebugging: false)
    var surface = Surface(size: Size(columns: Self.columns, rows: rows))
    surface.draw { drawing.draw(viewModel, into: &$0, CellContext(isDebugging: isDebugging)) }
    return surface.description.split(separator: "\n", omittingEmptySubsequences: false)
      .prefix(rows).map(String.init)
  }

  private func text(of line: TextContent.Line) -> String {
    // Joined spans are one text; what is empty takes no room.
    let texts = (line.leading + line.trailing).reduce(into: [String]()) { texts, span in
      if span.isJoined, !texts.isEmpty {
        texts[texts.count - 1] += span.text
      } else {
        texts.append(span.text)
      }
    }
    return SanitizedText.line(texts.filter { !$0.isEmpty }.joined(separator: "  "))
  }
}
