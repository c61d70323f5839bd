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

  /// Stores a copy of the current glyphs of the canvas with the surface.
  ///
  /// Later, `image(keptFor:)` of the surface returns the copy.
  ///
  /// - Parameter owner: The object that identifies the copy.
  mutating func keepImage(for owner: AnyObject) {
    images[ObjectIdentifier(owner)] = image
  }

  /// A copy of the current glyphs of the canvas.
  ///
  /// The parts outside of the surface are blank.
  private var image: Surface {
    if clip == surfaceRect(Rect(size)) {
      var kept: [Glyph] = []
      kept.reserveCapacity(size.columns * size.rows)
      for row in clip.rows {
        let start = row * stride + clip.columns.lowerBound
        kept += glyphs[start..<(start + clip.columns.count)]
      }
      return Surface(size: size, glyphs: kept)
    }
    var surface = Surface(size: size)
    for row in clip.rows {
      let start = row * stride + clip.columns.lowerBound
      let target =
        (row - origin.row) * size.columns + clip.columns.lowerBound - origin.column
      surface.glyphs.replaceSubrange(
        target..<(target + clip.columns.count), with: glyphs[start..<(start + clip.columns.count)])
    }
    return surface
  }
}

extension Surface {
  /// Returns the glyphs that a canvas of this surface kept for an object, or `nil` if it kept none.
  func image(keptFor owner: AnyObject) -> Surface? { images[ObjectIdentifier(owner)] }
}
