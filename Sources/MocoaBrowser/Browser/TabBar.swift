internal import MocoaTerminal

/// The titles of the tabs in the first row of the window.
@MainActor
struct TabBar {
  /// The titles with their numbers.
  private let texts: [String]

  /// The index of the selected tab.
  private let selected: Int

  init(titles: [String], selected: Int) {
    texts = titles.enumerated().map { "\($0.offset + 1) \($0.element)" }
    self.selected = selected
  }

  /// Returns the columns of each title.
  ///
  /// The titles are side by side, and that of the selected tab is visible. A title that does not
  /// fit has no columns.
  func spans(in columns: Int) -> [Range<Int>] {
    let room = columns - 2
    let most = max(8, room / 3)
    let widths = texts.map { Canvas.columns(of: $0, atMost: most) }
    // As many preceding tabs as fit.
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

  /// Draws the titles.
  func draw(into canvas: inout Canvas, theme: Theme) {
    for (index, span) in spans(in: canvas.size.columns).enumerated() where !span.isEmpty {
      canvas.write(
        texts[index], at: Point(column: span.lowerBound, row: 0),
        style: index == selected ? theme[.chosen] : theme.quiet, limit: span.count,
        truncation: .ellipsis)
    }
  }
}
