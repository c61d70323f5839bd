import Mocoa
import MocoaModel
import MocoaTestSupport
import Testing

@testable import MocoaTerminal

@MainActor
@Suite("Every transition")
struct TransitionPropertyTests {
  typealias Part = FakeListSource.Part

  /// Returns a random list: sections with and without headers, rows of one to three lines, wide
  /// glyphs, and unregistered kinds.
  static func list(_ generator: inout SeededGenerator) -> [Part] {
    (0..<Int.random(in: 1...3, using: &generator)).map { section in
      let count = Int.random(in: 0...14, using: &generator)
      return Part(
        section, header: Bool.random(using: &generator) ? note(900 + section) : nil,
        (0..<count).map { item(section * 100 + $0, &generator) },
        footer: Int.random(in: 0..<5, using: &generator) == 0 ? note(950 + section) : nil)
    }
  }

  static func item(_ id: Int, _ generator: inout SeededGenerator) -> SampleItem {
    let texts = [
      nil, nil, nil, nil, "日本語の長い題名がここにあります", "two\nlines", "three\nlines\nof text",
      "a text that is long enough to be uncovered in all of the steps that there are",
    ]
    let isOdd = Int.random(in: 0..<12, using: &generator) == 0
    return note(
      id, texts.randomElement(using: &generator) ?? nil, kind: isOdd ? "odd" : "note")
  }

  /// Returns the list after a few random edits.
  static func edited(_ parts: [Part], _ generator: inout SeededGenerator, new: inout Int) -> [Part]
  {
    var parts = parts
    for _ in 0..<Int.random(in: 1...4, using: &generator) {
      guard let section = parts.indices.randomElement(using: &generator) else {
        return list(&generator)
      }
      let place = parts[section].items.indices.randomElement(using: &generator)
      new += 1
      switch (Int.random(in: 0..<12, using: &generator), place) {
      case (0...2, _): parts[section].items.insert(item(1000 + new, &generator), at: place ?? 0)
      case (3...4, let place?): parts[section].items.remove(at: place)
      case (5...6, let place?):
        let moved = parts[section].items.remove(at: place)
        let other = parts.indices.randomElement(using: &generator) ?? section
        let end = parts[other].items.count
        parts[other].items.insert(moved, at: Int.random(in: 0...end, using: &generator))
      case (7...8, let place?):
        parts[section].items[place] = item(parts[section].items[place].id, &generator)
      case (9, _): parts.shuffle(using: &generator)
      case (10, _) where parts.count > 1: parts.remove(at: section)
      case (11, _) where parts.count < 5:
        let items = [item(2000 + new, &generator)]
        parts.insert(Part(10 + new, header: note(5000 + new), items), at: 0)
      default: break
      }
    }
    return parts
  }

  /// Returns a description of the broken invariant of a frame, or `nil`.
  static func violation(_ reel: FrameRecorder) -> String? {
    let pieces = reel.renderer.segments
    let frames = reel.renderer.layout?.frames ?? []
    for (piece, next) in zip(pieces, pieces.dropFirst()) where piece.rows.upperBound != next.row {
      return "a gap or an overlap at row \(next.row)"
    }
    if let piece = pieces.first(where: { $0.rows.upperBound <= 0 || $0.row >= reel.size.rows }) {
      return "a piece outside at row \(piece.row)"
    }
    let elements = pieces.compactMap(\.element)
    if Set(elements).count != elements.count { return "an element twice" }
    let isClosing = reel.renderer.transition?.isClosing(at: reel.renderer.step) ?? false
    if isClosing { return nil }
    if pieces.contains(where: { $0.element == nil }) { return "a ghost that should be gone" }
    if let first = frames.first, pieces.first?.row ?? .max > max(0, first.row) {
      return "rows that are empty at the top"
    }
    if let last = frames.last, let end = pieces.last?.rows.upperBound,
      end < min(reel.size.rows, last.rows.upperBound)
    {
      return "rows that are empty at the end"
    }
    return nil
  }

  @Test(
    "has no gaps, at most six frames, and a final plain layout",
    arguments: [(16, 5), (20, 9), (60, 20), (40, 1), (3, 4)], [Motion.full, .reduced])
  func invariants(size: (columns: Int, rows: Int), motion: Motion) {
    var generator = SeededGenerator(seed: UInt64(size.columns))
    var new = 0
    for round in 0..<25 {
      var parts = Self.list(&generator)
      let reel = FrameRecorder(parts, columns: size.columns, rows: size.rows, motion: motion)
      for step in 0..<8 {
        if Bool.random(using: &generator) {
          reel.renderer.move(Movement.allCases.randomElement(using: &generator) ?? .down)
          reel.draw()
        }
        parts = Self.edited(parts, &generator, new: &new)
        reel.source.show(sections: parts)
        // Sometimes the next change arrives before the transition ends.
        let limit = Bool.random(using: &generator) ? 9 : Int.random(in: 1...6, using: &generator)
        var count = 0
        repeat {
          if count > 0 { reel.renderer.advance() }
          let frame = reel.draw()
          count += 1
          if let violation = Self.violation(reel) {
            Issue.record("round \(round), change \(step), frame \(count): \(violation)")
            return
          }
          if reel.renderer.frameDelay == nil, frame != reel.still {
            Issue.record("round \(round), change \(step): not the plain layout in the end")
            return
          }
        } while reel.renderer.frameDelay != nil && count < limit
        #expect(count <= 6)
      }
    }
  }

  @Test("reveals each glyph of a new row once")
  func monotonous() {
    var generator = SeededGenerator(seed: 5)
    var arrived = 0
    for _ in 0..<300 {
      let parts = Self.list(&generator)
      let reel = FrameRecorder(parts, columns: 70, rows: 16)
      var after = parts
      for section in after.indices {
        for _ in 0..<2 {
          arrived += 1
          let place = Int.random(in: 0...after[section].items.count, using: &generator)
          after[section].items.insert(Self.item(3000 + arrived, &generator), at: place)
        }
      }
      let before = reel.draw()
      reel.source.show(sections: after)
      let frames = reel.frames()
      guard frames.count > 1, let last = frames.last else { continue }
      var glyphs = frames[0].damage(since: before).reduce(0) { $0 + $1.columns.count }
      for (frame, next) in zip(frames, frames.dropFirst()) {
        for run in next.damage(since: frame) {
          glyphs += run.columns.count
          for column in run.columns where next[column, run.row] != last[column, run.row] {
            Issue.record("\(next[column, run.row].text) at \(column), \(run.row) goes again")
          }
          for column in run.columns where frame[column, run.row] != .blank() {
            Issue.record("\(frame[column, run.row].text) was there before")
          }
        }
      }
      let still = last.damage(since: before).reduce(0) { $0 + $1.columns.count }
      // The old content of a revealed row is first replaced with blanks.
      #expect(glyphs <= 2 * still)
    }
  }

  @Test("has the same frames for the same changes")
  func deterministic() {
    func frames() -> [Surface] {
      var generator = SeededGenerator(seed: 8)
      var (new, frames) = (0, [Surface]())
      var parts = Self.list(&generator)
      let reel = FrameRecorder(parts, columns: 30, rows: 12)
      for _ in 0..<20 {
        parts = Self.edited(parts, &generator, new: &new)
        reel.source.show(sections: parts)
        frames += reel.frames(3)
      }
      return frames
    }
    #expect(frames() == frames())
  }
}
