internal import MocoaLanguage
internal import Mocoa
internal import MocoaModel
internal import MocoaTerminal

/// The pane beside the list, or below it, that shows all of the item under the cursor.
@MainActor
struct Preview {
  var text: TextPanel

  /// What it shows, as it was when it was read.
  fileprivate var item: (any CellModel)?

  /// So many fields are read of what is large, and whether there are more.
  private var limit = Preview.fewest
  private var isCut = false

  /// So many have more lines than any usual window.
  private static let fewest = 250

  /// How much of the window it has, in percent.
  var share = 50

  init(theme: Theme) { text = TextPanel(title: phrase("preview"), lines: [], theme: theme) }

  /// In windows of so many columns it stands beside the list.
  private static let wide = 100

  /// Of less than this there is nothing to be read.
  private static let smallest = Size(columns: 24, rows: 3)

  /// Parts an area; nil where there is no room for both.
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

  /// Shows an item, where it is another one, or not what it was.
  mutating func show(_ item: (any CellModel)?) {
    let before = self.item
    self.item = item
    guard let item else { return text.show([]) }
    if let before, before.itemID == item.itemID, before.isContentEqual(to: item) { return }
    let isOther = before?.itemID != item.itemID
    if isOther { limit = Self.fewest }
    tell(of: item)
    if isOther { text.move(.first) }
  }

  private mutating func tell(of item: any CellModel) {
    let report = RecordReport(of: item, fields: limit)
    text.show(report.lines)
    isCut = report.isCut
  }

  /// Scrolls; what is large is read on where one comes to its end.
  mutating func move(_ movement: Movement) {
    text.move(movement)
    guard isCut, text.isEndSeen, let item else { return }
    limit = min(RecordReport.lineLimit, limit * 4)
    tell(of: item)
  }
}

extension Browser {
  /// Shows the preview, or closes it.
  func togglePreview() {
    if preview != nil {
      preview = nil
      return
    }
    guard listPage != nil else { return say(phrase("there is no list here")) }
    let preview = Preview(theme: theme)
    self.preview = preview
    if preview.parts(of: window.area) == nil {
      say(phrase("the preview is shown where the window has room for it"))
    }
  }

  func scrollPreview(_ movement: Movement) {
    guard preview != nil else { return togglePreview() }
    preview?.move(movement)
  }

  /// Gives the preview more of the window, or less.
  func resizePreview(by percent: Int) {
    guard let share = preview?.share else { return togglePreview() }
    preview?.share = min(80, max(20, share + percent))
  }

  /// Where the preview is, and what of an area it leaves for the page; nil where there is none, or no
  /// room for it.
  func previewParts(of area: Rect) -> (list: Rect, line: Rect, preview: Rect)? {
    if case .panel = overlay { return nil }
    return listPage == nil ? nil : preview?.parts(of: area)
  }

  /// Draws what the cursor is on, as it is now.
  func drawPreview(line: Rect, _ area: Rect, into canvas: inout Canvas) {
    guard var preview, let list = listPage?.list.snapshot else { return }
    preview.text.theme = theme
    let path = screen?.selection?.shownPath
    preview.show(path.flatMap { list.contains($0) ? list.element(at: $0) : nil })
    let isBeside = line.size.columns == 1
    canvas.within(line) { canvas in
      for place in 0..<(isBeside ? canvas.size.rows : canvas.size.columns) {
        let point = isBeside ? Point(column: 0, row: place) : Point(column: place, row: 0)
        canvas.write(isBeside ? "│" : "─", at: point, style: theme[.rule])
      }
    }
    canvas.within(area) { preview.text.draw(into: &$0) }
    self.preview = preview
  }
}
