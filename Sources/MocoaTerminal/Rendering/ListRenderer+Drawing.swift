internal import Mocoa
internal import MocoaModel

extension ListRenderer {
  /// Draws the list as it was laid out last, or what is on its way there.
  public func draw(into canvas: inout Canvas) {
    guard let layout else { return }
    let pieces = pieces
    for piece in pieces { draw(piece, into: &canvas) }
    if let header = layout.stickyHeader {
      canvas.fill(
        Rect(column: 0, row: header.row, columns: canvas.size.columns, rows: header.height))
      draw(header, into: &canvas)
    }
    keep(pieces, canvas)
  }

  private func draw(_ piece: Transition.Piece, into canvas: inout Canvas) {
    switch piece.content {
    case .element(let element):
      draw(.init(element: element, row: piece.row, height: piece.height), into: &canvas)
      conceal(piece, atLeast: Self.revealedColumns, into: &canvas)
    case .ghost(let glyphs):
      canvas.copy(Rect(glyphs.size), of: glyphs, to: Point(column: 0, row: piece.row))
      conceal(piece, into: &canvas)
    }
    if let mark = piece.mark {
      canvas.write(mark.sign, at: Point(column: 0, row: max(0, piece.row)))
    }
  }

  /// A row is uncovered as if it had so many columns at least: in a few steps, or a short one would
  /// be sent in more pieces than it is worth.
  private static let revealedColumns = 12 * Transition.revealing

  /// Makes blanks of what is not to be seen of a piece; a wide glyph is seen whole or not at all.
  private func conceal(
    _ piece: Transition.Piece, atLeast minimum: Int = 0, into canvas: inout Canvas
  ) {
    guard piece.share < 1 else { return }
    for row in piece.rows {
      let columns = max(minimum, canvas.columnsUsed(inRow: row) - Self.gutter)
      let seen = Self.gutter + Int((Double(columns) * piece.share).rounded(.up))
      canvas.fill(
        Rect(column: seen, row: row, columns: canvas.size.columns - seen, rows: 1))
    }
  }

  private func draw(_ frame: ListLayout.Frame, into canvas: inout Canvas) {
    guard let viewModel = viewModel(of: frame.element) else { return }
    let drawing = drawing(of: viewModel)
    let context = CellContext(
      theme: theme, isUnderCursor: frame.element.path.map { $0 == cursor } ?? false,
      isDebugging: isDebugging)
    if frame.element.path != nil { drawGutter(frame, drawing, viewModel, into: &canvas, context) }
    var area = area(of: frame.element, row: frame.row, height: frame.height)
    if isDebugging, frame.element.path != nil, viewModel.isGeneric {
      let tag = " generic  "
      canvas.write(tag, at: area.origin, style: theme.quiet, limit: area.size.columns)
      area = Rect(
        column: area.origin.column + tag.count, row: frame.row,
        columns: area.size.columns - tag.count, rows: frame.height)
    }
    canvas.within(area) { inner in
      if frame.element.path == nil, case .content(let content) = drawing {
        HeaderDrawing.draw(content, into: &inner, context)
      } else {
        drawing.draw(viewModel, into: &inner, context)
      }
    }
  }

  /// Column 0 is for changes, column 1 for the cursor, column 2 for marks and `┆`.
  private func drawGutter(
    _ frame: ListLayout.Frame, _ drawing: CellDrawing, _ viewModel: AnyCellViewModel,
    into canvas: inout Canvas, _ context: CellContext
  ) {
    var isGeneric = isDebugging && viewModel.isGeneric
    if case .placeholder = drawing { isGeneric = true }
    let isMarked = frame.element.path.map(marks.contains) ?? false
    for row in frame.rows {
      if context.isUnderCursor, row == frame.row {
        canvas.write("▌", at: Point(column: 1, row: row), style: theme.accent)
      }
      if isMarked, row == frame.row {
        canvas.write("✓", at: Point(column: 2, row: row), style: theme.accent)
      } else if isGeneric {
        canvas.write("┆", at: Point(column: 2, row: row), style: theme.quiet)
      }
    }
  }
}
