import Testing

@testable import MocoaNcurses

@Suite("The clipboard sequence")
struct ClipboardTests {
  @Test(
    "encodes base64 according to RFC 4648",
    arguments: [
      ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
      ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"), ("\u{1B}]0;x\u{7}", "G10wO3gH"),
      ("~~~???", "fn5+Pz8/"),
    ])
  func base64(text: String, expected: String) {
    #expect(ClipboardSequence.base64(Array(text.utf8)) == Array(expected.utf8))
  }

  @Test("has 100,000 bytes for the longest supported text")
  func longest() {
    let bytes = ClipboardSequence.bytes(copying: [UInt8](repeating: 0x1B, count: 74_994))
    #expect(bytes.count == 100_000)
    #expect(bytes.starts(with: Array("\u{1B}]52;c;Gxsb".utf8)))
    #expect(!bytes.dropFirst().contains(0x1B), "nothing of the text stands there as it is")
    #expect(bytes.last == 7)
  }
}
