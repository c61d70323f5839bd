/// An area of a surface that can be drawn on.
///
/// It is the only way to change a surface. All text is sanitized, measured and clipped.
///
/// A canvas has its own coordinates, whose origin (0, 0) is its upper left corner. Drawing has no
/// effect outside of its size, with one exception: if a wide glyph crosses the edge and its inner
/// half is overwritten, its outer half becomes a blank. Drawing the same content twice has the same
/// result as drawing it once.
///
/// ```swift
/// surface.draw { canvas in
///   let end = canvas.write("Kind of Blue", at: Point(column: 2, row: 0), style: Style(.bold))
///   canvas.write("1959", at: Point(column: 2 + end + 1, row: 0))
/// }
/// ```
public struct Canvas {
  /// The size of the canvas.
  public private(set) var size: Size

  /// The glyphs of the surface, which are moved to the canvas while it draws.
  var glyphs: [Glyph]

  /// The images that were kept, by the identity of their owners.
  var images: [ObjectIdentifier: CanvasImage] = [:]

  /// The number of columns of the surface.
  let stride: Int

  /// The upper left corner of the canvas on the surface.
  private(set) var origin: Point

  /// The rectangle that can be changed, in coordinates of the surface.
  private(set) var clip: Rect

  fileprivate init(glyphs: consuming [Glyph], of surface: Size, in rect: Rect) {
    self.glyphs = glyphs
    stride = surface.columns
    size = rect.size
    origin = rect.origin
    clip = rect.intersection(Rect(surface))
  }

  /// Calls a closure with a canvas for a rectangle of this canvas.
  ///
  /// The new canvas has the size of `rect`, even if the edge of this canvas cuts the rectangle. A
  /// cell that is partly out of view therefore draws in the same coordinates as any other cell.
  public mutating func within(_ rect: Rect, _ body: (inout Canvas) -> Void) {
    let outer = (size, origin, clip)
    size = rect.size
    origin.column += rect.origin.column
    origin.row += rect.origin.row
    clip = clip.intersection(surfaceRect(Rect(size)))
    body(&self)
    (size, origin, clip) = outer
  }

  /// Returns a rectangle of the canvas in coordinates of the surface.
  func surfaceRect(_ rect: Rect) -> Rect {
    Rect(
      column: origin.column + rect.origin.column, row: origin.row + rect.origin.row,
      columns: rect.size.columns, rows: rect.size.rows)
  }
}

extension Surface {
  /// Calls a closure with a canvas for the surface, or for a rectangle that may be partly outside.
  ///
  /// The glyphs are not copied.
  public mutating func draw(in rect: Rect? = nil, _ body: (inout Canvas) -> Void) {
    var canvas = Canvas(glyphs: [], of: size, in: rect ?? Rect(size))
    swap(&glyphs, &canvas.glyphs)
    body(&canvas)
    swap(&glyphs, &canvas.glyphs)
    images.merge(canvas.images) { $1 }
  }
}

// MARK: - Placing glyphs

extension Canvas {
  /// Stores a glyph at a point of the surface.
  ///
  /// If the edge of the clip cuts a wide glyph, a blank is stored instead.
  mutating func put(_ glyph: Glyph, column: Int, row: Int) {
    guard clip.rows.contains(row) else { return }
    let columns = clip.columns
    let isVisible = columns.contains(column)
    if glyph.width == 1 {
      if isVisible { put(glyph, at: row * stride + column) }
      return
    }
    let index = row * stride + column
    switch (isVisible, columns.contains(column + 1)) {
    case (true, true):
      detach(index + 1)
      put(glyph, at: index)
      glyphs[index + 1] = .continuation(glyph.style)
    case (true, false): put(.blank(glyph.style), at: index)
    case (false, true): put(.blank(glyph.style), at: index + 1)
    case (false, false): break
    }
  }

  private mutating func put(_ glyph: Glyph, at index: Int) {
    detach(index)
    glyphs[index] = glyph
  }

  /// Replaces the other half of a wide glyph with a blank, before one half is overwritten.
  mutating func detach(_ index: Int) {
    switch glyphs[index].width {
    case 0: glyphs[index - 1] = .blank(glyphs[index - 1].style)
    case 2: glyphs[index + 1] = .blank(glyphs[index].style)
    default: break
    }
  }
}
