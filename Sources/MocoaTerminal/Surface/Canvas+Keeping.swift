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

  /// Stores an image of the canvas with the surface.
  ///
  /// Later, `image(keptFor:)` of the surface returns the image. The image shares the memory of the
  /// surface. The next change of a glyph copies the memory, so draw the owner of an image last.
  ///
  /// - Parameter owner: The object that identifies the image.
  mutating func keepImage(for owner: AnyObject) {
    let surface = Size(columns: stride, rows: stride > 0 ? glyphs.count / stride : 0)
    images[ObjectIdentifier(owner)] = CanvasImage(
      surface: Surface(size: surface, glyphs: glyphs), area: surfaceRect(Rect(size)), clip: clip)
  }

  /// Copies glyphs from an image.
  ///
  /// Glyphs outside of the clip of the image are omitted.
  ///
  /// - Parameters:
  ///   - part: The rectangle of the image to copy.
  ///   - image: The source.
  ///   - position: The point on this canvas of the upper left corner of `part`.
  mutating func copy(_ part: Rect, of image: CanvasImage, to position: Point) {
    let column = part.origin.column + image.area.origin.column
    let row = part.origin.row + image.area.origin.row
    let visible = Rect(column: column, row: row, columns: part.size.columns, rows: part.size.rows)
      .intersection(image.clip)
    copy(
      visible, of: image.surface,
      to: Point(
        column: position.column + visible.origin.column - column,
        row: position.row + visible.origin.row - row))
  }
}

/// The content of a canvas at one time.
struct CanvasImage: Sendable {
  /// All glyphs of the surface at that time.
  fileprivate let surface: Surface

  /// The rectangle of the canvas, in coordinates of the surface.
  fileprivate let area: Rect

  /// The rectangle that the canvas could change, in coordinates of the surface.
  fileprivate let clip: Rect

  /// The size of the canvas.
  var size: Size { area.size }
}

extension Surface {
  /// Returns the image that a canvas of this surface kept for an object, or `nil` if it kept none.
  func image(keptFor owner: AnyObject) -> CanvasImage? { images[ObjectIdentifier(owner)] }
}
