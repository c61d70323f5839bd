/// A grid of glyphs: what a terminal shows, as a value.
///
/// It is written on only through a `Canvas`, so a glyph never holds anything that acts on a
/// terminal, and a wide glyph is always whole: see `invariantViolation()`.
public struct Surface: Sendable, Equatable {
  /// The extent.
  public let size: Size

  /// The glyphs, row after row.
  var glyphs: [Glyph]

  /// A surface of blanks.
  public init(size: Size) {
    self.size = size
    glyphs = Array(repeating: .blank(), count: size.columns * size.rows)
  }

  /// The glyph at a position inside `size`.
  public subscript(column: Int, row: Int) -> Glyph {
    glyphs[row * size.columns + column]
  }

  /// A surface of another size with the same glyphs in the upper left corner.
  ///
  /// A wide glyph that the right edge cuts becomes a blank.
  public func resized(to size: Size) -> Surface {
    var surface = Surface(size: size)
    surface.draw { canvas in
      canvas.copy(Rect(size), of: self, to: Point(column: 0, row: 0))
    }
    return surface
  }
}
