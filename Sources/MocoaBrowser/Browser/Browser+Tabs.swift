internal import MocoaLocalization
internal import Mocoa
internal import MocoaTerminal

/// Commands for tabs, and for the panes of a page.
extension Browser {
  /// Selects the tab at a distance from the selected one, wrapping around at the ends.
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
}
