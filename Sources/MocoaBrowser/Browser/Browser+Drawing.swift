internal import Mocoa
internal import MocoaModel
internal import MocoaTerminal

extension Browser {
  /// The minimum height of a window with a breadcrumb line, in rows.
  private static let breadcrumbMinimum = 4

  /// The minimum height of a window with sticky headers and a tab bar, in rows.
  private static let stickyMinimum = 7

  /// The rows of the window that each part of the browser uses.
  struct Frame {
    /// The size of the window.
    var size = Size(columns: 0, rows: 0)

    /// The number of rows that are reserved for the tab bar, at the top, and at the bottom of the
    /// window.
    ///
    /// The rows at the top contain the tab bar and the breadcrumb line. The rows at the bottom
    /// contain the prompt or the status line.
    var (tabs, top, bottom) = (0, 0, 0)

    /// The status line, whose status text is added by `commitLayout()`.
    var statusLine = StatusLine()

    /// The area that remains for the page or a panel.
    var area = Rect(column: 0, row: 0, columns: 0, rows: 0)
  }

  /// Divides the rows of a window among the parts of the browser.
  private func makeFrame(in size: Size) -> Frame {
    var frame = Frame()
    frame.size = size
    frame.tabs = size.rows >= Self.stickyMinimum && navigator.tabTitles.count > 1 ? 1 : 0
    frame.top = size.rows < Self.breadcrumbMinimum ? 0 : frame.tabs + 1
    frame.statusLine = statusLine(in: size)
    frame.bottom = frame.statusLine.rowCount(in: size)
    if case .prompt(let prompt) = overlay, size.rows > 1 {
      frame.bottom = rows(of: prompt, in: size)
    }
    if hasPickPrompt {
      // The prompt is in the first row, and the hints are in the last one.
      (frame.tabs, frame.top, frame.bottom) = (0, size.rows > 1 ? 1 : 0, size.rows > 2 ? 1 : 0)
    }
    frame.area = Rect(
      column: 0, row: frame.top, columns: size.columns, rows: size.rows - frame.top - frame.bottom)
    return frame
  }

  /// Updates the sessions and lays out the visible parts, before the next frame is drawn.
  ///
  /// View models receive no events until `commitLayout()` is called.
  func layOut(in size: Size) {
    // Creating the sessions may set a message.
    updateSessions()
    dropObsoleteMessage()
    refreshPanel(columns: size.columns)
    frame = makeFrame(in: size)
    tabSpans = frame.tabs > 0 ? tabBar.spans(in: size.columns) : []
    layOutPages(in: frame.area, sticks: size.rows >= Self.stickyMinimum)
  }

  /// Updates the content of the open panel, whose hints the status line shows.
  private func refreshPanel(columns: Int) {
    guard case .panel(var panel) = overlay else { return }
    refresh(&panel, columns: columns)
    overlay = .panel(panel)
  }

  /// Lays out the panel or the pages in an area.
  private func layOutPages(in area: Rect, sticks: Bool) {
    let sessions = shownSessions
    preview.beginLayout()
    if case .panel(var panel) = overlay {
      for session in sessions { session.screen.animation?.finishAnimations() }
      window = (area, sticks)
      panel.text.layOut(in: area.size)
      overlay = .panel(panel)
      return
    }
    if case .prompt(let prompt) = overlay, case .palette = prompt.purpose {
      for session in sessions { session.screen.animation?.finishAnimations() }
      return
    }
    let parts = preview.parts(of: area)
    let area = parts?.list ?? area
    for (depth, session) in sessions.enumerated() {
      (session.frame, session.area) =
        depth == 0 ? (nil, area) : panelAreas(of: session.screen, in: area)
      window = (session.area, sticks)
      session.updateColumns()
      session.updateHighlights(search: cursor.highlightedSearch)
      session.screen.layOut(in: session.area.size, hasStickyHeaders: sticks)
    }
    if let parts { preview.layOut(in: parts.preview.size) }
  }

  /// Notifies the view models of the visible pages of the new layout, shows the current item in the
  /// preview if a notification changed it, and completes the status line.
  func commitLayout() {
    for session in shownSessions where session.isDisplayed { session.screen.commitLayout() }
    preview.commitLayout()
    frame.statusLine = statusLine(in: frame.size)
    if hasPickPrompt { frame.statusLine = pickStatusLine }
    guard overlay == nil else { return }
    appearance.recordOpened()
    // A message replaces the hints and the status text.
    guard message == nil else { return }
    frame.statusLine.hints = makeHints()
    frame.statusLine.lastHint = helpHint
    frame.statusLine.filterText = queries.filterText
    frame.statusLine.statusText = statusText
  }

  /// Draws the page between the breadcrumb line and the status line, as last laid out.
  ///
  /// - Returns: The point of the text cursor, or `nil` to hide it.
  func draw(into canvas: inout Canvas) -> Point? {
    if hasPickPrompt, case .prompt(let prompt) = overlay {
      if frame.bottom > 0 { frame.statusLine.draw(into: &canvas, theme: theme) }
      drawPage(in: frame.area, into: &canvas)
      return frame.top > 0 ? draw(prompt, row: 0, into: &canvas) : nil
    }
    if frame.tabs > 0 { tabBar.draw(into: &canvas, theme: theme) }
    if frame.top > 0 {
      breadcrumb.draw(position: positionText, row: frame.tabs, into: &canvas, theme: theme)
    }
    if case .prompt(let prompt) = overlay {
      drawPage(in: frame.area, into: &canvas)
      // The candidates of a prompt cover the page.
      return draw(prompt, rows: rows(of: prompt, in: canvas.size), into: &canvas)
    }
    frame.statusLine.draw(into: &canvas, theme: theme)
    // The image of a list shares the glyphs of the frame only if the list is drawn last.
    drawPage(in: frame.area, into: &canvas)
    return textCursor
  }

  /// The position text of the panel or the page with the number of items before filtering, or an
  /// empty string.
  var positionText: String {
    switch overlay {
    case .panel(let panel): return panel.text.position
    case .prompt(let prompt):
      if case .palette = prompt.purpose { return "" }
    default: break
    }
    return queries.positionText(at: screen?.focusedStatus?.positionText ?? "")
  }

  /// The point of the text cursor in a page that accepts text input, or `nil`.
  private var textCursor: Point? {
    guard takesText, let cursor = screen?.focusedTextCursor else { return nil }
    let origin = window.area.origin
    return Point(column: origin.column + cursor.column, row: origin.row + cursor.row)
  }

  /// Draws the panel or the pages in an area.
  private func drawPage(in area: Rect, into canvas: inout Canvas) {
    if case .panel(let panel) = overlay {
      return canvas.within(area) { panel.text.draw(into: &$0) }
    }
    if case .prompt(let prompt) = overlay, case .palette(let palette) = prompt.purpose {
      return canvas.within(area) { palette.draw(into: &$0, theme: theme) }
    }
    for (depth, session) in shownSessions.enumerated() {
      if depth > 0 { drawFrame(of: session, into: &canvas) }
      canvas.within(session.area) { session.screen.draw(into: &$0) }
    }
    if let parts = preview.parts(of: area) {
      preview.draw(line: parts.line, parts.preview, into: &canvas)
    }
  }

  /// The time until `advance` must be called, or `nil` if no animation runs or a panel covers the
  /// page.
  var frameDelay: Duration? {
    if case .panel = overlay {
      nil
    } else {
      shownSessions.compactMap(\.screen.animation?.frameDelay).min()
    }
  }

  /// Advances the animations of the visible pages by one frame.
  func advance() { for session in shownSessions { session.screen.animation?.advanceAnimation() } }

  private var tabBar: TabBar {
    TabBar(titles: navigator.tabTitles, selected: navigator.selectedTab)
  }

  var breadcrumb: Breadcrumb {
    var titles = ["mocoa"] + (navigator.focusedPage?.breadcrumb ?? [])
    if case .panel(let panel) = overlay { titles.append(panel.text.title) }
    return Breadcrumb(titles: titles)
  }

  /// The reason why the list of the page is incomplete, or `nil` if loading did not fail.
  private var failure: String? {
    guard let page = navigator.focusedPage as? ListPageViewModel,
      case .failed(let reason) = page.list.phase
    else { return nil }
    return reason
  }

  /// Removes the message of the status line if loading has failed since it was shown, so that the
  /// error appears, or if a watched command has changed the list.
  ///
  /// A warning is not removed.
  private func dropObsoleteMessage() {
    let former = displayedStatus
    let change = listPage?.refreshCount == nil ? nil : screen?.changeTracking?.lastChangeTime
    let isObsolete = failure != nil && failure != former.failure || change != former.change
    if isObsolete, let message, !message.isWarning, message.text == former.message {
      self.message = nil
    }
    displayedStatus = (failure, message?.text, change)
  }

  /// Returns the status line without the status text of the page: a message, the hints of a panel,
  /// a loading error, or key hints.
  private func statusLine(in size: Size) -> StatusLine {
    if let message {
      let text = message.isWarning ? "! " + message.text : message.text
      return StatusLine(message: (text, message.isWarning ? theme[.error] : theme.quiet))
    }
    if case .panel(let panel) = overlay { return StatusLine(hints: panel.hints(keys)) }
    if case .copyMenu = overlay { return StatusLine(hints: CopyForm.hints) }
    if overlay != nil { return StatusLine() }
    return StatusLine(
      message: failure.map { (text: "✗ " + $0, style: theme[.error]) }, needsWidth: failure != nil)
  }

  /// Draws the line of a prompt, and returns the point of the text cursor.
  func draw(_ prompt: Prompt, row: Int, into canvas: inout Canvas) -> Point {
    let remark = drawRemark(of: prompt, row: row, into: &canvas)
    let label = prompt.label(inColumns: canvas.size.columns)
    let sign = canvas.write(label, at: Point(column: 0, row: row), style: theme[.prompt])
    let columns = max(0, canvas.size.columns - sign - remark)
    let area = Rect(column: sign, row: row, columns: columns, rows: 1)
    let column = prompt.line.draw(
      in: area, into: &canvas, suggestionStyle: theme[.chosen].adding(.reverse),
      styles: styles(of: prompt))
    return Point(column: max(0, min(canvas.size.columns - 1, column)), row: row)
  }
}
