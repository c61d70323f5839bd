public import Mocoa

/// Lines of text that can be scrolled: help, an inspector.
@MainActor
public struct TextPanel {
  /// What the panel is.
  public let title: String

  /// The lines as they were given; as they are broken for so many columns, none before they are drawn;
  /// and how many of the latter each of the former has become.
  private var source: [TextContent.Line]
  private var lines: [TextContent.Line] = []
  private var counts: [Int] = []
  private var columns = -1

  /// How roles look.
  public var theme: Theme
  private var top = 0
  private var rows = 1

  /// Whether the end stays in sight while lines are added.
  private var isAtEnd: Bool
  private let followsEnd: Bool

  /// A panel of lines.
  ///
  /// - Parameter followsEnd: whether it begins at its end, and stays there when lines are added, until
  ///   one scrolls away.
  public init(
    title: String, lines: [TextContent.Line], theme: Theme, followsEnd: Bool = false
  ) {
    self.title = title
    source = lines
    self.theme = theme
    self.followsEnd = followsEnd
    isAtEnd = followsEnd
  }

  /// Which lines are seen, where not all are: `1–20/34`.
  public var position: String {
    lines.count <= rows ? "" : "\(top + 1)–\(min(lines.count, top + rows))/\(lines.count)"
  }

  /// Whether the last line is among those that are seen.
  package var isEndSeen: Bool { top >= end }

  /// Shows other lines; what is seen stays where it is, as far as the lines are the same.
  ///
  /// - Parameter dropped: how many lines are gone at the beginning, below 0 for lines that are new
  ///   there.
  public mutating func show(_ lines: [TextContent.Line], dropping dropped: Int = 0) {
    guard lines != source else { return }
    let place = place
    source = lines
    breakLines()
    top = first(of: max(0, place.line - dropped)) + place.rest
  }

  /// The lines as text, sanitised and unbroken.
  public var plainText: String {
    source.map { line in
      SanitizedText.line((line.leading + line.trailing).map(\.text).joined(separator: "  "))
    }.joined(separator: "\n")
  }

  // MARK: - Scrolling

  /// Scrolls.
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

  /// Scrolls by so many lines, down where above 0.
  public mutating func scroll(by rows: Int) {
    top = max(0, min(top + rows, end))
    // Where the end is, nobody knows before the first frame.
    isAtEnd = columns < 0 ? isAtEnd && rows >= 0 : followsEnd && top == end
  }

  /// The first line that is seen where the last one is.
  private var end: Int { max(0, lines.count - rows) }

  /// The line at the top, as it was given, and how much of it is above.
  private var place: (line: Int, rest: Int) {
    var rest = top
    for (line, count) in counts.enumerated() {
      if rest < count { return (line, rest) }
      rest -= count
    }
    return (counts.count, rest)
  }

  /// Where a line begins that was given.
  private func first(of line: Int) -> Int { counts.prefix(line).reduce(0, +) }

  // MARK: - Drawing

  /// Breaks the lines for a window, before one moves in it.
  public mutating func layOut(in size: Size) {
    rows = max(1, size.rows)
    if columns != size.columns {
      let place = place
      columns = size.columns
      breakLines()
      top = first(of: place.line)
    }
    top = isAtEnd ? end : max(0, min(top, end))
  }

  /// Draws the lines that are seen.
  public mutating func draw(into canvas: inout Canvas) {
    layOut(in: canvas.size)
    let context = CellContext(theme: theme)
    for (row, line) in lines[top...].prefix(canvas.size.rows).enumerated() {
      let area = Rect(column: 1, row: row, columns: canvas.size.columns - 2, rows: 1)
      canvas.within(area) { $0.draw(line, row: 0, context) }
    }
  }

  /// Breaks the lines for the columns that there are.
  private mutating func breakLines() {
    guard columns >= 0 else { return }
    let broken = source.map { Self.broken($0, columns: max(1, columns - 2)) }
    counts = broken.map(\.count)
    lines = Array(broken.joined())
  }

  /// A line that is too long goes on below its last span, behind the blanks that this begins with.
  private static func broken(_ line: TextContent.Line, columns: Int) -> [TextContent.Line] {
    guard let last = line.leading.last else { return [line] }
    let before = line.leading.dropLast()
    let indent = before.reduce(0) { $0 + Canvas.columns(of: $1.text, atMost: columns) + 2 }
    // Where the spans before it take most of the line, it is cut instead.
    guard columns - indent >= 12 else { return [line] }
    let blanks = last.text.prefix { $0 == " " }
    let margin = columns - indent - blanks.count >= 12 ? String(blanks) : ""
    let pieces = last.text.dropFirst(margin.count).description
      .pieces(columns: columns - indent - margin.count)
    return pieces.enumerated().map { index, piece in
      let span = TextContent.Span(margin + piece, last.role)
      guard index > 0 else { return TextContent.Line(before + [span], trailing: line.trailing) }
      let blank = TextContent.Span(String(repeating: " ", count: max(0, indent - 2)), .detail)
      return TextContent.Line(indent > 0 ? [blank, span] : [span])
    }
  }
}

extension String {
  /// The text in pieces of at most so many columns, never none; between words where that wastes
  /// less than half a piece.
  package func pieces(columns: Int) -> [String] {
    guard Canvas.columns(of: self, atMost: columns + 1) > columns else { return [self] }
    var pieces: [String] = []
    var piece: [Character] = []
    var used = 0
    for character in self {
      let width = Canvas.columns(of: String(character), atMost: columns)
      if used + width > columns {
        let blank = character == " " ? piece.count : piece.lastIndex(of: " ") ?? 0
        // No line begins with what belongs behind a word.
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
