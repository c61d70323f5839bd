import MocoaPtySupport
import MocoaTestSupport
import Testing

@Suite("The manners of the program in a terminal", .serialized)
struct MannersTests {
  private func click(_ column: Int, _ row: Int) -> String { "\u{1B}[<0;\(column);\(row)M" }

  @Test("the wheel scrolls, a click goes and opens")
  func mouse() throws {
    let terminal = try Mocoa.start(["mocoa://music/"])
    try terminal.wait(for: "mocoa ▸ music")
    let tenth = terminal.emulator.row(10)
    #expect(!tenth.isEmpty)
    terminal.send("\u{1B}[<65;10;10M")
    try terminal.wait("three rows further") { $0.emulator.row(7) == tenth }
    terminal.send("\u{1B}[<64;10;10M")
    try terminal.wait("three rows back") { $0.emulator.row(10) == tenth }
    // A header, then an item.
    terminal.send(click(10, 4) + click(10, 5))
    try terminal.wait("the cursor under the pointer") { $0.emulator.row(4).hasPrefix(" ▌") }
    terminal.send(click(10, 5))
    try terminal.wait(for: "mocoa ▸ music ▸ ")
    terminal.send("Q")
    #expect(try terminal.waitForEnd() == .exited(0))
    #expect(terminal.emulator.modes == [7, 25] && terminal.modes == terminal.modesBefore)
  }

  @Test("--no-mouse starts without, and M takes it and gives it back")
  func withoutMouse() throws {
    let terminal = try Mocoa.start(["--no-mouse", "mocoa://home/"])
    try terminal.wait(for: "▌ Music library")
    #expect(terminal.emulator.modes.isDisjoint(with: [1000, 1002, 1003, 1006]))
    terminal.send("M")
    try terminal.wait("the mouse") { $0.emulator.modes.isSuperset(of: [1000, 1006]) }
    terminal.send("M")
    try terminal.wait(for: "mouse off: the terminal selects text (M takes it back)")
    #expect(terminal.emulator.modes.isDisjoint(with: [1000, 1006]))
    terminal.send("q")
    #expect(try terminal.waitForEnd() == .exited(0))
    #expect(terminal.emulator.modes == [7, 25])
  }

  @Test("a pasted URL is one line at the prompt, and a pasted command is no keys")
  func pastes() throws {
    let terminal = try Mocoa.start(["mocoa://home/"])
    try terminal.wait(for: "▌ Music library")
    terminal.send("\u{1B}[200~Q\n:q\r\u{3}\u{1B}[201~")
    try terminal.wait(for: "text can be pasted at the prompt only")
    terminal.send(":\u{1B}[200~mocoa://music/artist?id=10\r\n\u{1B}[201~")
    try terminal.wait(for: ":mocoa://music/artist?id=10")
    terminal.send("\r")
    try terminal.wait(for: " mocoa ▸ music ▸ ")
    terminal.send("Q")
    #expect(try terminal.waitForEnd() == .exited(0))
  }

  @Test("^L removes what another program wrote on the screen")
  func repaints() throws {
    let terminal = try Mocoa.start(["mocoa://music/"])
    try terminal.wait(for: "mocoa ▸ music")
    terminal.waitUntilQuiet()
    let before = terminal.screen
    terminal.scribble("\u{1B}[5;1Hgarbage from elsewhere\u{1B}[7m\u{1B}[10;1Hmore\u{1B}[m")
    try terminal.wait(for: "garbage from elsewhere")
    terminal.send("\u{C}")
    try terminal.wait("the screen as it was") { $0.screen == before }
    terminal.scribble("\u{1B}[2Jgarbage")
    try terminal.wait(for: "garbage")
    terminal.send(":\u{C}")
    try terminal.wait("all but the prompt") { !$0.screen.contains("garbage") }
    try terminal.wait("the prompt") {
      $0.emulator.row(23).hasPrefix(":") && $0.screen.contains("mocoa ▸ music")
    }
    terminal.send("\u{1B}")
    try terminal.wait("the prompt to close") { $0.emulator.row(23).contains("help") }
    terminal.send("Q")
    #expect(try terminal.waitForEnd() == .exited(0))
  }

  @Test("a storm of two hundred sizes, with keys between, ends alive and drawn right")
  func storm() throws {
    let terminal = try Mocoa.start(["mocoa://music/"])
    try terminal.wait(for: "mocoa ▸ music")
    var generator = SeededGenerator(seed: 11)
    for step in 0..<200 {
      terminal.resize(
        columns: .random(in: 1...150, using: &generator),
        rows: .random(in: 1...50, using: &generator))
      terminal.send(["j", "k", "\u{4}", "G", "g", "\u{1B}[<65;2;2M", "\u{1B}[6~"][step % 7])
    }
    terminal.resize(columns: 80, rows: 24)
    terminal.send("g")
    let fresh = try Mocoa.start(["mocoa://music/"])
    try fresh.wait(for: "mocoa ▸ music")
    fresh.waitUntilQuiet()
    fresh.send("g")
    fresh.waitUntilQuiet()
    // But for the last line, which counts hidden items as they are come by.
    let expected = fresh.emulator.rows.dropLast()
    try terminal.wait("the screen of one that was never resized") {
      $0.emulator.rows.dropLast() == expected
    }
    terminal.send("Q")
    #expect(try terminal.waitForEnd() == .exited(0))
    #expect(terminal.emulator.modes == [7, 25])
  }

  @Test("idle, it writes nothing and does not wake, synchronized frames or not")
  func idles() throws {
    let terminal = try Terminal(
      Mocoa.path, ["mocoa://music/"],
      answer: { $0.contains("c") ? "\u{1B}[?2026;2$y\u{1B}[?1;2c" : "" })
    try terminal.wait(for: "mocoa ▸ music")
    terminal.send("j")
    terminal.send("\u{1B}[<65;2;2M")
    try terminal.waitUntilIdle()
    terminal.send("Q")
    #expect(try terminal.waitForEnd() == .exited(0))
  }
}
