internal import Glibc

/// Functions that parse numbers in text, for sorting, comparing, summing and aligning values.
package enum NumberParsing {
  /// Returns the number that a text spells, or `nil` if the text is not a number.
  package static func value(_ text: String) -> Double? {
    // Most texts are not numbers, and the first byte is enough to detect that.
    guard let first = text.utf8.first, first < 0x3A else { return nil }
    var text = text
    return text.withUTF8 { value(UnsafeRawBufferPointer($0)) }
  }

  /// The value from which a `Double` does not distinguish all integers: 2 to the power of 53.
  package static let exactLimit = 0x1p53

  /// Returns the exact integer that the bytes of a text spell.
  ///
  /// - Returns: `nil` if the text is not an integer, or if it has more than about 38 digits.
  package static func integer(_ text: UnsafeRawBufferPointer) -> Int128? {
    Int128(String(decoding: text, as: UTF8.self))
  }

  /// A key that is equal for numbers that are equal but written differently, such as 477 and 477.0.
  package struct Key: Hashable, Sendable {
    /// The `Double` that is nearest to the number.
    package let value: Double

    /// The difference between an integer and `value`, if several integers have the same nearest
    /// `Double`.
    package let remainder: Int128
  }

  /// Returns the key of a number that is written as in JSON.
  ///
  /// - Returns: `nil` for other texts, such as 007 and +7, and for a number beyond the range of
  ///   `Double`.
  package static func key(_ text: UnsafeRawBufferPointer) -> Key? {
    guard isPlain(text), let value = value(text), value.isFinite else { return nil }
    guard value.magnitude >= exactLimit, let integer = integer(text),
      let near = Int128(exactly: value)
    else { return Key(value: value == 0 ? 0 : value, remainder: 0) }
    return Key(value: value, remainder: integer - near)
  }

  /// Returns the key of a text that is the shortest form of a number.
  ///
  /// Two different texts never have the same key.
  ///
  /// - Returns: `nil` for other texts, such as 1.10, 1e3 and -0.
  package static func key(ofText text: UnsafeRawBufferPointer) -> Key? {
    guard let key = key(text) else { return nil }
    let shortest: String
    if let integer = integer(text) {
      shortest = String(integer)
    } else {
      guard key.value != key.value.rounded() else { return nil }
      shortest = String(key.value)
    }
    return shortest.utf8.elementsEqual(text) ? key : nil
  }

  /// Returns the key of the number that a value represents, or `nil` if it is not a number.
  ///
  /// - Parameter isText: A Boolean value that indicates whether the value is a string, not a number
  ///   in JSON. A string counts as a number only if it is the shortest form of that number.
  package static func key(_ text: String, isText: Bool) -> Key? {
    var text = text
    return text.withUTF8 {
      let bytes = UnsafeRawBufferPointer($0)
      return isText ? key(ofText: bytes) : key(bytes)
    }
  }

  /// Returns `true` if the integer part and the fraction of a number are written as in JSON.
  private static func isPlain(_ text: UnsafeRawBufferPointer) -> Bool {
    let digits: ClosedRange<UInt8> = UInt8(ascii: "0")...UInt8(ascii: "9")
    let start = text.first == UInt8(ascii: "-") ? 1 : 0
    guard start < text.count, digits ~= text[start] else { return false }
    let next = start + 1 < text.count ? text[start + 1] : 0
    if text[start] == UInt8(ascii: "0"), digits ~= next { return false }
    guard let point = text.firstIndex(of: UInt8(ascii: ".")) else { return true }
    return point + 1 < text.count && digits ~= text[point + 1]
  }

  /// The factor of each unit of size, in lower case and without `b`.
  private static let factors: [String: Double] = [
    "": 1, "k": 1e3, "m": 1e6, "g": 1e9, "t": 1e12, "p": 1e15, "ki": 0x1p10, "mi": 0x1p20,
    "gi": 0x1p30, "ti": 0x1p40, "pi": 0x1p50,
  ]

  /// Returns the number that a text with a unit of size spells, such as `1.5M`, `200kB` or `4KiB`.
  ///
  /// The units may be in lower case, except for a single `m`, `g`, `t` or `p`, which may mean
  /// something else.
  ///
  /// - Returns: `nil` if the text has no unit, or if the number before it is invalid.
  package static func size(_ text: String) -> Double? {
    let number = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    let suffix = text.dropFirst(number.count)
    if suffix.isEmpty || ["m", "g", "t", "p"].contains(suffix) { return nil }
    var unit = suffix.lowercased()
    if unit.last == "b" { unit.removeLast() }
    guard let factor = factors[unit], let value = value(String(number)) else { return nil }
    return value * factor
  }

  /// Returns the number that the bytes of a text spell, or `nil` if they spell none.
  package static func value(_ text: UnsafeRawBufferPointer) -> Double? {
    guard let first = text.first, first < 0x3A, (1...40).contains(text.count) else { return nil }
    return withUnsafeTemporaryAllocation(of: CChar.self, capacity: text.count + 1) { copy in
      for (index, byte) in text.enumerated() {
        // `strtod` also accepts leading whitespace and hexadecimal digits; this function does not.
        guard byte == UInt8(ascii: "e") || byte == UInt8(ascii: "E") || (0x2B...0x39) ~= byte
        else { return nil }
        copy[index] = CChar(bitPattern: byte)
      }
      copy[text.count] = 0
      var end: UnsafeMutablePointer<CChar>?
      guard let start = copy.baseAddress else { return nil }
      let number = strtod(start, &end)
      return end == start + text.count ? number : nil
    }
  }
}
