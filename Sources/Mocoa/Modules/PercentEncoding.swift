/// Percent-encoding of URLs, over the bytes of UTF-8.
enum PercentEncoding {
  /// Returns text in which all scalars except letters, marks, digits, `-._~` and those in `kept`
  /// are percent-encoded.
  ///
  /// Letters of all scripts stay readable. Invisible scalars are always encoded.
  static func encode(_ text: String, keeping kept: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      if isReadable(scalar) || kept.unicodeScalars.contains(scalar) {
        result.unicodeScalars.append(scalar)
      } else {
        for byte in String(Character(scalar)).utf8 {
          result += byte < 16 ? "%0" : "%"
          result += String(byte, radix: 16, uppercase: true)
        }
      }
    }
    return result
  }

  /// Returns text in which each `%XX` is decoded.
  ///
  /// Returns `nil` if a `%` is not followed by two hexadecimal digits, or if the bytes are not
  /// valid UTF-8.
  static func decode(_ text: some StringProtocol) -> String? {
    guard text.utf8.contains(UInt8(ascii: "%")) else { return String(text) }
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit)
      else { return nil }
      bytes.append(high << 4 | low)
    }
    return String(validating: bytes, as: UTF8.self)
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }

  private static func isReadable(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", "-", ".", "_", "~": return true
    default: break
    }
    guard !scalar.isASCII else { return false }
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .nonspacingMark, .spacingMark, .decimalNumber:
      return !scalar.properties.isDefaultIgnorableCodePoint
    default: return false
    }
  }
}
