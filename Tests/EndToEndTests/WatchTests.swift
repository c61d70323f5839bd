import Glibc
import MocoaPtySupport
import MocoaTestSupport
import Testing

@Suite("mocoa watch", .serialized)
struct WatchTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// Starts a watch of a command that prints the file, or fails if the file does not exist.
  private func start(_ options: String...) throws -> Terminal {
    try Mocoa.start(
      ["watch", "-n", "0.2"] + options + ["--", "/bin/cat", folder.path(of: "list")], rows: 10)
  }

  @Test("shows changes, keeps cursor and marks, and reports failed runs")
  func live() throws {
    try folder.write("list", #"[{"id":1,"t":"one"},{"id":2,"t":"two"}]"#)
    let terminal = try start()
    try terminal.wait(for: "1/2")
    terminal.send("j ")
    try terminal.wait(for: "1 marked")
    try folder.write("list", #"[{"id":2,"t":"two"},{"id":3,"t":"three"},{"id":1,"t":"uno"}]"#)
    try terminal.wait(for: "uno")
    try terminal.wait("the mark beside its item") { $0.screen.contains("✓ 2  two") }
    try terminal.wait(for: "1/3")
    try #require(unlink(folder.path(of: "list")) == 0)
    try terminal.wait(for: "exit 1")
    #expect(terminal.screen.contains("three"))
    try folder.write("list", "[]")
    try terminal.wait(for: "empty")
    terminal.send("[")
    try terminal.wait(for: "version 2/3 of ")
    terminal.send("q")
    #expect(try terminal.waitForEnd() == .exited(0))
    #expect(terminal.modes == terminal.modesBefore)
  }

  @Test("stays idle while paused, and runs once on r")
  func pausing() throws {
    try folder.write("list", "first\n")
    let terminal = try start()
    try terminal.wait(for: "first")
    terminal.send("p")
    try terminal.wait(for: "paused")
    try folder.write("list", "second\n")
    try terminal.waitUntilIdle()
    #expect(terminal.screen.contains("first"))
    terminal.send("r")
    try terminal.wait(for: "second")
    terminal.send("q")
    #expect(try terminal.waitForEnd() == .exited(0))
  }

  @Test("ends quietly with status 0 while a command prints", arguments: 0..<6)
  func endingWhilePrinting(_: Int) throws {
    let terminal = try Mocoa.start(
      ["watch", "--", "/bin/sh", "-c", "while :; do echo \"12:$(date +%N)\"; sleep 0.05; done"])
    try terminal.wait(for: "12:")
    terminal.pass(milliseconds: 20)
    terminal.send("q")
    #expect(try terminal.waitForEnd() == .exited(0))
  }

  @Test("prints one run without a terminal, and reports its failure")
  func plain() throws {
    let lines = try Mocoa.run(["watch", "--", "printf", "12 foo\nbar\n"])
    #expect(lines == .init(status: 0, output: "12 foo\nbar\n", errors: ""))
    let failed = try Mocoa.run(["watch", "sh", "-c", "echo oops >&2; exit 3"])
    #expect(failed == .init(status: 2, output: "", errors: "mocoa: sh: exit 3: oops\n"))
    let missing = try Mocoa.run(["watch", "nosuchcommand"])
    #expect(
      missing == .init(status: 2, output: "", errors: "mocoa: nosuchcommand: no such command\n"))
    #expect(try Mocoa.run(["watch"]).errors.hasPrefix("mocoa: missing command"))
    #expect(
      try Mocoa.run(["--log", "f", "watch", "true"]).errors.hasPrefix("mocoa: --log requires"))
  }
}
