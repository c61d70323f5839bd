import Mocoa
import MocoaModel
import MocoaTestSupport
import Testing

@testable import MocoaTerminal

/// Invariants of every grid, with and without animation.
@MainActor
@Suite("Every grid")
struct GridPropertyTests {
  static func style(_ generator: inout SeededGenerator) -> GridStyle {
    func upTo(_ most: Int) -> Int { Int.random(in: 0...most, using: &generator) }
    let items: GridStyle.Items =
      Bool.random(using: &generator) ? .perLine(1 + upTo(5)) : .columns(atLeast: 1 + upTo(12))
    return GridStyle(
      items, rows: Bool.random(using: &generator) ? nil : 1 + upTo(2),
      insets: .init(top: upTo(2), leading: upTo(3), bottom: upTo(2), trailing: upTo(3)),
      lineSpacing: upTo(2), itemSpacing: upTo(3))
  }

  /// Returns a description of the broken invariant of a frame, or `nil`.
  static func violation(_ reel: FrameRecorder) -> String? {
    let window = Rect(reel.size)
    let pieces = reel.renderer.segments
    var taken: Set<Point> = []
    for piece in pieces {
      guard piece.columns.lowerBound >= 0, piece.columns.upperBound <= reel.size.columns else {
        return "columns \(piece.columns) outside"
      }
      let part = piece.rect.intersection(window)
      if part.rows.isEmpty { return "a piece outside at row \(piece.row)" }
      for row in part.rows {
        for column in part.columns
        where !taken.insert(Point(column: column, row: row)).inserted {
          return "an overlap at \(column), \(row)"
        }
      }
    }
    let elements = pieces.compactMap(\.element)
    if Set(elements).count != elements.count { return "an element twice" }
    return hiddenCursor(reel)
  }

  /// Returns a description of an invalid cursor, or `nil`.
  ///
  /// If an item is visible, the cursor must be on a visible item.
  private static func hiddenCursor(_ reel: FrameRecorder) -> String? {
    let frames = reel.renderer.layout?.frames ?? []
    guard let cursor = reel.renderer.cursor else {
      return frames.contains { $0.element.path != nil } ? "no cursor" : nil
    }
    guard reel.renderer.cursorWasMoved else { return nil }
    guard let frame = frames.first(where: { $0.element == .item(cursor) }) else {
      return "the cursor is not seen"
    }
    let top = reel.renderer.stickyRows(for: cursor)
    if frame.row < top || frame.rows.upperBound > max(reel.size.rows, top + frame.height) {
      return "the cursor is seen in part, at \(frame.rows)"
    }
    return nil
  }

  @Test(
    "has no overlaps, a visible cursor, and a final plain layout",
    arguments: [(20, 6), (40, 10), (80, 24), (9, 4), (60, 2)], Motion.allCases)
  func invariants(size: (columns: Int, rows: Int), motion: Motion) {
    var generator = SeededGenerator(seed: UInt64(size.columns + size.rows))
    var new = 0
    for round in 0..<12 {
      var parts = TransitionPropertyTests.list(&generator)
      let style = Self.style(&generator)
      let reel = FrameRecorder(
        parts, columns: size.columns, rows: size.rows, motion: motion, grid: style)
      for step in 0..<10 {
        for _ in 0..<Int.random(in: 0...3, using: &generator) {
          let movement = Movement.allCases.randomElement(using: &generator) ?? .down
          reel.renderer.move(movement)
          reel.draw()
          if let violation = Self.violation(reel) {
            Issue.record("round \(round), step \(step), \(movement): \(violation) in \(style)")
            return
          }
        }
        parts = TransitionPropertyTests.edited(parts, &generator, new: &new)
        reel.source.show(sections: parts)
        var count = 0
        repeat {
          if count > 0 { reel.renderer.advance() }
          let frame = reel.draw()
          count += 1
          if let violation = Self.violation(reel) {
            Issue.record("round \(round), change \(step), frame \(count): \(violation) in \(style)")
            return
          }
          if reel.renderer.frameDelay == nil, frame != reel.still {
            Issue.record("round \(round), change \(step): not the plain layout in \(style)")
            return
          }
        } while reel.renderer.frameDelay != nil && count < 9
        #expect(count <= 6)
      }
    }
  }

  @Test("reveals and collapses items in place")
  func film() {
    let reel = FrameRecorder(
      notes(0..<5).map { note($0.id, "item number \($0.id)") }, columns: 64, rows: 3,
      grid: GridStyle(.perLine(2)))
    reel.source.show(
      [0, 9, 2, 3, 4].map { note($0, $0 == 9 ? "a new one of some length" : "item number \($0)") })
    let frames = reel.frames()
    expectSnapshot(strip(frames), named: "grid-film")
    #expect(frames.last == reel.still)
  }

  // F86.
  @Test("changes in one frame without animation, in two with marks")
  func exactFrames() {
    for (motion, count) in [(Motion.off, 1), (.reduced, 2)] {
      let reel = FrameRecorder(
        notes(0..<6), columns: 40, rows: 4, motion: motion, grid: GridStyle(.perLine(2)))
      reel.source.show(notes([0, 1, 9, 3, 4, 5]))
      let frames = reel.frames()
      #expect(frames.count == count)
      #expect(frames.last == reel.still)
    }
  }

  @Test("draws wide glyphs, emoji and various heights in three widths")
  func golden() {
    let texts = [
      "Kind of Blue", "日本語の長い題名がここにあります", "👍 thumbs 👨‍👩‍👧 family", "two\nlines", "e\u{301}tude",
      "a title that is too long for any cell that there is in a narrow window", "שלום", "🇩🇪 flag",
    ]
    let parts = [
      FakeListSource.Part(
        1, header: note(1, "part 1"), texts.enumerated().map { note(10 + $0.offset, $0.element) }),
      FakeListSource.Part(2, header: note(2, "部 2"), notes(30..<34)),
    ]
    let style = GridStyle(
      .columns(atLeast: 14), insets: .init(top: 1, leading: 1, bottom: 1), lineSpacing: 1)
    for (columns, rows) in [(20, 12), (40, 16), (80, 20)] {
      let module = notesRegistry().define("mocoa://notes/")
      module.section.grid(style)
      let list = ListViewModel(source: FakeListSource(parts), module: module)
      expectSnapshot(
        listSurface(list, columns: columns, rows: rows, moves: [.down, .right]),
        named: "grid-\(columns)x\(rows)")
    }
  }

  // F90, F93.
  @Test("shows placeholders only in debug mode")
  func placeholders() {
    let items = (0..<6).map { note($0, kind: $0 % 3 == 1 ? "odd" : "note") }
    for isDebugging in [true, false] {
      let module = notesRegistry().define("mocoa://notes/")
      module.section.grid(GridStyle(.perLine(2)))
      let list = ListViewModel(source: FakeListSource(items), module: module)
      expectSnapshot(
        listSurface(list, columns: 60, rows: 8, debug: isDebugging),
        named: "grid-placeholders-\(isDebugging ? "debug" : "plain")")
    }
  }
}
