internal import CNcurses
import Glibc

/// A terminal type of the terminfo database, which is read before curses is started.
struct TerminalType {
  /// The name of the type in TERM.
  let name: String

  /// The bytes that restore a terminal of this type.
  let reset: ResetSequence

  /// Creates the type that TERM names.
  ///
  /// - Throws: ``NcursesError`` if TERM is not set or unknown, or if the type has no cursor
  ///   addressing.
  init(on descriptor: Int32) throws(NcursesError) {
    guard let variable = getenv("TERM"), variable.pointee != 0 else { throw .typeNotSet }
    name = String(cString: variable)
    guard let strings = Self.strings(["cup"] + ResetSequence.names, of: name, on: descriptor) else {
      throw .unknownType(name)
    }
    guard strings.first != .some(nil) else { throw .noCursorAddressing(name) }
    reset = ResetSequence(Array(strings.dropFirst()))
  }

  /// Returns strings of a terminfo entry, with `nil` for each missing one.
  ///
  /// The strings are read in one call, because terminfo reads its file for each access.
  ///
  /// - Returns: `nil` if the terminfo database does not contain the type.
  private static func strings(_ names: [String], of type: String, on descriptor: Int32)
    -> [[UInt8]?]?
  {
    var before: UnsafeMutablePointer<TERMINAL>?
    guard mocoa_set_up_terminal(type, descriptor, &before) else { return nil }
    defer { mocoa_tear_down_terminal(before) }
    return names.map { name in mocoa_capability(name).map { Array(String(cString: $0).utf8) } }
  }
}
