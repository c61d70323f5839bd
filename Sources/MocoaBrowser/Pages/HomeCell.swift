internal import MocoaLocalization
internal import Mocoa
internal import MocoaTerminal

/// The view model of an item of the home screen.
final class HomeCellViewModel: CellViewModel<HomeEntry> {
  override var content: TextContent? {
    let spans: [TextContent.Span] = [
      .init(model.name, .title), .init(model.detail, .detail), .init(model.query, .accent),
    ]
    let ends: [TextContent.Span] = [.init(model.size, .number), .init(age, .detail)]
    return TextContent(
      spans.filter { !$0.text.isEmpty }, trailing: ends.filter { !$0.text.isEmpty })
  }

  override var destination: ModuleURL? {
    if case .page(let url) = model.target { try? ModuleURL(url) } else { nil }
  }

  /// The time since a recent location was opened, as text of at most six columns.
  ///
  /// For a file that no longer exists, the text is `gone`. For other items, it is empty.
  var age: String {
    if model.isMissing { return localized("gone") }
    guard let time = model.savedLocation?.location.time, let page = homePage else { return "" }
    return "\(Age(of: time, at: page.time, timeZoneOffset: page.timeZoneOffset))"
  }

  private var homePage: HomePage? {
    sequence(first: self as ViewModel, next: \.parent).lazy.compactMap { $0 as? HomePage }.first
  }
}

/// The columns of an item of the home screen, which depend only on the width of the window.
struct HomeColumns: Equatable {
  /// The columns of each part, or an empty range if the part does not fit.
  private(set) var (number, name, detail) = (0..<0, 0..<0, 0..<0)
  private(set) var (query, size, age) = (0..<0, 0..<0, 0..<0)

  /// The number of columns between two parts.
  private static let gap = 2

  private static let (ageWidth, sizeWidth) = (6, 7)

  /// The maximum width of all parts, so that blanks between them stay short.
  private static let maximumWidth = 100

  /// The minimum widths at which an item shows its age, its detail, and its query and size.
  private static let (ageMinimum, detailMinimum, completeMinimum) = (24, 46, 62)

  /// Creates the columns for a width.
  init(width: Int) {
    var (start, end) = (0, max(0, min(width, Self.maximumWidth)))
    number = start..<min(2, end)
    start = number.upperBound
    if width >= Self.ageMinimum {
      age = end - Self.ageWidth..<end
      end = age.lowerBound - Self.gap
    }
    if width >= Self.completeMinimum {
      size = end - Self.sizeWidth..<end
      end = size.lowerBound - Self.gap
    }
    guard width >= Self.detailMinimum else {
      name = start..<end
      return
    }
    let isComplete = width >= Self.completeMinimum
    let total = end - start - (isComplete ? 2 : 1) * Self.gap
    name = start..<(start + total * (isComplete ? 38 : 50) / 100)
    start = name.upperBound + Self.gap
    detail = start..<(isComplete ? start + total * 32 / 100 : end)
    if isComplete { query = detail.upperBound + Self.gap..<end }
  }
}

/// The view of an item of the home screen: its number, name, detail, query, size and age.
struct HomeCell: CellView {
  /// The maximum number of columns of the current name that have a background.
  ///
  /// Each step of the cursor sends these columns twice.
  private static let tintedColumns = 16

  /// The maximum number of blanks that have the style of the text before them.
  ///
  /// For more blanks, moving the cursor of the terminal is shorter.
  private static let styledBlanks = 10

  init() {}

  func draw(_ cell: HomeCellViewModel, into canvas: inout Canvas, _ context: CellContext) {
    let (columns, entry, theme) = (
      HomeColumns(width: canvas.size.columns), cell.model, context.theme
    )
    let quiet = theme.quiet
    // Blanks have the style of the quiet text around them, so that the terminal changes its style
    // rarely.
    var spans: [(text: String, columns: Range<Int>, style: Style, isTrailing: Bool)] = []
    if let number = entry.number { spans.append(("\(number)", columns.number, quiet, false)) }
    spans.append((entry.name, columns.name, entry.isMissing ? quiet : theme[.key], false))
    let detail =
      entry.query.isEmpty && !columns.query.isEmpty
      ? columns.detail.lowerBound..<columns.query.upperBound : columns.detail
    spans.append((entry.detail, detail, quiet, false))
    spans.append((entry.query, columns.query, entry.isMissing ? quiet : theme[.accent], false))
    spans.append((entry.size, columns.size, quiet, true))
    spans.append((cell.age, columns.age, quiet, true))
    var last: (end: Int, style: Style)?
    for span in spans where !span.text.isEmpty && !span.columns.isEmpty {
      let used = Canvas.columns(of: span.text, atMost: span.columns.count)
      let start = span.isTrailing ? span.columns.upperBound - used : span.columns.lowerBound
      if let last, start - last.end <= Self.styledBlanks {
        canvas.extend(last.style, over: last.end..<start)
      }
      canvas.write(
        span.text, at: Point(column: start, row: 0), style: span.style, limit: span.columns.count,
        truncation: .ellipsis)
      last = (start + used, span.style)
    }
    if context.isUnderCursor { tint(columns.name, entry, in: &canvas, theme) }
  }

  private func tint(
    _ columns: Range<Int>, _ entry: HomeEntry, in canvas: inout Canvas, _ theme: Theme
  ) {
    var style = (entry.isMissing ? theme.quiet : theme[.key]).adding(.bold)
    style.background = theme[.tint].background
    let limit = min(columns.count, Self.tintedColumns)
    canvas.restyle(
      Rect(
        column: columns.lowerBound, row: 0, columns: Canvas.columns(of: entry.name, atMost: limit),
        rows: 1), style)
  }
}
