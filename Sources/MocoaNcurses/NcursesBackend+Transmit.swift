internal import CNcurses
public import MocoaTerminal

extension NcursesBackend {
  /// Shows a frame with one `doupdate()`.
  ///
  /// Only the damaged runs of the frame are read. Glyphs outside of the terminal are omitted. Lines
  /// never wrap, so the lower right corner can be written too.
  public func present(_ frame: Surface, damage: [Damage], cursor: Point?) {
    guard isOpen, !isSuspended, !damage.isEmpty || cursor != self.cursor else { return }
    TerminalGuard.installSignalStack()
    if !write(frame, damage) {
      removeColorPairs()
      let whole = (0..<frame.size.rows).map {
        Damage(row: $0, columns: 0..<frame.size.columns)
      }
      // Colors that still do not fit become the terminal's default.
      write(frame, whole, whenFull: .pair(0))
    }
    let links = linkBytes(frame, damage)
    linkedFrame = frame
    update(isFrame: !damage.isEmpty, with: links) { showCursor(at: cursor) }
  }

  /// Sends the last frame completely, starting with an empty screen.
  public func repaint() {
    guard isOpen, !isSuspended else { return }
    update(with: allLinkBytes) { clearok(mocoa_curscr(), true) }
  }

  /// Sends the changes of curses with one write.
  ///
  /// A frame is synchronized if the terminal supports that.
  ///
  /// - Parameters:
  ///   - isFrame: A Boolean value that indicates whether the changes are a new frame.
  ///   - links: The bytes to write after the output of curses.
  ///   - prepare: A closure that changes the state of curses before.
  private func update(
    isFrame: Bool = true, with links: [UInt8] = [], _ prepare: () -> Void
  ) {
    func send() {
      prepare()
      if !links.isEmpty { saveCursesCursor() }
      wnoutrefresh(mocoa_stdscr())
      doupdate()
      if !links.isEmpty { restoreCursesCursor() }
    }
    // When resumed, curses sets the modes of the terminal, so its output must be connected to it.
    guard let frames, !isendwin() else {
      send()
      if !links.isEmpty { writeAll(links + backToCurses, to: descriptor) }
      // The direct output has color numbers that were not replaced. Send it again.
      if numbers.hasApproximations, frames != nil { repaint() }
      return
    }
    let collected = frames.collect(from: mocoa_output(&device), of: descriptor, send)
    guard let collected, !collected.isEmpty || !links.isEmpty else { return }
    var bytes = numbers.rewrite(collected)
    if !links.isEmpty { bytes += links + backToCurses }
    let isMarked = isFrame && modes.contains(.synchronized)
    let whole = isMarked ? PrivateModes.frameStart + bytes + PrivateModes.frameEnd : bytes
    writeAll(whole, to: descriptor)
  }

  /// Shows the cursor at a point, or hides it.
  private func showCursor(at point: Point?) {
    if let point {
      wmove(
        mocoa_stdscr(), Int32(min(max(0, point.row), size.rows - 1)),
        Int32(min(max(0, point.column), size.columns - 1)))
    }
    if (point == nil) != (cursor == nil) {
      // A hidden cursor can be at any point.
      leaveok(mocoa_stdscr(), point == nil)
      curs_set(point == nil ? 0 : 1)
    }
    cursor = point
  }

  /// Writes runs of a frame into the window of curses.
  ///
  /// - Returns: `false` if no color pair is left and `whenFull` is not a pair.
  @discardableResult
  private func write(
    _ frame: Surface, _ damage: [Damage], whenFull: ColorPairs.Allocation = .exhausted
  ) -> Bool {
    // A local variable, because every access to a class property is checked, for each cell.
    var cells = takeCells()
    defer { self.cells = cells }
    let rows = min(frame.size.rows, size.rows)
    let columns = min(frame.size.columns, size.columns)
    for run in damage where (0..<rows).contains(run.row) {
      var first = max(0, run.columns.lowerBound)
      let end = min(run.columns.upperBound, columns)
      guard first < end else { continue }
      while first > 0, frame[first, run.row].width == 0 { first -= 1 }
      let run = (row: run.row, columns: first..<end, last: columns)
      guard collect(frame, run, into: &cells, whenFull) else { return false }
      mvwadd_wchnstr(
        mocoa_stdscr(), Int32(run.row), Int32(first), cells, Int32(cells.count))
    }
    return true
  }

  private func takeCells() -> [cchar_t] {
    defer { cells = [] }
    return cells
  }

  /// Fills `cells` with the glyphs of a run, with one cell for each wide glyph.
  ///
  /// - Returns: `false` if no color pair is left.
  private func collect(
    _ frame: Surface, _ run: (row: Int, columns: Range<Int>, last: Int),
    into cells: inout [cchar_t], _ whenFull: ColorPairs.Allocation
  ) -> Bool {
    let (row, columns, last) = run
    cells.removeAll(keepingCapacity: true)
    var style = Style.plain
    var sample = cchar_t()
    var pen = CursesAttributes()
    var column = columns.lowerBound
    while column < columns.upperBound {
      let glyph = frame[column, row]
      if glyph.style != style || cells.isEmpty {
        guard let pair = number(for: glyph.style, whenFull) else { return false }
        style = glyph.style
        pen = CursesAttributes(attributes: Self.attributes(of: style), pair: pair)
        sample = CursesCell.blank.cell(pen)
      }
      let width = max(1, Int(glyph.width))
      var text = CursesCell(glyph)
      if column + width > last { text = .replacement }
      if text.marks == .zero {
        mocoa_set_scalar(&sample, text.scalar)
        cells.append(sample)
      } else {
        cells.append(text.cell(pen))
      }
      if width == 2, text.width == 1, column + 1 < last {
        cells.append(CursesCell.blank.cell(pen))
      }
      column += width
    }
    return true
  }

  private static func attributes(of style: Style) -> attr_t {
    var attributes = attr_t(0)
    if style.attributes.contains(.bold) { attributes |= mocoa_bold }
    if style.attributes.contains(.dim) { attributes |= mocoa_dim }
    if style.attributes.contains(.underline) { attributes |= mocoa_underline }
    if style.attributes.contains(.reverse) { attributes |= mocoa_reverse }
    if style.attributes.contains(.italic) { attributes |= mocoa_italic }
    return attributes
  }
}
