import MocoaPtySupport
import MocoaTestSupport
import Testing

@Suite("mocoa as a terminal program", .serialized)
struct TerminalCapabilitiesTests {
  private func click(_ column: Int, _ row: Int) -> String { "\u{1B}[<0;\(column);\(row)M" }

  @Test("scrolls with the wheel, and opens items by click")
  func mouse() throws {
    let terminal = try Mocoa.start(["mocoa://music/"])
    try terminal.wait(for: "mocoa ▸ music")
    let tenth = terminal.emulator.row(10)
    #expect(!tenth.isEmpty)
    terminal.send("\u{1B}[<65;10;10M")
    try terminal.wait("three rows further") { $0.emulator.row(7) == tenth }
    terminal.send("\u{1B}[<64;10;10M")
    try terminal.wait("three rows back") { $0.emulator.row(10) == tenth }
    // The first click is on a header, the second one on an item.
    terminal.send(click(10, 4) + click(10, 5))
    try terminal.wait("the cursor under the pointer") { $0.emulator.row(4).hasPrefix(" ▌") }
    terminal.send(click(10, 5))
    try terminal.wait(for: "mocoa ▸ music ▸ ")
    terminal.send("Q")
    #expect(try terminal.waitForEnd() == .exited(0))
    #expect(terminal.emulator.modes == [7, 25] && terminal.modes == terminal.modesBefore)
  }

  @Test("starts without the mouse on --no-mouse, and toggles it with M")
  func withoutMouse() throws {
    let terminal = try Mocoa.start(["--no-mouse", "mocoa://home/"])
    try terminal.wait(for: "▌ 1 This folder")
    #expect(terminal.emulator.modes.isDisjoint(with: [1000, 1002, 1003, 1006]))
    terminal.send("M")
    try terminal.wait("the mouse") { $0.emulator.modes.isSuperset(of: [1000, 1006]) }
    terminal.send("M")
    try terminal.wait(for: "mouse off: select text with the terminal (M enables)")
    #expect(terminal.emulator.modes.isDisjoint(with: [1000, 1006]))
    terminal.send("q")
    #expect(try terminal.waitForEnd() == .exited(0))
    #expect(terminal.emulator.modes == [7, 25])
  }

  @Test("pastes a URL as one line at the prompt, never as keys")
  func pastes() throws {
    let terminal = try Mocoa.start(["mocoa://home/"])
    try terminal.wait(for: "▌ 1 This folder")
    terminal.send("\u{1B}[200~Q\n:q\r\u{3}\u{1B}[201~")
    try terminal.wait(for: "paste works only in a prompt")
    terminal.send(":\u{1B}[200~mocoa://music/artist?id=10\r\n\u{1B}[201~")
    try terminal.wait(for: ":mocoa://music/artist?id=10")
    terminal.send("\r")
    try terminal.wait(for: " mocoa ▸ music ▸ ")
    terminal.send("Q")
    #expect(try terminal.waitForEnd() == .exited(0))
  }

  @Test("removes the output of other programs on ^L")
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

  @Test("draws correctly after two hundred resizes with keys between")
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
    // The last line may differ, because it counts hidden items as they are found.
    let expected = fresh.emulator.rows.dropLast()
    try terminal.wait("the screen of one that was never resized") {
      $0.emulator.rows.dropLast() == expected
    }
    terminal.send("Q")
    #expect(try terminal.waitForEnd() == .exited(0))
    #expect(terminal.emulator.modes == [7, 25])
  }

  @Test("writes nothing while idle, and does not wake")
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
