import MocoaModel
import Testing

@Suite("Escape sequences of JSON strings")
struct JSONEscapeTests {
  private func string(_ text: String) -> String {
    var bytes: [UInt8] = []
    JSONEscape.append(text, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test("are required for control characters, quotes and backslashes only")
  func required() {
    for byte in UInt8.min...UInt8.max {
      let isRequired = byte < 0x20 || [0x22, 0x5C].contains(byte)
      #expect(JSONEscape.isRequired(for: byte) == isRequired, "\(byte)")
    }
  }

  @Test("are short for a line break, a return and a tab, and have four digits otherwise")
  func controls() {
    let short: [UInt8: String] = [0x0A: #"\n"#, 0x0D: #"\r"#, 0x09: #"\t"#]
    for byte in UInt8(0)..<0x20 {
      let digits = (byte < 16 ? "0" : "") + String(byte, radix: 16)
      let expected = short[byte] ?? #"\u00"# + digits
      #expect(JSONEscape.sequence(for: byte) == expected)
      let text = String(Unicode.Scalar(byte))
      #expect(string(text) == "\"\(expected)\"")
      #expect(FieldValue.string(text).description == "\"\(expected)\"")
    }
  }

  @Test("leave other text as it is")
  func otherText() {
    #expect(string("") == #""""#)
    #expect(string(#"a"b\c/'"#) == #""a\"b\\c/'""#)
    #expect(string("é山🎷\u{7F}\u{202E}\u{2028}") == "\"é山🎷\u{7F}\u{202E}\u{2028}\"")
    // Invalid UTF-8 and lone surrogates are replacement characters before they are written.
    let invalid = String(decoding: [0x61, 0xFF, 0xED, 0xA0, 0x80, 0x62] as [UInt8], as: UTF8.self)
    #expect(string(invalid) == "\"\(invalid)\"" && invalid.contains("\u{FFFD}"))
  }

  @Test("write any code unit with four digits")
  func codeUnits() {
    #expect(JSONEscape.sequence(forCodeUnit: 0x7F) == #"\u007f"#)
    #expect(JSONEscape.sequence(forCodeUnit: 0x202E) == #"\u202e"#)
    #expect(JSONEscape.sequence(forCodeUnit: 0xDB40) == #"\udb40"#)
  }
}
