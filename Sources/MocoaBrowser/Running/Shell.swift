internal import MocoaLocalization
internal import Glibc
internal import MocoaSystem
internal import MocoaTerminal

/// The functions that run commands in the foreground of the terminal.
@MainActor
struct Shell {
  /// The result of a command.
  typealias Outcome = Result<ForegroundCommand.Exit, ForegroundCommand.RunError>

  /// A closure that returns the value of an environment variable, or `nil` if it is unset or empty.
  var variable: (String) -> String? = { name in
    getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// A closure that runs a command.
  ///
  /// If the command has a title, the closure then waits for a key, so that the output can be read.
  var run: (_ command: ForegroundCommand, _ title: String?, _ lent: SuspendedTerminal) -> Outcome =
    {
      ShellTerminal.run($0, title: $1, $2)
    }

  /// The names of the shells that parse quoted words as POSIX specifies.
  private static let posixShells: Set = ["ash", "bash", "dash", "ksh", "mksh", "sh", "yash", "zsh"]

  /// Returns the path of the shell of the user.
  ///
  /// - Parameter quotes: A Boolean value that indicates whether the command contains POSIX quotes.
  ///   If it is `true`, a shell with other quoting rules, such as fish, is replaced with `/bin/sh`.
  func path(quotes: Bool = false) -> String {
    let path = variable("SHELL") ?? "/bin/sh"
    let name = path.split(separator: "/").last.map(String.init) ?? ""
    return quotes && !Self.posixShells.contains(name) ? "/bin/sh" : path
  }

  /// The command of the user's editor: the value of `VISUAL`, otherwise that of `EDITOR`, otherwise
  /// `vi`.
  var editor: String { variable("VISUAL") ?? variable("EDITOR") ?? "vi" }
}

/// The terminal while a command uses it.
@MainActor
enum ShellTerminal {
  /// Runs a command on the controlling terminal.
  ///
  /// - Parameters:
  ///   - command: The command to run.
  ///   - title: The text to print above the output, or `nil` if the command uses the whole screen.
  ///   - lent: The suspended terminal, which the command uses.
  static func run(
    _ command: ForegroundCommand, title: String?, _ lent: SuspendedTerminal
  ) -> Shell.Outcome {
    let terminal = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
    guard terminal >= 0 else { return .failure(.launch(errno)) }
    defer { close(terminal) }
    if let title { write("$ \(SanitizedText.line(title))\n", to: terminal) }
    let outcome = Result { () throws(ForegroundCommand.RunError) in
      try command.run(on: terminal, until: lent.endRequest, stop: lent.stop)
    }
    // The program is ending, so it does not wait for a key.
    if case .failure(.stopped) = outcome { return outcome }
    let remark: String? =
      switch outcome {
      case .success(.exit(0)): nil
      case .success(let end): end.remark
      case .failure(let failure): "\(failure)"
      }
    if title != nil { awaitKey(saying: remark, on: terminal, until: lent.endRequest) }
    return outcome
  }

  /// Waits for a key, or for the end of the program.
  ///
  /// The key has no other effect.
  private static func awaitKey(
    saying remark: String?, on terminal: Int32, until endRequest: Int32
  ) {
    var before = termios()
    guard tcgetattr(terminal, &before) == 0 else { return }
    var modes = before
    modes.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG)
    // Keys that were typed for the command must not end the wait, so they are discarded.
    tcsetattr(terminal, TCSAFLUSH, &modes)
    write(
      localized("\n[\(remark.map { "\($0); " } ?? "")press any key]"), to: terminal)
    var ready = [
      pollfd(fd: terminal, events: Int16(POLLIN), revents: 0),
      pollfd(fd: endRequest, events: Int16(POLLIN), revents: 0),
    ]
    while poll(&ready, 2, -1) < 0, errno == EINTR {}
    var bytes = [UInt8](repeating: 0, count: 64)
    if ready[0].revents != 0 { while read(terminal, &bytes, bytes.count) < 0, errno == EINTR {} }
    tcsetattr(terminal, TCSANOW, &before)
    write("\n", to: terminal)
  }

  private static func write(_ text: String, to terminal: Int32) {
    // Errors of a lost terminal are detected elsewhere.
    try? StandardStreams.write(Array(text.utf8), to: terminal)
  }
}

extension ForegroundCommand.Exit {
  /// A short description of how a command ended.
  var remark: String {
    switch self {
    case .exit(let status): localized("exit \(status)")
    case .signal(let number): ProcessError.reason(ofSignal: number)
    }
  }
}
