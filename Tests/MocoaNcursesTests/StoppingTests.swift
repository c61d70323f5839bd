import Glibc
import MocoaPtySupport
import Testing

@Suite(.serialized)
struct StoppingTests {
  @Test func controlZStopsAndFgContinues() throws {
    let terminal = try startProbe()
    for round in 1...3 {
      terminal.send([0x1A])
      try terminal.waitForStop()
      expectGivenBack(terminal)
      terminal.bringToForeground()
      try terminal.wait(for: "resumed \(round) 80x24")
      #expect(terminal.emulator.row(0).hasPrefix("row 0 |"))
      #expect(terminal.emulator.modes.contains(1049) && !terminal.modes.isCooked)
    }
    terminal.send("q")
    #expect(try terminal.waitForEnd() == .exited(0))
    expectGivenBack(terminal)
  }

  @Test func aStopFromOutsideGivesTheTerminalBackToo() throws {
    let terminal = try startProbe()
    // Resize first: a signal source of libdispatch for it would have blocked all signals.
    terminal.resize(columns: 60, rows: 20)
    try terminal.wait(for: "resize 60x20")
    terminal.signal(SIGTSTP)
    try terminal.waitForStop()
    expectGivenBack(terminal)
    terminal.bringToForeground()
    try terminal.wait(for: "resumed 1 60x20")
    terminal.send("q")
    #expect(try terminal.waitForEnd() == .exited(0))
    expectGivenBack(terminal)
  }

  @Test func aSizeThatChangedWhileStoppedIsRead() throws {
    let terminal = try startProbe()
    terminal.send([0x1A])
    try terminal.waitForStop()
    terminal.resize(columns: 50, rows: 12)
    terminal.bringToForeground()
    try terminal.wait(for: "resumed 1 50x12")
    #expect(terminal.emulator.row(10).hasPrefix("row 10 |"))
  }

  @Test func aCrashWhileStoppedAndContinuedLeavesTheTerminalAlone() throws {
    let terminal = try startProbe()
    terminal.send([0x1A])
    try terminal.waitForStop()
    let written = terminal.output.count
    terminal.signal(SIGKILL)
    #expect(try terminal.waitForEnd() == .signalled(SIGKILL))
    #expect(terminal.output.count == written)
    expectGivenBack(terminal)
  }

  @Test func aStopThatCannotBeCaughtIsFollowedByAWholeScreen() throws {
    let terminal = try startProbe()
    terminal.signal(SIGSTOP)
    try terminal.waitForStop()
    let clears = terminal.emulator.clears
    terminal.bringToForeground()
    try terminal.wait(for: "resumed 1")
    #expect(terminal.emulator.clears > clears)
    terminal.send("q")
    #expect(try terminal.waitForEnd() == .exited(0))
    expectGivenBack(terminal)
  }

  @Test func withoutJobControlControlZDoesNothing() throws {
    // script makes the probe the leader of a session, which no shell would continue.
    let script = try #require(Programs.installed("script"), "script (util-linux) is needed")
    let terminal = try Terminal(
      script, ["-qec", "exec '\(Programs.path(of: "BackendProbe"))'", "/dev/null"])
    try terminal.wait(for: "ready")
    terminal.send([0x1A])
    terminal.send("x")
    try terminal.wait(for: "key character(\"x\") 0")
    terminal.send("q")
    #expect(try terminal.waitForEnd() == .exited(0))
  }
}
