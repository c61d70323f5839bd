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
        localized("only one tab is open\(keys.remark((.openTab, localized("opens another"))))"))
      return
    }
    navigator.selectTab((navigator.selectedTab + distance + count) % count)
  }

  func closeTab() {
    if !navigator.closeTab() {
      showMessage(localized("only one tab is open\(keys.remark((.quit, localized("quits"))))"))
    }
  }

  /// Moves the focus to the next pane of the page.
  func focusNext() {
    // A pane may show the item under the cursor of another pane, so the cursors must be current.
    syncCursors()
    if screen?.focusNext() != true { showMessage(localized("only one pane")) }
  }

  /// The titles of the tabs with their numbers.
  private var tabTexts: [String] {
    navigator.tabTitles.enumerated().map { "\($0.offset + 1) \($0.element)" }
  }

  /// Returns the columns of the tab titles, side by side in a row with the selected tab visible.
  ///
  /// A title that does not fit has no columns.
  func makeTabSpans(columns: Int) -> [Range<Int>] {
    let room = columns - 2
    let most = max(8, room / 3)
    let widths = tabTexts.map { Canvas.columns(of: $0, atMost: most) }
    // As many preceding tabs as fit.
    let selected = navigator.selectedTab
    var first = selected
    var used = widths[selected]
    while first > 0, used + widths[first - 1] + 2 <= room {
      first -= 1
      used += widths[first] + 2
    }
    var spans = Array(repeating: 0..<0, count: widths.count)
    var column = 1
    for index in first..<widths.count where column <= room {
      let end = column + min(widths[index], room + 1 - column)
      spans[index] = column..<end
      column = end + 2
    }
    return spans
  }

  /// Draws the titles of the tabs in the first row, as last laid out.
  func drawTabs(into canvas: inout Canvas) {
    for (index, (text, span)) in zip(tabTexts, tabSpans).enumerated() where span.lowerBound > 0 {
      canvas.write(
        text, at: Point(column: span.lowerBound, row: 0),
        style: index == navigator.selectedTab ? theme[.chosen] : theme.quiet, limit: span.count,
        truncation: .ellipsis)
    }
  }
}
