import Mocoa
import MocoaModel
import MocoaTestSupport
import Testing

@testable import MocoaTerminal

@MainActor
@Suite("A list renderer")
struct ListRendererTests {
  /// A renderer and its screen.
  @MainActor
  struct Stage {
    let source: FakeListSource
    let renderer: ListRenderer
    let size: Size

    init(
      _ sections: [FakeListSource.Part], columns: Int = 24, rows: Int = 5, debug: Bool = false,
      grid: GridStyle? = nil
    ) {
      source = FakeListSource(sections)
      size = Size(columns: columns, rows: rows)
      let module = notesRegistry().define("mocoa://notes/")
      if let grid { module.section.grid(grid) }
      let list = ListViewModel(source: source, module: module)
      list.prepareIfNeeded()
      renderer = ListRenderer(list, isDebugging: debug)
      renderer.motion = .off
      draw()
    }

    init(
      _ notes: [SampleItem], columns: Int = 24, rows: Int = 5, debug: Bool = false,
      grid: GridStyle? = nil
    ) {
      self.init(
        [FakeListSource.Part(0, notes)], columns: columns, rows: rows, debug: debug, grid: grid)
    }

    @discardableResult
    func draw() -> Surface {
      var surface = Surface(size: size)
      renderer.layOut(in: size)
      surface.draw { renderer.draw(into: &$0) }
      renderer.didShow(surface)
      #expect(surface.invariantViolation() == nil)
      return surface
    }

    func move(_ movements: Movement...) {
      for movement in movements {
        renderer.move(movement)
        draw()
      }
    }

    /// The rows without trailing blanks.
    var screen: String { draw().description }

    /// The number of the current item, and its row.
    var cursor: String {
      guard let path = renderer.cursor,
        let note = renderer.list.snapshot.element(at: path) as? SampleItem
      else { return "nowhere" }
      let row = renderer.layout?.frames.first { $0.element.path == path }?.row
      return "\(note.id) at \(row.map(String.init) ?? "no row")"
    }
  }

  static func section(_ id: Int, _ items: [SampleItem]) -> FakeListSource.Part {
    FakeListSource.Part(id, header: note(id, "part \(id)"), items)
  }

  @Test("draws headers with a rule, items after the gutter, and the cursor")
  func draws() {
    let stage = Stage([Self.section(1, [note(1, "日本"), note(2)]), Self.section(2, [note(3)])])
    #expect(
      stage.screen == """
         part 1 ───────────── 1
         ▌ 日本
           item 2
         part 2 ───────────── 2
           item 3
        """)
  }

  @Test("draws only the current title bold, up to 40 columns")
  func boldTitle() {
    let stage = Stage([note(1, String(repeating: "x", count: 60)), note(2)], columns: 80)
    let bold = stage.draw().styleLegend.split(separator: "\n").filter { $0.contains("bold") }
    #expect(bold == ["0: 1..<2 bold fg 6", "0: 3..<43 bold"])
  }

  @Test("draws the same glyphs twice")
  func drawsTheSameTwice() {
    let stage = Stage([Self.section(1, [note(1), note(2, kind: "odd")])], debug: true)
    let first = stage.draw()
    #expect(stage.draw().damage(since: first).isEmpty)
  }

  @Test("moves by items, pages and to both ends, and stops there")
  func moves() {
    let stage = Stage((0..<20).map { note($0) })
    var seen: [String] = [stage.cursor]
    for movement in [
      Movement.up, .down, .down, .down, .down, .down, .up, .pageDown, .halfPageDown, .last, .down,
      .pageUp, .first, .halfPageUp,
    ] {
      stage.move(movement)
      seen.append(stage.cursor)
    }
    #expect(
      seen == [
        "0 at 0", "0 at 0", "1 at 1", "2 at 2", "3 at 3", "4 at 4", "5 at 4", "4 at 3", "9 at 3",
        "11 at 3", "19 at 4", "19 at 4", "14 at 4", "0 at 0", "0 at 0",
      ])
  }

  @Test("keeps the cursor below the sticky header while scrolling up")
  func belowStickyHeader() {
    let stage = Stage([Self.section(1, (0..<9).map { note($0) })])
    stage.move(.last, .up, .up, .up, .up)
    #expect(stage.cursor == "4 at 1")
    #expect(stage.screen.hasPrefix(" part 1 ──"))
    stage.move(.up, .up, .up, .up, .up)
    #expect(stage.cursor == "0 at 1")
  }

  // F83, F93.
  @Test("hides, skips and counts items of unregistered kinds")
  func hidesPlaceholders() {
    let notes = [note(0, kind: "odd"), note(1), note(2, kind: "odd"), note(3)]
    let stage = Stage(notes)
    #expect(stage.screen == " ▌ item 1\n   item 3\n\n\n")
    #expect(stage.renderer.hiddenCount == 2)
    stage.move(.down)
    #expect(stage.cursor == "3 at 1")
    stage.move(.up, .up)
    #expect(stage.cursor == "1 at 0")
  }

  // F91.
  @Test("shows placeholders with reason, URL and data in debug mode")
  func showsPlaceholders() {
    let stage = Stage([note(7, "seven", kind: "odd"), note(8)], columns: 60, debug: true)
    #expect(
      stage.screen == """
         ▌┆ placeholder  notes/:/odd: unregistered kind         [i]
          ┆ SampleItem(id: 7, text: "seven", moduleName: "odd")
           item 8


        """)
  }

  @Test("keeps the row of the current item when items change above")
  func keepsItsRow() {
    let stage = Stage((0..<30).map { note($0) })
    stage.move(.pageDown, .pageDown, .down)
    let before = stage.cursor
    stage.source.show((Array(100..<110) + Array(0..<30)).map { note($0) })
    stage.draw()
    #expect(stage.cursor == before)
    stage.source.show((Array(105..<110) + Array(10..<30)).map { note($0) })
    stage.draw()
    #expect(stage.cursor == before)
  }

  @Test("keeps an unmoved cursor at the top")
  func staysAtTop() {
    let stage = Stage((0..<10).map { note($0) })
    stage.source.show(([50, 51] + Array(0..<10)).map { note($0) })
    #expect(stage.screen.hasPrefix(" ▌ item 50\n   item 51\n   item 0"))
  }

  @Test("moves the cursor of a deleted item to the next or previous")
  func survivors() {
    let stage = Stage((0..<10).map { note($0) })
    stage.move(.down, .down)
    stage.source.show([0, 1, 4, 5, 6, 7, 8, 9].map { note($0) })
    stage.draw()
    #expect(stage.cursor == "4 at 2")
    stage.move(.last)
    stage.source.show([0, 1, 4, 5, 6, 7, 8].map { note($0) })
    stage.draw()
    #expect(stage.cursor == "8 at 4")
    stage.source.show([])
    stage.draw()
    #expect(stage.cursor == "nowhere")
  }

  @Test("draws every size from 1×1 to 12×9, with all movements")
  func allSizes() {
    for columns in 1...12 {
      for rows in 1...9 {
        let stage = Stage(
          [
            Self.section(1, [note(1, "日本語\nb"), note(2)]),
            Self.section(2, (3..<9).map { note($0) }),
          ],
          columns: columns, rows: rows, debug: true)
        for movement in Movement.allCases + Movement.allCases.reversed() {
          stage.move(movement)
          #expect(stage.renderer.cursor != nil)
        }
      }
    }
  }
}

@MainActor
@Suite("A list renderer with changes between frames")
struct ListRendererRaceTests {
  typealias Stage = ListRendererTests.Stage

  @Test("keeps the row of the current item through two changes")
  func twoChanges() {
    let stage = Stage((0..<30).map { note($0) })
    stage.move(.pageDown, .pageDown, .up)
    let before = stage.cursor
    stage.source.show((Array(100..<103) + Array(0..<30)).map { note($0) })
    stage.source.show((Array(200..<203) + Array(100..<103) + Array(0..<30)).map { note($0) })
    stage.draw()
    #expect(stage.cursor == before)
  }

  @Test("moves from the new path of the item on a key")
  func keyBeforeFrame() {
    let stage = Stage((0..<30).map { note($0) })
    stage.move(.down, .down)
    stage.source.show((Array(100..<103) + Array(0..<30)).map { note($0) })
    stage.renderer.move(.down)
    stage.draw()
    #expect(stage.cursor == "3 at 3")
  }

  @Test("measures a hidden item again on a redraw request")
  func redrawOfHidden() throws {
    let stage = Stage([note(1), note(2, ""), note(3)])
    #expect(stage.screen.hasPrefix(" ▌ item 1\n   item 3"))
    let list = stage.renderer.list
    let path = ItemPath(section: 0, item: 1)
    stage.source.show([note(1), note(2, "back again"), note(3)])
    stage.draw()
    #expect(stage.screen.hasPrefix(" ▌ item 1\n   back again\n   item 3"))
    list.cell(at: path).emit(.redraw)
    #expect(stage.screen.hasPrefix(" ▌ item 1\n   back again\n   item 3"))
  }

  @Test("jumps over thousands of hidden items in several layouts")
  func jumpsOverHidden() {
    let hidden = (10..<10_010).map { note($0, kind: "odd") }
    let stage = Stage(
      [note(0)] + hidden + [note(1)] + hidden.map { note($0.id + 20_000, kind: "odd") })
    for movement in [Movement.down, .last] {
      stage.renderer.move(movement)
      for _ in 0..<8 { stage.draw() }
      #expect(stage.cursor.hasPrefix("1 at"), "\(movement)")
      stage.renderer.move(.first)
      for _ in 0..<8 { stage.draw() }
      #expect(stage.cursor.hasPrefix("0 at"))
    }
  }

  @Test("pages down a thousand times at constant cost")
  func pagesCostTheSame() {
    let stage = Stage((0..<20_000).map { note($0) }, rows: 20)
    for _ in 0..<999 { stage.renderer.move(.pageDown); stage.renderer.layOut(in: stage.size) }
    #expect(stage.cursor.hasPrefix("19980 at"))
  }
}
