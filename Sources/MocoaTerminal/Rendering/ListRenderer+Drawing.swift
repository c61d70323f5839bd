internal import MocoaLocalization
internal import Mocoa
internal import MocoaModel

extension ListRenderer {
  /// Draws the current layout, or the current step of the transition to it.
  ///
  /// Drawing changes no state. After the frame was shown, call ``didShow(_:)``.
  public func draw(into canvas: inout Canvas) {
    guard let layout else { return }
    for piece in segments { draw(piece, into: &canvas) }
    if let header = layout.stickyHeader {
      canvas.fill(header.rect)
      draw(header, into: &canvas)
    }
    tintCurrentRow(in: &canvas, layout)
    if motion != .off { canvas.keepImage(for: self) }
  }

  /// The maximum number of bytes of a cursor step, of which 60 are for the position and the gutter.
  private static let cursorBytes = 250

  /// Draws the background of the current row, if the rows of the window are short enough.
  ///
  /// Each step of the cursor sends the row that it leaves and the row that it reaches. In a table,
  /// only the first column of the row has a background.
  private func tintCurrentRow(in canvas: inout Canvas, _ layout: ListLayout) {
    guard columns == nil, let background = theme[.tint].background, let cursor,
      let current = segments.first(where: { $0.element == .item(cursor) })
    else { return }
    func cost(of frame: ListLayout.Frame) -> Int {
      frame.rows.reduce(0) { cost, row in
        let used = canvas.columnsUsed(inRow: row, of: frame.columns)
        let text =
          frame.columns.lowerBound
          + Self.gutter..<max(
            frame.columns.lowerBound + Self.gutter, frame.columns.lowerBound + used)
        return cost + 2 * text.count + 20 * canvas.styleCount(inRow: row, of: text)
      }
    }
    let items = layout.frames.filter { $0.element.path != nil }
    guard items.allSatisfy({ cost(of: $0) + 60 <= Self.cursorBytes }) else { return }
    let start = current.columns.lowerBound + Self.gutter
    for row in current.rows {
      let end = current.columns.lowerBound + canvas.columnsUsed(inRow: row, of: current.columns)
      let rect = Rect(column: start, row: row, columns: max(0, end - start), rows: 1)
      // Matches keep their background.
      canvas.updateStyles(in: rect) { if $0.background == nil { $0.background = background } }
    }
  }

  /// Draws the header of the table columns.
  func drawHeading(into canvas: inout Canvas) {
    let room = availableColumns(in: canvas.size.columns)
    let hasHiddenMatch = drawings.values.contains(where: \.hasHiddenMatch)
    guard let line = columns?.header(width: room, marksMatch: hasHiddenMatch) else { return }
    // The underline of the header separates it from the rows, so that no rule is needed.
    canvas.fill(Rect(column: 0, row: 0, columns: canvas.size.columns, rows: 1), theme[.header])
    if let mark = columns?.hiddenLeftMark(width: room, limit: Self.gutter - 1) {
      canvas.write(mark, at: Point(column: 0, row: 0), style: theme[.header])
    }
    canvas.within(Rect(column: Self.gutter, row: 0, columns: room, rows: 1)) { canvas in
      TextContentDrawing.draw(line, row: 0, into: &canvas, CellContext(theme: theme))
      if let title = columns?.cursorColumns(width: room)?.title {
        canvas.updateStyles(
          in: Rect(column: title.lowerBound, row: 0, columns: title.count, rows: 1)
        ) { $0 = $0.adding(.reverse) }
      }
    }
  }

  private func draw(_ piece: Transition.Segment, into canvas: inout Canvas) {
    switch piece.content {
    case .element(let element):
      draw(
        .init(element: element, row: piece.row, height: piece.height, columns: piece.columns),
        into: &canvas)
      conceal(piece, atLeast: Self.revealedColumns, into: &canvas)
    case .removedImage(let glyphs):
      canvas.copy(Rect(glyphs.size), of: glyphs, to: piece.origin)
      conceal(piece, into: &canvas)
    }
    if let mark = piece.mark {
      canvas.write(
        mark.sign, at: Point(column: piece.origin.column, row: max(0, piece.row)),
        style: theme[mark.role])
    }
  }

  /// The minimum width that is assumed for a row when it is revealed.
  ///
  /// A shorter row is therefore revealed in fewer steps. Many small steps would cost too many
  /// bytes.
  private static let revealedColumns = 12 * Transition.revealing

  /// Clears the part of a segment that is not revealed yet.
  ///
  /// A wide glyph is either completely visible or not at all.
  private func conceal(
    _ piece: Transition.Segment, atLeast minimum: Int = 0, into canvas: inout Canvas
  ) {
    guard piece.visibleFraction < 1 else { return }
    let start = piece.origin.column + Self.gutter
    for row in piece.rows {
      let columns = max(minimum, canvas.columnsUsed(inRow: row, of: piece.columns) - Self.gutter)
      let seen = start + Int((Double(columns) * piece.visibleFraction).rounded(.up))
      canvas.fill(
        Rect(column: seen, row: row, columns: piece.columns.upperBound - seen, rows: 1))
    }
  }

  private func draw(_ frame: ListLayout.Frame, into canvas: inout Canvas) {
    guard let viewModel = list.existingViewModel(for: frame.element) else { return }
    let drawing = drawings[ObjectIdentifier(viewModel)] ?? makeDrawing(of: viewModel)
    let context = CellContext(
      theme: theme, isUnderCursor: frame.element.path.map { $0 == cursor } ?? false,
      isSelected: frame.element.path.map(list.selection.contains) ?? false,
      isDebugging: isDebugging)
    if frame.element.path != nil { drawGutter(frame, drawing, viewModel, into: &canvas, context) }
    var area = area(of: frame)
    if isDebugging, frame.element.path != nil, viewModel.isGeneric {
      let tag = localized(" generic  ")
      canvas.write(tag, at: area.origin, style: theme.quiet, limit: area.size.columns)
      area = Rect(
        column: area.origin.column + tag.count, row: frame.row,
        columns: area.size.columns - tag.count, rows: frame.height)
    }
    canvas.within(area) { inner in
      if frame.element.hasRule, case .content(let content) = drawing {
        HeaderDrawing.draw(content, into: &inner, context)
      } else {
        drawing.draw(viewModel, into: &inner, context)
      }
    }
  }

  /// Draws the gutter of an element.
  ///
  /// Column 0 shows changes, column 1 the cursor, and column 2 marks. In column 2, `┆` identifies a
  /// placeholder or, in debug mode, a generic cell.
  private func drawGutter(
    _ frame: ListLayout.Frame, _ drawing: CellDrawing, _ viewModel: AnyCellViewModel,
    into canvas: inout Canvas, _ context: CellContext
  ) {
    var isGeneric = isDebugging && viewModel.isGeneric
    if case .placeholder = drawing { isGeneric = true }
    let isMarked = frame.element.path.map(marks.contains) ?? false
    let start = frame.columns.lowerBound
    if let compared = viewModel.element as? any ComparedItem {
      if let sign = compared.difference.sign, frame.row >= 0 {
        canvas.write(
          sign, at: Point(column: start, row: frame.row), style: theme[compared.difference.role])
      }
    } else if let change = frame.element.path.flatMap(markedChange), frame.row >= 0 {
      canvas.write(
        change.kind.sign, at: Point(column: start, row: frame.row),
        style: change.step == 0 ? theme[change.kind.role] : theme.quiet)
    }
    for row in frame.rows {
      if context.isUnderCursor, row == frame.row {
        canvas.write("▌", at: Point(column: start + 1, row: row), style: theme[.cursor])
      }
      let sign = Point(column: start + 2, row: row)
      if isMarked, row == frame.row {
        canvas.write("✓", at: sign, style: theme[.mark])
      } else if context.isSelected, list.selectionMode == .multiple, row == frame.row {
        canvas.write("●", at: sign, style: theme[.mark])
      } else if isGeneric {
        canvas.write("┆", at: sign, style: theme.quiet)
      }
    }
  }
}

extension ListElement {
  /// A Boolean value that indicates whether a horizontal rule is drawn next to the element's text.
  ///
  /// It is `true` for headers and footers, and `false` for supplements.
  fileprivate var hasRule: Bool {
    switch self {
    case .boundary(.header, _), .boundary(.footer, _): true
    case .boundary(.supplement, _), .item: false
    }
  }
}
