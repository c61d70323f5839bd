public import Mocoa

/// Lines of text that can be scrolled: help, an inspector.
@MainActor
public struct TextPanel {
  /// What the panel is.
  public let title: String

  /// The lines as they were given, and as they are broken for so many columns.
  private let source: [TextContent.Line]
  private var lines: [TextContent.Line] = []
  private var columns = -1

  private let theme: Theme
  private var top = 0
  private var rows = 1

  /// A panel of lines.
  public init(title: String, lines: [TextContent.Line], theme: Theme) {
    self.title = title
    source = lines
    self.theme = theme
  }

  /// Which lines are seen, where not all are: `1–20/34`.
  public var position: String {
    lines.count <= rows ? "" : "\(top + 1)–\(min(lines.count, top + rows))/\(lines.count)"
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
    case .last: top = lines.count
    case .left, .right: break
    }
    top = max(0, min(top, lines.count - rows))
  }

  /// Scrolls by so many lines, down where above 0.
  public mutating func scroll(by rows: Int) {
    top = max(0, min(top + rows, lines.count - self.rows))
  }

  /// Draws the lines that are seen.
  public mutating func draw(into canvas: inout Canvas) {
    rows = max(1, canvas.size.rows)
    if columns != canvas.size.columns {
      columns = canvas.size.columns
      lines = source.flatMap { Self.broken($0, columns: max(1, columns - 2)) }
    }
    top = max(0, min(top, lines.count - rows))
    let context = CellContext(theme: theme)
    for (row, line) in lines[top...].prefix(canvas.size.rows).enumerated() {
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
  /// The text in pieces of at most so many columns, never none.
  fileprivate func pieces(columns: Int) -> [String] {
    guard Canvas.columns(of: self, atMost: columns + 1) > columns else { return [self] }
    var pieces: [String] = []
    var piece = ""
    var used = 0
    for character in self {
      let width = Canvas.columns(of: String(character), atMost: columns)
      if used + width > columns {
        pieces.append(piece)
        (piece, used) = ("", 0)
      }
      piece.append(character)
      used += width
    }
    return pieces + [piece]
  }
}
