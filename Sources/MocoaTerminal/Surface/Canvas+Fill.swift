extension Canvas {
  /// Fills a rectangle of the canvas with blanks, or all of it if the rectangle is `nil`.
  public mutating func fill(_ rect: Rect? = nil, _ style: Style = .plain) {
    let part = surfaceRect(rect ?? Rect(size)).intersection(clip)
    guard !part.isEmpty else { return }
    for row in part.rows {
      let start = row * stride + part.columns.lowerBound
      let end = row * stride + part.columns.upperBound
      detach(start)
      detach(end - 1)
      for index in start..<end { glyphs[index] = .blank(style) }
    }
  }

  /// Changes the style of the glyphs in a rectangle.
  ///
  /// A wide glyph that is only half inside keeps its style.
  public mutating func restyle(_ rect: Rect, _ style: Style) {
    updateStyles(in: rect) { $0 = style }
  }

  /// Gives blanks the style of the text before them, so that the terminal changes its style once.
  ///
  /// Nothing happens if the style makes blanks visible.
  ///
  /// - Parameters:
  ///   - style: The style of the text.
  ///   - columns: The columns of the blanks in the first row.
  package mutating func extend(_ style: Style, over columns: Range<Int>) {
    guard !columns.isEmpty, style.background == nil,
      style.attributes.isDisjoint(with: [.underline, .reverse])
    else { return }
    restyle(Rect(column: columns.lowerBound, row: 0, columns: columns.count, rows: 1), style)
  }

  /// Updates the style of each glyph that is completely in a rectangle.
  mutating func updateStyles(in rect: Rect, _ update: (inout Style) -> Void) {
    let part = surfaceRect(rect).intersection(clip)
    for row in part.rows {
      var column = part.columns.lowerBound
      while column < part.columns.upperBound {
        let index = row * stride + column
        let width = Int(glyphs[index].width)
        column += max(1, width)
        guard width > 0, column <= part.columns.upperBound else { continue }
        for location in index..<(index + width) { update(&glyphs[location].style) }
      }
    }
  }

  /// Returns the number of style changes in the first columns of a row.
  func styleCount(inRow row: Int, of columns: Range<Int>) -> Int {
    let part = surfaceRect(
      Rect(column: columns.lowerBound, row: row, columns: columns.count, rows: 1)
    ).intersection(clip)
    guard part.rows.contains(part.origin.row) else { return 0 }
    var count = 0
    var last: Style?
    for column in part.columns {
      let style = glyphs[part.origin.row * stride + column].style
      if style != last { count += 1 }
      last = style
    }
    return count
  }

  /// Copies glyphs from a surface, such as an earlier frame.
  ///
  /// If the edge of `part` cuts a wide glyph, a blank is copied instead. Glyphs outside of
  /// `surface` are omitted.
  ///
  /// - Parameters:
  ///   - part: The rectangle of the surface to copy.
  ///   - surface: The source.
  ///   - position: The point on this canvas of the upper left corner of `part`.
  public mutating func copy(_ part: Rect, of surface: Surface, to position: Point) {
    let source = part.intersection(Rect(surface.size))
    let columns = source.columns
    for row in source.rows {
      for column in columns {
        var glyph = surface[column, row]
        if glyph.width == 0 {
          guard column == columns.lowerBound else { continue }
          glyph = .blank(glyph.style)
        } else if glyph.width == 2, column + 1 == columns.upperBound {
          glyph = .blank(glyph.style)
        }
        put(
          glyph, column: origin.column + position.column + column - part.origin.column,
          row: origin.row + position.row + row - part.origin.row)
      }
    }
  }
}
