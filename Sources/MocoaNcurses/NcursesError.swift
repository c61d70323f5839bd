internal import Glibc
internal import MocoaLocalization

/// An error that prevents using a terminal.
///
/// Each description is one line that suggests a remedy.
public enum NcursesError: Error, Equatable, CustomStringConvertible {
  /// The terminal does not exist, or cannot be opened.
  case noTerminal(path: String)

  /// The path is not that of a terminal.
  case notATerminal(path: String)

  /// The variable TERM is missing or empty.
  case typeNotSet

  /// The terminfo database does not contain the type in the variable TERM.
  case unknownType(String)

  /// The terminal type does not support moving the cursor to a point.
  case noCursorAddressing(String)

  /// Curses or the system failed to initialize the terminal.
  case initializationFailed(path: String)

  /// No file descriptor is free.
  case noDescriptors

  /// A thread could not be started.
  case noThread

  /// The backend was already started, and can be started only once.
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
  /// Returns the error for a failed `open` of a terminal, which `errno` determines.
  static func opening(_ path: String) -> NcursesError {
    [EMFILE, ENFILE].contains(errno) ? .noDescriptors : .noTerminal(path: path)
  }
}
