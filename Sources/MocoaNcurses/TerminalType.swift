internal import CNcurses
import Glibc

/// A type of terminals, as terminfo knows it before there is a screen.
struct TerminalType {
  /// What TERM calls it.
  let name: String

  /// What gives a terminal of this type back.
  let reset: ResetString

  /// The type that TERM names, if text can be placed on such a terminal.
  init(on descriptor: Int32) throws(NcursesError) {
    guard let variable = getenv("TERM"), variable.pointee != 0 else { throw .typeNotSet }
    name = String(cString: variable)
    guard let strings = Self.strings(["cup"] + ResetString.names, of: name, on: descriptor) else {
      throw .unknownType(name)
    }
    guard strings.first != .some(nil) else { throw .cannotPlaceText(name) }
    reset = ResetString(Array(strings.dropFirst()))
  }

  /// Strings of terminfo, nil where the type has none; nil where there is no such type.
  ///
  /// All at once, for each time that terminfo is asked it reads its file.
  private static func strings(_ names: [String], of type: String, on descriptor: Int32)
    -> [[UInt8]?]?
  {
    var before: UnsafeMutablePointer<TERMINAL>?
    guard mocoa_set_up_terminal(type, descriptor, &before) else { return nil }
    defer { mocoa_tear_down_terminal(before) }
    return names.map { name in mocoa_capability(name).map { Array(String(cString: $0).utf8) } }
  }
}
