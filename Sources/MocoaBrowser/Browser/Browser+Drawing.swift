internal import Mocoa
internal import MocoaModel
internal import MocoaTerminal

extension Browser {
  /// The minimum number of rows in a window with a breadcrumb line.
  private static let breadcrumbMinimum = 4

  /// The minimum number of rows in a window with sticky headers and tabs.
  private static let stickyMinimum = 7

  /// The rows of the window that the parts of the browser use.
  private struct Frame {
    /// The numbers of rows of the tabs, of the tabs with the breadcrumb line, and of the prompt or
    /// the status line.
    var (tabs, top, bottom) = (0, 0, 0)

    /// The message in the status line, and its rows.
    var status: (text: String, style: Style)?
    var statusLines: [String] = []

    /// The area between them, for the page or a panel.
    var area = Rect(column: 0, row: 0, columns: 0, rows: 0)
  }

  /// Returns the rows of the parts in a window.
  private func frame(in size: Size) -> Frame {
    var frame = Frame()
    frame.tabs = size.rows >= Self.stickyMinimum && navigator.tabTitles.count > 1 ? 1 : 0
    frame.top = size.rows < Self.breadcrumbMinimum ? 0 : frame.tabs + 1
    frame.status = status(in: size)
    if size.rows > 1 {
      frame.statusLines = frame.status.map { statusLines($0.text, in: size) } ?? [""]
    }
    frame.bottom = frame.statusLines.count
    if case .prompt(let prompt) = overlay, size.rows > 1 {
      frame.bottom = rows(of: prompt, in: size)
    }
    frame.area = Rect(
      column: 0, row: frame.top, columns: size.columns, rows: size.rows - frame.top - frame.bottom)
    return frame
  }

  /// Updates the sessions and lays out the visible parts, before the next frame is drawn.
  func layOut(in size: Size) {
    // Creating the sessions may set a message.
    updateSessions()
    dropObsoleteMessage()
    let frame = frame(in: size)
    tabSpans = frame.tabs > 0 ? makeTabSpans(columns: size.columns) : []
    layOutPages(in: frame.area, sticks: size.rows >= Self.stickyMinimum)
  }

  /// Lays out the panel or the pages in an area.
  private func layOutPages(in area: Rect, sticks: Bool) {
    let sessions = shownSessions
    if case .panel(var panel) = overlay {
      for session in sessions { session.screen.finishAnimations() }
      window = (area, sticks)
      refresh(&panel, columns: area.size.columns)
      panel.text.layOut(in: area.size)
      overlay = .panel(panel)
      return
    }
    if case .prompt(let prompt) = overlay, case .palette = prompt.purpose {
      for session in sessions { session.screen.finishAnimations() }
      return
    }
    let parts = previewParts(of: area)
    let area = parts?.list ?? area
    for (depth, session) in sessions.enumerated() {
      (session.frame, session.area) =
        depth == 0 ? (nil, area) : panelAreas(of: session.screen, in: area)
      window = (session.area, sticks)
      chooseColumns(in: session)
      session.screen.layOut(in: session.area.size, hasStickyHeaders: sticks)
    }
    if let parts { layOutPreview(in: parts.preview.size) }
  }

  /// Draws the page between the breadcrumb line and the status line, as last laid out.
  ///
  /// - Returns: The position of the text cursor, or `nil` to hide it.
  func draw(into canvas: inout Canvas) -> Point? {
    let size = canvas.size
    let frame = frame(in: size)
    if frame.tabs > 0 { drawTabs(into: &canvas) }
    let position = drawPage(in: frame.area, into: &canvas)
    if frame.top > 0 { drawBreadcrumb(position, row: frame.tabs, into: &canvas) }
    if case .prompt(let prompt) = overlay {
      return draw(prompt, rows: rows(of: prompt, in: size), into: &canvas)
    }
    if let status = frame.status {
      drawStatus(frame.statusLines, status.style, into: &canvas)
    } else if frame.bottom > 0 {
      drawHints(into: &canvas)
    }
    return textCursor
  }

  /// The position of the text cursor in a page that accepts text input.
  private var textCursor: Point? {
    guard takesText, let cursor = screen?.textCursor else { return nil }
    let origin = window.area.origin
    return Point(column: origin.column + cursor.column, row: origin.row + cursor.row)
  }

  /// Draws the panel or the pages in an area, and returns the scroll position as text.
  private func drawPage(in area: Rect, into canvas: inout Canvas) -> String {
    if case .panel(let panel) = overlay {
      var text = panel.text
      canvas.within(area) { text.draw(into: &$0) }
      return text.position
    }
    if case .prompt(let prompt) = overlay, case .palette(let palette) = prompt.purpose {
      canvas.within(area) { palette.draw(into: &$0, theme: theme) }
      return ""
    }
    for (depth, session) in shownSessions.enumerated() {
      if depth > 0 { drawFrame(of: session, into: &canvas) }
      canvas.within(session.area) { session.screen.draw(into: &$0) }
    }
    if let parts = previewParts(of: area) {
      drawPreview(line: parts.line, parts.preview, into: &canvas)
    }
    return screen?.positionText ?? ""
  }

  /// The time until the next animation frame, or `nil` if no animation runs or a panel covers the
  /// page.
  var frameDelay: Duration? {
    if case .panel = overlay { nil } else { shownSessions.compactMap(\.screen.frameDelay).min() }
  }

  /// Advances the animations of the visible pages by one frame.
  func advance() { for session in shownSessions { session.screen.advanceAnimation() } }

  private func drawBreadcrumb(_ position: String, row: Int, into canvas: inout Canvas) {
    let room = canvas.size.columns - 2
    let columns = Canvas.columns(of: position, atMost: max(0, room))
    canvas.write(
      position, at: Point(column: 1 + room - columns, row: row), style: theme.quiet, limit: columns)
    let text = breadcrumb(in: room - columns - 2)
    canvas.write(
      text, at: Point(column: 1, row: row), style: theme[.path], limit: max(0, room - columns - 2),
      truncation: .ellipsis)
  }

  /// Returns the titles from the root to the page, shortened to a width.
  ///
  /// If the titles do not fit, the middle titles are omitted first, then the root. The title of the
  /// page always remains.
  private func breadcrumb(in room: Int) -> String {
    var titles = ["mocoa"] + (navigator.focusedPage?.breadcrumb ?? [])
    if case .panel(let panel) = overlay { titles.append(panel.text.title) }
    let page = titles[titles.count - 1]
    var choices = [titles]
    if titles.count > 3 { choices.append([titles[0], "…", titles[titles.count - 2], page]) }
    if titles.count > 2 { choices.append([titles[0], "…", page]) }
    if titles.count > 1 { choices.append(["…", page]) }
    let texts = choices.map { $0.joined(separator: " ▸ ") }
    return texts.first { Canvas.columns(of: $0, atMost: room + 1) <= room } ?? page
  }

  /// Returns the status text as one row, or as two rows if it does not fit and the window is high
  /// enough.
  private func statusLines(_ text: String, in size: Size) -> [String] {
    let room = max(0, size.columns - 2)
    if case .prompt = overlay { return [text] }
    guard size.rows >= Self.stickyMinimum, Canvas.columns(of: text, atMost: room + 1) > room else {
      return [text]
    }
    let fitting = text.prefix(room + 1).indices.last { end in
      Canvas.columns(of: text[..<end], atMost: room + 1) <= room
    }
    guard let fitting, fitting > text.startIndex else { return [text] }
    // The break is at a blank. Text with few blanks, such as Chinese, breaks at the width.
    if let blank = text[...fitting].lastIndex(of: " "),
      Canvas.columns(of: text[..<blank], atMost: room) * 2 >= room
    {
      return [String(text[..<blank]), String(text[blank...].dropFirst())]
    }
    return [String(text[..<fitting]), String(text[fitting...])]
  }

  /// Draws the status text and, beside it, the most useful key hints that fit.
  private func drawHints(into canvas: inout Canvas) {
    let room = max(0, canvas.size.columns - 2)
    let columns = Canvas.columns(of: statusText, atMost: room)
    let hints = hints(in: columns > 0 ? room - columns - 2 : room)
    drawStatus([hints], theme.quiet, into: &canvas)
  }

  private func drawStatus(_ lines: [String], _ style: Style, into canvas: inout Canvas) {
    guard !lines.isEmpty else { return }
    let row = canvas.size.rows - 1
    let room = max(0, canvas.size.columns - 2)
    let remark = statusText(beside: lines, in: room)
    let columns = Canvas.columns(of: remark, atMost: room)
    if columns > 0 {
      canvas.write(
        remark, at: Point(column: 1 + room - columns, row: row), style: theme.quiet,
        limit: columns, truncation: .ellipsis)
    }
    for (index, line) in lines.enumerated() {
      let isLast = index == lines.count - 1
      canvas.write(
        line, at: Point(column: 1, row: row - (lines.count - 1 - index)), style: style,
        limit: max(0, room - (isLast && columns > 0 ? columns + 2 : 0)), truncation: .ellipsis)
    }
  }

  /// Returns the status text at the right end of the last row.
  ///
  /// The text is empty if a message is shown, or if a loading error needs the width; neither is
  /// readable elsewhere.
  private func statusText(beside lines: [String], in room: Int) -> String {
    guard overlay == nil, message == nil else { return "" }
    let remark = statusText
    guard failure != nil else { return remark }
    let columns = Canvas.columns(of: remark, atMost: room) + 2
    let used = Canvas.columns(of: lines.last ?? "", atMost: room)
    return used + columns > room ? "" : remark
  }

  /// The reason why the list of the page is incomplete, or `nil` if loading did not fail.
  private var failure: String? {
    guard let page = navigator.focusedPage as? ListPageViewModel,
      case .failed(let reason) = page.list.phase
    else { return nil }
    return reason
  }

  /// Removes a message that is not a warning if loading fails after the message was laid out, so
  /// that the error appears.
  private func dropObsoleteMessage() {
    let former = displayedStatus
    if let failure, failure != former.failure, let message, !message.isWarning,
      message.text == former.message
    {
      self.message = nil
    }
    displayedStatus = (failure, message?.text)
  }

  /// Returns the text of the status line: a message or a loading error, or `nil` to show key hints.
  private func status(in size: Size) -> (text: String, style: Style)? {
    if let message { return (message.text, message.isWarning ? theme[.error] : theme.quiet) }
    if case .panel(let panel) = overlay {
      return (KeyBindings.fitting(panel.hints(keys), in: size.columns - 2), theme.quiet)
    }
    if let failure { return (failure, theme[.error]) }
    return nil
  }

  /// Draws the line of a prompt, and returns the position of the cursor.
  func draw(_ prompt: Prompt, row: Int, into canvas: inout Canvas) -> Point {
    let remark = drawRemark(of: prompt, row: row, into: &canvas)
    let sign = canvas.write(prompt.label, at: Point(column: 0, row: row), style: theme[.prompt])
    let columns = max(0, canvas.size.columns - sign - remark)
    let area = Rect(column: sign, row: row, columns: columns, rows: 1)
    let column = prompt.line.draw(
      in: area, into: &canvas, offerStyle: theme[.chosen].adding(.reverse))
    return Point(column: max(0, min(canvas.size.columns - 1, column)), row: row)
  }

  /// Draws a message or the number of results at the right end of a prompt, and returns the columns
  /// used.
  private func drawRemark(of prompt: Prompt, row: Int, into canvas: inout Canvas) -> Int {
    guard let text = message?.text ?? (prompt.showsCount ? queryCount : nil) else { return 0 }
    let most = max(0, canvas.size.columns / 2 - 1)
    let columns = Canvas.columns(of: text, atMost: most)
    canvas.write(
      text, at: Point(column: canvas.size.columns - 1 - columns, row: row),
      style: message == nil ? theme.quiet : theme[.error], limit: columns, truncation: .ellipsis)
    return columns + 2
  }
}
