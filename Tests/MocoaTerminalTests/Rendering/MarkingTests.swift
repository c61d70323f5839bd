import MocoaModel
import MocoaTestSupport
import Testing

@testable import MocoaTerminal

@MainActor
@Suite("Marks")
struct MarkingTests {
  typealias Part = FakeListSource.Part

  @Test("stand beside their items, and the cursor goes on")
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

  @Test("go with their items, and are there again when a deleted item comes back")
  func carrying() {
    let stage = ListRendererTests.Stage([Part(0, (1...3).map { note($0) })])
    stage.draw()
    #expect(stage.renderer.toggleMark())
    stage.source.show([note(9), note(3), note(1)])
    #expect(stage.renderer.marks.items.parts[0].runs == [.init(section: 0, range: 2..<3)])
    stage.source.show([note(9), note(3)])
    #expect(stage.renderer.marks.count == 0)
    stage.source.show([note(1), note(9), note(3)])
    #expect(stage.renderer.marks.items.parts[0].runs == [.init(section: 0, range: 0..<1)])
    stage.source.show(sections: [Part(5, [note(1)])])
    #expect(stage.renderer.marks.count == 1, "the section was another, the item is the same")
  }

  @Test("cannot be put where nothing is")
  func nothing() {
    let stage = ListRendererTests.Stage([Part(0, [])])
    stage.draw()
    #expect(!stage.renderer.toggleMark())
  }
}
