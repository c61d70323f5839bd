import MocoaModel
import MocoaTestSupport
import Testing

@testable import MocoaTerminal

/// Golden films: the previous frame, then each frame of the transition.
///
/// The last is the plain layout.
@MainActor
@Suite("The frames of a change")
struct TransitionFilmTests {
  typealias Part = FakeListSource.Part

  /// Expects a film of a change that ends with the plain layout.
  func expectFilm(
    _ name: String, _ reel: FrameRecorder, frames count: Int, keys: [Movement] = [],
    sourceLocation: SourceLocation = #_sourceLocation, _ change: (FakeListSource) -> Void
  ) {
    for key in keys {
      reel.renderer.move(key)
      reel.draw()
    }
    let before = reel.draw()
    change(reel.source)
    let frames = reel.frames()
    #expect(frames.count == count, sourceLocation: sourceLocation)
    #expect(frames.last == reel.still, sourceLocation: sourceLocation)
    expectSnapshot(
      strip([before] + frames), named: "film-\(name)", sourceLocation: sourceLocation)
  }

  /// Rows long enough that their ends are revealed late.
  static let rows = (0..<6).map { note($0, "item \($0) has a text of some length, it ends here") }
  static let new = note(90, "a new item has a text of some length, too")

  static let sections = (1...3).map { part in
    Part(
      part, header: note(part, "part \(part)"), notes((0..<3).map { part * 10 + $0 }),
      footer: part == 2 ? note(99, "the end of two") : nil)
  }

  @Test("reveal a new row from the left, in free space")
  func insert() {
    let rows = Self.rows
    expectFilm("insert", FrameRecorder(rows, columns: 50, rows: 6), frames: 4) {
      $0.show(Array(rows[..<2]) + [Self.new] + rows[2...])
    }
  }

  @Test("hide a deleted row from the right before the others close up")
  func delete() {
    let rows = Self.rows
    expectFilm("delete", FrameRecorder(rows, columns: 50, rows: 5), frames: 3) {
      $0.show(Array(rows[..<2]) + rows[3...])
    }
  }

  @Test("move the cursor before its deleted row collapses")
  func deleteUnderCursor() {
    let rows = Self.rows
    expectFilm("delete-under-cursor", FrameRecorder(rows, columns: 50), frames: 3, keys: [.down]) {
      $0.show([rows[0]] + rows[2...])
    }
  }

  @Test("delete rows first, then insert others, in at most six frames")
  func replace() {
    let rows = Self.rows
    expectFilm("replace", FrameRecorder(rows, columns: 50), frames: 6) {
      $0.show([rows[0], Self.new] + rows[2...])
    }
  }

  @Test("draw a row with a long move once halfway, down and up")
  func moveFar() {
    expectFilm("move-down", FrameRecorder(notes(0..<12), rows: 12), frames: 2) {
      $0.show(notes([0] + Array(2..<11) + [1, 11]))
    }
    expectFilm("move-up", FrameRecorder(notes(0..<12), rows: 12), frames: 2) {
      $0.show(notes([0, 10] + Array(1..<10) + [11]))
    }
  }

  @Test("move rows past each other, and insert one between them")
  func moveAcross() {
    expectFilm("move-across", FrameRecorder(notes(0..<14), columns: 30, rows: 14), frames: 4) {
      $0.show(notes([12, 0, 2, 3, 4, 5]) + [note(90, "new")] + notes([6, 7, 8, 9, 10, 11, 1, 13]))
    }
  }

  @Test("draw a short move at once, with a mark for two frames")
  func moveNear() {
    expectFilm("move-near", FrameRecorder(notes(0..<5)), frames: 3) {
      $0.show(notes([0, 2, 3, 1, 4]))
    }
  }

  @Test("draw updated content at once, with a mark for two frames")
  func update() {
    expectFilm("update", FrameRecorder(notes(0..<4)), frames: 3) {
      $0.show([note(0), note(1, "changed"), note(2), note(3)])
    }
  }

  @Test("combine all kinds of changes")
  func everything() {
    expectFilm("everything", FrameRecorder(notes(0..<14), columns: 40, rows: 14), frames: 6) {
      $0.show(
        notes([0]) + [note(2, "changed"), Self.new] + notes([5, 4, 6, 7, 8, 9, 10, 11, 12, 1]))
    }
  }

  @Test("change a section with its header, items and footer")
  func sections() {
    let (one, two, three) = (Self.sections[0], Self.sections[1], Self.sections[2])
    expectFilm(
      "section-inserted", FrameRecorder([one, three], columns: 40, rows: 12), frames: 4
    ) { $0.show(sections: [one, two, three]) }
    expectFilm(
      "section-deleted", FrameRecorder([one, two, three], columns: 40, rows: 12), frames: 3
    ) { $0.show(sections: [one, three]) }
    expectFilm(
      "section-moved", FrameRecorder([two, one, three], columns: 40, rows: 13), frames: 2
    ) { $0.show(sections: [one, three, two]) }
  }

  @Test("show the current sticky header above the moving rows")
  func stickyHeader() {
    let (one, two) = (Self.sections[0], Self.sections[1])
    let tall = Part(1, header: one.header, notes(10..<20))
    expectFilm(
      "sticky-header", FrameRecorder([tall, two], columns: 30, rows: 7), frames: 6,
      keys: Array(repeating: .down, count: 8)
    ) { source in
      let items = notes([10, 11, 12, 14, 50, 51, 15, 16, 17, 18, 19])
      source.show(sections: [Part(1, header: note(1, "part I"), items), two])
    }
  }

  @Test("never cut a wide glyph")
  func wideGlyphs() {
    let wide = note(7, "日本語の歌 👍 and かな to the end of it")
    expectFilm("wide-insert", FrameRecorder(notes(0..<3), columns: 44), frames: 4) {
      $0.show([note(0), wide, note(1), note(2)])
    }
    expectFilm(
      "wide-delete", FrameRecorder([note(0), wide, note(1), note(2)], columns: 44), frames: 3
    ) {
      $0.show(notes(0..<3))
    }
  }

  @Test("support rows of several lines")
  func tallRows() {
    let tall = note(7, "three lines of text which are\nnot of the same\nlength at all, as one sees")
    expectFilm("tall", FrameRecorder(notes(0..<6), columns: 40, rows: 7), frames: 6) {
      $0.show([note(0), tall] + notes([2, 4, 5]))
    }
  }

  @Test("fit in a window of 20 columns and 5 rows")
  func smallWindow() {
    expectFilm(
      "small-20x5", FrameRecorder(Self.sections, columns: 20), frames: 6, keys: [.down, .down]
    ) {
      $0.show(sections: [
        Part(1, header: note(1, "part 1"), notes([10, 60, 12])), Self.sections[1],
      ])
    }
  }

  @Test("show the final screen with marks, then without, for reduced motion")
  func reduced() {
    let reel = FrameRecorder(notes(0..<6), rows: 7, motion: .reduced)
    expectFilm("reduced", reel, frames: 2) {
      $0.show([note(9), note(0), note(2), note(1), note(3, "three"), note(5)])
    }
  }

  @Test("have no transition if motion is off")
  func off() {
    let reel = FrameRecorder(notes(0..<6), rows: 7, motion: .off)
    reel.source.show([note(9), note(0), note(2), note(1), note(3, "three"), note(5)])
    #expect(reel.frames() == [reel.still])
  }
}
