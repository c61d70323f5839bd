internal import Glibc
internal import MocoaLocalization

/// An error that prevents using a terminal.
///
/// Each description is one line that suggests what to do.
public enum NcursesError: Error, Equatable, CustomStringConvertible {
  /// A missing terminal, or one that cannot be opened.
  case noTerminal(path: String)

  /// A path that is not a terminal.
  case notATerminal(path: String)

  /// A missing or empty variable TERM.
  case typeNotSet

  /// A variable TERM with a type that is not in the terminfo database.
  case unknownType(String)

  /// A terminal type without cursor addressing.
  case noCursorAddressing(String)

  /// A failed initialization of curses or the system.
  case initializationFailed(path: String)

  /// A lack of file descriptors.
  case noDescriptors

  /// A failed start of a thread.
  case noThread

  /// A second start of the backend.
  case startedTwice

  /// The error message, in one line.
  public var description: String {
    switch self {
    case .noTerminal(let path): localized("cannot open terminal \(path) (use --plain)")
    case .notATerminal(let path): localized("no terminal: \(path) is not a terminal (use --plain)")
    case .typeNotSet: localized("TERM is not set (set TERM, or use --plain)")
    case .unknownType(let type):
      localized("TERM=\(type) is not a known terminal type (set TERM, or use --plain)")
    case .noCursorAddressing(let type):
      localized("TERM=\(type) cannot position the cursor (use --plain)")
    case .initializationFailed(let path):
      localized("cannot initialize terminal \(path) (use --plain)")
    case .noDescriptors: localized("too many open files (raise the limit: ulimit -n 64)")
    case .noThread: localized("no thread can be started (end other programs, or raise ulimit -u)")
    case .startedTwice: localized("a terminal backend can be started only once")
    }
  }
}

extension NcursesError {
  /// Returns the error of a failed `open` of a terminal, according to `errno`.
  static func opening(_ path: String) -> NcursesError {
    [EMFILE, ENFILE].contains(errno) ? .noDescriptors : .noTerminal(path: path)
  }
}
