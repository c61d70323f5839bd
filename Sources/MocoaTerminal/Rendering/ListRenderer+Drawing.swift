internal import Mocoa
internal import MocoaModel

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
