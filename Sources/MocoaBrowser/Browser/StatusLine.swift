internal import Mocoa
internal import MocoaTerminal

/// The last rows of the window: a message or key hints, and the status text at the right end.
@MainActor
struct StatusLine {
  /// The message with its style, or `nil` to show key hints.
  var message: (text: String, style: Style)?

  /// The key hints, the most useful first.
  var hints: [KeyHint] = []

  /// The key hint at the end of the hints, or `nil`.
  var lastHint: KeyHint?

  /// The filter of the list, or an empty string.
  var filterText = ""

  /// The status text of the page, or an empty string.
  var statusText = ""

  /// A Boolean value that indicates whether the message replaces the status text if both do not
  /// fit.
  var needsWidth = false

  /// The minimum number of rows of a window in which a message may have two rows.
  private static let wrappingMinimum = 7

  /// Returns the number of rows of the status line in a window.
  func rowCount(in size: Size) -> Int { size.rows < 2 ? 0 : lines(in: size).count }

  /// Returns the message as one row, or as two rows if it does not fit and the window is high
  /// enough.
  private func lines(in size: Size) -> [String] {
    guard let text = message?.text else { return [""] }
    let room = max(0, size.columns - 2)
    guard size.rows >= Self.wrappingMinimum, Canvas.columns(of: text, atMost: room + 1) > room
    else { return [text] }
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

  /// Draws the status line in the last rows of a canvas.
  func draw(into canvas: inout Canvas, theme: Theme) {
    guard canvas.size.rows > 1 else { return }
    let row = canvas.size.rows - 1
    let room = max(0, canvas.size.columns - 2)
    let lines = lines(in: canvas.size)
    let style = message?.style ?? theme.quiet
    let state = state(in: canvas.size)
    var columns = state.reduce(0) { $0 + $1.columns }
    if message != nil, needsWidth,
      Canvas.columns(of: lines.last ?? "", atMost: room) + columns + 2 > room
    {
      columns = 0
    }
    var column = 1 + room - columns
    for part in state where columns > 0 {
      canvas.write(
        part.text, at: Point(column: column, row: row), style: theme[part.role],
        limit: part.columns, truncation: .ellipsis)
      column += part.columns
    }
    if message == nil {
      return KeyHint.draw(
        visibleHints(in: canvas.size), at: Point(column: 1, row: row), limit: room,
        into: &canvas, theme: theme)
    }
    for (index, line) in lines.enumerated() {
      let isLast = index == lines.count - 1
      canvas.write(
        line, at: Point(column: 1, row: row - (lines.count - 1 - index)), style: style,
        limit: max(0, room - (isLast && columns > 0 ? columns + 2 : 0)), truncation: .ellipsis)
    }
  }

  /// Returns the hints that fit in a window next to the status text.
  private func visibleHints(in size: Size) -> [KeyHint] {
    let columns = state(in: size).reduce(0) { $0 + $1.columns }
    let limit = max(0, size.columns - 2) - (columns > 0 ? columns + 2 : 0)
    let fitting = KeyHint.fitting(hints, and: lastHint, in: limit)
    return fitting.isEmpty ? KeyHint.fitting(hints, in: limit) : fitting
  }

  /// Returns the action of the hint at a column of the last row, or `nil` if there is none.
  func action(at column: Int, in size: Size) -> Action? {
    guard message == nil else { return nil }
    let hints = visibleHints(in: size)
    let spans = KeyHint.spans(of: hints, from: 1)
    return zip(hints, spans).first { $0.1.contains(column) }?.0.action
  }

  /// A part of the text at the right end of the status line.
  private struct StatePart {
    let text: String
    let role: TextContent.Role

    /// The number of columns of the part, which cuts a longer text.
    let columns: Int
  }

  /// Returns the filter and the status text with the columns that they have in a window.
  ///
  /// The filter is shortened first. In a wide window, the first hint keeps its space.
  private func state(in size: Size) -> [StatePart] {
    let columns = max(0, size.columns - 2)
    let first = message == nil ? hints.first ?? lastHint : nil
    let hintColumns = first.map { Canvas.columns(of: $0.text, atMost: columns) + 2 } ?? 0
    let room = columns >= 3 * hintColumns ? columns - hintColumns : columns
    let status = filterText.isEmpty || statusText.isEmpty ? statusText : " · " + statusText
    let statusColumns = Canvas.columns(of: status, atMost: room)
    let filterColumns = Canvas.columns(
      of: filterText, atMost: min(room, max(Self.filterMinimum, room - statusColumns)))
    return [
      StatePart(text: filterText, role: .accent, columns: filterColumns),
      StatePart(text: status, role: .quiet, columns: min(statusColumns, room - filterColumns)),
    ]
  }

  /// The minimum number of columns of a shortened filter.
  private static let filterMinimum = 12
}
