internal import MocoaModel

/// The bytes of a JSON text, in which locations can be searched.
///
/// No operation traps on invalid bytes.
package struct JSONText: Sendable {
  let bytes: [UInt8]

  func byte(at position: Int) -> UInt8? {
    position < bytes.count ? bytes[position] : nil
  }

  /// Returns the offset of the first nonblank byte at or after an offset.
  func skipBlanks(_ position: Int) -> Int {
    bytes[min(position, bytes.count)...].firstIndex { !$0.isJSONBlank } ?? bytes.count
  }

  /// Returns `true` if a number or a word ends before a byte with this value.
  package static func ends(_ byte: UInt8) -> Bool {
    byte.isJSONBlank || byte == UInt8(ascii: ",") || byte == UInt8(ascii: "}")
      || byte == UInt8(ascii: "]")
  }

  /// Returns the offset after the string that begins at an offset.
  func stringEnd(_ start: Int) -> Int {
    var position = start + 1
    while let byte = byte(at: position), byte != UInt8(ascii: "\"") {
      position += byte == UInt8(ascii: "\\") ? 2 : 1
    }
    return min(position + 1, bytes.count)
  }

  /// Returns the text of a string whose range includes the quotes.
  ///
  /// An invalid string is returned as it is written.
  func string(_ range: Range<Int>) -> String {
    let inside = bytes[range].dropFirst().dropLast()
    if inside.contains(UInt8(ascii: "\\")),
      case .string(let text)? = try? JSONReader.value(of: Array(bytes[range]))
    {
      return text
    }
    return String(decoding: inside, as: UTF8.self)
  }

  /// Returns the offset of the Unicode scalar with an index in a string.
  ///
  /// Each escape sequence is one scalar.
  func offset(ofScalar count: Int, inStringAt start: Int) -> Int {
    guard byte(at: start) == UInt8(ascii: "\"") else { return start }
    let end = stringEnd(start) - 1
    var position = start + 1
    for _ in 0..<count where position < end {
      switch bytes[position] {
      case UInt8(ascii: "\\"):
        let isCode = byte(at: position + 1) == UInt8(ascii: "u")
        position += isCode ? (isPair(at: position) ? 12 : 6) : 2
      case 0xF0...: position += 4
      case 0xE0...: position += 3
      case 0xC0...: position += 2
      default: position += 1
      }
    }
    return min(position, end)
  }

  /// Returns `true` if the escape sequence `\uXXXX` at an offset begins a surrogate pair, which is
  /// one scalar.
  private func isPair(at position: Int) -> Bool {
    guard position + 6 <= bytes.count else { return false }
    let digits = bytes[position + 2..<position + 4].map { $0.hexValue ?? 0 }
    return digits.first == 0xD && (8...11).contains(digits.last ?? 0)
  }
}
