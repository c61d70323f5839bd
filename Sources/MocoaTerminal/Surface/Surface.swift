/// A grid of glyphs: what a terminal shows, as a value.
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
}
