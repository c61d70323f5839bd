extension LineEditor {
  /// The keys that change a line, as prompts and forms have them; all others write.
  public static let keys = KeyTable<Edit>([
    .init([KeyPress(.left), .control("b")], .left, "one character to the left"),
    .init([KeyPress(.right), .control("f")], .right, "one character to the right"),
    .init([.control("a"), KeyPress(.home)], .start, "to the beginning of the line"),
    .init([.control("e"), KeyPress(.end)], .end, "to the end of the line"),
    .init([KeyPress(.backspace)], .deleteBackward, "delete the character before the cursor"),
    .init(
      [KeyPress(.delete), .control("d")], .deleteForward, "delete the character under the cursor"),
    .init([.control("w")], .deleteWord, "delete the word before the cursor"),
    .init([.control("u")], .deleteToStart, "delete all before the cursor"),
    .init([.control("k")], .deleteToEnd, "delete all from the cursor on"),
  ])

  /// Changes the line, or writes in it, as a key says.
  ///
  /// - Returns: false for a key that does neither.
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

  /// Draws the line in a row, moved to the left where it is too long, so that the cursor is seen.
  ///
  /// - Parameter offerStyle: how it looks as long as it is only offered.
  /// - Returns: the column of the cursor, which is `area`'s last one at most.
  public func draw(in area: Rect, into canvas: inout Canvas, offerStyle: Style = .plain) -> Int {
    let room = max(0, area.size.columns - 1)
    let head = Canvas.columns(of: head, atMost: .max)
    let shift = max(0, head - room)
    canvas.within(area) {
      $0.write(
        text, at: Point(column: -shift, row: 0), style: isOffer ? offerStyle : .plain)
    }
    return area.origin.column + head - shift
  }
}
