internal import MocoaLanguage
internal import Mocoa
internal import MocoaTerminal

/// The tabs, and the parts of a page.
extension Browser {
  /// Goes to a tab that stands so far from the shown one, round and round.
  func goToTab(by distance: Int) {
    let count = navigator.tabTitles.count
    guard count > 1 else {
      say(phrase("there is one tab only\(keys.remark((.openTab, phrase("opens another"))))"))
      return
    }
    navigator.selectTab((navigator.selectedTab + distance + count) % count)
  }

  func closeTab() {
    if !navigator.closeTab() {
      say(phrase("there is one tab only\(keys.remark((.quit, phrase("quits"))))"))
    }
  }

  /// Hands the keys on to the next part of the page.
  func focusNext() {
    // What one part shows may follow the cursor of another one, and that goes out of sight with this.
    catchUp()
    if screen?.focusNext() != true { say(phrase("this page has one part only")) }
  }

  /// Draws the titles of the tabs side by side in the first row, so that the shown one is seen.
  ///
  /// - Returns: the rows that they take: none where there is one tab only.
  func drawTabs(into canvas: inout Canvas) -> Int {
    let titles = navigator.tabTitles
    guard titles.count > 1 else { return 0 }
    let room = canvas.size.columns - 2
    let most = max(8, room / 3)
    let texts = titles.enumerated().map { "\($0.offset + 1) \($0.element)" }
    let widths = texts.map { Canvas.columns(of: $0, atMost: most) }
    // As many before the shown one as there is room for.
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
