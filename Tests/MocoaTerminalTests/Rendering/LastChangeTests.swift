import MocoaModel
import MocoaTestSupport
import Testing

@testable import MocoaTerminal

@MainActor
@Suite("The time of the last change")
struct LastChangeTests {
  typealias Part = FakeListSource.Part
  typealias Stage = ListRendererTests.Stage

  private static func stage(_ parts: [Part], rows: Int = 5) -> Stage {
    let stage = Stage(parts, rows: rows)
    stage.renderer.now = { 7 }
    stage.draw()
    return stage
  }

  private static func isSeen(_ old: [Int], _ new: [Int], from first: Int = 0) -> Bool {
    let stage = stage([Part(0, old.map { note($0) })], rows: 3)
    if first > 0 {
      stage.renderer.moveCursor(to: ItemPath(section: 0, item: first + 2))
      stage.draw()
    }
    stage.source.show(new.map { note($0) })
    stage.draw()
    return stage.renderer.lastChange == 7
  }

  @Test("is updated for visible changes only")
  func window() {
    #expect(Self.isSeen([1, 2, 3], [9, 1, 2, 3]), "the top stays at the top")
    #expect(Self.isSeen([1, 2, 3], [1, 9, 2, 3]))
    #expect(!Self.isSeen([1, 2, 3], [1, 2, 3, 4]))
    #expect(Self.isSeen([1, 2], [1, 2, 3]))
    #expect(Self.isSeen([1, 2, 3, 4], [1, 2, 4]))
    #expect(!Self.isSeen([1, 2, 3, 4], [1, 2, 3]))
    #expect(Self.isSeen([], [1]))
    #expect(Self.isSeen([1], []))
    #expect(!Self.isSeen([0, 1, 2, 3, 4, 5], [9, 0, 1, 2, 3, 4, 5], from: 2))
    #expect(Self.isSeen([0, 1, 2, 3, 4, 5], [0, 1, 2, 3, 9, 4, 5], from: 2))
  }

  @Test("is updated for several changes before a frame")
  func coalescing() {
    let stage = Self.stage([Part(0, (0..<20).map { note($0) })])
    stage.source.show((0..<21).map { note($0) })
    stage.source.show([note(0), note(1, "other")] + (2..<21).map { note($0) })
    stage.draw()
    #expect(stage.renderer.lastChange == 7)
  }

  @Test("is updated for headers, but not for loading or moving")
  func others() {
    let stage = Self.stage([Part(0, header: note(1, "one"), [note(2)])])
    stage.source.show(sections: [Part(0, header: note(1, "two"), [note(2)])])
    stage.draw()
    #expect(stage.renderer.lastChange == 7)
    let loading = Self.stage([Part(0, [])])
    loading.source.phase = .loading(fraction: nil)
    loading.source.show([note(1)])
    loading.draw()
    #expect(loading.renderer.lastChange == nil)
    let moved = Self.stage([Part(0, (0..<20).map { note($0) })])
    moved.move(.pageDown, .last, .first)
    #expect(moved.renderer.lastChange == nil)
  }

  @Test("does not undo a movement before a distant change")
  func movementFirst() {
    let stage = Stage((0..<40).map { note($0) })
    stage.move(.down)
    stage.renderer.move(.pageDown)
    let other = Stage((0..<40).map { note($0) })
    other.move(.down, .pageDown)
    stage.source.show((0..<41).map { note($0) })
    #expect(stage.screen == other.screen)
  }

  @Test("allows a current item between a change and its frame")
  func selection() {
    let stage = Stage((0..<4).map { note($0) })
    stage.source.show((1..<4).map { note($0) })
    #expect(stage.renderer.currentPath == ItemPath(section: 0, item: 0))
    #expect(stage.renderer.toggleMark())
  }
}
