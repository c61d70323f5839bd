internal import MocoaLanguage
internal import Glibc

/// Why a run of a command gave no list.
public enum CommandFailure: Error, Hashable, Sendable {
  /// It could not be started, for a reason that the system gives as a number.
  case start(Int32)

  /// It ended with another status than 0.
  ///
  /// `complaint` is the last line that it wrote to standard error; empty for none.
  case exit(Int32, complaint: String)

  /// It was ended by a signal.
  case signal(Int32, complaint: String)

  /// What it printed cannot be read.
  case output(SourceError)

  /// It was stopped from here.
  case stopped

  /// Whether the system refuses with that number what has too many words, or too long ones.
  package static func isTooLong(_ code: Int32) -> Bool { code == E2BIG }

  /// Why a run is no success; nil where it is one.
  init?(_ end: CommandEnd, complaint: String) {
    switch end {
    case .exit(0): return nil
    case .exit(let status): self = .exit(status, complaint: complaint)
    case .signal(let number): self = .signal(number, complaint: complaint)
    }
  }
}

extension CommandFailure: CustomStringConvertible {
  /// What went wrong, in one line, to stand behind the name of the command.
  public var description: String {
    switch self {
    case .start(ENOENT): phrase("no such command")
    case .start(EACCES): phrase("permission denied")
    case .start(let code): String(cString: strerror(code))
    case .exit(let status, let complaint): phrase("exit \(status)") + Self.behind(complaint)
    case .signal(let number, let complaint):
      phrase("ended by signal \(number) (\(String(cString: strsignal(number))))")
        + Self.behind(complaint)
    case .output(let error): "\(error)"
    case .stopped: phrase("was stopped")
    }
  }

  private static func behind(_ complaint: String) -> String {
    complaint.isEmpty ? "" : ": \(complaint)"
  }
}
