internal import Mocoa
internal import MocoaLocalization
internal import MocoaQuery
internal import MocoaTerminal

/// The prompts of a filter and a search: the styles of their syntax, the hint and the count.
extension Browser {
  /// The minimum number of columns of a window in which a prompt shows the number of results.
  private static let countMinimum = 30

  /// Returns the styles of the parts of a filter or a search, by offsets in characters.
  func styles(of prompt: Prompt) -> [LineEditor.StyledRange] {
    guard prompt.isFilter else { return [] }
    let text = prompt.line.text
    let syntax = FilterSyntax(text)
    var styles = syntax.tokens.map { token in
      LineEditor.StyledRange(range: token.range, style: style(of: token.kind))
    }
    if let range = syntax.errorRange ?? queries.wrongOperand(in: text)?.range {
      styles.removeAll { $0.range.overlaps(range) }
      styles.append(.init(range: range, style: theme[.error].adding(.underline)))
      styles.sort { $0.range.lowerBound < $1.range.lowerBound }
    }
    return styles
  }

  private func style(of kind: FilterSyntax.Token.Kind) -> Style {
    switch kind {
    case .field: theme[.accent]
    case .comparison: theme.quiet
    case .number: theme[.number]
    case .text: theme[.text]
    case .expression: theme[.nested]
    case .sign: theme[.text].adding(.bold)
    }
  }

  /// Draws the grammar of filters in a row.
  func drawFilterHint(row: Int, into canvas: inout Canvas) {
    canvas.fill(Rect(column: 0, row: row, columns: canvas.size.columns, rows: 1))
    canvas.write(
      localized(
        "words  'exact  ^start  end$  /regex/  field:word  field>1  !not  a | b   Tab ↑"),
      at: Point(column: 1, row: row), style: theme.quiet, limit: max(0, canvas.size.columns - 2),
      truncation: .ellipsis)
  }

  /// Draws a message and the number of results at the right end of a prompt.
  ///
  /// In a narrow window, the number is omitted.
  ///
  /// - Returns: The number of columns that the text uses.
  func drawRemark(of prompt: Prompt, row: Int, into canvas: inout Canvas) -> Int {
    let columns = canvas.size.columns
    func width(_ text: String) -> Int { Canvas.columns(of: text, atMost: columns) }
    let line = width(prompt.label(inColumns: columns)) + width(prompt.line.text)
    // At least half of the window is for the line, unless the line is shorter.
    let most = max(columns / 2 - 1, columns - line - 4)
    var parts: [(text: String, style: Style)] = []
    if let message { parts.append((message.text, theme[.error])) }
    let count = prompt.purpose == .pick ? pickCount : queries.count
    if prompt.showsCount, columns >= Self.countMinimum, let count {
      let text = message == nil ? count : " · " + count
      if parts.isEmpty || width(parts[0].text) + width(text) <= most {
        parts.append((text, theme.quiet))
      }
    }
    if parts.isEmpty { return 0 }
    let used = min(most, parts.reduce(0) { $0 + width($1.text) })
    var column = columns - 1 - used
    for part in parts {
      column += canvas.write(
        part.text, at: Point(column: column, row: row), style: part.style,
        limit: max(0, columns - 1 - column), truncation: .ellipsis)
    }
    return used + 2
  }
}
