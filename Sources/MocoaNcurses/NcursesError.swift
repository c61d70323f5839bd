internal import Glibc
internal import MocoaLanguage

/// Why a terminal cannot be used.
///
/// Each case describes itself in one line, which says what to do.
public enum NcursesError: Error, Equatable, CustomStringConvertible {
  /// There is no terminal at this path, or none that may be opened.
  case noTerminal(path: String)

  /// What stands at this path is not a terminal.
  case notATerminal(path: String)

  /// The variable TERM is missing or empty.
  case typeNotSet

  /// The variable TERM names a type that is not in the terminfo database.
  case unknownType(String)

  /// A terminal of this type cannot place text.
  case cannotPlaceText(String)

  /// Curses, or the system below it, refused.
  case refused(path: String)

  /// No file descriptor is left for it.
  case noDescriptors

  /// The system starts no thread.
  case noThread

  /// The backend was started before.
  case startedTwice

  /// One line.
  public var description: String {
    switch self {
    case .noTerminal(let path): phrase("no terminal: \(path) cannot be opened (use --plain)")
    case .notATerminal(let path): phrase("no terminal: \(path) is not a terminal (use --plain)")
    case .typeNotSet: phrase("TERM is not set (set TERM, or use --plain)")
    case .unknownType(let type):
      phrase("TERM=\(type) is not a known terminal type (set TERM, or use --plain)")
    case .cannotPlaceText(let type): phrase("TERM=\(type) cannot place text (use --plain)")
    case .refused(let path): phrase("the terminal \(path) cannot be taken (use --plain)")
    case .noDescriptors: phrase("too many open files (raise the limit: ulimit -n 64)")
    case .noThread: phrase("no thread can be started (end other programs, or raise ulimit -u)")
    case .startedTwice: phrase("a terminal backend can be started only once")
    }
  }
}

extension NcursesError {
  /// The reason why a terminal could not be opened, by `errno`.
  static func opening(_ path: String) -> NcursesError {
    [EMFILE, ENFILE].contains(errno) ? .noDescriptors : .noTerminal(path: path)
  }
}
