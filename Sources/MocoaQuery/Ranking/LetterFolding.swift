/// The comparison of letters without regard to case and accents.
enum LetterFolding {
  /// The letters without accents of U+00C0 to U+024F; a space for letters without such a form.
  private static let latin = Array(
    ("AAAAAA CEEEEIIII NOOOOO OUUUUY  aaaaaa ceeeeiiii nooooo ouuuuy yAaAaAaCcCcCcCcDdDdEeEeEeEeEeGg"
      + "GgGgGgHhHhIiIiIiIiIi  JjKk LlLlLl  LlNnNnNn   OoOoOo  RrRrRrSsSsSsSsTtTtTtUuUuUuUuUuUuWwYy"
      + "YZzZzZz b                      I        Oo             Uu                            AaIiO"
      + "oUuUuUuUuUu AaAa    GgKkOoOo  j   Gg  NnAa    AaAaEeEeIiIiOoOoRrRrUuUuSsTt  Hh      AaEeOo"
      + "OoOoOoYy").utf8)

  /// The letters without accents from U+1E00; a space for letters without such a form.
  private static let additional = Array(
    ("AaBbBbBbCcDdDdDdDdDdEeEeEeEeEeFfGgHhHhHhHhHhIiIiKkKkKkLlLlLlLlMmMmMmNnNnNnNnOoOoOoOoPpPpRrRrRr"
      + "RrSsSsSsSsSsTtTtTtTtUuUuUuUuUuVvVvWwWwWwWwWwXxXxYyZzZzZzhtwy      AaAaAaAaAaAaAaAaAaAaAaAa"
      + "EeEeEeEeEeEeEeEeIiIiOoOoOoOoOoOoOoOoOoOoOoOoUuUuUuUuUuUuUuYyYyYyYy").utf8)

  /// Returns a Latin letter without its accent, or the same scalar if it has none.
  static func withoutAccent(_ scalar: UInt32) -> UInt32 {
    let base: UInt8? =
      switch scalar {
      case 0xC0..<0x250: latin.element(at: Int(scalar - 0xC0))
      case 0x1E00..<0x1F00: additional.element(at: Int(scalar - 0x1E00))
      default: nil
      }
    guard let base, base != UInt8(ascii: " ") else { return scalar }
    return UInt32(base)
  }

  /// Returns the lowercase form of a scalar, or the same scalar if the form has several scalars.
  static func lowercase(_ scalar: UInt32) -> UInt32 {
    if scalar < 0x80 { return (0x41...0x5A).contains(scalar) ? scalar | 0x20 : scalar }
    // Ideographs, kana and syllables have no case.
    if (0x2E80..<0xA640).contains(scalar) || (0xAC00..<0xFF00).contains(scalar) { return scalar }
    guard let letter = Unicode.Scalar(scalar) else { return scalar }
    let mapping = letter.properties.lowercaseMapping.unicodeScalars
    return mapping.count == 1 ? mapping.first?.value ?? scalar : scalar
  }

  /// Returns `true` for a combining accent, which is part of the letter before it.
  static func isAccent(_ scalar: UInt32) -> Bool { (0x300..<0x370).contains(scalar) }
}

extension [UInt8] {
  /// Returns the element at an index, or `nil` if the index is out of range.
  fileprivate func element(at index: Int) -> UInt8? { index < count ? self[index] : nil }
}

/// The class of an ASCII letter before a match, which determines the bonus of the match.
enum LetterClass: UInt8 {
  case other, blank, separator, lower, upper

  init(_ scalar: UInt32) {
    self =
      switch scalar {
      case 0x20, 0x09, 0x0A, 0x0D: .blank
      case 0x2F, 0x2E, 0x5F, 0x2D: .separator
      case 0x61...0x7A: .lower
      case 0x41...0x5A: .upper
      default: .other
      }
  }
}

/// A decoder of the scalars of a text in UTF-8.
///
/// Each byte that is not part of a valid sequence is one replacement character.
struct ScalarReader {
  let bytes: UnsafeRawBufferPointer
  private(set) var offset = 0

  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  /// Returns the next scalar, or `nil` at the end.
  @inline(__always)
  mutating func next() -> UInt32? {
    guard offset < bytes.count else { return nil }
    let first = bytes[offset]
    if first < 0x80 {
      offset += 1
      return UInt32(first)
    }
    let length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2
    guard first >= 0xC2, first < 0xF5, offset + length <= bytes.count else {
      offset += 1
      return 0xFFFD
    }
    var value = UInt32(first) & (0x7F >> UInt32(length))
    for index in 1..<length {
      let byte = bytes[offset + index]
      guard byte & 0xC0 == 0x80 else {
        offset += 1
        return 0xFFFD
      }
      value = value << 6 | UInt32(byte & 0x3F)
    }
    offset += length
    return value
  }
}
