/// The recognition of days and times in bytes of text.
package enum DatePattern {
  /// The number of bytes of a day such as `2026-11-21`.
  package static let dayLength = 10

  /// Returns `true` if bytes start with a day such as `2026-11-21`.
  ///
  /// The month is 1 to 12 and the day is 1 to 31.
  package static func startsWithDay(_ bytes: [UInt8]) -> Bool {
    bytes.count >= dayLength && matches(bytes[..<dayLength], "0000-00-00")
      && (1...12).contains(number(bytes[5..<7])) && (1...31).contains(number(bytes[8..<10]))
  }

  /// Returns `true` if bytes match a pattern in which each 0 matches any digit.
  package static func matches(_ bytes: ArraySlice<UInt8>, _ pattern: StaticString) -> Bool {
    guard bytes.count == pattern.utf8CodeUnitCount else { return false }
    return pattern.withUTF8Buffer { pattern in
      zip(bytes, pattern).allSatisfy { byte, sign in
        sign == UInt8(ascii: "0") ? (0x30...0x39).contains(byte) : byte == sign
      }
    }
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> Int {
    bytes.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }
}
