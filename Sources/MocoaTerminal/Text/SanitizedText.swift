/// Text as it would stand on a surface, for lines that go elsewhere: a pipe, an error message.
public enum SanitizedText {
  /// A line of text in which nothing acts on a terminal: the same stand-ins as on the screen, and
  /// nothing cut.
  public static func line(_ text: String) -> String {
    if text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) { return text }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count)
    var reader = ClusterReader()
    let span = text.utf8Span.span
    while true {
      for place in reader.passPlain(in: span) { bytes.append(span[place]) }
      guard let glyph = reader.next(in: span, style: .plain) else { break }
      append(glyph.scalar, to: &bytes)
      for place in glyph.marks.indices where glyph.marks[place] != 0 {
        append(glyph.marks[place], to: &bytes)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func append(_ value: UInt32, to bytes: inout [UInt8]) {
    if value < 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: value))
    } else if let scalar = Unicode.Scalar(value) {
      bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    }
  }
}
