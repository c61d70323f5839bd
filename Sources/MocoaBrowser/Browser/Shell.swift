internal import MocoaLanguage
internal import Glibc
internal import MocoaData
internal import MocoaTerminal

/// Runs commands on the terminal that the program has lent them.
@MainActor
struct Shell {
  /// What came of a command.
  typealias Outcome = Result<CommandEnd, CommandFailure>

  /// The value of a variable of the environment that is set to something.
  var variable: (String) -> String? = { name in
    getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Runs a command, and waits for a key where one is to read what it wrote.
  var run: (_ command: ForegroundCommand, _ title: String?, _ lent: LentTerminal) -> Outcome = {
    ShellTerminal.run($0, title: $1, $2)
  }

  /// The shells that read quoted words as POSIX says.
  private static let posixShells: Set = ["ash", "bash", "dash", "ksh", "mksh", "sh", "yash", "zsh"]

  /// The shell of the user.
  ///
  /// - Parameter quotes: whether words are quoted for it: for one that may read these otherwise, as fish
  ///   does, it is the system's.
  func path(quotes: Bool = false) -> String {
    let path = variable("SHELL") ?? "/bin/sh"
    let name = path.split(separator: "/").last.map(String.init) ?? ""
    return quotes && !Self.posixShells.contains(name) ? "/bin/sh" : path
  }

  /// The editor of the user, as words for a shell.
  var editor: String { variable("VISUAL") ?? variable("EDITOR") ?? "vi" }
}

/// The terminal, as long as a command has it.
@MainActor
enum ShellTerminal {
  /// - Parameter title: what is run, to be written above what it writes; nil where it has all of the screen,
  ///   and nobody is to read what is left of it.
  static func run(
    _ command: ForegroundCommand, title: String?, _ lent: LentTerminal
  ) -> Shell.Outcome {
    let terminal = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
    guard terminal >= 0 else { return .failure(.start(errno)) }
    defer { close(terminal) }
    if let title { write("$ \(SanitizedText.line(title))\n", to: terminal) }
    let outcome = Result { () throws(CommandFailure) in
      try command.run(on: terminal, until: lent.endRequest, stop: lent.stop)
    }
    // The program ends: nobody is asked for a key.
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

  /// Waits for one key, which does nothing else, or for the end of the program.
  private static func awaitKey(
    saying remark: String?, on terminal: Int32, until endRequest: Int32
  ) {
    var before = termios()
    guard tcgetattr(terminal, &before) == 0 else { return }
    var modes = before
    modes.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG)
    // What was typed for the command is none for this; what is typed once it is asked for is.
    tcsetattr(terminal, TCSAFLUSH, &modes)
    write(phrase("\n[\(remark.map { "\($0); " } ?? "")any key goes back to mocoa]"), to: terminal)
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
    // Where the terminal is gone, the program learns of it elsewhere.
    try? StandardStreams.write(Array(text.utf8), to: terminal)
  }
}

extension CommandEnd {
  /// How a command ended, in a few words.
  var remark: String {
    switch self {
    case .exit(let status): phrase("exit \(status)")
    case .signal(let number): "\(CommandFailure.signal(number, complaint: ""))"
    }
  }
}
