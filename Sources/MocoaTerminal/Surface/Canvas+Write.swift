extension Canvas {
  /// The treatment of text that is longer than the available space.
  public enum Truncation: Sendable {
    /// The text is cut off.
    case clip

    /// The text is cut off and ends with an ellipsis.
    case ellipsis
  }

  /// Writes text from a point to the right.
  ///
  /// The text is a single line: control characters, including line breaks, are drawn as visible
  /// replacements (`ReplacementScalar`). The text ends at the limit and at the right edge. A wide
  /// glyph that does not fit there leaves a blank. The point can be outside of the canvas.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - position: The point of the first glyph.
  ///   - style: The style of the glyphs.
  ///   - limit: The maximum number of columns, or `nil` for no limit.
  ///   - truncation: The treatment of text that is too long.
  /// - Returns: The number of columns that the text uses, so that the next text can start after
  ///   them. It is the smallest of the columns of the text, the limit, and the columns from the
  ///   point to the right edge.
  /// - Complexity: O(result), regardless of the length of the text.
  @discardableResult
  public mutating func write(
    _ text: String, at position: Point, style: Style = .plain, limit: Int? = nil,
    truncation: Truncation = .clip
  ) -> Int {
    write(text.utf8Span.span, at: position, style: style, limit: limit, truncation: truncation)
  }

  /// Writes a part of a text, like `write(_:at:style:limit:truncation:)`.
  @discardableResult
  public mutating func write(
    _ text: Substring, at position: Point, style: Style = .plain, limit: Int? = nil,
    truncation: Truncation = .clip
  ) -> Int {
    write(text.utf8Span.span, at: position, style: style, limit: limit, truncation: truncation)
  }

  /// Returns the number of columns that `write` uses for a text if at most `limit` are available.
  ///
  /// - Returns: The smaller of `limit` and the columns of the whole text.
  /// - Complexity: O(result), regardless of the length of the text.
  public static func columns(of text: String, atMost limit: Int) -> Int {
    columns(of: text.utf8Span.span, atMost: limit)
  }

  /// Returns the number of columns that `write` uses for a part of a text if at most `limit` are
  /// available.
  public static func columns(of text: Substring, atMost limit: Int) -> Int {
    columns(of: text.utf8Span.span, atMost: limit)
  }

  /// Writes a horizontal line, `─`, from a point to the right.
  public mutating func rule(at position: Point, columns: Int, style: Style = .plain) {
    let line = Glyph(scalar: 0x2500, style: style, width: 1)
    let part = surfaceRect(
      Rect(column: position.column, row: position.row, columns: columns, rows: 1))
    for column in part.intersection(clip).columns {
      put(line, column: column, row: part.origin.row)
    }
  }
}

extension Canvas {
  /// Updates the styles of the glyphs that `write` draws for parts of a text with an ellipsis.
  ///
  /// A part that is cut off updates the style of the ellipsis.
  ///
  /// - Parameters:
  ///   - ranges: The parts in UTF-8 offsets, ascending.
  ///   - text: The text.
  ///   - position: The point of the first glyph.
  ///   - limit: The maximum number of columns.
  ///   - update: A closure that updates a style.
  /// - Complexity: O(columns), regardless of the length of the text.
  mutating func updateStyles(
    of ranges: [Range<Int>], in text: String, at position: Point, limit: Int,
    _ update: (inout Style) -> Void
  ) {
    let room = max(0, min(limit, size.columns - position.column))
    guard room > 0, let upper = ranges.last?.upperBound else { return }
    let bytes = text.utf8Span.span
    let isCut = Self.columns(of: bytes, atMost: room + 1) > room
    let end = isCut ? room - 1 : room
    var reader = GlyphReader()
    var (used, read) = (0, 0)
    var part = 0..<0
    while used < end, let glyph = reader.next(in: bytes, style: .plain),
      used + Int(glyph.width) <= end
    {
      // The letter of a split vowel is at the offset of its mark.
      if read < reader.offset { part = read..<reader.offset }
      read = reader.offset
      let columns = used..<used + Int(glyph.width)
      used = columns.upperBound
      guard ranges.contains(where: { $0.overlaps(part) }) else { continue }
      updateStyles(
        in: Rect(
          column: position.column + columns.lowerBound, row: position.row,
          columns: columns.count, rows: 1), update)
    }
    if isCut, upper > read {
      updateStyles(
        in: Rect(column: position.column + used, row: position.row, columns: 1, rows: 1), update)
    }
  }

  private mutating func write(
    _ text: Span<UInt8>, at position: Point, style: Style, limit: Int?, truncation: Truncation
  ) -> Int {
    let room = max(0, min(limit ?? .max, size.columns - position.column))
    guard room > 0 else { return 0 }
    let isCut = truncation == .ellipsis && Self.columns(of: text, atMost: room + 1) > room
    let end = isCut ? room - 1 : room
    let start = Point(column: origin.column + position.column, row: origin.row + position.row)
    var reader = GlyphReader()
    var used = 0
    var isShort = isCut
    while used < end, let glyph = reader.next(in: text, style: style) {
      guard used + Int(glyph.width) <= end else {
        isShort = true
        break
      }
      put(glyph, column: start.column + used, row: start.row)
      used += Int(glyph.width)
    }
    guard isShort else { return used }
    if isCut {
      let ellipsis = Glyph(scalar: 0x2026, style: style, width: 1)
      put(ellipsis, column: start.column + used, row: start.row)
      used += 1
    }
    for column in used..<room {
      put(.blank(style), column: start.column + column, row: start.row)
    }
    return room
  }

  private static func columns(of text: Span<UInt8>, atMost limit: Int) -> Int {
    var reader = GlyphReader()
    var used = 0
    while used < limit, let glyph = reader.next(in: text, style: .plain) {
      used += Int(glyph.width)
    }
    return max(0, min(used, limit))
  }
}
