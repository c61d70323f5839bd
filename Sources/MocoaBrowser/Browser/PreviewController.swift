internal import MocoaLocalization
internal import Mocoa
internal import MocoaModel
internal import MocoaTerminal

/// The preview, which is a pane beside or below the list that shows all fields of the current item.
@MainActor
struct Preview {
  var text: TextPanel

  /// The item that is shown, with the content that it had when its fields were read.
  fileprivate var item: (any CellModel)?

  /// The parts of the item that match a filter or a search, or `nil`.
  private var matches: (any ItemMatches)?

  /// The filter and the search whose matches are highlighted.
  private var highlights: [String?] = [nil, nil]

  /// The maximum number of fields that are read from a very large item.
  private var limit = Preview.fewest

  /// A Boolean value that indicates whether the item has more fields than were read.
  private var isCut = false

  /// The initial value of `limit`.
  ///
  /// These fields fill more rows than usual windows have.
  private static let fewest = 250

  /// The part of the window that the preview uses, in percent.
  var share = 50

  /// The size of the pane in the last layout, or `nil` if the layout had no pane.
  var size: Size?

  init(theme: Theme) { text = TextPanel(title: localized("preview"), lines: [], theme: theme) }

  /// The minimum number of columns of an area in which the preview is beside the list.
  private static let wide = 100

  /// The minimum size of the list, and the minimum size of the preview.
  private static let smallest = Size(columns: 24, rows: 3)

  /// Divides an area between the list and the preview, or returns `nil` if it is too small for
  /// both.
  func parts(of area: Rect) -> (list: Rect, line: Rect, preview: Rect)? {
    let (origin, size) = (area.origin, area.size)
    if size.columns >= Self.wide {
      let own = size.columns * share / 100
      let (left, line) = (size.columns - own - 1, origin.column + size.columns - own - 1)
      guard own >= Self.smallest.columns, left >= Self.smallest.columns else { return nil }
      return (
        Rect(column: origin.column, row: origin.row, columns: left, rows: size.rows),
        Rect(column: line, row: origin.row, columns: 1, rows: size.rows),
        Rect(column: line + 1, row: origin.row, columns: own, rows: size.rows)
      )
    }
    let own = size.rows * share / 100
    let (left, line) = (size.rows - own - 1, origin.row + size.rows - own - 1)
    guard own >= Self.smallest.rows, left >= Self.smallest.rows else { return nil }
    return (
      Rect(column: origin.column, row: origin.row, columns: size.columns, rows: left),
      Rect(column: origin.column, row: line, columns: size.columns, rows: 1),
      Rect(column: origin.column, row: line + 1, columns: size.columns, rows: own)
    )
  }

  /// Shows an item if its identity or content differs from the item that is shown, or if other
  /// parts are highlighted.
  ///
  /// - Parameters:
  ///   - item: The item.
  ///   - highlighter: The highlighter of the matching parts, or `nil`. If it highlights a search,
  ///     the text of another item, or of another search, is scrolled to the first match.
  mutating func show(_ item: (any CellModel)?, _ highlighter: FilterHighlighter?) {
    let before = self.item
    let texts = highlighter?.texts ?? [nil, nil]
    let areOthers = texts != highlights
    highlights = texts
    self.item = item
    guard let item else {
      matches = nil
      return text.show([])
    }
    if let before, before.itemID == item.itemID, before.isContentEqual(to: item), !areOthers {
      return
    }
    let isOther = before?.itemID != item.itemID
    matches = highlighter?.matches(in: item)
    if isOther { limit = Self.fewest }
    tell(of: item)
    if isOther { text.move(.first) }
    // An update of the same item must not scroll the text away from where the user reads.
    if texts[1] != nil, isOther || areOthers { text.scrollToMatch() }
  }

  private mutating func tell(of item: any CellModel) {
    let report = RecordReport(of: item, fields: limit, matches: matches)
    text.show(report.lines)
    isCut = report.isTruncated
  }

  /// Scrolls the text.
  ///
  /// At the end of the text of a truncated item, the limit of fields is quadrupled, and more fields
  /// are shown.
  mutating func move(_ movement: Movement) {
    text.move(movement)
    guard isCut, text.isScrolledToEnd, let item else { return }
    limit = min(RecordReport.lineLimit, limit * 4)
    tell(of: item)
  }
}

/// Opens, lays out and draws the preview of the focused list.
@MainActor
final class PreviewController {
  private unowned let context: any ControllerContext

  /// The preview, or `nil` if it is closed.
  private(set) var preview: Preview?

  init(_ context: any ControllerContext) { self.context = context }

  /// Opens or closes the preview.
  func toggle() {
    if preview != nil {
      preview = nil
      return
    }
    guard context.listPage != nil else { return context.showMessage(localized("not a list")) }
    let preview = Preview(theme: context.theme)
    self.preview = preview
    if preview.parts(of: context.pageArea) == nil {
      context.showMessage(localized("window too small for the preview"))
    }
  }

  func scroll(_ movement: Movement) {
    guard preview != nil else { return toggle() }
    preview?.move(movement)
  }

  /// Changes the part of the window that the preview uses, within 20 to 80 percent.
  func resize(by percent: Int) {
    guard let share = preview?.share else { return toggle() }
    preview?.share = min(80, max(20, share + percent))
  }

  /// Returns the areas of the list and of the preview, or `nil` if the preview is closed or does
  /// not fit.
  func parts(of area: Rect) -> (list: Rect, line: Rect, preview: Rect)? {
    if case .panel = context.overlay { return nil }
    return context.listPage == nil ? nil : preview?.parts(of: area)
  }

  /// Hides the preview until the next layout.
  func beginLayout() { preview?.size = nil }

  /// Shows the current item and lays out the preview.
  func layOut(in size: Size) {
    guard let list = context.listPage?.list.snapshot else { return }
    preview?.text.theme = context.theme
    let path = context.listScreen?.currentCell?.shownPath
    preview?.show(
      path.flatMap { list.contains($0) ? list.element(at: $0) : nil },
      context.listScreen?.highlighter as? FilterHighlighter)
    preview?.size = size
    preview?.text.layOut(in: size)
  }

  /// Shows the current item if a notification about the layout changed it.
  func commitLayout() {
    if let size = preview?.size { layOut(in: size) }
  }

  /// Draws the preview, and the line that separates it from the list.
  func draw(line: Rect, _ area: Rect, into canvas: inout Canvas) {
    guard let text = preview?.text else { return }
    let isBeside = line.size.columns == 1
    canvas.within(line) { canvas in
      for place in 0..<(isBeside ? canvas.size.rows : canvas.size.columns) {
        let point = isBeside ? Point(column: 0, row: place) : Point(column: place, row: 0)
        canvas.write(isBeside ? "│" : "─", at: point, style: context.theme[.rule])
      }
    }
    canvas.within(area) { text.draw(into: &$0) }
  }
}
