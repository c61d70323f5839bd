import Mocoa
import Testing

@testable import MocoaTerminal

@MainActor
@Suite("A text panel")
struct TextPanelTests {
  static func drawing(_ panel: inout TextPanel, columns: Int, rows: Int) -> Surface {
    panel.layOut(in: Size(columns: columns, rows: rows))
    let panel = panel
    return surface(columns: columns, rows: rows) { panel.draw(into: &$0) }
  }

  static func rows(_ lines: [TextContent.Line], columns: Int, rows count: Int) -> [String] {
    var panel = TextPanel(title: "test", lines: lines, theme: .standard)
    return MocoaTerminalTests.rows(drawing(&panel, columns: columns, rows: count))
  }

  @Test("wraps a long line below its last span, in any script")
  func wraps() {
    let lines: [TextContent.Line] = [
      .init([.init("kind", .detail), .init("abcdefghijklmnopqrstuvwxyz", .title)]),
      .init([.init("kind", .detail), .init("日本語の長い長い題名", .title)]),
      .init([.init("kind", .detail), .init(times(14, "e\u{301}"), .title)]),
      .init([.init("שלום עולם שלום עולם", .title)]),
    ]
    let wide = [
      " kind  abcdefghijklmnopqrstuvwxyz", " kind  日本語の長い長い題名",
      " kind  " + times(14, "e\u{301}"), " שלום עולם שלום עולם",
    ]
    let expected = [
      Array(repeating: "", count: 8), Array(repeating: "", count: 8),
      Array(repeating: "", count: 8),
      [
        " kind  abcdefghijkl", "       mnopqrstuvwx", "       yz",
        " kind  日本語の長い", "       長い題名",
        " kind  " + times(12, "e\u{301}"), "       " + times(2, "e\u{301}"),
        " שלום עולם שלום",
      ],
      wide + ["", "", "", ""], wide + ["", "", "", ""],
    ]
    for (columns, expected) in zip(widths, expected) {
      #expect(Self.rows(lines, columns: columns, rows: 8) == expected, "\(columns)")
    }
  }

  @Test("starts no line with closing punctuation, and repeats the indentation")
  func beginnings() {
    #expect(
      Self.rows([.init([.init("一二三四五六，七", .title)])], columns: 14, rows: 3)
        == [" 一二三四五", " 六，七", ""])
    #expect(
      Self.rows([.init([.init("  one two three four", .title)])], columns: 16, rows: 3)
        == ["   one two", "   three four", ""])
  }

  @Test("truncates a line without space for wrapping")
  func cuts() {
    let line = TextContent.Line([.init("kind", .detail), .init(times(26, "x"), .title)])
    #expect(Self.rows([line], columns: 19, rows: 2) == [" kind  " + times(10, "x") + "…", ""])
  }

  @Test("scrolls by lines, pages and to the ends, and shows its position")
  func scrolls() {
    let lines = (1...10).map { TextContent.Line([.init("line \($0)", .title)]) }
    var panel = TextPanel(title: "test", lines: lines, theme: .standard)
    var seen: [String] = []
    func look() {
      let drawn = MocoaTerminalTests.rows(Self.drawing(&panel, columns: 20, rows: 4))
      seen.append("\(drawn[0].dropFirst()), \(panel.position)")
    }
    look()
    for movement in [
      Movement.up, .down, .pageDown, .halfPageDown, .pageDown, .halfPageUp, .pageUp, .last, .down,
      .first,
    ] {
      panel.move(movement)
      look()
    }
    #expect(
      seen == [
        "line 1, 1–4/10", "line 1, 1–4/10", "line 2, 2–5/10", "line 6, 6–9/10",
        "line 7, 7–10/10", "line 7, 7–10/10", "line 5, 5–8/10", "line 1, 1–4/10",
        "line 7, 7–10/10", "line 7, 7–10/10", "line 1, 1–4/10",
      ])
    panel.move(.last)
    #expect(
      MocoaTerminalTests.rows(Self.drawing(&panel, columns: 20, rows: 10))[0] == " line 1",
      "all are seen now")
    #expect(panel.position == "")
  }

  @Test("draws and scrolls at all small sizes, even without lines")
  func smallSizes() {
    for lines in [[], [TextContent.Line([.init("日本語 👍🏽 e\u{301}", .title)])]] {
      for columns in 0...16 {
        for count in 0...3 {
          var panel = TextPanel(title: "test", lines: lines, theme: .standard)
          for movement in Movement.allCases {
            panel.move(movement)
            let drawn = Self.drawing(&panel, columns: columns, rows: count)
            #expect(drawn.size == Size(columns: columns, rows: count))
          }
        }
      }
    }
  }

  private static func numbers(_ range: Range<Int>) -> [TextContent.Line] {
    range.map { .init([.init("line \($0)", .title)]) }
  }

  @Test(
    "follows its end until the user scrolls away"
  )
  func follows() {
    var panel = TextPanel(
      title: "test", lines: Self.numbers(0..<5), theme: .standard, followsEnd: true)
    func first() -> String {
      MocoaTerminalTests.rows(Self.drawing(&panel, columns: 20, rows: 3))[0]
    }
    #expect(first() == " line 2")
    panel.show(Self.numbers(0..<8))
    #expect(first() == " line 5")
    panel.move(.up)
    panel.show(Self.numbers(0..<9))
    #expect(first() == " line 4")
    panel.move(.last)
    panel.show(Self.numbers(0..<10))
    #expect(first() == " line 7")
    var early = TextPanel(
      title: "test", lines: Self.numbers(0..<9), theme: .standard, followsEnd: true)
    early.move(.first)
    let rows = MocoaTerminalTests.rows(Self.drawing(&early, columns: 20, rows: 3))
    #expect(rows[0] == " line 0", "a key before the first frame counts")
  }

  @Test("keeps the top line when lines are removed or the width changes")
  func stays() {
    let long = TextContent.Line([.init("long", .detail), .init(times(40, "x"), .title)])
    var panel = TextPanel(
      title: "test", lines: [long, long] + Self.numbers(2..<30), theme: .standard)
    func first(_ columns: Int = 24) -> String {
      MocoaTerminalTests.rows(Self.drawing(&panel, columns: columns, rows: 4))[0]
    }
    #expect(first().hasPrefix(" long"))
    for _ in 0..<10 { panel.move(.down) }
    #expect(first() == " line 6")
    panel.show([long] + Self.numbers(2..<31), dropping: 1)
    #expect(first() == " line 6")
    #expect(first(80) == " line 6")
    panel.show([long] + Self.numbers(2..<31))
    #expect(first() == " line 6")
    panel.show(Self.numbers(20..<40), dropping: 20)
    #expect(first() == " line 20", "what is gone gives way to the beginning")
  }
}
