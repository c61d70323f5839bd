internal import Mocoa
internal import MocoaTerminal

/// The screens of open pages.
///
/// The browser creates a screen when a page is first shown and retains it while the page is open.
extension Browser {
  /// The screen of the focused page, or `nil` before the first page opens.
  var screen: (any Screen)? { shownScreens.last }

  /// The visible screens, from back to front.
  var shownScreens: [any Screen] {
    let pages = navigator.shownPages
    let shown = Set(pages.map { ObjectIdentifier($0) })
    if shown != displayed {
      for gone in displayed.subtracting(shown) { screens[gone]?.endDisplaying() }
      displayed = shown
    }
    return pages.map { makeScreenIfNeeded(of: $0) }
  }

  private func makeScreenIfNeeded(of page: PageViewModel) -> any Screen {
    let key = ObjectIdentifier(page)
    if let screen = screens[key] { return screen }
    let screen = page.makeScreen(ScreenContext(theme: theme, isDebugging: navigator.isDebugging))
    screen.motion = motion
    screen.onChange = { [weak self] in self?.control?.setNeedsDisplay() }
    screen.clock = { [weak self] in self?.now() ?? 0 }
    screens[key] = screen
    redraws[key] = page.observeRedraws { [weak self] in self?.control?.setNeedsDisplay() }
    writeLog(of: page)
    showExcerpt(of: page)
    // Actions that were typed ahead need the layout.
    screen.layOut(in: window.area.size, hasStickyHeaders: window.sticks)
    awaitItems(of: page)
    recordRecent(page)
    return screen
  }

  /// Releases the screen of a closed page, with its observations and pending actions.
  func releaseScreen(of page: PageViewModel) {
    let key = ObjectIdentifier(page)
    screens.removeValue(forKey: key)?.endDisplaying()
    redraws[key] = nil
    if awaited?.page === page { awaited = nil }
    logged[key] = nil
    seen.remove(key)
    tables[key] = nil
    checks[key] = nil
    passed.remove(key)
    displayed.remove(key)
  }

  /// Updates the cursor fragment and the list options in the URLs of all pages, before the URLs are
  /// saved.
  func syncCursorFragments() {
    for screen in screens.values {
      screen.page.cursorFragment = screen.fragment
      for page in screen.page.listPages {
        let isAlone = page === screen.page
        page.noteExcerpt(fields: isAlone ? fieldsOption(of: page, screen) : page.fieldsOption)
      }
    }
  }

  /// Draws the frame of a presented page, and returns the area inside it.
  ///
  /// In an area with fewer than 50 columns or 12 rows, the page uses the whole area.
  func drawPanel(of screen: any Screen, in area: Rect, into canvas: inout Canvas) -> Rect {
    guard area.size.columns >= 50, area.size.rows >= 12 else {
      canvas.fill(area)
      return area
    }
    let columns = area.size.columns * 4 / 5
    let most = area.size.rows * 4 / 5
    let rows = min(most, screen.preferredRowCount.map { max($0, 1) + 2 } ?? most)
    let frame = Rect(
      column: area.origin.column + (area.size.columns - columns) / 2,
      row: area.origin.row + (area.size.rows - rows) / 2, columns: columns, rows: rows)
    canvas.fill(frame)
    let title = screen.page.title
    canvas.within(frame) { canvas in
      for (row, ends) in [(0, ("╭", "╮")), (rows - 1, ("╰", "╯"))] {
        canvas.write(ends.0, at: Point(column: 0, row: row), style: theme[.rule])
        canvas.rule(at: Point(column: 1, row: row), columns: columns - 2, style: theme[.rule])
        canvas.write(ends.1, at: Point(column: columns - 1, row: row), style: theme[.rule])
      }
      for row in 1..<(rows - 1) {
        canvas.write("│", at: Point(column: 0, row: row), style: theme[.rule])
        canvas.write("│", at: Point(column: columns - 1, row: row), style: theme[.rule])
      }
      let room = columns - 6
      let used = Canvas.columns(of: title, atMost: room)
      canvas.fill(Rect(column: 2, row: 0, columns: used + 2, rows: 1))
      canvas.write(
        title, at: Point(column: 3, row: 0), style: theme[.path], limit: room, truncation: .ellipsis
      )
    }
    return Rect(
      column: frame.origin.column + 1, row: frame.origin.row + 1, columns: columns - 2,
      rows: rows - 2)
  }
}
