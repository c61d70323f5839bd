internal import Mocoa
internal import MocoaTerminal

/// The sessions of open pages.
extension Browser {
  /// The session of the focused page, or `nil` before the first page is shown.
  var session: PageSession? { shownSessions.last }

  /// The screen of the focused page, or `nil` before the first page is shown.
  var screen: (any Screen)? { session?.screen }

  /// The focused screen if it has items, otherwise `nil`.
  var listScreen: (any ListInteraction)? { screen?.focusedList }

  /// The page of the focused list, or `nil` if the focused page is not a list.
  var listPage: ListPageViewModel? { screen?.focusedPage as? ListPageViewModel }

  /// The sessions of the visible pages, from back to front.
  var shownSessions: [PageSession] {
    navigator.shownPages.compactMap { sessions[ObjectIdentifier($0)] }
  }

  /// Creates the sessions of visible pages that have none, and updates the visibility of all pages.
  ///
  /// The browser calls this method before the first frame and after each navigation.
  func updateSessions() {
    hasStarted = true
    let pages = navigator.shownPages
    let shown = Set(pages.map { ObjectIdentifier($0) })
    for (page, session) in sessions where !shown.contains(page) {
      if session.isDisplayed { recordQuery(of: session) }
      session.setDisplayed(false)
    }
    // Opening a session may close pages.
    for page in pages where navigator.shownPages.contains(where: { $0 === page }) {
      let session = sessions[ObjectIdentifier(page)] ?? openSession(of: page)
      session.setDisplayed(true)
    }
  }

  private func openSession(of page: PageViewModel) -> PageSession {
    let screen = page.makeScreen(ScreenContext(theme: theme, isDebugging: navigator.isDebugging))
    screen.animation?.motion = motion
    // The home screen changes with the actions of the user, which are not news.
    if !(page is HomePage) {
      screen.changeTracking?.clock = { [weak self] in self?.now() ?? 0 }
      screen.changeTracking?.marksChanges = marksChanges
    }
    let session = PageSession(
      page, screen: screen, log: log, showsTables: !keys.speaksInWords, showsBars: showsBars
    ) { [weak self] in
      self?.control?.setNeedsDisplay()
    }
    session.opensObjectsAsTrees = picking == nil
    session.onColumnsRequest = { [weak self] in self?.queries.warnOfUnknownFields($0) }
    session.isPassedThrough =
      isPassingFolders && (page as? any ReopenablePage)?.isFolder == true
      && page === navigator.focusedPage
    sessions[ObjectIdentifier(page)] = session
    queries.applyListOptions(in: session)
    session.noteOpenedOptions()
    // Actions that were typed ahead need the layout.
    if !keys.speaksInWords {
      session.area =
        navigator.isPresenting ? panelAreas(of: screen, in: frame.area).inside : window.area
    }
    screen.layOut(in: window.area.size, hasStickyHeaders: window.sticks)
    awaitItems(of: session)
    recordRecent(session)
    return session
  }

  /// Ends the session of a closed page, with its observations and deferred actions.
  func endSession(of page: PageViewModel) {
    guard let session = sessions.removeValue(forKey: ObjectIdentifier(page)) else { return }
    if session.isDisplayed { recordQuery(of: session) }
    session.end()
  }

  /// Updates the fragments and the list options in the URLs of all pages, so that the URLs can be
  /// saved.
  func syncCursorFragments() {
    for session in sessions.values { session.syncURL() }
  }

  /// Returns the area of the frame around a presented page, and the area inside it.
  ///
  /// In an area with fewer than 50 columns or 12 rows, the page has no frame.
  func panelAreas(of screen: any Screen, in area: Rect) -> (frame: Rect?, inside: Rect) {
    guard area.size.columns >= 50, area.size.rows >= 12 else { return (nil, area) }
    let columns = area.size.columns * 4 / 5
    let most = area.size.rows * 4 / 5
    let rows = min(most, screen.selfSizing?.preferredRowCount.map { max($0, 1) + 2 } ?? most)
    let frame = Rect(
      column: area.origin.column + (area.size.columns - columns) / 2,
      row: area.origin.row + (area.size.rows - rows) / 2, columns: columns, rows: rows)
    let inside = Rect(
      column: frame.origin.column + 1, row: frame.origin.row + 1, columns: columns - 2,
      rows: rows - 2)
    return (frame, inside)
  }

  /// Draws the frame of a presented page, or clears its area if it has no frame.
  func drawFrame(of session: PageSession, into canvas: inout Canvas) {
    guard let frame = session.frame else { return canvas.fill(session.area) }
    let (columns, rows) = (frame.size.columns, frame.size.rows)
    canvas.fill(frame)
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
      let title = session.page.title
      let room = columns - 6
      let used = Canvas.columns(of: title, atMost: room)
      canvas.fill(Rect(column: 2, row: 0, columns: used + 2, rows: 1))
      canvas.write(
        title, at: Point(column: 3, row: 0), style: theme[.path], limit: room, truncation: .ellipsis
      )
    }
  }
}
