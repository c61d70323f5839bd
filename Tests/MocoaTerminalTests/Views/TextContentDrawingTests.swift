import Mocoa
import Testing

@testable import MocoaTerminal

@MainActor
@Suite("The drawing of text content")
struct TextContentDrawingTests {
  static let album = TextContent.Line(
    [.init("Kind of Blue", .title), .init("Miles Davis", .detail)],
    trailing: [.init("1959", .number, width: 4), .init("5 tracks", .detail, width: 10)])

  static func drawing(
    _ line: TextContent.Line, columns: Int, isUnderCursor: Bool = false
  ) -> Surface {
    surface(columns: columns) {
      $0.draw(line, row: 0, CellContext(isUnderCursor: isUnderCursor))
    }
  }

  static func title(_ text: String) -> TextContent.Line { .init([.init(text, .title)]) }

  @Test("omits trailing spans first in narrow areas, then truncates texts")
  func narrow() {
    let expected = [
      "", "…", "K…", "Kind of…    5 tracks", "Kind of Blue  Miles D…  1959    5 tracks",
      "Kind of Blue  Miles Davis" + times(39, " ") + "1959    5 tracks",
    ]
    #expect(widths.map { Self.drawing(Self.album, columns: $0).description } == expected)
  }

  @Test("never shows a part of a trailing span, at any width")
  func wholeTrailing() {
    let line = TextContent.Line([.init("Kind of Blue", .title)], trailing: [.init("1959", .number)])
    for columns in 0...40 {
      let text = Self.drawing(line, columns: columns).description
      #expect(text.hasSuffix("1959") || !text.contains("1"), "\(columns): \(text)")
    }
    #expect(Self.drawing(line, columns: 20).description == "Kind of Blue    1959")
  }

  @Test(
    "measures text of any script and truncates between characters",
    arguments: [
      // 24 columns: twelve characters of two columns each.
      ("日本語の長い長い題名です", "…", "日本語の長い長い題…", "日本語の長い長い題名です"),
      (times(12, "👍"), "…", times(9, "👍") + "…", times(12, "👍")),
      // Combining marks have no column, so this text has 25 columns.
      (times(25, "e\u{301}"), "e\u{301}…", times(19, "e\u{301}") + "…", times(25, "e\u{301}")),
      // Right-to-left text stays in its stored order.
      (times(5, "שלום "), "ש…", times(3, "שלום ") + "שלום…", times(4, "שלום ") + "שלום"),
    ])
  func scripts(text: String, two: String, twenty: String, whole: String) {
    let expected = ["", "…", two, twenty, whole, whole]
    #expect(widths.map { Self.drawing(Self.title(text), columns: $0).description } == expected)
  }

  @Test("draws only the title under the cursor bold, up to 40 columns")
  func bold() {
    let line = TextContent.Line(
      [.init(times(60, "x"), .title), .init("detail", .detail)],
      trailing: [.init("7", .number)])
    #expect(Self.drawing(line, columns: 80).styleLegend == "0: 62..<68 dim")
    // In one or two columns the trailing number leaves no space for a title.
    let expected = [
      "", "", "", "0: 0..<17 bold", "0: 0..<37 bold", "0: 0..<40 bold\n0: 62..<68 dim",
    ]
    #expect(
      widths.map { Self.drawing(line, columns: $0, isUnderCursor: true).styleLegend } == expected)
  }

  @Test(
    "draws the same text with and without the cursor",
    arguments: ["x", "日", "a日", "👍x", "e\u{301}", "ש", "日本x"])
  func cursorKeepsText(text: String) {
    for columns in widths + [41, 42, 43, 60] {
      for start in ["", "a"] {
        let line = Self.title(start + times(45, text))
        #expect(
          Self.drawing(line, columns: columns, isUnderCursor: true).description
            == Self.drawing(line, columns: columns).description)
      }
    }
  }

  @Test("replaces control characters in any span with pictures")
  func controls() {
    let line = TextContent.Line(
      [.init("a\u{1B}[2J", .title), .init("b\nc", .detail)],
      trailing: [.init("\u{202E}d", .number)])
    #expect(Self.drawing(line, columns: 20).description == "a␛[2J  b␊c        ▯d")
  }

  @Test("omits lines below the canvas")
  func outside() {
    let content = TextContent(lines: (0..<3).map { Self.title("line \($0)") })
    let drawn = surface(columns: 8, rows: 2) {
      TextContentDrawing.draw(content, into: &$0, CellContext())
    }
    #expect(rows(drawn) == ["line 0", "line 1"])
  }
}
