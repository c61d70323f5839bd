/// What gives a terminal back when curses no longer can: bytes prepared while all is well.
struct ResetString {
  private let capabilities: [[UInt8]?]

  /// The names of the capabilities that it is made of.
  static let names = ["sgr0", "op", "cnorm", "rmkx", "rmcup"]

  /// The bytes made of the values of `names`, nil where a terminal has none.
  init(_ capabilities: [[UInt8]?]) {
    self.capabilities = capabilities
  }

  /// The bytes while these modes are on.
  ///
  /// - Parameter staysOnScreen: whether the usual screen is shown already: to leave the other one
  ///   would move the cursor.
  func bytes(_ modes: PrivateModes = [], staysOnScreen: Bool = false) -> [UInt8] {
    let capabilities = staysOnScreen ? Array(self.capabilities.dropLast()) + [nil] : capabilities
    // CAN ends a sequence in whose middle the program died. Without an alternate screen to leave,
    // the shell goes on in a new line.
    let leavesScreen = capabilities.last.flatMap { $0 } != nil
    let bytes = [0x18] + modes.off + capabilities.compactMap { $0 }.joined()
    return Self.withoutPadding(bytes) + Array((leavesScreen ? "\r" : "\r\n").utf8)
  }

  /// The same bytes without delays, which terminfo writes as `$<5>` or `$<2/>`.
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
