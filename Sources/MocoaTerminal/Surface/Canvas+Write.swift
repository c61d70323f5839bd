extension Canvas {
  /// What becomes of a text that is longer than its room.
  public enum Truncation: Sendable {
    /// It is cut off.
    case clip

    /// It is cut off, and an ellipsis stands at its end.
    case ellipsis
  }

  /// Writes text from a position to the right, and tells how many columns it takes.
  ///
  /// The text is a single line: controls in it, line ends too, are shown by pictures (`StandIn`).
  /// It ends at the limit and at the right edge; a wide glyph that does not fit there whole leaves a
  /// blank. The position may lie outside the canvas. The result is the smallest of the columns of
  /// the text, the limit, and the columns from the position to the right edge, so that the next text
  /// can be written at `position + result`. O(result), however long the text is.
  @discardableResult
  public mutating func write(
    _ text: String, at position: Point, style: Style = .plain, limit: Int? = nil,
    truncation: Truncation = .clip
  ) -> Int {
    write(text.utf8Span.span, at: position, style: style, limit: limit, truncation: truncation)
  }

  /// Writes a part of a text, as `write(_:at:style:limit:truncation:)` does a whole one.
  @discardableResult
  public mutating func write(
    _ text: Substring, at position: Point, style: Style = .plain, limit: Int? = nil,
    truncation: Truncation = .clip
  ) -> Int {
    write(text.utf8Span.span, at: position, style: style, limit: limit, truncation: truncation)
  }

  /// The columns that `write` gives a text for which there are that many.
  ///
  /// It is the smaller of `limit` and the columns of the whole text. O(result), however long the
  /// text is.
  public static func columns(of text: String, atMost limit: Int) -> Int {
    columns(of: text.utf8Span.span, atMost: limit)
  }

  /// The columns that `write` gives a part of a text for which there are that many.
  public static func columns(of text: Substring, atMost limit: Int) -> Int {
    columns(of: text.utf8Span.span, atMost: limit)
  }

  /// Writes a horizontal line, `─`, from a position to the right.
  public mutating func rule(at position: Point, columns: Int, style: Style = .plain) {
    let line = Glyph(scalar: 0x2500, style: style, width: 1)
    let part = placed(Rect(column: position.column, row: position.row, columns: columns, rows: 1))
    for column in part.intersection(clip).columns {
      place(line, column: column, row: part.origin.row)
    }
  }
}

extension Canvas {
  private mutating func write(
    _ text: Span<UInt8>, at position: Point, style: Style, limit: Int?, truncation: Truncation
  ) -> Int {
    let room = max(0, min(limit ?? .max, size.columns - position.column))
    guard room > 0 else { return 0 }
    let isCut = truncation == .ellipsis && Self.columns(of: text, atMost: room + 1) > room
    let end = isCut ? room - 1 : room
    let start = Point(column: origin.column + position.column, row: origin.row + position.row)
    var reader = ClusterReader()
    var used = 0
    var isShort = isCut
    while used < end, let glyph = reader.next(in: text, style: style) {
      guard used + Int(glyph.width) <= end else {
        isShort = true
        break
      }
      place(glyph, column: start.column + used, row: start.row)
      used += Int(glyph.width)
    }
    guard isShort else { return used }
    if isCut {
      let ellipsis = Glyph(scalar: 0x2026, style: style, width: 1)
      place(ellipsis, column: start.column + used, row: start.row)
      used += 1
    }
    for column in used..<room {
      place(.blank(style), column: start.column + column, row: start.row)
    }
    return room
  }

  private static func columns(of text: Span<UInt8>, atMost limit: Int) -> Int {
    var reader = ClusterReader()
    var used = 0
    while used < limit, let glyph = reader.next(in: text, style: .plain) {
      used += Int(glyph.width)
    }
    return max(0, min(used, limit))
  }
}
