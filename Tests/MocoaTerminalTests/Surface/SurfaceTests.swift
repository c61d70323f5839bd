import Testing

@testable import MocoaTerminal

@Suite("A surface")
struct SurfaceTests {
  @Test("has a text without trailing blanks")
  func text() {
    var surface = Surface(size: Size(columns: 6, rows: 3))
    surface.draw {
      $0.write("a日e\u{301}", at: Point(column: 1, row: 0), style: Style(foreground: 4, .bold))
      $0.write("z", at: Point(column: 0, row: 2), style: Style(background: 0, [.dim, .reverse]))
    }
    #expect(surface.description == " a日e\u{301}\n\nz")
    #expect(surface.rowText(0) == " a日e\u{301} ")
    #expect(surface.styleLegend == "0: 1..<5 bold fg 4\n2: 0..<1 dim reverse bg 0")
  }

  @Test("describes its broken invariants")
  func violations() {
    func violation(_ change: (inout Surface) -> Void) -> String? {
      var surface = Surface(size: Size(columns: 3, rows: 1))
      surface.draw { $0.write("日x", at: Point(column: 0, row: 0)) }
      change(&surface)
      return surface.invariantViolation()
    }
    #expect(violation { _ in } == nil)
    #expect(
      violation { $0.glyphs[1] = .blank() } == "column 0, row 0: U+65E5 without continuation")
    #expect(
      violation { $0.glyphs[1] = .continuation(Style(.bold)) }
        == "column 0, row 0: U+65E5 without continuation")
    #expect(
      violation { $0.glyphs[2] = .continuation(.plain) }
        == "column 2, row 0: a continuation of nothing")
    #expect(
      violation { $0.glyphs[2].scalar = 0x1B } == "column 2, row 0: U+1B as a glyph of 1")
    #expect(
      violation { $0.glyphs[2].scalar = 0x202E } == "column 2, row 0: U+202E as a glyph of 1")
    #expect(
      violation { $0.glyphs[2].marks[0] = 0x200D } == "column 2, row 0: mark U+200D in place 0")
    #expect(
      violation { $0.glyphs[2].marks[1] = 0x301 } == "column 2, row 0: mark U+301 in place 1")
  }

  @Test("is drawn on without copying its glyphs")
  func noCopy() {
    var surface = Surface(size: Size(columns: 3, rows: 1))
    let before = surface.glyphs.withUnsafeBufferPointer { $0.baseAddress }
    surface.draw { canvas in
      canvas.within(Rect(column: 1, row: 0, columns: 1, rows: 1)) { part in
        part.write("x", at: Point(column: 0, row: 0))
      }
    }
    let after = surface.glyphs.withUnsafeBufferPointer { $0.baseAddress }
    #expect(before == after)
    #expect(surface.description == " x")
  }

  @Test("has glyphs of the size of one register")
  func glyphSize() {
    #expect(MemoryLayout<Glyph>.stride == 32)
    #expect(MemoryLayout<Style>.size == 8)
  }

  @Test("stores every color and attribute of a style separately")
  func styles() {
    var style = Style(foreground: 255, background: 0, [.bold, .italic])
    #expect(style.foreground == 255 && style.background == 0)
    style.foreground = nil
    #expect(style == Style(background: 0, [.bold, .italic]))
    #expect(style != Style([.bold, .italic]))
    style.background = 255
    #expect(style.attributes == [.bold, .italic] && style.foreground == nil)
    #expect(style.description == "bold italic bg 255")
    #expect(Style.plain.adding(.dim).description == "dim" && Style.plain.description == "plain")
  }
}
