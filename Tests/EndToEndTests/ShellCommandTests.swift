import Glibc
import MocoaPtySupport
import MocoaTestSupport
import Testing

@Suite("Commands and editors in the terminal", .serialized)
struct ShellCommandTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = try folder.write(
      "a.ndjson", (1...50).map { #"{"id": \#($0), "t": "it's \#($0)"}"# }.joined(separator: "\n"))
  }

  private func start(_ environment: [String: String?] = [:]) throws -> Terminal {
    var environment = environment
    environment["SHELL"] = "/bin/sh"
    let terminal = try Mocoa.start([path], environment: environment)
    try terminal.wait(for: "1/50")
    return terminal
  }

  /// Waits until a command has ended and prompts for a key.
  ///
  /// Keys that are typed earlier do not answer the prompt.
  private func waitForQuestion(of title: String, _ terminal: Terminal) throws {
    try terminal.wait("the end of \(title)") { terminal in
      let rows = terminal.emulator.rows
      guard let start = rows.lastIndex(of: title) else { return false }
      return rows[start...].contains { $0.contains("press any key]") }
    }
  }

  /// Runs a command that requires a confirmation.
  private func confirm(_ keys: String, _ terminal: Terminal) throws {
    terminal.send(keys + "\r")
    try terminal.wait(for: "y run")
    terminal.send("y")
  }

  private func end(_ terminal: Terminal) throws {
    terminal.send("q")
    #expect(try terminal.waitForEnd() == .exited(0))
    #expect(terminal.modes == terminal.modesBefore && terminal.emulator.modes == [7, 25])
  }

  @Test("have the terminal until a key returns to the unchanged list")
  func running() throws {
    let terminal = try start()
    terminal.send("jj!echo [{t}]; tty; exit 4\r")
    try terminal.wait(for: "[exit 4; press any key]")
    #expect(terminal.emulator.rows.contains("[it's 3]"))
    #expect(terminal.emulator.rows.contains { $0.hasPrefix("/dev/") })
    terminal.send("q")
    try terminal.wait(for: " exit 4: echo")
    try terminal.wait(for: "3/50")
    try terminal.wait("the cursor on the third") { $0.emulator.row(4).hasPrefix(" ▌  3  it's 3") }
    try end(terminal)
  }

  @Test("receive ^C, and may leave their input unread")
  func interrupting() throws {
    let terminal = try start()
    // `exec` replaces the shell: a shell that is about to start a process stops only after it ran.
    terminal.send("!echo ready; exec sleep 60\r")
    try terminal.wait("the command") { $0.emulator.rows.contains("ready") }
    terminal.send("\u{3}")
    // A busy machine lost the first ^C once. A user would press it again as well.
    if (try? terminal.wait(for: "ended by signal 2")) == nil { terminal.send("\u{3}") }
    try terminal.wait(for: "ended by signal 2 (Interrupt); press any key")
    terminal.send(" ")
    try terminal.wait(for: "1/50")
    try confirm("a|head -n 2", terminal)
    try terminal.wait(for: "[press any key]")
    #expect(terminal.emulator.rows.contains(#"{"id": 2, "t": "it's 2"}"#))
    terminal.send(" ")
    try terminal.wait(for: "done: head -n 2")
    try confirm("|true", terminal)
    try waitForQuestion(of: "$ true", terminal)
    terminal.send(" ")
    try terminal.wait(for: "done: true")
    try confirm("|wc -l", terminal)
    try waitForQuestion(of: "$ wc -l", terminal)
    #expect(terminal.emulator.rows.contains("50"))
    terminal.send(" ")
    try terminal.wait(for: "done: wc -l")
    try end(terminal)
  }

  @Test("cannot leave the terminal in changed modes, even if killed")
  func messing() throws {
    let terminal = try start()
    try confirm("!stty raw -echo; kill -9 $$", terminal)
    try terminal.wait(for: "ended by signal 9")
    terminal.send(" ")
    try terminal.wait(for: "1/50")
    terminal.send("j")
    try terminal.wait(for: "2/50")
    try end(terminal)
  }

  @Test("open the file at the line, and receive all keys")
  func editing() throws {
    let editor = try folder.write(
      "editor", "#!/bin/sh\necho \"opened $*\"\nread x\necho \"$x\" > said\n")
    chmod(editor, 0o700)
    let terminal = try start([
      "EDITOR": "cd '\(folder.path(of: ""))'; ./editor", "VISUAL": nil,
    ])
    terminal.send("Ge")
    try terminal.wait(for: "opened +50 \(path)")
    terminal.send("jjq\r")
    try terminal.wait(for: "50/50")
    #expect(try folder.text(of: "said") == "jjq\n")
    try end(terminal)
  }

  @Test("stop and continue together with the program")
  func stopping() throws {
    let shell = try #require(Programs.installed("bash"))
    let terminal = try Terminal(shell, ["--norc", "-i"], environment: ["SHELL": "/bin/sh"])
    terminal.send("PS1='$ '; '\(Mocoa.path)' '\(path)'\r")
    try terminal.wait(for: "1/50")
    // `exec` replaces the shell: a shell that is about to start a process stops only after it ran.
    terminal.send("!echo ready; exec sleep 60\r")
    try terminal.wait("the command") { $0.emulator.rows.contains("ready") }
    let command = terminal.foregroundGroup
    terminal.send("\u{1A}")
    try terminal.wait(for: "Stopped")
    terminal.send("echo at the $((1 + 1))nd prompt\r")
    try terminal.wait(for: "at the 2nd prompt")
    terminal.send("fg\r")
    try terminal.wait("the command in the foreground") { $0.foregroundGroup == command }
    terminal.send("\u{3}")
    try terminal.wait(for: "ended by signal 2 (Interrupt); press any key")
    terminal.send(" ")
    try terminal.wait(for: "1/50")
    terminal.send("q")
    // Keys that are typed before the shell prompts are lost with the program.
    try terminal.wait("the prompt") { terminal in
      terminal.emulator.rows.last { !$0.isEmpty }?.hasPrefix("$") == true
    }
    terminal.send("exit\r")
    _ = try terminal.waitForEnd()
  }

  /// Starts a command that stops together with the program, which is then in the foreground, as
  /// after `fg`.
  ///
  /// The program receives a signal when it continues, before the command has the terminal.
  private func startStopped() throws -> Terminal {
    let terminal = try start()
    terminal.send("!echo ready; exec sleep 60\r")
    try terminal.wait("the command") { $0.emulator.rows.contains("ready") }
    terminal.send("\u{1A}")
    try terminal.waitForStop()
    try terminal.giveForeground()
    return terminal
  }

  @Test("receive ^C that is typed before they continue")
  func earlyKey() throws {
    let terminal = try startStopped()
    terminal.send("\u{3}")
    terminal.signal(SIGCONT)
    try terminal.wait(for: "ended by signal 2 (Interrupt); press any key")
    terminal.send(" ")
    try terminal.wait(for: "1/50")
    try end(terminal)
  }

  @Test(
    "do not receive a signal that another program sends to the program",
    arguments: [SIGINT, SIGQUIT])
  func earlySignal(signal: Int32) throws {
    let terminal = try startStopped()
    terminal.signal(signal)
    terminal.signal(SIGCONT)
    #expect(try terminal.waitForEnd() == .exited(128 + signal))
    #expect(terminal.modes == terminal.modesBefore)
  }
}
