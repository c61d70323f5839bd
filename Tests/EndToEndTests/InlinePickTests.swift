import MocoaPtySupport
import MocoaTestSupport
import Testing

@Suite("mocoa --pick --height", .serialized)
struct InlinePickTests {
  private func start(_ command: String, rows: Int = 24) throws -> Terminal {
    try Terminal(
      "/bin/sh", ["-c", "mocoa() { '\(Mocoa.path)' \"$@\"; }; \(command)"], rows: rows)
  }

  private func text(_ terminal: Terminal) -> String {
    String(decoding: terminal.output, as: UTF8.self)
  }

  @Test("keeps the rows above, and erases its block at the end")
  func block() throws {
    let folder = try TemporaryFolder()
    let out = folder.path(of: "out")
    let terminal = try start(
      "printf 'one\\ntwo\\n'; seq 100 | mocoa --pick --height 10 > '\(out)'; echo status $?")
    try terminal.wait(for: "100/100")
    terminal.send("42")
    try terminal.wait(for: "1/100")
    #expect(terminal.emulator.rows.prefix(2) == ["one", "two"])
    #expect(terminal.emulator.rows[2].hasPrefix(" pick  42"))
    #expect(terminal.emulator.rows[11].contains("↵ choose"))
    #expect(terminal.emulator.rows.dropFirst(12).allSatisfy { $0.isEmpty })
    terminal.send("\r")
    try terminal.wait(for: "status 0")
    #expect(terminal.emulator.rows.prefix(3) == ["one", "two", "status 0"])
    #expect(terminal.emulator.rows.dropFirst(3).allSatisfy { $0.isEmpty })
    #expect(try folder.text(of: "out") == "42\n")
    for sequence in ["\u{1B}[?1049h", "\u{1B}[2J", "\u{1B}[1;1H", "\u{1B}[H"] {
      #expect(!text(terminal).contains(sequence))
    }
    #expect(try terminal.waitForEnd() == .exited(0))
    #expect(terminal.modes == terminal.modesBefore && terminal.emulator.modes == [7, 25])
  }

  @Test("scrolls the screen up if there is no room, and returns to the column of the cursor")
  func scrolling() throws {
    let terminal = try start(
      "seq 1 8; printf 'prompt '; seq 100 | mocoa --pick --height 50% > /dev/null; echo after",
      rows: 10)
    try terminal.wait(for: "100/100")
    #expect(terminal.emulator.rows[4].hasPrefix("prompt"))
    #expect(terminal.emulator.rows[5].hasPrefix(" pick"))
    terminal.send("\u{3}")
    try terminal.wait(for: "prompt after")
    #expect(terminal.emulator.rows[3] == "8" && terminal.emulator.rows[4] == "prompt after")
  }

  @Test("restores the terminal after a signal")
  func signals() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("a.txt", "first\nsecond\n")
    let terminal = try start("echo one; exec '\(Mocoa.path)' --pick --height 8 '\(path)'")
    try terminal.wait(for: "↵ choose")
    terminal.signal(15)
    #expect(try terminal.waitForEnd().status == 143)
    #expect(terminal.emulator.rows[0] == "one")
    #expect(terminal.emulator.rows.dropFirst().allSatisfy { $0.isEmpty })
    #expect(terminal.modes == terminal.modesBefore && terminal.emulator.modes == [7, 25])
  }
}
