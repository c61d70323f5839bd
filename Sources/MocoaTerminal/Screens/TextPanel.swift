public import Mocoa

/// Lines of text that can be scrolled: help, an inspector.
@MainActor
public struct TextPanel {
  /// What the panel is.
  public let title: String

  /// The lines as they were given; other ones keep the place that one has scrolled to.
  public var lines: [TextContent.Line] {
    didSet { columns = -1 }
  }

  /// The lines as they are broken for so many columns.
  private var broken: [TextContent.Line] = []
  private var columns = -1

  private let theme: Theme
  private var top = 0
  private var rows = 1

  /// A panel of lines.
  public init(title: String, lines: [TextContent.Line], theme: Theme) {
    self.title = title
    self.lines = lines
    self.theme = theme
  }

  /// Which lines are seen, where not all are: `1–20/34`.
  public var position: String {
    broken.count <= rows ? "" : "\(top + 1)–\(min(broken.count, top + rows))/\(broken.count)"
  }

  /// Scrolls.
  public mutating func move(_ movement: Movement) {
    switch movement {
    case .up: top -= 1
    case .down: top += 1
    case .halfPageUp: top -= rows / 2
    case .halfPageDown: top += rows / 2
    case .pageUp: top -= rows
    case .pageDown: top += rows
    case .first: top = 0
    case .last: top = broken.count
    case .left, .right: break
    }
    top = max(0, min(top, broken.count - rows))
  }

  /// Scrolls by so many lines, down where above 0.
  public mutating func scroll(by rows: Int) {
    top = max(0, min(top + rows, broken.count - self.rows))
  }

  /// Breaks the lines for a window, before one moves in it.
  public mutating func layOut(in size: Size) {
    rows = max(1, size.rows)
    if columns != size.columns {
      columns = size.columns
      broken = lines.flatMap { Self.broken($0, columns: max(1, columns - 2)) }
    }
    top = max(0, min(top, broken.count - rows))
  }

  /// Draws the lines that are seen.
  public mutating func draw(into canvas: inout Canvas) {
    layOut(in: canvas.size)
    let context = CellContext(theme: theme)
    for (row, line) in broken[top...].prefix(canvas.size.rows).enumerated() {
      let area = Rect(column: 1, row: row, columns: canvas.size.columns - 2, rows: 1)
      canvas.within(area) { $0.draw(line, row: 0, context) }
    }
  }

  /// A line that is too long goes on below its last span.
  private static func broken(_ line: TextContent.Line, columns: Int) -> [TextContent.Line] {
    guard let last = line.leading.last else { return [line] }
    let before = line.leading.dropLast()
    let indent = before.reduce(0) { $0 + Canvas.columns(of: $1.text, atMost: columns) + 2 }
    // Where the spans before it take most of the line, it is cut instead.
    guard columns - indent >= 12 else { return [line] }
    let pieces = last.text.pieces(columns: columns - indent)
    return pieces.enumerated().map { index, piece in
      let span = TextContent.Span(piece, last.role)
      guard index > 0 else { return TextContent.Line(before + [span], trailing: line.trailing) }
      let blank = TextContent.Span(String(repeating: " ", count: max(0, indent - 2)), .detail)
      return TextContent.Line(indent > 0 ? [blank, span] : [span])
    }
  }
}

extension String {
  /// The text in pieces of at most so many columns, never none; between words where that wastes
  /// less than half a piece.
  fileprivate func pieces(columns: Int) -> [String] {
    guard Canvas.columns(of: self, atMost: columns + 1) > columns else { return [self] }
    var pieces: [String] = []
    var piece: [Character] = []
    var used = 0
    for character in self {
      let width = Canvas.columns(of: String(character), atMost: columns)
      if used + width > columns {
        let blank = character == " " ? piece.count : piece.lastIndex(of: " ") ?? 0
        let end = blank * 2 >= piece.count ? blank : piece.count
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
