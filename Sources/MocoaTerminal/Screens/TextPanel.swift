public import Mocoa

/// Lines of text that can be scrolled: help, an inspector.
@MainActor
public struct TextPanel {
  /// What the panel is.
  public let title: String

  private let lines: [TextContent.Line]
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
    }
    top = max(0, min(top, lines.count - rows))
  }

  /// Draws the lines that are seen.
  public mutating func draw(into canvas: inout Canvas) {
    rows = max(1, canvas.size.rows)
    top = max(0, min(top, lines.count - rows))
    let context = CellContext(theme: theme)
    for (row, line) in lines[top...].prefix(canvas.size.rows).enumerated() {
      let area = Rect(column: 1, row: row, columns: canvas.size.columns - 2, rows: 1)
      canvas.within(area) { $0.draw(line, row: 0, context) }
    }
  }
}
