public import Mocoa

/// A scrollable panel of text lines, such as the help or the inspector.
@MainActor
public struct TextPanel {
  /// The title of the panel.
  public let title: String

  /// The lines before they are wrapped.
  private var source: [TextContent.Line]

  /// The wrapped lines, which are empty before the first layout.
  private var lines: [TextContent.Line] = []

  /// The number of wrapped lines of each line in `source`.
  private var counts: [Int] = []

  /// The width for which the lines are wrapped, in columns.
  private var columns = -1

  /// The theme, which defines the styles of text roles such as titles and warnings.
  public var theme: Theme
  private var top = 0
  private var rows = 1

  /// A Boolean value that indicates whether the panel shows its end, and continues to do so when
  /// lines are appended.
  private var isAtEnd: Bool
  private let followsEnd: Bool

  /// A Boolean value that indicates whether the next layout scrolls to the first match.
  private var seeksMatch = false

  /// Creates a panel of lines.
  ///
  /// - Parameters:
  ///   - title: The title.
  ///   - lines: The lines, before they are wrapped.
  ///   - theme: The theme, which defines the styles of text roles.
  ///   - followsEnd: A Boolean value that indicates whether the panel starts at its end and stays
  ///     there when lines are appended, until the user scrolls away.
  public init(
    title: String, lines: [TextContent.Line], theme: Theme, followsEnd: Bool = false
  ) {
    self.title = title
    source = lines
    self.theme = theme
    self.followsEnd = followsEnd
    isAtEnd = followsEnd
  }

  /// The range of visible lines, such as `1–20/34`, or an empty string if all lines are visible.
  public var position: String {
    lines.count <= rows ? "" : "\(top + 1)–\(min(lines.count, top + rows))/\(lines.count)"
  }

  /// A Boolean value that indicates whether the last line is visible.
  package var isScrolledToEnd: Bool { top >= end }

  /// Replaces the lines.
  ///
  /// The top visible line stays in place if the new lines contain it.
  ///
  /// - Parameters:
  ///   - lines: The new lines, before they are wrapped.
  ///   - dropped: The number of lines that were removed at the beginning, negative for lines that
  ///     were added there.
  public mutating func show(_ lines: [TextContent.Line], dropping dropped: Int = 0) {
    guard lines != source else { return }
    let place = topPosition
    source = lines
    breakLines()
    top = first(of: max(0, place.line - dropped)) + place.rest
  }

  /// The sanitized text of the lines before they are wrapped.
  public var plainText: String {
    source.map { line in
      SanitizedText.line((line.leading + line.trailing).map(\.text).joined(separator: "  "))
    }.joined(separator: "\n")
  }

  // MARK: - Scrolling

  /// Scrolls the panel.
  public mutating func move(_ movement: Movement) {
    switch movement {
    case .up: scroll(by: -1)
    case .down: scroll(by: 1)
    case .halfPageUp: scroll(by: -(rows / 2))
    case .halfPageDown: scroll(by: rows / 2)
    case .pageUp: scroll(by: -rows)
    case .pageDown: scroll(by: rows)
    case .first: scroll(by: -lines.count - 1)
    case .last: scroll(by: lines.count)
    case .left, .right: break
    }
  }

  /// Scrolls by a number of lines, positive for down.
  public mutating func scroll(by rows: Int) {
    top = max(0, min(top + rows, end))
    // Before the first layout the last line is unknown.
    isAtEnd = columns < 0 ? isAtEnd && rows >= 0 : followsEnd && top == end
  }

  /// Scrolls to the first line with a matching part at the next layout, if it is not visible.
  public mutating func scrollToMatch() { seeksMatch = true }

  /// The index of the top line when the panel is scrolled to its end.
  private var end: Int { max(0, lines.count - rows) }

  /// The index in `source` of the line that is at the top of the panel.
  ///
  /// `rest` is the number of wrapped lines of that line that are scrolled out of view.
  private var topPosition: (line: Int, rest: Int) {
    var rest = top
    for (line, count) in counts.enumerated() {
      if rest < count { return (line, rest) }
      rest -= count
    }
    return (counts.count, rest)
  }

  /// Returns the index of the first wrapped line of a line in `source`.
  private func first(of line: Int) -> Int { counts.prefix(line).reduce(0, +) }

  // MARK: - Drawing

  /// Wraps the lines for a window, and scrolls so that the window is filled.
  public mutating func layOut(in size: Size) {
    rows = max(1, size.rows)
    if columns != size.columns {
      let place = topPosition
      columns = size.columns
      breakLines()
      top = first(of: place.line)
    }
    if seeksMatch {
      seeksMatch = false
      let match = lines.firstIndex { $0.leading.contains { !$0.matches.isEmpty } }
      // Lines before the match show what precedes it.
      if let match, match < top || match >= top + rows { top = match - rows / 3 }
    }
    top = isAtEnd ? end : max(0, min(top, end))
  }

  /// Draws the visible lines.
  ///
  /// If the canvas has another size than the last layout, the lines are laid out for the drawing.
  public func draw(into canvas: inout Canvas) {
    var panel = self
    panel.layOut(in: canvas.size)
    let context = CellContext(theme: theme)
    for (row, line) in panel.lines[panel.top...].prefix(canvas.size.rows).enumerated() {
      let area = Rect(column: 1, row: row, columns: canvas.size.columns - 2, rows: 1)
      canvas.within(area) { $0.draw(line, row: 0, context) }
    }
  }

  /// Wraps the lines for the current width.
  private mutating func breakLines() {
    guard columns >= 0 else { return }
    let broken = source.map { Self.broken($0, columns: max(1, columns - 2)) }
    counts = broken.map(\.count)
    lines = Array(broken.joined())
  }

  /// Returns a line as several lines that fit in a width.
  ///
  /// All lines after the first are indented to the text of the last span, after its leading spaces.
  private static func broken(_ line: TextContent.Line, columns: Int) -> [TextContent.Line] {
    guard let last = line.leading.last else { return [line] }
    let before = line.leading.dropLast()
    let indent = before.reduce(0) { $0 + Canvas.columns(of: $1.text, atMost: columns) + 2 }
    // If the other spans use most of the width, the line is truncated instead.
    guard columns - indent >= 12 else { return [line] }
    let blanks = last.text.prefix { $0 == " " }
    let margin = columns - indent - blanks.count >= 12 ? String(blanks) : ""
    let pieces = last.text.dropFirst(margin.count).description
      .wrapped(columns: columns - indent - margin.count)
    let matches = Self.matches(of: last, after: margin, in: pieces)
    return pieces.enumerated().map { index, piece in
      var span = TextContent.Span(margin + piece, last.role)
      span.matches = matches[index]
      guard index > 0 else { return TextContent.Line(before + [span], trailing: line.trailing) }
      let blank = TextContent.Span(String(repeating: " ", count: max(0, indent - 2)), .detail)
      return TextContent.Line(indent > 0 ? [blank, span] : [span])
    }
  }
}

extension TextPanel {
  /// Returns the matching parts of a span in each of the pieces into which its text was wrapped.
  ///
  /// - Parameters:
  ///   - span: The span.
  ///   - margin: The beginning of the text, which precedes each piece.
  ///   - pieces: The pieces of the rest of the text, without the blanks between them.
  private static func matches(
    of span: TextContent.Span, after margin: String, in pieces: [String]
  ) -> [[Range<Int>]] {
    if span.matches.isEmpty { return pieces.map { _ in [] } }
    var rest = span.text.utf8.dropFirst(margin.utf8.count)
    return pieces.map { piece in
      if !rest.starts(with: piece.utf8) { rest = rest.dropFirst() }
      let start = span.text.utf8.distance(from: span.text.startIndex, to: rest.startIndex)
      let part = start..<start + piece.utf8.count
      rest = rest.dropFirst(piece.utf8.count)
      let shift = start - margin.utf8.count
      return span.matches.map { $0.clamped(to: part) }.filter { !$0.isEmpty }
        .map { $0.lowerBound - shift..<$0.upperBound - shift }
    }
  }
}

extension String {
  /// Returns the text wrapped to parts of at most `columns` columns.
  ///
  /// The result is never empty. The text is wrapped between words, unless the part would then be
  /// shorter than half of the available width.
  package func wrapped(columns: Int) -> [String] {
    guard Canvas.columns(of: self, atMost: columns + 1) > columns else { return [self] }
    var pieces: [String] = []
    var piece: [Character] = []
    var used = 0
    for character in self {
      let width = Canvas.columns(of: String(character), atMost: columns)
      if used + width > columns {
        let blank = character == " " ? piece.count : piece.lastIndex(of: " ") ?? 0
        // Closing punctuation must not start a line.
        let whole = "，。、；：！？）》”".contains(character) && piece.count > 1 ? 1 : 0
        let end = blank * 2 >= piece.count ? blank : piece.count - whole
        pieces.append(String(piece[..<end]))
        piece.removeFirst(min(piece.count, blank == end ? end + 1 : end))
        used = Canvas.columns(of: String(piece), atMost: columns)
        if character == " " { continue }
      }
      piece.append(character)
      used += width
    }
    return pieces + [String(piece)]
  }
}
