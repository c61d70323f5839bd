internal import MocoaLocalization
public import MocoaModel
public import Mocoa

/// A renderer that writes a list as plain text, for pipes, files and simple terminals.
///
/// It writes the same view models as a screen shows. Text content is sanitized as on a screen, and
/// never truncated. If a cell has only a view, the view draws on a surface of 200 columns, and the
/// text of that surface is written.
@MainActor
public struct PlainTextRenderer {
  /// A Boolean value that indicates whether placeholders are printed.
  public var isDebugging: Bool

  /// The table columns that are printed for each item, or `nil` to print the text that the items'
  /// modules provide.
  public var columns: TableColumns?

  /// The maximum number of table columns that are printed.
  ///
  /// It keeps line mode usable for items with thousands of fields.
  private let maxColumns: Int

  /// Creates a renderer.
  public init(
    isDebugging: Bool = false, columns: TableColumns? = nil, maxColumns mostColumns: Int = .max
  ) {
    (self.isDebugging, self.columns, self.maxColumns) = (isDebugging, columns, mostColumns)
  }

  /// The number of written elements after which the view models created for writing are released.
  private static let batch = 256

  /// Returns the text of all elements of a list as lines.
  public func lines(of list: ListViewModel) -> [String] {
    var lines: [String] = []
    write(list, from: nil) { lines.append($0) }
    return lines
  }

  /// Writes the elements of a list line by line.
  ///
  /// View models that were created for writing are released in batches, so memory use does not
  /// depend on the length of the list.
  ///
  /// - Parameters:
  ///   - list: The list.
  ///   - element: The element after which to start, or `nil` to start at the beginning.
  ///   - end: The item before which to stop, or `nil` to write to the end. If it is the first item
  ///     of its section, the header and the supplements of the section are not written either.
  ///   - line: A closure that receives each line.
  /// - Returns: The last element written, from which a later call can continue.
  /// - Throws: The error of `line`, after which no more elements are written.
  @discardableResult
  public func write<Failure: Error>(
    _ list: ListViewModel, from element: ListElement?, before end: ItemPath? = nil,
    to line: (String) throws(Failure) -> Void
  ) throws(Failure) -> ListElement? {
    var last = element
    var written = 0
    defer { list.releaseOffscreenViewModels() }
    while let next = last.map({ list.snapshot.element(after: $0) }) ?? list.snapshot.firstElement {
      if let end, Self.isReached(end, by: next) { break }
      last = next
      try write(next, of: list, to: line)
      written += 1
      if written.isMultiple(of: Self.batch) { list.releaseOffscreenViewModels() }
    }
    return last
  }

  private static func isReached(_ end: ItemPath, by element: ListElement) -> Bool {
    guard element.section == end.section else { return element.section > end.section }
    return switch element {
    case .item(let path): path.item >= end.item
    // The footer is below all items, including `end`.
    case .boundary(.footer, _): true
    case .boundary: end.item == 0
    }
  }

  private func write<Failure: Error>(
    _ element: ListElement, of list: ListViewModel, to line: (String) throws(Failure) -> Void
  ) throws(Failure) {
    guard let viewModel = list.viewModel(for: element) else { return }
    for text in lines(of: viewModel) { try line(text) }
  }

  /// Returns the lines of one cell, header or footer.
  public func lines(of viewModel: AnyCellViewModel) -> [String] {
    if let columns, viewModel.shownPath != nil, let item = viewModel.element,
      !(viewModel is PlaceholderViewModel), let text = columns.text(of: item, upTo: maxColumns)
    {
      return [SanitizedText.line(text)]
    }
    if let content = viewModel.content {
      guard let compared = viewModel.element as? any ComparedItem else {
        return content.lines.map(text)
      }
      return content.lines.map { "\(compared.difference.sign ?? " ") \(text(of: $0))" }
    }
    let drawing = CellDrawing(of: viewModel)
    guard case .placeholder(let reason) = drawing else { return lines(of: viewModel, drawing) }
    guard isDebugging else { return [] }
    let requested = viewModel.requestedAddress ?? "\(type(of: viewModel))"
    let address = requested.trimmingPrefix("mocoa://")
    return [localized("placeholder  \(address): \(reason)"), viewModel.summary(limit: .max)]
      .map(SanitizedText.line)
  }

  /// The width in columns of the surface for cells that have only a view.
  private static let columns = 200

  /// Returns the rows that the view of a cell draws, as text.
  private func lines(of viewModel: AnyCellViewModel, _ drawing: CellDrawing) -> [String] {
    let rows = drawing.height(of: viewModel, columns: Self.columns, isDebugging: false)
    var surface = Surface(size: Size(columns: Self.columns, rows: rows))
    surface.draw { drawing.draw(viewModel, into: &$0, CellContext(isDebugging: isDebugging)) }
    return surface.description.split(separator: "\n", omittingEmptySubsequences: false)
      .prefix(rows).map(String.init)
  }

  private func text(of line: TextContent.Line) -> String {
    // Joined spans form one text, and empty texts are omitted.
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
