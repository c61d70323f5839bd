internal import MocoaModel

/// Converts text for output outside of a surface, such as a pipe or an error message.
public enum SanitizedText {
  /// Returns a line of text without scalars that control the terminal.
  ///
  /// They are replaced as on the screen. The line is not truncated.
  public static func line(_ text: String) -> String {
    if text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) { return text }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count)
    var reader = GlyphReader()
    let span = text.utf8Span.span
    while true {
      for place in reader.skipPlain(in: span) { bytes.append(span[place]) }
      guard let glyph = reader.next(in: span, style: .plain) else { break }
      append(glyph.scalar, to: &bytes)
      for place in glyph.marks.indices where glyph.marks[place] != 0 {
        append(glyph.marks[place], to: &bytes)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns JSON text without scalars that control the terminal or are invisible.
  ///
  /// In JSON such scalars occur only in strings, where they are written as `\u` with four digits,
  /// so the meaning is unchanged.
  public static func json(_ text: String) -> String {
    if text.utf8.allSatisfy({ (0x20...0x7E).contains($0) || $0 == 0x0A }) { return text }
    var result = ""
    result.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars {
      if scalar == "\n" || !acts(scalar) {
        result.unicodeScalars.append(scalar)
      } else {
        for unit in String(scalar).utf16 { result += JSONEscape.sequence(forCodeUnit: unit) }
      }
    }
    return result
  }

  /// Returns `true` if a scalar is a control character, or if it is invisible and affects other
  /// scalars.
  private static func acts(_ scalar: Unicode.Scalar) -> Bool {
    if (0x20...0x7E).contains(scalar.value) { return false }
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: return true
    default: return scalar.properties.isDefaultIgnorableCodePoint
    }
  }

  private static func append(_ value: UInt32, to bytes: inout [UInt8]) {
    if value < 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: value))
    } else if let scalar = Unicode.Scalar(value) {
      bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    }
  }
}
