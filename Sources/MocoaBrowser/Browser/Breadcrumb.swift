internal import MocoaTerminal

/// The titles from the home page to the current page, which are shown in the line above the page.
@MainActor
struct Breadcrumb {
  let titles: [String]

  /// A title in the line, or an ellipsis for several titles.
  private struct Part {
    let text: String

    /// The index of the title, or `nil` for an ellipsis.
    let index: Int?
  }

  private static let separator = " ▸ "

  /// Returns the titles, shortened to a number of columns.
  ///
  /// If the titles do not fit, the middle titles are omitted first, then the first one. The last
  /// title is never omitted.
  private func parts(in columns: Int) -> [Part] {
    guard !titles.isEmpty else { return [] }
    let all = titles.indices.map { Part(text: titles[$0], index: $0) }
    let ellipsis = Part(text: "…", index: nil)
    var choices = [all]
    if all.count > 3 { choices.append([all[0], ellipsis] + all.suffix(2)) }
    if all.count > 2 { choices.append([all[0], ellipsis] + all.suffix(1)) }
    if all.count > 1 { choices.append([ellipsis] + all.suffix(1)) }
    let fitting = choices.first { parts in
      let text = parts.map(\.text).joined(separator: Self.separator)
      return Canvas.columns(of: text, atMost: columns + 1) <= columns
    }
    return fitting ?? all.suffix(1)
  }

  /// Returns the number of columns for the titles in a window with a position text.
  private func room(in columns: Int, beside position: String) -> Int {
    columns - 4 - Canvas.columns(of: position, atMost: max(0, columns - 2))
  }

  /// Returns the index of the title at a column, or `nil` if there is none.
  ///
  /// - Parameters:
  ///   - column: The column.
  ///   - columns: The number of columns of the window.
  ///   - position: The position text of the page.
  func title(at column: Int, in columns: Int, position: String) -> Int? {
    var start = 1
    for part in parts(in: room(in: columns, beside: position)) {
      let end = start + Canvas.columns(of: part.text, atMost: columns)
      if start..<end ~= column { return part.index }
      start = end + Self.separator.count
    }
    return nil
  }

  /// Draws the titles in a row, with the position text of the page at the right end.
  func draw(position: String, row: Int, into canvas: inout Canvas, theme: Theme) {
    let room = canvas.size.columns - 2
    let columns = Canvas.columns(of: position, atMost: max(0, room))
    canvas.write(
      position, at: Point(column: 1 + room - columns, row: row), style: theme.quiet, limit: columns)
    let end = max(1, 1 + self.room(in: canvas.size.columns, beside: position))
    let parts = parts(in: self.room(in: canvas.size.columns, beside: position))
    var column = 1
    for (number, part) in parts.enumerated() {
      let isLast = number == parts.count - 1
      column += canvas.write(
        isLast ? part.text : part.text + Self.separator, at: Point(column: column, row: row),
        style: isLast ? theme[.path].adding(.bold) : theme[.path],
        limit: max(0, end - column), truncation: .ellipsis)
    }
  }
}
