import MocoaModel
import MocoaTestSupport
import Testing

@testable import MocoaTerminal

/// Golden films: the frame before, then each frame of the transition; the last is the plain layout.
@MainActor
@Suite("What a change looks like, frame by frame")
struct TransitionFilmTests {
  typealias Part = FakeListSource.Part

  /// Expects a film of a change, and that it ends with the plain layout.
  func expectFilm(
    _ name: String, _ reel: Reel, frames count: Int, keys: [Movement] = [],
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

  /// Rows that are long enough for their ends to be uncovered late.
  static let rows = (0..<6).map { note($0, "item \($0) has a text of some length, it ends here") }
  static let new = note(90, "a new item has a text of some length, too")

  static let sections = (1...3).map { part in
    Part(
      part, header: note(part, "part \(part)"), notes((0..<3).map { part * 10 + $0 }),
      footer: part == 2 ? note(99, "the end of two") : nil)
  }

  @Test("a new row is uncovered from the left; those below make room at once")
  func insert() {
    let rows = Self.rows
    expectFilm("insert", Reel(rows, columns: 50, rows: 6), frames: 4) {
      $0.show(Array(rows[..<2]) + [Self.new] + rows[2...])
    }
  }

  @Test("a row that leaves is wiped from the right before the others close up")
  func delete() {
    let rows = Self.rows
    expectFilm("delete", Reel(rows, columns: 50, rows: 5), frames: 3) {
      $0.show(Array(rows[..<2]) + rows[3...])
    }
  }

  @Test("the cursor does not wait for its row to close")
  func deleteUnderCursor() {
    let rows = Self.rows
    expectFilm("delete-under-cursor", Reel(rows, columns: 50), frames: 3, keys: [.down]) {
      $0.show([rows[0]] + rows[2...])
    }
  }

  @Test("rows leave first, then others arrive: six frames, which are the most there are")
  func replace() {
    let rows = Self.rows
    expectFilm("replace", Reel(rows, columns: 50), frames: 6) {
      $0.show([rows[0], Self.new] + rows[2...])
    }
  }

  @Test("a row that goes far passes through one place on its way, down and up")
  func moveFar() {
    expectFilm("move-down", Reel(notes(0..<12), rows: 12), frames: 2) {
      $0.show(notes([0] + Array(2..<11) + [1, 11]))
    }
    expectFilm("move-up", Reel(notes(0..<12), rows: 12), frames: 2) {
      $0.show(notes([0, 10] + Array(1..<10) + [11]))
    }
  }

  @Test("rows that pass each other, with one that arrives between them")
  func moveAcross() {
    expectFilm("move-across", Reel(notes(0..<14), columns: 30, rows: 14), frames: 4) {
      $0.show(notes([12, 0, 2, 3, 4, 5]) + [note(90, "new")] + notes([6, 7, 8, 9, 10, 11, 1, 13]))
    }
  }

  @Test("a row that goes a few rows is there at once, and marked for two frames")
  func moveNear() {
    expectFilm("move-near", Reel(notes(0..<5)), frames: 3) {
      $0.show(notes([0, 2, 3, 1, 4]))
    }
  }

  @Test("other content is there at once, and marked for two frames")
  func update() {
    expectFilm("update", Reel(notes(0..<4)), frames: 3) {
      $0.show([note(0), note(1, "changed"), note(2), note(3)])
    }
  }

  @Test("everything at once")
  func everything() {
    expectFilm("everything", Reel(notes(0..<14), columns: 40, rows: 14), frames: 6) {
      $0.show(
        notes([0]) + [note(2, "changed"), Self.new] + notes([5, 4, 6, 7, 8, 9, 10, 11, 12, 1]))
    }
  }

  @Test("a section that arrives, leaves or moves takes its header, items and footer with it")
  func sections() {
    let (one, two, three) = (Self.sections[0], Self.sections[1], Self.sections[2])
    expectFilm(
      "section-inserted", Reel([one, three], columns: 40, rows: 12), frames: 4
    ) { $0.show(sections: [one, two, three]) }
    expectFilm(
      "section-deleted", Reel([one, two, three], columns: 40, rows: 12), frames: 3
    ) { $0.show(sections: [one, three]) }
    expectFilm(
      "section-moved", Reel([two, one, three], columns: 40, rows: 13), frames: 2
    ) { $0.show(sections: [one, three, two]) }
  }

  @Test("a header that sticks is that of the list as it is now, and covers what moves below it")
  func stickyHeader() {
    let (one, two) = (Self.sections[0], Self.sections[1])
    let tall = Part(1, header: one.header, notes(10..<20))
    expectFilm(
      "sticky-header", Reel([tall, two], columns: 30, rows: 7), frames: 6,
      keys: Array(repeating: .down, count: 8)
    ) { source in
      let items = notes([10, 11, 12, 14, 50, 51, 15, 16, 17, 18, 19])
      source.show(sections: [Part(1, header: note(1, "part I"), items), two])
    }
  }

  @Test("a wide glyph is never cut: it comes whole and goes whole")
  func wideGlyphs() {
    let wide = note(7, "日本語の歌 👍 and かな to the end of it")
    expectFilm("wide-insert", Reel(notes(0..<3), columns: 44), frames: 4) {
      $0.show([note(0), wide, note(1), note(2)])
    }
    expectFilm("wide-delete", Reel([note(0), wide, note(1), note(2)], columns: 44), frames: 3) {
      $0.show(notes(0..<3))
    }
  }

  @Test("rows of several lines")
  func tallRows() {
    let tall = note(7, "three lines of text which are\nnot of the same\nlength at all, as one sees")
    expectFilm("tall", Reel(notes(0..<6), columns: 40, rows: 7), frames: 6) {
      $0.show([note(0), tall] + notes([2, 4, 5]))
    }
  }

  @Test("a window of 20 columns and 5 rows")
  func smallWindow() {
    expectFilm("small-20x5", Reel(Self.sections, columns: 20), frames: 6, keys: [.down, .down]) {
      $0.show(sections: [
        Part(1, header: note(1, "part 1"), notes([10, 60, 12])), Self.sections[1],
      ])
    }
  }

  @Test("reduced: the final screen with marks, and then without")
  func reduced() {
    let reel = Reel(notes(0..<6), rows: 7, motion: .reduced)
    expectFilm("reduced", reel, frames: 2) {
      $0.show([note(9), note(0), note(2), note(1), note(3, "three"), note(5)])
    }
  }

  @Test("off: one frame")
  func off() {
    let reel = Reel(notes(0..<6), rows: 7, motion: .off)
    reel.source.show([note(9), note(0), note(2), note(1), note(3, "three"), note(5)])
    #expect(reel.frames() == [reel.still])
  }
}
