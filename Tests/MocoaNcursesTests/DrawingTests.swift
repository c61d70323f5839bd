import MocoaPtySupport
import Testing

@Suite(.serialized)
struct DrawingTests {
  @Test func aListIsDrawnAndTheTerminalGivenBackAtTheEnd() throws {
    let terminal = try startProbe()
    #expect(terminal.emulator.row(0).hasPrefix("row 0 | 0 | 0369"))
    #expect(terminal.emulator.row(22).hasPrefix("row 22 | 0 | "))
    #expect(terminal.emulator.modes.isSuperset(of: [1049]))
    #expect(!terminal.emulator.modes.contains(25))
    terminal.send("q")
    #expect(try terminal.waitForEnd() == .exited(0))
    expectGivenBack(terminal)
  }

  @Test func scrollingAFullWidthListByOneRowCostsAtMost300Bytes() throws {
    let terminal = try startProbe(columns: 200, rows: 50)
    terminal.waitUntilQuiet()
    let before = terminal.output.count
    terminal.send("j")
    try terminal.wait(for: "row 49 |")
    terminal.waitUntilQuiet()
    let cost = terminal.output.count - before
    #expect(cost <= 300)
    terminal.send("k")
    try terminal.wait(for: "row 0 |")
    terminal.waitUntilQuiet()
    #expect(terminal.output.count - before - cost <= 300)
    #expect(terminal.emulator.row(48).hasPrefix("row 48 | 0 |"))
  }

  @Test func aFrameThatShowsNothingNewCostsNothing() throws {
    let terminal = try startProbe(columns: 200, rows: 50)
    terminal.waitUntilQuiet()
    let before = terminal.output.count
    // The same frame, first without damage, then completely declared damaged.
    terminal.send("n")
    terminal.waitUntilQuiet()
    #expect(terminal.output.count == before)
  }

  @Test func aChangedDigitCostsAtMost40Bytes() throws {
    let terminal = try startProbe()
    terminal.waitUntilQuiet()
    let before = terminal.output.count
    terminal.send("u")
    try terminal.wait(for: "row 1 | 1 |")
    terminal.waitUntilQuiet()
    #expect(terminal.output.count - before <= 40)
  }

  @Test func nothingIsClearedAfterTheStart() throws {
    let terminal = try startProbe()
    terminal.waitUntilQuiet()
    let clears = terminal.emulator.clears
    terminal.send("jjjuuWL")
    try terminal.wait(for: "xxxx")
    terminal.waitUntilQuiet()
    #expect(terminal.emulator.clears == clears)
    terminal.send("r")
    try terminal.wait("a screen from scratch") { $0.emulator.clears > clears }
    try terminal.wait(for: "xxxx")
  }

  @Test func theCursorIsShownWhereItIsAskedForAndHiddenAgain() throws {
    let terminal = try startProbe()
    terminal.send("c")
    try terminal.wait("a cursor") { $0.emulator.modes.contains(25) }
    try terminal.wait(for: "key")
    terminal.waitUntilQuiet()
    #expect(terminal.emulator.cursor == (3, 2))
    terminal.send("j")
    try terminal.wait(for: "row 23")
    terminal.waitUntilQuiet()
    #expect(terminal.emulator.cursor == (3, 2))
    terminal.send("C")
    try terminal.wait("no cursor") { !$0.emulator.modes.contains(25) }
  }

  @Test func wideAndDoubtfulGlyphsNeverShiftTheGrid() throws {
    let terminal = try startProbe(columns: 40, rows: 14)
    terminal.send("W")
    try terminal.wait(for: "wide 日本語|")
    terminal.waitUntilQuiet()
    let screen = terminal.emulator
    #expect(screen.row(1) == "mark e\u{301}|")
    #expect(screen[6, 1].text == "\u{FFFD}" || screen[5, 1].text == "e\u{301}")
    #expect(screen.row(2) == "\u{FFFD}|narrow 日")
    #expect(screen.row(3) == "\u{FFFD} |wide A")
    #expect(screen.row(4) == "\u{FFFD}|escape")
    #expect(screen[39, 5].text == "\u{FFFD}")
    #expect(screen.row(6) == "below the edge")
    #expect(screen[38, 7].text == "日")
    #expect(screen[39, 13].text == "#")
    #expect(screen[0, 11].isBold && screen[0, 11].isItalic && screen[0, 11].isUnderlined)
    terminal.send("q")
    #expect(try terminal.waitForEnd() == .exited(0))
  }

  @Test(arguments: ["xterm-256color", "screen-256color", "screen", "linux", "vt100", "rxvt"])
  func everyTerminalTypeShowsTheList(type: String) throws {
    let terminal = try startProbe(environment: ["TERM": type])
    terminal.send("jjjk")
    try terminal.wait(for: "row 2 |")
    terminal.send("L")
    try terminal.wait(for: "xxxxxxxx")
    terminal.send("q")
    #expect(try terminal.waitForEnd() == .exited(0))
    #expect(terminal.modes == terminal.modesBefore)
  }

  @Test func moreColoursThanPairsAreStillDrawnInFull() throws {
    // 8 colors and 64 pairs.
    let terminal = try startProbe(environment: ["TERM": "screen"], columns: 100, rows: 30)
    terminal.send("L")
    try terminal.wait(for: "xxxxxxxx")
    terminal.waitUntilQuiet()
    #expect(terminal.emulator[1, 0].foreground == 1)
    #expect(
      terminal.emulator.rows.prefix(29).allSatisfy { $0 == String(repeating: "x", count: 100) })
  }

  @Test func noColorMeansNoColour() throws {
    let terminal = try startProbe(environment: ["NO_COLOR": "1"])
    terminal.send("L")
    try terminal.wait(for: "xxxxxxxx")
    #expect(terminal.emulator[1, 0].foreground == nil && terminal.emulator[1, 0].background == nil)
    let other = try startProbe(environment: ["NO_COLOR": ""])
    other.send("L")
    try other.wait(for: "xxxxxxxx")
    #expect(other.emulator[1, 0].foreground == 1 && other.emulator[1, 0].background == 16)
  }

  @Test func theBellRings() throws {
    let terminal = try startProbe()
    #expect(!terminal.output.contains(7))
    terminal.send("b")
    try terminal.wait("the bell") { $0.output.contains(7) }
    terminal.send("q")
    #expect(try terminal.waitForEnd() == .exited(0))
  }

  @Test func textIsDrawnUnderALocaleWithoutUTF8() throws {
    let terminal = try startProbe(environment: ["LANG": "C", "LC_ALL": "C"])
    terminal.send("W")
    try terminal.wait(for: "wide 日本語|")
  }
}
