extension LineEditor {
  /// The keys of the editing operations in prompts and forms.
  ///
  /// Keys that are not in the table insert text.
  public static let keys = KeyTable<Edit>([
    .init([KeyPress(.left), .control("b")], .left, "previous character"),
    .init([KeyPress(.right), .control("f")], .right, "next character"),
    .init([.control("a"), KeyPress(.home)], .start, "go to start of line"),
    .init([.control("e"), KeyPress(.end)], .end, "go to end of line"),
    .init([KeyPress(.backspace)], .deleteBackward, "delete the character before the cursor"),
    .init(
      [KeyPress(.delete), .control("d")], .deleteForward, "delete the character under the cursor"),
    .init([.control("w")], .deleteWord, "delete the word before the cursor"),
    .init([.control("u")], .deleteToStart, "delete to start of line"),
    .init([.control("k")], .deleteToEnd, "delete to end of line"),
  ])

  /// Processes a key: applies its editing operation or inserts its character.
  ///
  /// - Returns: `false` if the key has neither an editing operation nor a character to insert.
  public mutating func press(_ key: KeyPress) -> Bool {
    if let edit = Self.keys.action(for: key) {
      apply(edit)
    } else if case .character(let scalar) = key.key, key.modifiers.isEmpty {
      insert(scalar)
    } else {
      return false
    }
    return true
  }

  /// Draws the line in a row.
  ///
  /// If it is too long, it is shifted to the left so that the cursor stays visible.
  ///
  /// - Parameters:
  ///   - area: The area of the row.
  ///   - canvas: The canvas to draw on.
  ///   - offerStyle: The style of a suggestion.
  ///   - styles: The styles of parts of the text that is not a suggestion, ascending.
  /// - Returns: The column of the cursor, at most the last column of `area`.
  public func draw(
    in area: Rect, into canvas: inout Canvas, suggestionStyle offerStyle: Style = .plain,
    styles: [StyledRange] = []
  ) -> Int {
    let cursor = cursor(in: area)
    canvas.within(area) { canvas in
      var column = -cursor.shift
      for (text, style) in parts(isSuggestion ? [] : styles) {
        canvas.write(
          text, at: Point(column: column, row: 0), style: isSuggestion ? offerStyle : style)
        column += Canvas.columns(of: text, atMost: .max)
      }
    }
    return cursor.column
  }

  /// A style of a part of the text.
  public struct StyledRange: Sendable, Hashable {
    /// The offsets of the part in characters.
    public let range: Range<Int>

    /// The style.
    public let style: Style

    /// Creates a style of a part of the text.
    public init(range: Range<Int>, style: Style) { (self.range, self.style) = (range, style) }
  }

  /// Returns the text in parts with the given styles; parts without a style are plain.
  private func parts(_ styles: [StyledRange]) -> [(text: Substring, style: Style)] {
    if styles.isEmpty { return [(text[...], .plain)] }
    let text = text
    var parts: [(text: Substring, style: Style)] = []
    var (index, offset) = (text.startIndex, 0)
    func take(upTo end: Int, _ style: Style) {
      let next =
        text.index(index, offsetBy: end - offset, limitedBy: text.endIndex) ?? text.endIndex
      if index < next { parts.append((text[index..<next], style)) }
      (index, offset) = (next, end)
    }
    for part in styles where part.range.lowerBound >= offset {
      take(upTo: part.range.lowerBound, .plain)
      take(upTo: part.range.upperBound, part.style)
    }
    parts.append((text[index...], .plain))
    return parts
  }

  /// Returns the column of the cursor in an area, and the number of columns to the left of it that
  /// are not visible.
  func cursor(in area: Rect) -> (column: Int, shift: Int) {
    let head = Canvas.columns(of: textBeforeCursor, atMost: .max)
    let shift = max(0, head - max(0, area.size.columns - 1))
    return (area.origin.column + head - shift, shift)
  }
}
