internal import MocoaLocalization
internal import Mocoa
internal import MocoaTerminal

/// Tabs, and the panes of a page.
extension Browser {
  /// Selects the tab at a distance from the current one, wrapping around.
  func goToTab(by distance: Int) {
    let count = navigator.tabTitles.count
    guard count > 1 else {
      showMessage(
        localized("only one tab is open\(keys.hint((.openTab, localized("opens another"))))"))
      return
    }
    navigator.selectTab((navigator.selectedTab + distance + count) % count)
  }

  func closeTab() {
    if !navigator.closeTab() {
      showMessage(localized("only one tab is open\(keys.hint((.quit, localized("quits"))))"))
    }
  }

  /// Moves the focus to the next pane of the page.
  func focusNext() {
    // A pane may show the item under the cursor of another pane, so the cursors must be current.
    syncCursors()
    if screen?.focusNext() != true { showMessage(localized("only one pane")) }
  }

  /// Draws the titles of the tabs side by side in the first row, with the selected tab visible.
  ///
  /// - Returns: The number of rows used, which is 0 for a single tab.
  func drawTabs(into canvas: inout Canvas) -> Int {
    let titles = navigator.tabTitles
    guard titles.count > 1 else { return 0 }
    let room = canvas.size.columns - 2
    let most = max(8, room / 3)
    let texts = titles.enumerated().map { "\($0.offset + 1) \($0.element)" }
    let widths = texts.map { Canvas.columns(of: $0, atMost: most) }
    // As many preceding tabs as fit.
    let selected = navigator.selectedTab
    var first = selected
    var used = widths[selected]
    while first > 0, used + widths[first - 1] + 2 <= room {
      first -= 1
      used += widths[first] + 2
    }
    tabSpans = Array(repeating: 0..<0, count: titles.count)
    var column = 1
    for place in first..<titles.count where column <= room {
      let end = column + min(widths[place], room + 1 - column)
      canvas.write(
        texts[place], at: Point(column: column, row: 0),
        style: place == selected ? theme[.chosen] : theme.quiet, limit: end - column,
        truncation: .ellipsis)
      tabSpans[place] = column..<end
      column = end + 2
    }
    return 1
  }
}
