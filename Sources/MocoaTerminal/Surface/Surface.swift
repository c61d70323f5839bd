/// A grid of glyphs: the content of a terminal as a value.
///
/// Only a `Canvas` can change it. Therefore no glyph contains characters that control the terminal,
/// and wide glyphs are always complete. See `invariantViolation()`.
public struct Surface: Sendable, Equatable {
  /// The size.
  public let size: Size

  /// The glyphs, row by row.
  var glyphs: [Glyph]

  /// The images that were kept during drawing, by the identity of their owners.
  ///
  /// They are not part of the content.
  var images: [ObjectIdentifier: CanvasImage] = [:]

  /// Creates a surface of blanks.
  public init(size: Size) {
    self.size = size
    glyphs = Array(repeating: .blank(), count: size.columns * size.rows)
  }

  /// Creates a surface of glyphs, row by row.
  init(size: Size, glyphs: [Glyph]) {
    (self.size, self.glyphs) = (size, glyphs)
  }

  /// Returns `true` if both surfaces have the same content.
  public static func == (one: Surface, other: Surface) -> Bool {
    one.size == other.size && one.glyphs == other.glyphs
  }

  /// Returns the glyph at a point inside `size`.
  public subscript(column: Int, row: Int) -> Glyph {
    glyphs[row * size.columns + column]
  }

  /// Returns a surface of another size with the glyphs of this one in the upper left corner.
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
