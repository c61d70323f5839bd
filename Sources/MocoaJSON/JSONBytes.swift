internal import MocoaLocalization

/// Decodes UTF-8 strictly.
///
/// Overlong forms, surrogates and values above U+10FFFF are errors.
enum UTF8Scan {
  /// Returns the number of bytes of the character at `index`, or `nil` if the bytes are not valid
  /// UTF-8.
  static func length(in bytes: UnsafeRawBufferPointer, at index: Int) -> Int? {
    scalar(in: bytes, at: index)?.length
  }

  /// Returns the character at `index` and its number of bytes, or `nil` if the bytes are not valid
  /// UTF-8.
  static func scalar(
    in bytes: UnsafeRawBufferPointer, at index: Int
  ) -> (value: UInt32, length: Int)? {
    let first = bytes[index]
    let length: Int
    let second: ClosedRange<UInt8>
    switch first {
    case 0..<0x80: return (UInt32(first), 1)
    case 0xC2...0xDF: (length, second) = (2, 0x80...0xBF)
    case 0xE0: (length, second) = (3, 0xA0...0xBF)
    case 0xED: (length, second) = (3, 0x80...0x9F)
    case 0xE1...0xEF: (length, second) = (3, 0x80...0xBF)
    case 0xF0: (length, second) = (4, 0x90...0xBF)
    case 0xF1...0xF3: (length, second) = (4, 0x80...0xBF)
    case 0xF4: (length, second) = (4, 0x80...0x8F)
    default: return nil
    }
    guard index + length <= bytes.count, second.contains(bytes[index + 1]) else { return nil }
    var value = UInt32(first) & (0x7F >> UInt32(length))
    value = value << 6 | UInt32(bytes[index + 1] & 0x3F)
    for next in index + 2..<index + length {
      guard bytes[next] & 0xC0 == 0x80 else { return nil }
      value = value << 6 | UInt32(bytes[next] & 0x3F)
    }
    return (value, length)
  }
}

/// Describes a part of a text in an error message, as one line of printable ASCII.
package enum JSONErrorText {
  /// Returns a description of the character at `index`.
  package static func text(in bytes: UnsafeRawBufferPointer, at index: Int) -> String {
    guard index < bytes.count else { return localized("end of text") }
    let byte = bytes[index]
    if 0x20..<0x7F ~= byte { return "'\(Unicode.Scalar(byte))'" }
    guard let scalar = UTF8Scan.scalar(in: bytes, at: index) else {
      return localized("byte 0x\(hex(UInt32(byte), digits: 2))")
    }
    return codePoint(scalar.value)
  }

  /// Returns a code point in the notation of the Unicode standard, such as U+0001.
  static func codePoint(_ value: UInt32) -> String { "U+" + hex(value, digits: 4) }

  private static func hex(_ value: UInt32, digits: Int) -> String {
    let text = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
  }
}
