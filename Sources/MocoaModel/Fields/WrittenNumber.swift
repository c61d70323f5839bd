internal import Glibc

/// Parsing of numbers in text, shared by everything that sorts, compares, sums and aligns numbers.
package enum WrittenNumber {
  /// Returns the number that a text spells, or `nil` if the text is not a number.
  package static func value(_ text: String) -> Double? {
    // Most texts are not numbers, and the first byte is enough to detect that.
    guard let first = text.utf8.first, first < 0x3A else { return nil }
    var text = text
    return text.withUTF8 { value(UnsafeRawBufferPointer($0)) }
  }

  /// The limit from which a `Double` no longer distinguishes all integers: 2 to the power of 53.
  package static let exactLimit = 0x1p53

  /// Returns the exact integer that the bytes of a text spell.
  ///
  /// - Returns: `nil` if the text is not an integer, or if it has more than about 38 digits.
  package static func whole(_ text: UnsafeRawBufferPointer) -> Int128? {
    Int128(String(decoding: text, as: UTF8.self))
  }

  /// A key of a number, which is equal to that of another number if filters treat both as equal.
  package struct Key: Hashable, Sendable {
    /// The nearest `Double`.
    package let value: Double

    /// The difference of an integer from `value`, if a `Double` does not distinguish the integer
    /// from others.
    package let rest: Int128
  }

  /// Returns the key of the number that the bytes of a text spell, or `nil` if they spell none.
  package static func key(_ text: UnsafeRawBufferPointer) -> Key? {
    guard let value = value(text) else { return nil }
    guard value.magnitude >= exactLimit, let whole = whole(text),
      let near = Int128(exactly: value)
    else { return Key(value: value, rest: 0) }
    return Key(value: value, rest: whole - near)
  }

  /// Returns the key of the number that a text spells, or `nil` if it spells none.
  package static func key(_ text: String) -> Key? {
    var text = text
    return text.withUTF8 { key(UnsafeRawBufferPointer($0)) }
  }

  /// Returns the number that the bytes of a text spell, or `nil` if they spell none.
  package static func value(_ text: UnsafeRawBufferPointer) -> Double? {
    guard let first = text.first, first < 0x3A, (1...40).contains(text.count) else { return nil }
    return withUnsafeTemporaryAllocation(of: CChar.self, capacity: text.count + 1) { copy in
      for (place, byte) in text.enumerated() {
        // `strtod` also accepts leading whitespace and hexadecimal digits; this function does not.
        guard byte == UInt8(ascii: "e") || byte == UInt8(ascii: "E") || (0x2B...0x39) ~= byte
        else { return nil }
        copy[place] = CChar(bitPattern: byte)
      }
      copy[text.count] = 0
      var end: UnsafeMutablePointer<CChar>?
      guard let start = copy.baseAddress else { return nil }
      let number = strtod(start, &end)
      return end == start + text.count ? number : nil
    }
  }
}
