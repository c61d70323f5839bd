/// The escape sequences of JSON strings.
package enum JSONEscape {
  /// Returns `true` if a byte of UTF-8 text must be escaped: a control character, a quote or a
  /// backslash.
  @inlinable
  package static func isRequired(for byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
  }

  /// Returns the escape sequence of a byte for which ``isRequired(for:)`` is `true`.
  package static func sequence(for byte: UInt8) -> String {
    switch byte {
    case UInt8(ascii: "\""): "\\\""
    case UInt8(ascii: "\\"): "\\\\"
    case 0x0A: "\\n"
    case 0x0D: "\\r"
    case 0x09: "\\t"
    default: sequence(forCodeUnit: UInt16(byte))
    }
  }

  /// Returns a UTF-16 code unit as `\u` with four digits.
  package static func sequence(forCodeUnit unit: UTF16.CodeUnit) -> String {
    let digits = String(unit, radix: 16)
    return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
  }

  /// Appends text as a JSON string with its quotes.
  package static func append(_ text: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      if isRequired(for: byte) {
        bytes += sequence(for: byte).utf8
      } else {
        bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}
