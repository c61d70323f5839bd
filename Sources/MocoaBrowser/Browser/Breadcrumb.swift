internal import MocoaTerminal

/// The titles from the home page to the current page, which are shown in the line above the page.
@MainActor
struct Breadcrumb {
  let titles: [String]

  /// Returns the titles, shortened to a number of columns.
  ///
  /// If the titles do not fit, the middle titles are omitted first, then the first one. The last
  /// title is never omitted.
  private func text(in columns: Int) -> String {
    guard let page = titles.last else { return "" }
    var choices = [titles]
    if titles.count > 3 { choices.append([titles[0], "…", titles[titles.count - 2], page]) }
    if titles.count > 2 { choices.append([titles[0], "…", page]) }
    if titles.count > 1 { choices.append(["…", page]) }
    let texts = choices.map { $0.joined(separator: " ▸ ") }
    return texts.first { Canvas.columns(of: $0, atMost: columns + 1) <= columns } ?? page
  }

  /// Draws the titles in a row, with the position text of the page at the right end.
  func draw(position: String, row: Int, into canvas: inout Canvas, theme: Theme) {
    let room = canvas.size.columns - 2
    let columns = Canvas.columns(of: position, atMost: max(0, room))
    canvas.write(
      position, at: Point(column: 1 + room - columns, row: row), style: theme.quiet, limit: columns)
    canvas.write(
      text(in: room - columns - 2), at: Point(column: 1, row: row), style: theme[.path],
      limit: max(0, room - columns - 2), truncation: .ellipsis)
  }
}
