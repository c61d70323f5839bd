import MocoaTerminal
import Testing

@Suite("Glyphs of a text")
struct ClusterTests {
  @Test(
    "show replacements for scalars that act on a terminal",
    arguments: [
      ("a\tb\nc\r\n", "a␉b␊c␍␊"),
      ("\u{1B}[31mred\u{1B}]0;title\u{7}", "␛[31mred␛]0;title␇"),
      ("\0\u{7F}\u{1F}", "␀␡␟"),
      ("\u{80}\u{9B}2J\u{9F}", "▯▯2J▯"),
      ("x\u{202E}y\u{2066}z\u{200F}\u{61C}", "x▯y▯z▯▯"),
      ("\u{2028}\u{2029}\u{FEFF}\u{180E}\u{AD}", "▯▯▯▯▯"),
      ("a\u{200B}b\u{2060}\u{2064}\u{034F}\u{3164}\u{FFA0}", "a▯b▯▯▯▯▯"),
      ("\u{E0001}\u{E0067}\u{E007F}\u{FFF9}\u{FFFB}", "▯▯▯▯▯"),
      ("\u{378}\u{1FAE8}\u{FFFD}", "���"),
      ("\u{E0B0}\u{F0001}", "\u{E0B0}\u{F0001}"),
    ])
  func controls(text: String, expected: String) {
    #expect(drawn(text) == expected)
  }

  @Test("show replacements for noncharacters")
  func noncharacters() {
    // A string literal cannot contain noncharacters.
    let values: [UInt32] = [0xFFFE, 0x1FFFF, 0xFDD0]
    #expect(drawn(String(values.compactMap(Unicode.Scalar.init).map(Character.init))) == "▯▯▯")
  }

  @Test("omit joiners after a base and replace them elsewhere")
  func joiners() {
    #expect(drawn("a\u{200D}b\u{200C}c\u{FE0F}d\u{E0101}") == "abcd")
    #expect(drawn("\u{200D}a") == "▯a")
    #expect(drawn("\u{FE0F}a") == "▯a")
    #expect(drawn("\u{7}\u{200D}") == "␇▯")
  }

  @Test("have up to four marks, with a dotted circle as missing base")
  func marks() {
    #expect(drawn("e\u{301}x") == "e\u{301}x")
    #expect(
      drawn("e\u{301}\u{302}\u{303}\u{304}\u{305}x") == "e\u{301}\u{302}\u{303}\u{304}x")
    #expect(drawn("\u{301}a") == "◌\u{301}a")
    #expect(drawn("\u{7}\u{301}") == "␇◌\u{301}")
    #expect(drawn("日\u{301}") == "日\u{301}")
  }

  @Test(
    "have the same columns whether scalars or clusters are counted",
    arguments: [
      ("👩‍❤️‍👩|", "👩|"), ("👨‍👩‍👧‍👦|", "👨|"), ("👍🏽|", "👍|"), ("🏳️‍🌈|", "🏳|"), ("🧑🏽‍🚀|", "🧑|"),
      ("🇩🇪🇫🇷|", "DEFR|"), ("🇩|", "D|"), ("❤️|", "❤|"), ("☎︎|", "☎|"), ("1️⃣#️⃣*⃣|", "1#*|"),
      ("🏽|", "▯|"), ("a🏽|", "a▯|"), ("👍🏽🏽|", "👍|"), ("🏴\u{E0067}\u{E007F}|", "🏴▯▯|"),
      ("👩\u{200D}a|", "👩a|"), ("👩\u{200D}|", "👩|"), ("☰䷀|", "�䷀|"), ("㉈|", "�|"),
    ])
  func emoji(text: String, expected: String) {
    #expect(drawn(text) == expected)
  }

  @Test(
    "are complete in Korean, Thai and Indic scripts",
    arguments: [
      ("\u{1112}\u{1161}\u{11AB}|", "한|"), ("가\u{11A8}|", "각|"), ("각\u{11A8}|", "각ㄱ|"),
      ("\u{1100}\u{1100}\u{1161}|", "ㄱ가|"), ("\u{1161}|", "ㅏ|"), ("\u{1113}\u{115F}|", "�▯|"),
      ("ที่นี่|", "ที่นี่|"), ("กำ|", "ก\u{E4D}า|"), ("น้ำ|", "น\u{E4D}\u{E49}า|"),
      ("ำำ|", "◌\u{E4D}า\u{E4D}า|"),
      ("नमस्ते|", "नमस्ते|"), ("कि|", "कइ|"), ("நி|", "நஇ|"), ("हिन्दी|", "हइन्दई|"), ("दुःख|", "दु◌ख|"),
      ("か\u{3099}|", "か\u{3099}|"), ("ｶﾞﾊﾟ|", "ｶ゛ﾊ゜|"), ("مرحبا|", "مرحبا|"), ("שָׁלוֹם|", "שָׁלוֹם|"),
    ])
  func scripts(text: String, expected: String) {
    #expect(Array(drawn(text).unicodeScalars) == Array(expected.unicodeScalars))
  }

  @Test("report whether they would join the next glyph")
  func joinsNext() {
    for (text, isJoining) in [
      ("क\u{94D}ष", true), ("क\u{94D}\u{200D}ष", true), ("क\u{93C}\u{94D}", true),
      ("ក\u{17D2}ក", true),
      ("क", false), ("क\u{93C}", false), ("e\u{301}", false), ("👩\u{200D}", false),
    ] {
      var surface = Surface(size: Size(columns: 4, rows: 1))
      surface.draw { $0.write(text, at: Point(column: 0, row: 0)) }
      #expect(surface[0, 0].joinsNext == isJoining, "\(text)")
    }
  }

  @Test("cost only the requested columns, regardless of the text")
  func boundedCost() {
    // Reading a cluster of a million marks to its end would take seconds.
    let marks = "e" + String(repeating: "\u{301}", count: 1_000_000)
    #expect(Canvas.columns(of: marks, atMost: 3) == 3)
    #expect(
      drawn(marks, columns: 2) == "e\u{301}\u{301}\u{301}\u{301}◌\u{301}\u{301}\u{301}\u{301}")
    let joined = String(repeating: "👩\u{200D}", count: 1_000_000)
    #expect(Canvas.columns(of: joined, atMost: 5) == 5)
  }

  @Test("are the same for a substring as for a string")
  func substrings() {
    let text = "x日本y"
    let part = text.dropFirst().dropLast()
    #expect(Canvas.columns(of: part, atMost: 40) == 4)
    var surface = Surface(size: Size(columns: 6, rows: 1))
    surface.draw { #expect($0.write(part, at: Point(column: 1, row: 0)) == 4) }
    #expect(surface.description == " 日本")
  }
}
