public import Mocoa

/// The one drawing of text content: what every cell without a view of its own looks like.
@MainActor
enum TextContentDrawing {
  /// The columns between two spans.
  static let gap = 2

  /// Leading spans keep at least so many columns before trailing ones are left out.
  static let leadingMinimum = 16

  static func draw(_ content: TextContent, into canvas: inout Canvas, _ context: CellContext) {
    for (row, line) in content.lines.enumerated() where row < canvas.size.rows {
      draw(line, row: row, into: &canvas, context)
    }
  }

  static func draw(
    _ line: TextContent.Line, row: Int, into canvas: inout Canvas, _ context: CellContext
  ) {
    let leading = drawTrailing(line, row: row, into: &canvas, context.theme)
    var column = 0
    for span in line.leading where column < leading {
      let start = Point(column: column, row: row)
      column += write(span, at: start, limit: leading - column, into: &canvas, context)
      column += gap
    }
  }

  private static func write(
    _ span: TextContent.Span, at start: Point, limit: Int, into canvas: inout Canvas,
    _ context: CellContext
  ) -> Int {
    let style = context.theme[span.role]
    let isBold = context.isUnderCursor && span.role == .title
    let columns = canvas.write(
      span.text, at: start, style: isBold ? style.adding(.bold) : style, limit: limit,
      truncation: .ellipsis)
    guard isBold, columns > CellContext.boldColumns else { return columns }
    // Long titles are bold at their beginning only: what is bold is sent again with every step.
    canvas.restyle(
      Rect(
        column: start.column + CellContext.boldColumns, row: start.row,
        columns: columns - CellContext.boldColumns, rows: 1), style)
    return columns
  }

  /// Draws the trailing spans that there is room for, and returns the columns left of them.
  private static func drawTrailing(
    _ line: TextContent.Line, row: Int, into canvas: inout Canvas, _ theme: Theme
  ) -> Int {
    let room = canvas.size.columns
    let limit = max(0, room - min(leadingMinimum, room / 2))
    var right = room
    // From the right end, so that what stands last is what is left out last.
    for span in line.trailing.reversed() {
      let needed = Canvas.columns(of: span.text, atMost: limit + 1)
      let width = max(span.width, needed)
      let left = right - width
      guard room - left <= limit else { break }
      canvas.write(
        span.text, at: Point(column: right - needed, row: row), style: theme[span.role],
        limit: needed)
      right = left - gap
    }
    return right
  }
}

extension Canvas {
  /// Draws one line of text content, as cells without a view of their own do.
  @MainActor
  public mutating func draw(_ line: TextContent.Line, row: Int, _ context: CellContext) {
    TextContentDrawing.draw(line, row: row, into: &self, context)
  }
}

/// A header or footer drawn from text content: the text, a rule, and what stands at the right end.
@MainActor
enum HeaderDrawing {
  static func draw(_ content: TextContent, into canvas: inout Canvas, _ context: CellContext) {
    for (row, line) in content.lines.enumerated() where row < canvas.size.rows {
      var right = canvas.size.columns
      // The heading is what one needs: what stands at the right end has what it leaves.
      let heading = line.leading.first.map { Canvas.columns(of: $0.text, atMost: right) } ?? 0
      for span in line.trailing.reversed() where !span.text.isEmpty {
        let columns = Canvas.columns(of: span.text, atMost: right + 1)
        guard columns + 1 <= right - min(heading, canvas.size.columns / 2) else { break }
        right -= columns
        canvas.write(
          span.text, at: Point(column: right, row: row), style: context.theme[span.role],
          limit: columns)
        right -= 1
      }
      var column = 0
      for span in line.leading where column < right {
        column += canvas.write(
          span.text, at: Point(column: column, row: row), style: context.theme[span.role],
          limit: right - column, truncation: .ellipsis)
        column += 1
      }
      if column < right {
        canvas.rule(
          at: Point(column: column, row: row), columns: right - column, style: context.theme.quiet)
      }
    }
  }
}
