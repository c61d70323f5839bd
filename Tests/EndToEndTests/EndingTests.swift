import Glibc
import MocoaPtySupport
import MocoaTestSupport
import Testing

@Suite("A signal that ends the program", .serialized)
struct EndingTests {
  /// The activity of the program when the signal arrives.
  enum Moment: String, CaseIterable {
    case browsing, prompt, anyKey, command, pipe, editor, stopped, quitting
  }

  private static let requests = [SIGTERM, SIGHUP, SIGINT, SIGQUIT]
  private static let crashes = [SIGSEGV, SIGABRT, SIGUSR1, SIGALRM]

  private let folder: TemporaryFolder
  private let path: String
  private let editor: String

  init() throws {
    folder = try TemporaryFolder()
    path = try folder.write(
      "a.ndjson", (1...50).map { #"{"id": \#($0), "t": "x\#($0)"}"# }.joined(separator: "\n"))
    editor = try folder.write(
      "editor",
      """
      #!/bin/sh
      stty raw -echo
      printf '\\033[?1049h\\033[?1000h\\033[?1006h\\033[?2004h\\033[?25lediting'
      exec sleep 60
      """)
    chmod(editor, 0o700)
  }

  private func start(_ arguments: [String] = []) throws -> Terminal {
    try Mocoa.start(
      arguments + [path],
      environment: [
        "XDG_STATE_HOME": folder.path(of: "state"), "SHELL": "/bin/sh", "VISUAL": nil,
        "EDITOR": editor, "SWIFT_BACKTRACE": "enable=no",
      ])
  }

  private func bring(_ terminal: Terminal, to moment: Moment) throws {
    try terminal.wait(for: "1/50")
    switch moment {
    case .browsing: break
    case .prompt:
      terminal.send(":")
      try terminal.wait("the prompt") { $0.emulator.row(23).hasPrefix(":") }
    case .anyKey:
      terminal.send("!true\r")
      try terminal.wait(for: "press any key]")
    case .command, .pipe:
      terminal.send(moment == .pipe ? "|" : "!")
      terminal.send("stty raw -echo; echo ready; exec sleep 60\r")
      try terminal.wait("the command") { terminal in
        terminal.emulator.rows.contains { $0.hasPrefix("ready") }
      }
    case .editor:
      terminal.send("e")
      try terminal.wait(for: "editing")
    case .stopped:
      terminal.send("\u{1A}")
      try terminal.waitForStop()
    case .quitting: terminal.send("Q")
    }
  }

  private func expectRestored(_ terminal: Terminal) {
    #expect(terminal.modes == terminal.modesBefore && terminal.modes.isCooked)
    #expect(terminal.emulator.modes == [7, 25])
  }

  @Test(
    "restores the terminal immediately and saves the pages", arguments: Moment.allCases, requests)
  func request(moment: Moment, signal: Int32) throws {
    let terminal = try start()
    try bring(terminal, to: moment)
    terminal.signal(signal)
    if moment == .stopped { terminal.signal(SIGCONT) }
    // If the program does not respond within two seconds, the signal itself ends it.
    let end = try terminal.waitForEnd()
    #expect(end == .exited(128 + signal) || moment == .quitting && end == .exited(0))
    expectRestored(terminal)
    #expect(try folder.text(of: "state/mocoa/pages").contains("a.ndjson"))
  }

  @Test("restores the terminal after a crash", arguments: Moment.allCases, crashes)
  func crash(moment: Moment, signal: Int32) throws {
    let terminal = try start()
    try bring(terminal, to: moment)
    terminal.signal(signal)
    if moment == .stopped { terminal.signal(SIGCONT) }
    let end = try terminal.waitForEnd()
    #expect(end == .signalled(signal) || moment == .quitting && end == .exited(0))
    expectRestored(terminal)
  }

  @Test("restores the terminal while the program starts", arguments: requests + crashes)
  func starting(signal: Int32) throws {
    for pause in 0..<8 {
      let terminal = try start()
      usleep(UInt32(pause) * 4000)
      terminal.signal(signal)
      let end = try terminal.waitForEnd()
      #expect([.exited(128 + signal), .signalled(signal)].contains(end))
      expectRestored(terminal)
    }
  }

  @Test("restores the terminal of line mode", arguments: [SIGTERM, SIGHUP, SIGQUIT, SIGSEGV])
  func lines(signal: Int32) throws {
    let terminal = try start(["--plain"])
    try terminal.wait(for: "mocoa>")
    terminal.send("run stty raw -echo; echo ready; exec sleep 60\r")
    try terminal.wait("the command") { terminal in
      terminal.emulator.rows.contains { $0.hasPrefix("ready") }
    }
    terminal.signal(signal)
    let end = try terminal.waitForEnd()
    #expect(end == (signal == SIGSEGV ? .signalled(signal) : .exited(128 + signal)))
    expectRestored(terminal)
  }

  /// Creates a full pipe without a reader, which blocks each program that writes to it.
  ///
  /// - Returns: Its path, and a file descriptor that keeps it full while it is open.
  private func makeFullPipe() throws -> (path: String, descriptor: Int32) {
    let pipe = folder.path(of: "pipe")
    try #require(mkfifo(pipe, 0o600) == 0)
    let descriptor = open(pipe, O_RDWR | O_NONBLOCK | O_CLOEXEC)
    try #require(descriptor >= 0)
    let bytes = [UInt8](repeating: 0, count: 4096)
    for size in [bytes.count, 1] {
      while write(descriptor, bytes, size) > 0 {}
      try #require(errno == EAGAIN)
    }
    return (pipe, descriptor)
  }

  @Test("ends the program while it writes to a slow pipe", arguments: requests)
  func slowReader(signal: Int32) throws {
    let (pipe, descriptor) = try makeFullPipe()
    defer { close(descriptor) }
    let big = try folder.write(
      "big.ndjson", (1...9000).map { #"{"id": \#($0), "t": "x\#($0)"}"# }.joined(separator: "\n"))
    let terminal = try Terminal(
      "/bin/sh",
      ["-c", "exec 3<>'\(pipe)'; exec '\(Mocoa.path)' --pick --no-prompt --multi '\(big)' >&3"],
      environment: ["SWIFT_BACKTRACE": "enable=no"])
    try terminal.wait(for: "1/9,000")
    terminal.send("a\r")
    try terminal.wait("a program that waits for its reader") {
      $0.isBlockedWriting(to: STDOUT_FILENO)
    }
    terminal.signal(signal)
    #expect(try terminal.waitForEnd() == .signalled(signal))
    expectRestored(terminal)
  }

  @Test("ends a program that failed to use its terminal", arguments: requests)
  func refused(signal: Int32) throws {
    let (pipe, descriptor) = try makeFullPipe()
    defer { close(descriptor) }
    // Curses fails: the window is too large, and the terminal type does not define a size. The pipe
    // for the error message is full, so the program waits.
    let terminal = try Terminal(
      "/bin/sh", ["-c", "exec '\(Mocoa.path)' '\(path)' 2<>'\(pipe)'"],
      environment: ["TERM": "linux", "SWIFT_BACKTRACE": "enable=no"], columns: 40_000,
      rows: 40_000, emulated: (80, 24))
    try terminal.wait("a program that waits for the reader of its errors") {
      $0.isBlockedWriting(to: STDERR_FILENO)
    }
    terminal.signal(signal)
    #expect(try terminal.waitForEnd() == .signalled(signal))
    expectRestored(terminal)
  }

  @Test("hangs up a command that has the terminal")
  func hangingUp() throws {
    let terminal = try start()
    try terminal.wait(for: "1/50")
    let trap = "trap 'echo hung up > \(folder.path(of: "said")); exit' HUP"
    terminal.send("!\(trap); echo ready; while :; do sleep 0.1; done\r")
    try terminal.wait("the command") { $0.emulator.rows.contains("ready") }
    terminal.signal(SIGTERM)
    #expect(try terminal.waitForEnd() == .exited(143))
    #expect(try folder.text(of: "said") == "hung up\n")
    expectRestored(terminal)
  }
}
