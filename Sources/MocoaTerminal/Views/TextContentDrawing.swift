public import Mocoa

/// The drawing of text content, for cells without a registered view.
@MainActor
enum TextContentDrawing {
  /// The number of columns between two spans.
  nonisolated static let gap = 2

  /// The minimum number of columns for the leading spans.
  ///
  /// Trailing spans that would leave fewer columns are omitted.
  static let leadingMinimum = 16

  static func draw(_ content: TextContent, into canvas: inout Canvas, _ context: CellContext) {
    for (row, line) in content.lines.enumerated() where row < canvas.size.rows {
      draw(line, row: row, into: &canvas, context)
    }
  }

  static func draw(
    _ line: TextContent.Line, row: Int, into canvas: inout Canvas, _ context: CellContext
  ) {
    let end = drawTrailing(line, row: row, into: &canvas, context)
    var column = 0
    for (index, span) in line.leading.enumerated() {
      if index > 0, !span.isJoined { column += gap }
      guard column < end else { return }
      let start = Point(column: column, row: row)
      column += write(span, at: start, limit: end - column, into: &canvas, context)
    }
  }

  /// Draws a span from its left end, and returns the number of columns that it fills.
  ///
  /// - Parameter highlights: A Boolean value that indicates whether matching parts are highlighted.
  static func write(
    _ span: TextContent.Span, at start: Point, limit: Int, into canvas: inout Canvas,
    _ context: CellContext, _ alignment: TextContent.Alignment = .start, highlights: Bool = true
  ) -> Int {
    let textLimit = min(limit, span.limit ?? .max)
    let needed = span.width > 0 ? Canvas.columns(of: span.text, atMost: textLimit) : 0
    let room = min(limit, max(span.width, needed))
    let place =
      switch span.alignment ?? alignment {
      case .start: 0
      case .center: (room - needed) / 2
      case .end: room - needed
      }
    var style = context.theme[span.role]
    if span.isBold { style = style.adding(.bold) }
    let isBold = context.isUnderCursor && span.role == .title
    let start = Point(column: start.column + place, row: start.row)
    let columns = canvas.write(
      span.text, at: start, style: isBold ? style.adding(.bold) : style, limit: textLimit,
      truncation: .ellipsis)
    if isBold, columns > CellContext.boldColumns {
      // Only the beginning of a long title is bold, because bold columns are sent again with every
      // cursor step.
      canvas.restyle(
        Rect(
          column: start.column + CellContext.boldColumns, row: start.row,
          columns: columns - CellContext.boldColumns, rows: 1), style)
    }
    if highlights { highlight(span, at: start, limit: textLimit, into: &canvas, context) }
    return max(room, place + columns)
  }

  /// Highlights the matching parts of a span whose text was drawn at a point.
  static func highlight(
    _ span: TextContent.Span, at start: Point, limit: Int, into canvas: inout Canvas,
    _ context: CellContext
  ) {
    if span.matches.isEmpty { return }
    canvas.updateStyles(of: span.matches, in: span.text, at: start, limit: limit) {
      context.highlight(&$0)
    }
  }

  /// Returns the number of columns that a span needs, at most a limit.
  fileprivate static func columns(of span: TextContent.Span, atMost limit: Int) -> Int {
    max(span.width, Canvas.columns(of: span.text, atMost: min(limit, span.limit ?? .max)))
  }

  /// Draws the trailing spans that fit.
  ///
  /// - Returns: The number of columns that remain for the leading spans.
  static func drawTrailing(
    _ line: TextContent.Line, row: Int, into canvas: inout Canvas, _ context: CellContext
  ) -> Int {
    let room = canvas.size.columns
    let limit = max(0, room - min(leadingMinimum, room / 2))
    var right = room
    var end = line.trailing.endIndex
    // From the right end, so that the last span is the last one to be omitted.
    while end > 0 {
      let start = line.trailing[..<end].lastIndex { !$0.isJoined } ?? 0
      let spans = line.trailing[start..<end]
      let widths = spans.map { columns(of: $0, atMost: limit + 1) }
      let left = widths.reduce(right, -)
      guard room - left <= limit else { break }
      var column = left
      for (span, width) in zip(spans, widths) {
        _ = write(
          span, at: Point(column: column, row: row), limit: width, into: &canvas, context, .end)
        column += width
      }
      right = left - gap
      end = start
    }
    return right
  }
}

extension Canvas {
  /// Draws one line of text content in a row, as in cells without a view.
  @MainActor
  public mutating func draw(_ line: TextContent.Line, row: Int, _ context: CellContext) {
    TextContentDrawing.draw(line, row: row, into: &self, context)
  }
}

/// The drawing of a header or footer from text content: the text, a rule, and the trailing spans.
@MainActor
enum HeaderDrawing {
  static func draw(_ content: TextContent, into canvas: inout Canvas, _ context: CellContext) {
    for (row, line) in content.lines.enumerated() where row < canvas.size.rows {
      var right = canvas.size.columns
      // The heading takes precedence over the trailing spans.
      let heading =
        line.leading.first.map {
          TextContentDrawing.columns(of: $0, atMost: right)
        } ?? 0
      for (index, span) in line.trailing.enumerated().reversed() where !span.text.isEmpty {
        let columns = TextContentDrawing.columns(of: span, atMost: right + 1)
        guard columns + 1 <= right - min(heading, canvas.size.columns / 2) else { break }
        right -= columns
        _ = TextContentDrawing.write(
          span, at: Point(column: right, row: row), limit: columns, into: &canvas, context, .end)
        if !line.trailing[index].isJoined { right -= 1 }
      }
      var column = 0
      for (index, span) in line.leading.enumerated() where column < right {
        column += TextContentDrawing.write(
          span, at: Point(column: column, row: row), limit: right - column, into: &canvas, context)
        let isFollowed =
          line.leading.indices.contains(index + 1) && line.leading[index + 1].isJoined
        column += isFollowed ? 0 : 1
      }
      if column < right {
        canvas.rule(
          at: Point(column: column, row: row), columns: right - column, style: context.theme[.rule])
      }
    }
  }
}
