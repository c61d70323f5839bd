internal import MocoaLocalization
internal import Glibc

/// The reason why a run of a command produced no list.
public enum CommandError: Error, Hashable, Sendable {
  /// The command could not be started.
  ///
  /// The associated value is the `errno` of the system.
  case launch(Int32)

  /// The command exited with a status other than 0.
  ///
  /// `complaint` is the last line that it wrote to standard error, or empty.
  case exit(Int32, complaint: String)

  /// A signal ended the command.
  ///
  /// `complaint` is the last line that it wrote to standard error, or empty.
  case signal(Int32, complaint: String)

  /// The output of the command cannot be read.
  case unreadableOutput(SourceError)

  /// This program stopped the command.
  case stopped

  /// Returns `true` if an `errno` means that the arguments of a command exceed a limit of the
  /// system.
  package static func isTooLong(_ code: Int32) -> Bool { code == E2BIG }

  /// Creates the error of a run from its end, or returns `nil` if the run succeeded.
  init?(_ end: CommandExit, complaint: String) {
    switch end {
    case .exit(0): return nil
    case .exit(let status): self = .exit(status, complaint: complaint)
    case .signal(let number): self = .signal(number, complaint: complaint)
    }
  }
}

extension CommandError: CustomStringConvertible {
  /// A one-line description of the error, which follows the name of the command.
  public var description: String {
    switch self {
    case .launch(ENOENT): localized("no such command")
    case .launch(EACCES): localized("permission denied")
    case .launch(let code): String(cString: strerror(code))
    case .exit(let status, let complaint): localized("exit \(status)") + Self.suffix(complaint)
    case .signal(let number, let complaint):
      localized("ended by signal \(number) (\(String(cString: strsignal(number))))")
        + Self.suffix(complaint)
    case .unreadableOutput(let error): "\(error)"
    case .stopped: localized("was stopped")
    }
  }

  private static func suffix(_ complaint: String) -> String {
    complaint.isEmpty ? "" : ": \(complaint)"
  }
}
