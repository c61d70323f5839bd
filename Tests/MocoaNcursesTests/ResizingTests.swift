import MocoaPtySupport
import Testing

@Suite(.serialized)
struct ResizingTests {
  @Test func anotherSizeIsToldAndDrawn() throws {
    let terminal = try startProbe()
    for (columns, rows) in [(100, 40), (20, 5), (3, 2), (132, 50), (80, 24)] {
      terminal.resize(columns: columns, rows: rows)
      let news = String("resize \(columns)x\(rows)".prefix(columns))
      try terminal.wait("\(columns)x\(rows)") { $0.emulator.row(rows - 1) == news }
      #expect(terminal.emulator.row(0).hasPrefix(String("row 0 | 0 |".prefix(columns))))
    }
    terminal.send("q")
    #expect(try terminal.waitForEnd() == .exited(0))
    expectGivenBack(terminal)
  }

  @Test func aTerminalOfOneGlyphWorks() throws {
    let terminal = try Terminal(Programs.path(of: "BackendProbe"), columns: 1, rows: 1)
    try terminal.wait("one glyph") { $0.emulator.row(0) == "r" }
    terminal.resize(columns: 2, rows: 1)
    try terminal.wait("two glyphs") { $0.emulator.row(0) == "re" }
    terminal.resize(columns: 1, rows: 1)
    terminal.waitUntilQuiet()
    terminal.send("jL")
    try terminal.wait("one glyph of text") { $0.emulator.row(0) == "k" }
    terminal.send("q")
    #expect(try terminal.waitForEnd() == .exited(0))
    expectGivenBack(terminal)
  }

  @Test func unknownSizeDefaultsTo80x24() throws {
    let terminal = try Terminal(Programs.path(of: "BackendProbe"), columns: 80, rows: 24)
    try terminal.wait(for: "row 22")
    // A temporary size of 0 has no effect.
    terminal.resize(columns: 0, rows: 0)
    terminal.send("x")
    terminal.emulator.resize(columns: 80, rows: 24)
    terminal.send("r")
    try terminal.wait(for: "row 22")
    #expect(!terminal.emulator.rows.contains { $0.contains("resize") })
    let unknown = try Terminal(
      Programs.path(of: "BackendProbe"), columns: 0, rows: 0, emulated: (80, 24))
    try unknown.wait(for: "row 22")
  }

  @Test func aStormOfSizesEndsWithTheLast() throws {
    let terminal = try startProbe()
    for step in 0..<400 {
      terminal.resize(columns: 10 + step * 37 % 190, rows: 1 + step * 13 % 60)
      if step % 7 == 0 { terminal.send("jkW") }
    }
    terminal.resize(columns: 91, rows: 31)
    try terminal.wait("the last size") { $0.emulator[90, 30].text == "#" }
    #expect(terminal.emulator.row(0) == "wide 日本語|")
    terminal.send("q")
    #expect(try terminal.waitForEnd() == .exited(0))
    expectGivenBack(terminal)
  }
}
