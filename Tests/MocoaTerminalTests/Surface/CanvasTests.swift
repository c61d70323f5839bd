import MocoaTerminal
import Testing

@Suite("A canvas")
struct CanvasTests {
  private func surface(
    _ columns: Int, _ rows: Int = 1, background: String = "", draw: (inout Canvas) -> Void
  ) -> Surface {
    var surface = Surface(size: Size(columns: columns, rows: rows))
    surface.draw { canvas in
      for row in 0..<rows { canvas.write(background, at: Point(column: 0, row: row)) }
      draw(&canvas)
    }
    #expect(surface.invariantViolation() == nil)
    return surface
  }

  @Test(
    "writes what fits",
    arguments: [
      (0, "", 0), (1, "K", 1), (2, "Ki", 2), (20, "Kind of 日本 Blue", 17),
      (40, "Kind of 日本 Blue", 17),
    ])
  func widths(columns: Int, expected: String, written: Int) {
    let surface = surface(columns) {
      #expect($0.write("Kind of 日本 Blue", at: Point(column: 0, row: 0)) == written)
    }
    #expect(surface.description == expected)
  }

  @Test(
    "leaves a blank for a wide glyph that is cut",
    arguments: [
      (0, "日本x...", 5), (-1, " 本x....", 5), (-3, " x......", 5), (-9, "........", 5),
      (5, ".....日 ", 3), (7, "....... ", 1), (8, "........", 0),
    ])
  func edges(column: Int, expected: String, written: Int) {
    let surface = surface(8, background: "........") {
      #expect($0.write("日本x", at: Point(column: column, row: 0)) == written)
    }
    #expect(surface.rowText(0) == expected)
  }

  @Test("writes nothing above and below itself")
  func outerRows() {
    let surface = surface(3, 2) {
      $0.write("abc", at: Point(column: 0, row: -1))
      #expect($0.write("abc", at: Point(column: 0, row: 2)) == 3)
    }
    #expect(surface == Surface(size: Size(columns: 3, rows: 2)))
  }

  @Test(
    "writes at most a limit of columns",
    arguments: [
      (0, "........", 0), (-1, "........", 0), (1, " .......", 1), (2, "日......", 2),
      (3, "日 .....", 3), (5, "日本x...", 5), (6, "日本x...", 5), (.max, "日本x...", 5),
    ])
  func limits(limit: Int, expected: String, written: Int) {
    let surface = surface(8, background: "........") {
      #expect($0.write("日本x", at: Point(column: 0, row: 0), limit: limit) == written)
    }
    #expect(surface.rowText(0) == expected)
  }

  @Test(
    "ends text that is too long with an ellipsis",
    arguments: [
      (0, "........", 0), (1, "….......", 1), (2, "… ......", 2), (3, "日….....", 3),
      (4, "日… ....", 4), (5, "日本x...", 5), (nil, "日本x...", 5),
    ])
  func ellipses(limit: Int?, expected: String, written: Int) {
    let surface = surface(8, background: "........") {
      let count = $0.write(
        "日本x", at: Point(column: 0, row: 0), limit: limit, truncation: .ellipsis)
      #expect(count == written)
    }
    #expect(surface.rowText(0) == expected)
  }

  @Test("puts the ellipsis at its right edge, even for text starting outside")
  func ellipsisAtTheEdge() {
    let surface = surface(4) {
      let count = $0.write("abcdefgh", at: Point(column: -2, row: 0), truncation: .ellipsis)
      #expect(count == 6)
    }
    #expect(surface.description == "cde…")
  }

  @Test(
    "makes a blank of the other half of a wide glyph",
    arguments: [(0, "x 本語"), (1, " x本語"), (2, "日x 語"), (3, "日 x語"), (5, "日本 x")])
  func halves(column: Int, expected: String) {
    let surface = surface(6, background: "日本語") {
      $0.write("x", at: Point(column: column, row: 0))
    }
    #expect(surface.rowText(0) == expected)
  }

  @Test("replaces both halves that a wide glyph overlaps with blanks")
  func wideOverWide() {
    let surface = surface(6, background: "日本語") {
      $0.write("한", at: Point(column: 1, row: 0), style: Style(.bold))
    }
    #expect(surface.rowText(0) == " 한 語")
    #expect(surface.styleLegend == "0: 1..<3 bold")
  }

  @Test("provides a canvas for a rectangle with separate coordinates")
  func nesting() {
    let surface = surface(8, 3, background: "........") { canvas in
      canvas.within(Rect(column: 2, row: 1, columns: 4, rows: 3)) { part in
        #expect(part.size == Size(columns: 4, rows: 3))
        part.write("abcdefgh", at: Point(column: -1, row: 0))
        part.within(Rect(column: 1, row: 1, columns: 9, rows: 9)) { inner in
          inner.write("0123456", at: Point(column: 0, row: 0))
          inner.write("below", at: Point(column: 0, row: 1))
        }
      }
      canvas.write("end", at: Point(column: 5, row: 0))
    }
    #expect(
      surface.description == """
        .....end
        ..bcde..
        ...012..
        """)
  }

  @Test("draws a partly hidden cell as usual")
  func cutCells() {
    var surface = Surface(size: Size(columns: 6, rows: 2))
    surface.draw(in: Rect(column: -2, row: -1, columns: 6, rows: 2)) { canvas in
      canvas.write("hidden", at: Point(column: 0, row: 0))
      canvas.write("abcdefgh", at: Point(column: 0, row: 1), truncation: .ellipsis)
    }
    #expect(surface.description == "cde…\n")
  }

  @Test("draws lines and blanks")
  func rulesAndFills() {
    let surface = surface(6, 3, background: "日本語") {
      $0.rule(at: Point(column: -2, row: 0), columns: 5)
      $0.rule(at: Point(column: 3, row: 1), columns: 9, style: Style(.dim))
      $0.fill(Rect(column: 1, row: 2, columns: 2, rows: 5), Style(background: 4))
    }
    #expect(
      surface.description == """
        ─── 語
        日 ───
            語
        """)
    #expect(surface.styleLegend == "1: 3..<6 dim\n2: 1..<3 bg 4")
  }

  @Test("copies glyphs of an earlier frame")
  func copies() {
    let old = surface(6, 1) { $0.write("a日b本", at: Point(column: 0, row: 0), style: Style(.bold)) }
    let surface = surface(8, 2, background: "........") {
      $0.copy(Rect(column: 2, row: 0, columns: 3, rows: 1), of: old, to: Point(column: 1, row: 0))
      $0.copy(Rect(old.size), of: old, to: Point(column: 4, row: 1))
    }
    #expect(surface.rowText(0) == ". b ....")
    #expect(surface.rowText(1) == "....a日b")
    #expect(surface.styleLegend == "0: 1..<4 bold\n1: 4..<8 bold")
  }
}
