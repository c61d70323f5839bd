internal import Glibc

/// How a command ended.
struct CommandEnd: Sendable, Equatable {
  /// The exit status, or -n for signal n.
  var status: Int32

  /// The last line that it wrote to standard error; empty for none.
  var complaint: String
}

/// Why a run of a command gave no list.
public enum CommandFailure: Error, Hashable, Sendable {
  /// It could not be started, for a reason that the system gives as a number.
  case start(Int32)

  /// It ended with another status than 0, and perhaps a word on standard error.
  case exit(Int32, complaint: String)

  /// It was ended by a signal.
  case signal(Int32, complaint: String)

  /// What it printed cannot be read.
  case output(SourceError)

  /// Whoever watched it did not want it any more.
  case stopped

  /// Why a run is no success; nil where it is one.
  init?(_ end: CommandEnd) {
    if end.status == 0 { return nil }
    self =
      end.status > 0
      ? .exit(end.status, complaint: end.complaint)
      : .signal(-end.status, complaint: end.complaint)
  }
}

extension CommandFailure: CustomStringConvertible {
  /// What went wrong, in one line, without the name of the command.
  public var description: String {
    switch self {
    case .start(ENOENT): "no such command"
    case .start(EACCES): "is no command that may be run"
    case .start(let code): "cannot be started: \(String(cString: strerror(code)))"
    case .exit(let status, let complaint): "exit status \(status)" + Self.behind(complaint)
    case .signal(let number, let complaint):
      "ended by signal \(number) (\(String(cString: strsignal(number))))" + Self.behind(complaint)
    case .output(let error): "what it printed cannot be read: \(error)"
    case .stopped: "was stopped"
    }
  }

  private static func behind(_ complaint: String) -> String {
    complaint.isEmpty ? "" : ": \(complaint)"
  }
}
