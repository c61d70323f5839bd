internal import MocoaLanguage
internal import Glibc

/// The reason why a run of a command produced no list.
public enum CommandFailure: Error, Hashable, Sendable {
  /// The command could not be started.
  ///
  /// The value is the `errno` of the system.
  case start(Int32)

  /// The command exited with a status other than 0.
  ///
  /// `complaint` is the last line that it wrote to standard error, or empty.
  case exit(Int32, complaint: String)

  /// A signal ended the command.
  ///
  /// `complaint` is the last line that it wrote to standard error, or empty.
  case signal(Int32, complaint: String)

  /// The output of the command cannot be read.
  case output(SourceError)

  /// This program stopped the command.
  case stopped

  /// Returns `true` if an `errno` means that the arguments of a command are too many or too long.
  package static func isTooLong(_ code: Int32) -> Bool { code == E2BIG }

  /// Creates the error of a run, or returns `nil` if the run succeeded.
  init?(_ end: CommandEnd, complaint: String) {
    switch end {
    case .exit(0): return nil
    case .exit(let status): self = .exit(status, complaint: complaint)
    case .signal(let number): self = .signal(number, complaint: complaint)
    }
  }
}

extension CommandFailure: CustomStringConvertible {
  /// A one-line description of the error, to follow the name of the command.
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
