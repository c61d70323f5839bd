internal import MocoaLocalization
internal import Mocoa
internal import MocoaTerminal

/// Mouse events and pasted text.
extension Browser {
  /// The number of rows that one step of the wheel scrolls.
  private static let notch = 3

  /// Processes a mouse event: the wheel scrolls, a click moves the cursor, and a click on the
  /// current item opens it.
  func receive(_ event: MouseEvent) {
    // A click beside a prompt must not discard the typed text.
    if case .prompt = overlay { return }
    switch event.action {
    case .wheelUp: scroll(by: -Self.notch)
    case .wheelDown: scroll(by: Self.notch)
    case .press(.left): click(at: event.position)
    case .press: break
    }
  }

  private func scroll(by rows: Int) {
    message = nil
    if case .panel(var panel) = overlay {
      panel.text.scroll(by: rows)
      overlay = .panel(panel)
    } else {
      screen?.focusedScrolling?.scroll(by: rows)
    }
  }

  private func click(at point: Point) {
    let area = window.area
    let tab = point.row == 0 ? tabSpans.firstIndex { $0.contains(point.column) } : nil
    if overlay == nil, let tab {
      message = nil
      navigator.selectTab(tab)
      return
    }
    if overlay == nil, frame.top > 0, point.row == frame.tabs {
      let title = breadcrumb.title(
        at: point.column, in: frame.size.columns, position: positionText)
      if let title { goToAncestor(title) }
      return
    }
    if overlay == nil || overlay?.isMenu == true, point.row == frame.size.rows - 1 {
      if let action = frame.statusLine.action(at: point.column, in: frame.size) { perform(action) }
      return
    }
    guard overlay == nil, area.columns.contains(point.column), area.rows.contains(point.row)
    else { return }
    message = nil
    let place = Point(column: point.column - area.origin.column, row: point.row - area.origin.row)
    let former = cursor.numberedItem
    let pointerInput = screen?.pointerInput
    let isCurrent = pointerInput?.click(at: place) == true
    let isHit = isCurrent || cursor.numberedItem?.number != former?.number
    if isHit, trees.toggle(atColumn: place.column - ListRenderer.gutter) { return }
    guard isCurrent else {
      if let field = pointerInput?.columnField(at: place) {
        recordVisitedFolder()
        columns.sort(byField: field)
      }
      return cursor.recordClick(from: former)
    }
    if picking == nil { openSelection(.here) } else { pick() }
  }

  /// Opens the page of a title in the breadcrumb line.
  ///
  /// If the page of the title is above the first page of a presentation, the method only dismisses
  /// the presentation.
  ///
  /// - Parameter index: The index of the title, from 0 for the home screen.
  private func goToAncestor(_ index: Int) {
    message = nil
    if index == 0 { return goHome() }
    for _ in index + 1..<breadcrumb.titles.count {
      let (page, layerCount) = (navigator.focusedPage, navigator.shownPages.count)
      goToParent()
      // The parents of the page below the presentation are other pages than the clicked titles.
      if navigator.focusedPage === page || navigator.shownPages.count < layerCount { return }
    }
  }

  func toggleMouse() {
    guard let control else { return }
    let before = control.isMouseOn
    control.isMouseOn = !before
    switch control.isMouseOn {
    case before: showMessage(localized("the terminal does not support the mouse"))
    case true:
      let offer = keys.hint((.mouse, localized("disables")))
      showMessage(
        localized("mouse on\(offer)"))
    case false:
      showMessage(
        localized(
          "mouse off: select text with the terminal\(keys.hint((.mouse, localized("enables"))))"
        ))
    }
  }

  /// Inserts pasted text into the prompt or the page that accepts text input.
  ///
  /// If neither does, the text is rejected, and never interpreted as keys.
  ///
  /// - Parameters:
  ///   - text: The pasted text.
  ///   - isWhole: A Boolean value that indicates whether the text is complete.
  func receive(pasted text: String, isComplete isWhole: Bool) {
    message = nil
    var fits = false
    if case .prompt(var prompt) = overlay {
      // Only a key answers a question.
      if prompt.isQuestion { return }
      fits = prompt.line.paste(text)
      if text.contains(where: \.isNewline) { prompt.hasPastedLineEnd = true }
      show(prompt)
    } else if takesText {
      fits = screen?.focusedTextInput?.paste(text) ?? false
    } else {
      showMessage(
        localized(
          "paste works only in a prompt\(keys.hint((.prompt, localized("opens it"))))")
      )
      return
    }
    if !isWhole || !fits { showWarning(localized("text too long, pasted in part")) }
  }
}
