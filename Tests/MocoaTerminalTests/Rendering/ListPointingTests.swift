import MocoaModel
import MocoaTestSupport
import Testing

@testable import MocoaTerminal

extension ListRendererTests {
  private func scroll(_ stage: Stage, _ rows: Int...) {
    for rows in rows {
      stage.renderer.scroll(by: rows)
      stage.draw()
    }
  }

  @Test("keeps the cursor on its item while scrolling, then moves it along")
  func scrolls() {
    let stage = Stage((1...20).map { note($0) }, rows: 5)
    stage.move(.down, .down, .down)
    #expect(stage.cursor == "4 at 3")
    scroll(stage, 3)
    #expect(stage.cursor == "4 at 0")
    #expect(stage.screen.hasPrefix(" ▌ item 4\n   item 5"))
    scroll(stage, 3)
    #expect(stage.cursor == "7 at 0")
    scroll(stage, -3)
    #expect(stage.cursor == "7 at 3")
    scroll(stage, -3)
    #expect(stage.cursor == "5 at 4")
    scroll(stage, -1000)
    #expect(stage.cursor == "4 at 4" || stage.cursor == "5 at 4")
  }

  @Test("stops scrolling at both ends")
  func scrollsToTheEnds() {
    let stage = Stage((1...20).map { note($0) }, rows: 5)
    for _ in 0..<10 { scroll(stage, 3) }
    #expect(stage.cursor == "16 at 0")
    #expect(stage.screen.hasSuffix("   item 20"))
    for _ in 0..<10 { scroll(stage, -3) }
    #expect(stage.cursor == "5 at 4")
    #expect(stage.screen.hasPrefix("   item 1\n"))
  }

  @Test("does not scroll if all items are visible")
  func doesNotScroll() {
    for count in [0, 3] {
      let stage = Stage((0..<count).map { note($0) }, rows: 5)
      let before = stage.screen
      scroll(stage, 3, -3)
      #expect(stage.screen == before)
      #expect(!stage.renderer.cursorWasMoved)
    }
  }

  @Test("moves the cursor away from items below a sticky header")
  func scrollsUnderHeaders() {
    let parts = (1...3).map { section in
      FakeListSource.Part(
        section, header: note(section, "part \(section)"), (0..<8).map { note(section * 10 + $0) })
    }
    let stage = Stage(parts, rows: 5)
    stage.move(.down)
    #expect(stage.cursor == "11 at 2")
    scroll(stage, 2)
    #expect(stage.cursor == "12 at 1")
    #expect(stage.renderer.item(at: Point(column: 4, row: 0)) == nil)
    #expect(stage.renderer.item(at: Point(column: 4, row: 1)) == ItemPath(section: 0, item: 2))
    #expect(stage.renderer.item(at: Point(column: 4, row: 5)) == nil)
    #expect(stage.renderer.item(at: Point(column: 4, row: -1)) == nil)
  }

  @Test("scrolls to both ends for all heights and window sizes")
  func neverSticks() {
    for rows in 1...6 {
      for heights in [[1], [1, 4], [9], [3, 1, 7], [2]] {
        let parts = (0..<3).map { section in
          FakeListSource.Part(
            section, header: note(section, "part \(section)"),
            (0..<6).map { item in
              let lines = (0..<heights[item % heights.count]).map { "line \($0)" }
              return note(section * 10 + item, lines.joined(separator: "\n"))
            })
        }
        let stage = Stage(parts, rows: rows)
        for _ in 0..<120 { scroll(stage, 3) }
        let last = stage.renderer.layout?.frames.last?.element
        #expect(last == .item(ItemPath(section: 2, item: 5)), "\(rows) rows, \(heights)")
        for _ in 0..<120 { scroll(stage, -3) }
        let first = stage.renderer.layout?.frames.first
        let isStart = first?.element.section == 0 && stage.renderer.cursor?.section == 0
        #expect(isStart, "\(rows) rows, \(heights): \(stage.cursor)")
      }
    }
  }
}
