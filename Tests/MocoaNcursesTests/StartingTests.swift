import MocoaPtySupport
import Testing

@Suite(.serialized)
struct StartingTests {
  @Test(arguments: [
    ("bogus", "TERM=bogus is not a known terminal type (set TERM, or use --plain)"),
    ("dumb", "TERM=dumb cannot position the cursor (use --plain)"),
    ("", "TERM is not set (set TERM, or use --plain)"),
    (nil, "TERM is not set (set TERM, or use --plain)"),
  ])
  func aTerminalThatCannotBeUsedIsRefusedInOneLine(type: String?, message: String) throws {
    let terminal = try Terminal(
      Programs.path(of: "BackendProbe"), environment: ["TERM": type])
    #expect(try terminal.waitForEnd() == .exited(2))
    #expect(terminal.emulator.rows.filter { !$0.isEmpty } == ["probe: \(message)"])
    #expect(terminal.output == Array("probe: \(message)\r\n".utf8))
    expectGivenBack(terminal)
  }

  @Test func withoutATerminalTheErrorSaysSo() throws {
    let setsid = try #require(Programs.installed("setsid"), "setsid (util-linux) is needed")
    let terminal = try Terminal(setsid, ["--wait", Programs.path(of: "BackendProbe")])
    #expect(try terminal.waitForEnd() == .exited(2))
    #expect(
      terminal.emulator.row(0) == "probe: cannot open terminal /dev/tty (use --plain)")
  }

  @Test func dataOnStdinLeavesTheKeysToTheTerminal() throws {
    let terminal = try Terminal(
      "/bin/sh", ["-c", "seq 100000 | '\(Programs.path(of: "BackendProbe"))' >/dev/null"])
    try terminal.wait(for: "ready")
    terminal.send("é")
    try terminal.wait(for: "key character(\"\\u{00E9}\") 0")
    terminal.send("q")
    #expect(try terminal.waitForEnd() == .exited(0))
    expectGivenBack(terminal)
  }
}
