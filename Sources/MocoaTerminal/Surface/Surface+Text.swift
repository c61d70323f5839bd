extension Surface: CustomStringConvertible {
  /// Returns the text of a row, including trailing blanks.
  public func rowText(_ row: Int) -> String {
    var text = ""
    for column in 0..<size.columns { text += self[column, row].text }
    return text
  }

  /// The rows as lines of text without trailing blanks, for tests.
  public var description: String {
    (0..<size.rows).map { row in
      let text = rowText(row).unicodeScalars
      let end = text.lastIndex { $0 != " " }.map { text.index(after: $0) } ?? text.startIndex
      return String(text[..<end])
    }.joined(separator: "\n")
  }

  /// The runs of glyphs with a style, one per line, such as `2: 0..<12 bold fg 4`.
  public var styleLegend: String {
    var lines: [String] = []
    for row in 0..<size.rows {
      var start = 0
      while start < size.columns {
        let style = self[start, row].style
        let end = (start..<size.columns).first { self[$0, row].style != style } ?? size.columns
        if style != .plain { lines.append("\(row): \(start..<end) \(style)") }
        start = end
      }
    }
    return lines.joined(separator: "\n")
  }
}
