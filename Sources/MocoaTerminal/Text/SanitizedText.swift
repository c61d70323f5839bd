/// Text as it would stand on a surface, for lines that go elsewhere: a pipe, an error message.
public enum SanitizedText {
  /// A line of text in which nothing acts on a terminal: the same stand-ins as on the screen, and
  /// nothing cut.
  public static func line(_ text: String) -> String {
    if text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) { return text }
    var result = ""
    var reader = ClusterReader()
    let span = text.utf8Span.span
    while let glyph = reader.next(in: span, style: .plain) {
      result += glyph.text
    }
    return result
  }
}
