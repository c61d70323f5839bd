/// The one way to write on a surface: sanitised, measured, clipped.
///
/// A canvas has its own coordinates, (0, 0) being its upper left corner, and nothing that is
/// written on it appears outside its size. (One thing does: where a wide glyph lies across the edge
/// and its inner half is written over, the outer half becomes a blank.) Writing the same things
/// twice gives what writing them once gives.
///
/// ```swift
/// surface.draw { canvas in
///   let end = canvas.write("Kind of Blue", at: Point(column: 2, row: 0), style: Style(.bold))
///   canvas.write("1959", at: Point(column: 2 + end + 1, row: 0))
/// }
/// ```
public struct Canvas {
  /// The extent that can be written on.
  public private(set) var size: Size

  /// The glyphs of the surface, lent for the time of drawing.
  var glyphs: [Glyph]

  /// The columns of the surface.
  let stride: Int

  /// The upper left corner on the surface.
  private(set) var origin: Point

  /// What may be written on, in coordinates of the surface; within it.
  private(set) var clip: Rect

  fileprivate init(glyphs: consuming [Glyph], of surface: Size, in rect: Rect) {
    self.glyphs = glyphs
    stride = surface.columns
    size = rect.size
    origin = rect.origin
    clip = rect.intersection(Rect(surface))
  }

  /// Lets a part of the canvas be drawn on as a canvas of its own.
  ///
  /// Its size is that of `rect` even where the edge of this canvas cuts it, so a cell that is
  /// scrolled half out of sight is drawn as ever.
  public mutating func within(_ rect: Rect, _ body: (inout Canvas) -> Void) {
    let outer = (size, origin, clip)
    size = rect.size
    origin.column += rect.origin.column
    origin.row += rect.origin.row
    clip = clip.intersection(placed(Rect(size)))
    body(&self)
    (size, origin, clip) = outer
  }

  /// A part of the canvas in coordinates of the surface.
  func placed(_ rect: Rect) -> Rect {
    Rect(
      column: origin.column + rect.origin.column, row: origin.row + rect.origin.row,
      columns: rect.size.columns, rows: rect.size.rows)
  }
}

extension Surface {
  /// Lets the surface be drawn on, or a part of it, which may lie partly outside.
  ///
  /// Nothing is copied.
  public mutating func draw(in rect: Rect? = nil, _ body: (inout Canvas) -> Void) {
    var canvas = Canvas(glyphs: [], of: size, in: rect ?? Rect(size))
    swap(&glyphs, &canvas.glyphs)
    body(&canvas)
    swap(&glyphs, &canvas.glyphs)
  }
}

// MARK: - Placing glyphs

extension Canvas {
  /// Puts a glyph where it belongs on the surface; of a wide one that is cut, a blank is left.
  mutating func place(_ glyph: Glyph, column: Int, row: Int) {
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

  /// Makes a blank of the other half of a wide glyph of which one half is about to go.
  mutating func detach(_ index: Int) {
    switch glyphs[index].width {
    case 0: glyphs[index - 1] = .blank(glyphs[index - 1].style)
    case 2: glyphs[index + 1] = .blank(glyphs[index].style)
    default: break
    }
  }
}
