internal import MocoaTerminal

/// The last rows of the window: a message or key hints, and the status text at the right end.
@MainActor
struct StatusLine {
  /// The message with its style, or `nil` to show key hints.
  var message: (text: String, style: Style)?

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
  ///
  /// - Parameter hints: A closure that returns key hints that fit in a number of columns.
  func draw(into canvas: inout Canvas, theme: Theme, hints: (_ columns: Int) -> String) {
    guard canvas.size.rows > 1 else { return }
    let row = canvas.size.rows - 1
    let room = max(0, canvas.size.columns - 2)
    var lines = lines(in: canvas.size)
    let style = message?.style ?? theme.quiet
    var columns = Canvas.columns(of: statusText, atMost: room)
    if message == nil {
      lines = [hints(columns > 0 ? room - columns - 2 : room)]
    } else if needsWidth,
      Canvas.columns(of: lines.last ?? "", atMost: room) + columns + 2 > room
    {
      columns = 0
    }
    if columns > 0 {
      canvas.write(
        statusText, at: Point(column: 1 + room - columns, row: row), style: theme.quiet,
        limit: columns, truncation: .ellipsis)
    }
    for (index, line) in lines.enumerated() {
      let isLast = index == lines.count - 1
      canvas.write(
        line, at: Point(column: 1, row: row - (lines.count - 1 - index)), style: style,
        limit: max(0, room - (isLast && columns > 0 ? columns + 2 : 0)), truncation: .ellipsis)
    }
  }
}
