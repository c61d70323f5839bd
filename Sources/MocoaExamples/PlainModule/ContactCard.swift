internal import Mocoa
internal import MocoaTerminal

/// The view: a card with a name, a phone number and an address.
///
/// ```text
///  ╭────────────────────╮
///  │ Foo Bar            │
///  │ 139-2345-9876      │
///  │ 北京市海淀区       │
///  ╰────────────────────╯
/// ```
struct ContactCard: CellView {
  func height(of card: ContactCardViewModel, columns: Int) -> Int { Self.rows }

  func draw(_ card: ContactCardViewModel, into canvas: inout Canvas, _ context: CellContext) {
    Self.draw(card.text, into: &canvas, context.theme)
  }

  /// The number of rows of a card, including its frame.
  static let rows = 5

  /// Draws a card on a whole canvas.
  ///
  /// The frame is omitted if the canvas is too small.
  static func draw(_ text: ContactText, into canvas: inout Canvas, _ theme: Theme) {
    let size = canvas.size
    let isFramed = size.rows >= rows && size.columns >= 8
    if isFramed { Self.drawFrame(into: &canvas, theme.quiet) }
    let inset = isFramed ? 1 : 0
    let area = Rect(
      column: inset + 1, row: inset, columns: size.columns - 2 * inset - 2,
      rows: size.rows - 2 * inset)
    let lines = [
      (text.name, theme[.title].adding(.bold)), (text.phone, theme[.number]),
      (text.address, theme[.detail]),
    ]
    canvas.within(area) { canvas in
      for (row, line) in lines.enumerated() {
        canvas.write(
          line.0, at: Point(column: 0, row: row), style: line.1, truncation: .ellipsis)
      }
    }
  }

  private static func drawFrame(into canvas: inout Canvas, _ style: Style) {
    let (right, bottom) = (canvas.size.columns - 1, canvas.size.rows - 1)
    for (row, left, end) in [(0, "╭", "╮"), (bottom, "╰", "╯")] {
      canvas.write(left, at: Point(column: 0, row: row), style: style)
      canvas.rule(at: Point(column: 1, row: row), columns: right - 1, style: style)
      canvas.write(end, at: Point(column: right, row: row), style: style)
    }
    for row in 1..<bottom {
      for column in [0, right] {
        canvas.write("│", at: Point(column: column, row: row), style: style)
      }
    }
  }
}
