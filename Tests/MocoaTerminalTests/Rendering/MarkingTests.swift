import MocoaModel
import MocoaTestSupport
import Testing

@testable import MocoaTerminal

@MainActor
@Suite("Marks")
struct MarkingTests {
  typealias Part = FakeListSource.Part

  @Test("appear beside their items and advance the cursor")
  func marking() {
    let stage = ListRendererTests.Stage([Part(0, (1...3).map { note($0) })])
    stage.draw()
    #expect(stage.renderer.toggleMark())
    stage.renderer.move(.down)
    #expect(stage.renderer.toggleMark())
    stage.draw()
    #expect(stage.renderer.marks.count == 2)
    #expect(
      stage.screen.split(separator: "\n").map { String($0.prefix(9)) } == [
        "  ✓item 1", "   item 2", " ▌✓item 3",
      ])
    #expect(stage.renderer.toggleMark())
    #expect(stage.renderer.marks.count == 1)
  }

  @Test("move with their items and return with reinserted ones")
  func carrying() {
    let stage = ListRendererTests.Stage([Part(0, (1...3).map { note($0) })])
    stage.draw()
    #expect(stage.renderer.toggleMark())
    stage.source.show([note(9), note(3), note(1)])
    #expect(stage.renderer.marks.items.slices[0].runs == [.init(section: 0, range: 2..<3)])
    stage.source.show([note(9), note(3)])
    #expect(stage.renderer.marks.count == 0)
    stage.source.show([note(1), note(9), note(3)])
    #expect(stage.renderer.marks.items.slices[0].runs == [.init(section: 0, range: 0..<1)])
    stage.source.show(sections: [Part(5, [note(1)])])
    #expect(stage.renderer.marks.count == 1, "the section was another, the item is the same")
  }

  @Test("require an item")
  func nothing() {
    let stage = ListRendererTests.Stage([Part(0, [])])
    stage.draw()
    #expect(!stage.renderer.toggleMark())
  }
}
