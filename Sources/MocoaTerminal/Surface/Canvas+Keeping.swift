extension Canvas {
  /// Returns the number of columns of a row up to the last glyph that is not a plain blank.
  ///
  /// - Parameters:
  ///   - row: The row.
  ///   - columns: The columns to search.
  func columnsUsed(inRow row: Int, of columns: Range<Int>) -> Int {
    let part = surfaceRect(
      Rect(column: columns.lowerBound, row: row, columns: columns.count, rows: 1)
    ).intersection(clip)
    guard !part.isEmpty else { return 0 }
    let start = part.origin.row * stride
    let last = part.columns.last { glyphs[start + $0] != .blank() }
    return last.map { $0 + 1 - origin.column - columns.lowerBound } ?? 0
  }

  /// Copies the current glyphs of the canvas to a surface, so that they can be shown later.
  func copy(to surface: inout Surface) {
    if surface.size != size || clip != surfaceRect(Rect(size)) { surface = Surface(size: size) }
    for row in clip.rows {
      let start = row * stride + clip.columns.lowerBound
      let target =
        (row - origin.row) * size.columns + clip.columns.lowerBound - origin.column
      surface.glyphs.replaceSubrange(
        target..<(target + clip.columns.count), with: glyphs[start..<(start + clip.columns.count)])
    }
  }
}
