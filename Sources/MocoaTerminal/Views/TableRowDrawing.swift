internal import Mocoa

/// The drawing of a row of table columns.
@MainActor
enum TableRowDrawing {
  /// The maximum number of columns of the current row that have a background.
  ///
  /// Each step of the cursor sends these columns twice.
  static let tintedColumns = 24

  /// Draws a row.
  ///
  /// - Parameter cursor: The terminal columns under the column cursor, or `nil`.
  static func draw(
    _ line: TextContent.Line, cursor: Range<Int>? = nil, into canvas: inout Canvas,
    _ context: CellContext
  ) {
    let end = TextContentDrawing.drawTrailing(line, row: 0, into: &canvas, context)
    var column = 0
    var previous: (end: Int, style: Style)?
    var matching: [(span: TextContent.Span, start: Int, limit: Int)] = []
    for (index, span) in line.leading.enumerated() {
      if index > 0, !span.isJoined { column += TextContentDrawing.gap }
      guard column < end else { break }
      let room = min(end - column, max(span.width, 1))
      let text = Canvas.columns(of: span.text, atMost: min(end - column, span.limit ?? .max))
      let start = column + (span.alignment == .end ? max(0, room - text) : 0)
      if let previous {
        canvas.extend(previous.style, over: previous.end..<max(previous.end, start))
      }
      let used = TextContentDrawing.write(
        span, at: Point(column: column, row: 0), limit: end - column, into: &canvas, context,
        highlights: false)
      previous = (start + text, context.theme[span.role])
      if index == 0, context.isUnderCursor { tint(0..<used, in: &canvas, context) }
      if !span.matches.isEmpty {
        matching.append((span, start, min(end - column, span.limit ?? .max)))
      }
      column += used
    }
    if let cursor, context.isUnderCursor { emphasize(cursor, in: &canvas, context) }
    // Matches are visible on every background.
    for (span, start, limit) in matching {
      TextContentDrawing.highlight(
        span, at: Point(column: start, row: 0), limit: limit, into: &canvas, context)
    }
  }

  /// Draws the background and the bold text of the current cell, which keeps its color.
  ///
  /// Without colors, the cell is underlined.
  private static func emphasize(
    _ columns: Range<Int>, in canvas: inout Canvas, _ context: CellContext
  ) {
    let background = context.theme[.tint].background
    let rect = Rect(column: columns.lowerBound, row: 0, columns: columns.count, rows: 1)
    canvas.updateStyles(in: rect) { style in
      style = style.adding(background == nil ? [.bold, .underline] : .bold)
      if let background { style.background = background }
    }
  }

  /// Draws the background and the bold text of the current item.
  private static func tint(
    _ columns: Range<Int>, in canvas: inout Canvas, _ context: CellContext
  ) {
    var style = context.theme[.key].adding(.bold)
    style.background = context.theme[.tint].background
    canvas.restyle(
      Rect(column: 0, row: 0, columns: min(columns.count, tintedColumns), rows: 1), style)
  }
}
