import Testing

@testable import MocoaTerminal

@Suite("The image of a canvas")
struct CanvasImageTests {
  private final class Owner {}

  private let owner = Owner()

  /// Returns a surface of rows of digits, with the image of a part of it.
  private func surface(
    image rect: Rect, after draw: (inout Canvas) -> Void = { _ in }
  ) -> Surface {
    var surface = Surface(size: Size(columns: 6, rows: 3))
    surface.draw { canvas in
      for row in 0..<3 { canvas.write("012345", at: Point(column: 0, row: row)) }
      canvas.within(rect) { $0.keepImage(for: owner) }
      draw(&canvas)
    }
    return surface
  }

  private func copy(of image: CanvasImage) -> String {
    var surface = Surface(size: Size(columns: 6, rows: 3))
    surface.draw { $0.copy(Rect(image.size), of: image, to: Point(column: 1, row: 0)) }
    return surface.description
  }

  @Test("contains the glyphs of its canvas before later drawing")
  func laterDrawing() throws {
    let surface = surface(image: Rect(column: 2, row: 1, columns: 3, rows: 2)) {
      $0.write("日本語", at: Point(column: 0, row: 1))
    }
    let image = try #require(surface.image(keptFor: owner))
    #expect(surface.rowText(1) == "日本語")
    #expect(copy(of: image) == " 234\n 234\n")
  }

  @Test("omits glyphs outside of its canvas")
  func edges() throws {
    let surface = surface(image: Rect(column: -2, row: 1, columns: 4, rows: 5))
    let image = try #require(surface.image(keptFor: owner))
    #expect(copy(of: image) == "   01\n   01\n")
  }
}
