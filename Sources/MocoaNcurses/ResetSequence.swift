/// The bytes that restore a terminal without curses.
///
/// They are prepared before they are needed.
struct ResetSequence {
  private let capabilities: [[UInt8]?]

  /// The names of the terminfo capabilities in the sequence.
  static let names = ["sgr0", "op", "cnorm", "rmkx", "rmcup"]

  /// Creates a sequence from the values of `names`, with `nil` for capabilities that the terminal
  /// does not have.
  init(_ capabilities: [[UInt8]?]) {
    self.capabilities = capabilities
  }

  /// Returns the bytes that also turn off some modes.
  ///
  /// - Parameters:
  ///   - modes: The modes to turn off.
  ///   - staysOnScreen: A Boolean value that indicates whether the main screen is already active.
  ///     Leaving the alternate screen would then move the cursor.
  func bytes(_ modes: PrivateModes = [], staysOnScreen: Bool = false) -> [UInt8] {
    let capabilities = staysOnScreen ? Array(self.capabilities.dropLast()) + [nil] : capabilities
    // CAN ends an escape sequence that was interrupted by the exit. Without an alternate screen,
    // the shell continues on a new line.
    let leavesScreen = capabilities.last.flatMap { $0 } != nil
    let bytes = [0x18] + modes.off + capabilities.compactMap { $0 }.joined()
    return Self.withoutPadding(bytes) + Array((leavesScreen ? "\r" : "\r\n").utf8)
  }

  /// Returns a terminfo string without delays, which it contains as `$<5>` or `$<2/>`.
  static func withoutPadding(_ bytes: [UInt8]) -> [UInt8] {
    var rest = bytes[...]
    var result: [UInt8] = []
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "$"), rest.first == UInt8(ascii: "<"),
        let end = rest.firstIndex(of: UInt8(ascii: ">"))
      {
        rest = rest[(end + 1)...]
      } else {
        result.append(byte)
      }
    }
    return result
  }
}
