import Testing

@testable import MocoaTerminal

@Suite("Damage")
struct DamageTests {
  private let size = Size(columns: 12, rows: 2)

  private func damage(from old: String, to new: String, style: Style = .plain) -> [Damage] {
    var before = Surface(size: size)
    before.draw { $0.write(old, at: Point(column: 0, row: 1)) }
    var after = Surface(size: size)
    after.draw { $0.write(new, at: Point(column: 0, row: 1), style: style) }
    return after.damage(since: before)
  }

  @Test(
    "consists of the runs that differ",
    arguments: [
      ("abc", "abc", []), ("abc", "aXc", [1..<2]), ("abcdef", "XbcdeY", [0..<1, 5..<6]),
      ("", "0123456789AB", [0..<12]), ("日本", "日ab", [2..<4]), ("日本", "月本", [0..<2]),
      ("日本", "日木", [2..<4]), ("ab本", "日本", [0..<2]), ("a日b", "aab", [1..<4]),
      ("e\u{301}x", "e\u{300}x", [0..<1]),
    ] as [(String, String, [Range<Int>])])
  func runs(old: String, new: String, expected: [Range<Int>]) {
    #expect(damage(from: old, to: new).map(\.columns) == expected)
  }

  @Test("includes runs that differ only in style")
  func styles() {
    #expect(damage(from: "日a", to: "日a", style: Style(.bold)) == [Damage(row: 1, columns: 0..<3)])
  }

  @Test("covers everything without a comparable surface")
  func everything() {
    let surface = Surface(size: size)
    let all = [Damage(row: 0, columns: 0..<12), Damage(row: 1, columns: 0..<12)]
    #expect(surface.damage(since: nil) == all)
    #expect(surface.damage(since: Surface(size: Size(columns: 11, rows: 2))) == all)
    #expect(Surface(size: Size(columns: 0, rows: 2)).damage(since: nil) == [])
    #expect(Surface(size: Size(columns: 2, rows: 0)).damage(since: nil) == [])
  }

  @Test("is empty for a copy")
  func nothing() {
    let surface = Surface(size: size)
    let copy = surface
    #expect(surface.damage(since: copy) == [])
  }

  @Test("turns the earlier surface into the later one, without excess", arguments: 0..<300)
  func rebuilds(seed: Int) {
    var numbers = SeededNumbers(seed: UInt64(seed))
    let old = numbers.surface(size)
    var new = Bool.random(using: &numbers) ? old : numbers.surface(size)
    numbers.draw(on: &new, writes: 2)
    let damage = new.damage(since: old)
    var rebuilt = old
    for run in damage {
      #expect(!run.columns.isEmpty)
      for column in run.columns {
        rebuilt.glyphs[run.row * size.columns + column] = new[column, run.row]
      }
      // Complete glyphs: neither end is inside a wide glyph on either surface.
      for surface in [old, new] {
        #expect(surface[run.columns.lowerBound, run.row].width != 0)
        let end = run.columns.upperBound
        if end < size.columns { #expect(surface[end, run.row].width != 0) }
      }
      // Exact: equal glyphs inside a run are second halves of wide glyphs.
      for column in run.columns where old[column, run.row] == new[column, run.row] {
        #expect(new[column, run.row].width == 0)
      }
    }
    #expect(rebuilt == new)
  }
}
