import Mocoa
import MocoaModel
import MocoaTestSupport
import Testing

@testable import MocoaTerminal

@MainActor
@Suite("Showing a list")
struct ListRendererTests {
  /// A renderer and the screen it draws on.
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
      let module = notesRegistry()["mocoa://notes/"]
      if let grid { module.section.grid(grid) }
      let list = ListViewModel(source: source, module: module)
      list.ready()
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
      #expect(surface.invariantViolation() == nil)
      return surface
    }

    func move(_ movements: Movement...) {
      for movement in movements {
        renderer.move(movement)
        draw()
      }
    }

    /// The rows without the blanks at their ends.
    var screen: String { draw().description }

    /// The number of the item that the cursor is on, and the row it is drawn at.
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

  @Test("draws headers with a rule, items behind the gutter, and the cursor's bar")
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

  @Test("only the cursor's title is bold, and only its first 40 columns")
  func boldTitle() {
    let stage = Stage([note(1, String(repeating: "x", count: 60)), note(2)], columns: 80)
    let bold = stage.draw().styleLegend.split(separator: "\n").filter { $0.contains("bold") }
    #expect(bold == ["0: 1..<2 bold fg 6", "0: 3..<43 bold"])
  }

  @Test("drawing twice gives the same glyphs")
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

  @Test("scrolling up keeps the cursor below the header that sticks")
  func belowStickyHeader() {
    let stage = Stage([Self.section(1, (0..<9).map { note($0) })])
    stage.move(.last, .up, .up, .up, .up)
    #expect(stage.cursor == "4 at 1")
    #expect(stage.screen.hasPrefix(" part 1 ──"))
    stage.move(.up, .up, .up, .up, .up)
    #expect(stage.cursor == "0 at 1")
  }

  // F83, F93.
  @Test("items of unknown kinds take no row and are skipped, and are counted")
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
  @Test("in debug mode they show with their reason, the URL asked for, and the data")
  func showsPlaceholders() {
    let stage = Stage([note(7, "seven", kind: "odd"), note(8)], columns: 60, debug: true)
    #expect(
      stage.screen == """
         ▌┆ placeholder  notes/:/odd: no module for this kind   [i]
          ┆ SampleItem(id: 7, text: "seven", moduleName: "odd")
           item 8


        """)
  }

  @Test("the cursor's item keeps its row when items come and go above it")
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

  @Test("until it is moved, the cursor stays at the top")
  func staysAtTop() {
    let stage = Stage((0..<10).map { note($0) })
    stage.source.show(([50, 51] + Array(0..<10)).map { note($0) })
    #expect(stage.screen.hasPrefix(" ▌ item 50\n   item 51\n   item 0"))
  }

  @Test("when the cursor's item goes, the next one takes its place, at the end the one before")
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

  @Test("every size from 1×1 to 12×9 can be drawn, with all movements")
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
@Suite("Showing a list that changes faster than it is drawn")
struct ListRendererRaceTests {
  typealias Stage = ListRendererTests.Stage

  @Test("two changes before a frame leave the cursor's item at its row")
  func twoChanges() {
    let stage = Stage((0..<30).map { note($0) })
    stage.move(.pageDown, .pageDown, .up)
    let before = stage.cursor
    stage.source.show((Array(100..<103) + Array(0..<30)).map { note($0) })
    stage.source.show((Array(200..<203) + Array(100..<103) + Array(0..<30)).map { note($0) })
    stage.draw()
    #expect(stage.cursor == before)
  }

  @Test("a key between a change and its frame moves from where the item stands now")
  func keyBeforeFrame() {
    let stage = Stage((0..<30).map { note($0) })
    stage.move(.down, .down)
    stage.source.show((Array(100..<103) + Array(0..<30)).map { note($0) })
    stage.renderer.move(.down)
    stage.draw()
    #expect(stage.cursor == "3 at 3")
  }

  @Test("an item that took no row is measured again when it asks to be drawn again")
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

  @Test("a jump over thousands of hidden items arrives, one layout after the other")
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

  @Test("a thousand pages down cost as much as the first")
  func pagesCostTheSame() {
    let stage = Stage((0..<20_000).map { note($0) }, rows: 20)
    for _ in 0..<999 { stage.renderer.move(.pageDown); stage.renderer.layOut(in: stage.size) }
    #expect(stage.cursor.hasPrefix("19980 at"))
  }
}
