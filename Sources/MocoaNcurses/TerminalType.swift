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

  /// Returns the features of the terminal and its number of colors.
  func readFeatures(on descriptor: Int32) -> (capabilities: TerminalCapabilities, colors: Int) {
    var before: UnsafeMutablePointer<TERMINAL>?
    guard mocoa_set_up_terminal(name, descriptor, &before) else {
      return (TerminalCapabilities(mouseKey: nil, hasOtherScreen: false, program: nil), 0)
    }
    defer { mocoa_tear_down_terminal(before) }
    let capabilities = TerminalCapabilities(
      mouseKey: mocoa_capability("kmous").map { Array(String(cString: $0).utf8) },
      hasOtherScreen: mocoa_capability("smcup") != nil,
      program: getenv("TERM_PROGRAM").map { String(cString: $0) })
    return (capabilities, Int(tigetnum("colors")))
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

/// A sequence of bytes that restores a terminal without curses.
///
/// It is prepared in advance, so that it is available after a crash.
struct ResetSequence {
  private let capabilities: [[UInt8]?]

  /// The names of the terminfo capabilities in the sequence.
  static let names = ["sgr0", "op", "cnorm", "rmkx", "rmcup"]

  /// Creates a sequence from the values of `names`, with `nil` for capabilities that the terminal
  /// does not have.
  init(_ capabilities: [[UInt8]?]) {
    self.capabilities = capabilities
  }

  /// Returns the bytes that restore the terminal and turn off some modes.
  ///
  /// - Parameters:
  ///   - modes: The modes to turn off.
  ///   - staysOnScreen: A Boolean value that indicates whether the main screen is already active.
  ///     In this case the bytes do not leave the alternate screen, which would move the cursor.
  func bytes(_ modes: PrivateModes = [], staysOnScreen: Bool = false) -> [UInt8] {
    let capabilities = staysOnScreen ? Array(self.capabilities.dropLast()) + [nil] : capabilities
    // CAN ends an escape sequence that was interrupted by the exit. Without an alternate screen,
    // the shell continues on a new line.
    let leavesScreen = capabilities.last.flatMap { $0 } != nil
    let bytes = [0x18] + modes.off + capabilities.compactMap { $0 }.joined()
    return Self.withoutPadding(bytes) + Array((leavesScreen ? "\r" : "\r\n").utf8)
  }

  /// Returns a terminfo string without its delays, such as `$<5>` and `$<2/>`.
  static func withoutPadding(_ bytes: [UInt8]) -> [UInt8] {
    var remaining = bytes[...]
    var result: [UInt8] = []
    while let byte = remaining.popFirst() {
      if byte == UInt8(ascii: "$"), remaining.first == UInt8(ascii: "<"),
        let end = remaining.firstIndex(of: UInt8(ascii: ">"))
      {
        remaining = remaining[(end + 1)...]
      } else {
        result.append(byte)
      }
    }
    return result
  }
}
