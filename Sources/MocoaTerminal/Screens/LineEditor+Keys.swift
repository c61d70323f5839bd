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
  /// - Returns: The column of the cursor, at most the last column of `area`.
  public func draw(
    in area: Rect, into canvas: inout Canvas, suggestionStyle offerStyle: Style = .plain
  ) -> Int {
    let cursor = cursor(in: area)
    canvas.within(area) {
      $0.write(
        text, at: Point(column: -cursor.shift, row: 0), style: isSuggestion ? offerStyle : .plain)
    }
    return cursor.column
  }

  /// Returns the column of the cursor in an area, and the number of columns to the left of it that
  /// are not visible.
  func cursor(in area: Rect) -> (column: Int, shift: Int) {
    let head = Canvas.columns(of: textBeforeCursor, atMost: .max)
    let shift = max(0, head - max(0, area.size.columns - 1))
    return (area.origin.column + head - shift, shift)
  }
}
