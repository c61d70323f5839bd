import MocoaModel
import MocoaTestSupport
import Testing

@testable import MocoaTerminal

@MainActor
@Suite("The rules of transitions")
struct TransitionRuleTests {
  @Test("do not animate invisible changes")
  func offScreen() {
    let reel = FrameRecorder(notes(0..<50))
    let before = reel.draw()
    reel.source.show(notes(0..<49) + [note(49, "changed")])
    #expect(reel.frames() == [before])
    reel.source.show(notes([0, 1, 2, 3, 4, 40]) + notes(5..<40))
    #expect(reel.frames() == [before])
  }

  @Test("show rows at once that only scroll into view")
  func scrolledIn() {
    let reel = FrameRecorder(notes(0..<9))
    reel.source.show(notes([0, 1, 3, 4, 5, 6, 7, 8]))
    let frames = reel.frames()
    #expect(frames.count == 3)
    #expect(rows(frames[2]) == [" ▌ item 0", "   item 1", "   item 3", "   item 4", "   item 5"])
  }

  @Test("start from the shown frame, even if other frames are drawn")
  func drawnAgain() {
    let (reel, other) = (FrameRecorder(notes(0..<5)), FrameRecorder(notes(0..<5)))
    for step in 0..<12 {
      // These frames are not shown.
      for size in [reel.size, Size(columns: 8, rows: 2)] {
        var surface = Surface(size: size)
        surface.draw { reel.renderer.draw(into: &$0) }
      }
      if step == 0 || step == 2 {
        for reel in [reel, other] {
          reel.source.show(notes(step == 0 ? [0, 2, 9, 4] : [0, 9, 7]))
        }
      }
      #expect(reel.draw() == other.draw(), "step \(step)")
      #expect(reel.renderer.step == other.renderer.step)
      if step < 4 { #expect(reel.renderer.frameDelay != nil) }
      for reel in [reel, other] { reel.renderer.advance() }
    }
    #expect(reel.draw() == reel.still)
  }

  @Test("do not animate if no row stays")
  func nothingStays() {
    let reel = FrameRecorder(notes(0..<5))
    reel.source.show(notes(10..<15))
    #expect(reel.frames().count == 1)
    reel.source.show([])
    #expect(reel.frames().count == 1)
    reel.source.show(notes(0..<5))
    #expect(reel.frames() == [reel.still])
  }

  @Test("show items that are loaded without animation")
  func loading() {
    let reel = FrameRecorder(notes(0..<2))
    reel.source.phase = .loading(fraction: nil)
    reel.source.show(notes(0..<3))
    #expect(reel.frames() == [reel.still])
    reel.source.show(notes([0, 1]))
    #expect(reel.frames().count == 3, "what leaves it is another matter")
    reel.source.phase = .finished
    reel.source.show(notes(0..<3))
    #expect(reel.frames().count == 4)
  }

  @Test("draw a key at once without advancing the transition")
  func keys() {
    let reel = FrameRecorder(notes(0..<5), columns: 60)
    reel.source.show([note(0), note(9, "a text that is uncovered in more than one step"), note(1)])
    let first = reel.draw()
    reel.renderer.move(.down)
    let second = reel.draw()
    #expect(rows(second)[0] == "   item 0")
    #expect(first != second && reel.renderer.step == 1)
    #expect(reel.frames().last == reel.still)
  }

  @Test("end a transition on scrolling, and skip changes before it")
  func scrolling() {
    let reel = FrameRecorder(notes(0..<50))
    reel.source.show([note(0), note(1, "changed")] + notes(2..<50))
    reel.draw()
    #expect(reel.renderer.frameDelay != nil)
    reel.renderer.move(.pageDown)
    #expect(reel.frames() == [reel.still])
    reel.source.show(notes(0..<50).reversed())
    reel.renderer.move(.down)
    #expect(reel.frames() == [reel.still])
    reel.source.show(notes(0..<40))
    reel.renderer.scroll(by: -1)
    #expect(reel.frames() == [reel.still])
  }

  @Test("end a transition on a change of size")
  func resize() {
    let reel = FrameRecorder(notes(0..<5))
    reel.source.show(notes([0, 1, 3, 4]))
    reel.draw()
    reel.renderer.layOut(in: Size(columns: 30, rows: 4))
    #expect(reel.renderer.frameDelay == nil)
  }

  @Test("end a transition below an overlay, and skip changes there")
  func settling() {
    let reel = FrameRecorder(notes(0..<5))
    reel.source.show(notes([0, 1, 3, 4]))
    reel.draw()
    reel.renderer.finishAnimations()
    reel.source.show(notes([0, 3, 4]))
    #expect(reel.frames() == [reel.still])
  }

  @Test("let a click select the visible row during a transition")
  func clicks() {
    let reel = FrameRecorder(notes(0..<5))
    reel.source.show(notes([0, 2, 3, 4]))
    reel.draw()
    #expect(reel.renderer.item(at: Point(column: 4, row: 1)) == nil, "the row that closes")
    #expect(reel.renderer.item(at: Point(column: 4, row: 2)) == ItemPath(section: 0, item: 1))
    _ = reel.frames()
    #expect(reel.renderer.item(at: Point(column: 4, row: 1)) == ItemPath(section: 0, item: 1))
  }

  @Test("change a row height at once, and remove rows without collapsing")
  func heights() {
    let reel = FrameRecorder(notes(0..<4), rows: 7)
    reel.source.show([note(0, "two\nlines"), note(2), note(3)])
    let frames = reel.frames()
    #expect(
      rows(frames[0]) == ["~▌ two", "   lines", "   item 2", "   item 3", "", "", ""])
    #expect(frames.last == reel.still)
  }

  @Test("show no marks if more than 8 rows changed")
  func crowd() {
    let reel = FrameRecorder(notes(0..<20), rows: 20)
    reel.source.show((0..<20).map { note($0, $0 < 8 ? "changed" : nil) })
    #expect(reel.frames().count == 3)
    reel.source.show((0..<20).map { note($0, $0 < 9 ? "changed again" : nil) })
    #expect(reel.frames() == [reel.still])
  }

  @Test("end a transition when motion is turned off")
  func switching() {
    let reel = FrameRecorder(notes(0..<5))
    reel.source.show(notes([0, 2, 3, 4]))
    reel.draw()
    reel.renderer.motion = .off
    #expect(reel.renderer.frameDelay == nil)
    #expect(reel.draw() == reel.still)
  }
}

@MainActor
@Suite("Changes during a transition")
struct TransitionInterruptionTests {
  static let long = "a text that is uncovered in more than one step"

  @Test("continue half revealed rows and keep collapsed ones collapsed")
  func goesOn() {
    let reel = FrameRecorder(notes(0..<5), columns: 52, rows: 6)
    reel.source.show(notes([0]) + [note(9, Self.long)] + notes(1..<5))
    reel.draw()
    reel.renderer.advance()
    let half = reel.draw()
    reel.source.show(notes([0]) + [note(9, Self.long)] + notes([1, 2, 4]))
    let frames = reel.frames()
    #expect(rows(frames[0])[1] == rows(half)[1], "it waits for what closes")
    expectSnapshot(strip([half] + frames), named: "film-interrupted")
    #expect(frames.last == reel.still)
  }

  @Test("reveal rows in a list that changes in every frame")
  func noStarvation() {
    let reel = FrameRecorder(notes(0..<40), rows: 20)
    var opened = 0
    for round in 1...30 {
      reel.source.show(notes(0..<(40 - round)).filter { $0.id % 40 != 3 * round % 17 })
      reel.draw()
      if reel.renderer.transition.map({ !$0.isClosing(at: reel.renderer.step) }) ?? true {
        opened += 1
      }
    }
    #expect(opened >= 10)
  }

  @Test("continue a move from the current row")
  func travels() {
    let reel = FrameRecorder(notes(0..<20), rows: 20)
    reel.source.show(notes(Array(1..<18) + [0, 18, 19]))
    let half = reel.draw()
    #expect(rows(half)[9] == "   item 0")
    reel.source.show(notes(Array(1..<18) + [0, 18]))
    let next = reel.draw()
    #expect(rows(next)[9] == rows(half)[9], "it waits while another closes")
    #expect(reel.frames().last == reel.still)
  }

  @Test("leave the transition unchanged if they are invisible")
  func carried() {
    let reel = FrameRecorder(notes(0..<50), motion: .reduced)
    reel.source.show([note(0, "changed")] + notes(1..<50))
    let marked = reel.draw()
    #expect(rows(marked)[0].hasPrefix("~"))
    reel.source.show([note(0, "changed")] + notes(1..<49))
    #expect(reel.draw() == marked)
    #expect(reel.renderer.step == 1)
    reel.renderer.advance()
    #expect(reel.draw() == reel.still)
  }

  @Test("keep their marks for the full time when another change follows")
  func reducedAgain() {
    let reel = FrameRecorder(notes(0..<5), motion: .reduced)
    reel.source.show([note(0, "changed")] + notes(1..<5))
    reel.draw()
    reel.source.show([note(0, "changed"), note(1, "changed")] + notes(2..<5))
    reel.draw()
    reel.renderer.advance()
    #expect(rows(reel.draw())[1].hasPrefix("~"))
    reel.renderer.advance()
    #expect(reel.draw() == reel.still)
    #expect(reel.renderer.frameDelay == nil)
  }

  @Test("merge between two frames and hide temporary items")
  func coalesced() {
    let reel = FrameRecorder(notes(0..<5))
    let before = reel.draw()
    reel.source.show(notes([0, 9, 1, 2, 3, 4]))
    reel.source.show(notes(0..<5))
    #expect(reel.frames() == [before])
    reel.source.show(notes([0, 9, 1, 2, 3, 4]))
    reel.source.show(notes([0, 9, 1, 2, 4]))
    #expect(reel.frames().count == 6)
  }
}
