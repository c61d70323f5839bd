internal import CNcurses

/// What gives a terminal back when curses no longer can: bytes prepared while all is well.
struct ResetString {
  private let capabilities: [[UInt8]?]

  /// The bytes for a terminal of this type.
  init(type: String, on descriptor: Int32) {
    self.init(
      ["sgr0", "op", "cnorm", "rmkx", "rmcup"].map {
        Self.capability($0, type: type, on: descriptor)
      })
  }

  /// The bytes made of the values of sgr0, op, cnorm, rmkx and rmcup, nil where a terminal has none.
  init(_ capabilities: [[UInt8]?]) {
    self.capabilities = capabilities
  }

  /// The bytes while these modes are on.
  func bytes(_ modes: PrivateModes = []) -> [UInt8] {
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

  /// A string of terminfo; nil where the type has none.
  static func capability(_ name: String, type: String, on descriptor: Int32) -> [UInt8]? {
    var bytes = [CChar](repeating: 0, count: 128)
    guard mocoa_read_capability(type, descriptor, name, &bytes, bytes.count) else { return nil }
    return bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
  }
}
