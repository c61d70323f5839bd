import Glibc
import MocoaPtySupport
import MocoaTestSupport
import Testing

@Suite("The messages example in a terminal", .serialized)
struct MessagesTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func start() throws -> Terminal {
    let terminal = try Mocoa.start(
      ["mocoa://examples/messages/"], environment: ["XDG_DATA_HOME": folder.folder])
    try waitUntilSaved(terminal, "Ada Fenwick")
    return terminal
  }

  /// Waits until one frame shows a text, and reports that all changes are saved.
  private func waitUntilSaved(_ terminal: Terminal, _ text: String) throws {
    try terminal.wait("\(text), saved") { terminal in
      terminal.emulator.rows.contains { $0.contains(text) }
        && terminal.emulator.rows.last?.contains("✓ saved") == true
    }
  }

  /// Sends a message to the current person, and waits until it is saved.
  private func write(_ text: String, in terminal: Terminal) throws {
    terminal.send("w")
    try terminal.wait(for: "message ")
    terminal.send("\(text)\r")
    try waitUntilSaved(terminal, "→  \(text)")
  }

  private func quit(_ terminal: Terminal) throws {
    terminal.send("Q")
    #expect(try terminal.waitForEnd() == .exited(0))
  }

  private func removeFiles() {
    let examples = folder.path(of: "mocoa/examples")
    for end in ["", "-wal", "-shm"] { unlink("\(examples)/messages.sqlite\(end)") }
    rmdir(examples)
    rmdir(folder.path(of: "mocoa"))
  }

  @Test("shows written, edited and deleted messages after a restart")
  func restart() throws {
    defer { removeFiles() }
    var terminal = try start()
    try write("Before noon", in: terminal)
    terminal.send("\te")
    try terminal.wait(for: "╭─ edit ─")
    terminal.send(" at the latest\r")
    try waitUntilSaved(terminal, "→  Before noon at the latest")
    terminal.send("\tjD")
    try terminal.wait(for: "Delete 王小明")
    terminal.send("\r")
    try terminal.wait("no one of that name") { !$0.screen.contains("王小明") }
    try waitUntilSaved(terminal, "Ada Fenwick")
    try quit(terminal)

    terminal = try start()
    try terminal.wait(for: "→  Before noon at the latest")
    #expect(!terminal.screen.contains("王小明"))
    try quit(terminal)
  }

  @Test("keeps every message reported as saved, even if killed")
  func kill() throws {
    defer { removeFiles() }
    for number in 1...6 {
      let terminal = try start()
      for earlier in 1..<number { try terminal.wait(for: "→  number \(earlier)") }
      try write("number \(number)", in: terminal)
      terminal.signal(SIGKILL)
      #expect(try terminal.waitForEnd() == .signalled(SIGKILL))
    }
  }

  @Test("shows the changes of two programs that start with one file")
  func two() throws {
    defer { removeFiles() }
    let environment = ["XDG_DATA_HOME": folder.folder]
    let (one, other) = try (
      Mocoa.start(["mocoa://examples/messages/"], environment: environment),
      Mocoa.start(["mocoa://examples/messages/"], environment: environment)
    )
    for terminal in [one, other] { try waitUntilSaved(terminal, "Ada Fenwick") }
    try write("from one", in: one)
    try other.wait(for: "→  from one")
    try write("from the other", in: other)
    try one.wait(for: "→  from the other")
    other.send("\tD")
    try other.wait(for: "Delete “from the other”?")
    other.send("\r")
    try other.wait("one message less") { !$0.screen.contains("from the other") }
    try one.wait("one message less here too") { !$0.screen.contains("from the other") }
    for terminal in [one, other] { try quit(terminal) }
  }

  @Test("reports an invalid database file, and leaves it unchanged")
  func damaged() throws {
    defer { removeFiles() }
    mkdir(folder.path(of: "mocoa"), 0o700)
    mkdir(folder.path(of: "mocoa/examples"), 0o700)
    try folder.write("mocoa/examples/messages.sqlite", "my diary")
    let terminal = try Mocoa.start(
      ["mocoa://examples/messages/"], environment: ["XDG_DATA_HOME": folder.folder])
    try terminal.wait(for: "Ada Fenwick")
    try terminal.wait(for: "not saved: messages.sqlite: not a database")
    try quit(terminal)
    #expect(try folder.text(of: "mocoa/examples/messages.sqlite") == "my diary")
  }

  @Test("prints a list after the file and the server have responded")
  func plain() throws {
    defer { removeFiles() }
    let outcome = try Mocoa.run(
      [
        "XDG_DATA_HOME=\(folder.folder)", Mocoa.path, "mocoa://examples/messages/chat?person=1",
      ], program: "/usr/bin/env")
    #expect(outcome.status == 0 && outcome.lines.count >= 5)
    #expect(outcome.lines.last?.contains("So it is settled: we go to the sea") == true)
    let both = try Mocoa.run(
      ["XDG_DATA_HOME=\(folder.folder)", Mocoa.path, "mocoa://examples/messages/"],
      program: "/usr/bin/env")
    #expect(both.status == 0 && both.errors.isEmpty, "\(both.errors)")
    #expect(both.lines.first == "chats" && both.lines.contains("Ada Fenwick"), "\(both.lines)")
    #expect(both.lines.last?.contains("So it is settled: we go to the sea") == true)
  }

  @Test("stays idle while no messages arrive")
  func idle() throws {
    defer { removeFiles() }
    let terminal = try start()
    terminal.send("j")
    try terminal.waitUntilIdle()
    try quit(terminal)
  }
}
