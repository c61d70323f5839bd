internal import Mocoa

extension ListRenderer {
  /// Draws the list as it was laid out last.
  public func draw(into canvas: inout Canvas) {
    guard let layout else { return }
    for frame in layout.frames { draw(frame, into: &canvas) }
    guard let header = layout.stickyHeader else { return }
    canvas.fill(
      Rect(column: 0, row: header.row, columns: canvas.size.columns, rows: header.height))
    draw(header, into: &canvas)
  }

  private func draw(_ frame: ListLayout.Frame, into canvas: inout Canvas) {
    guard let viewModel = viewModel(of: frame.element) else { return }
    let drawing = CellDrawing(of: viewModel)
    guard case .item(let path) = frame.element else {
      let area = Rect(
        column: 1, row: frame.row, columns: canvas.size.columns - 2, rows: frame.height)
      let context = CellContext(theme: theme, isDebugging: isDebugging)
      canvas.within(area) { inner in
        if case .content(let content) = drawing {
          HeaderDrawing.draw(content, into: &inner, context)
        } else {
          drawing.draw(viewModel, into: &inner, context)
        }
      }
      return
    }
    let context = CellContext(
      theme: theme, isUnderCursor: path == cursor, isDebugging: isDebugging)
    drawGutter(frame, drawing, viewModel, into: &canvas, context)
    let area = Rect(
      column: Self.gutter, row: frame.row,
      columns: canvas.size.columns - Self.gutter - Self.rightMargin, rows: frame.height)
    canvas.within(area) { drawing.draw(viewModel, into: &$0, context) }
  }

  /// Column 0 is for changes, column 1 for the cursor, column 2 for marks and `┆`.
  private func drawGutter(
    _ frame: ListLayout.Frame, _ drawing: CellDrawing, _ viewModel: AnyCellViewModel,
    into canvas: inout Canvas, _ context: CellContext
  ) {
    var isMarked = isDebugging && viewModel.isGeneric
    if case .placeholder = drawing { isMarked = true }
    for row in frame.rows {
      if context.isUnderCursor, row == frame.row {
        canvas.write("▌", at: Point(column: 1, row: row), style: theme.accent)
      }
      if isMarked {
        canvas.write("┆", at: Point(column: 2, row: row), style: theme.quiet)
      }
    }
  }
}
