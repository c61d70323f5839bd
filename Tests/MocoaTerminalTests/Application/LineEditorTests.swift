import Testing

@testable import MocoaTerminal

@Suite("A line editor")
struct LineEditorTests {
  @Test(
    "applies the usual editing operations",
    arguments: [
      ("ab cd", [.left, .left, .deleteBackward], "abcd", 2),
      ("ab cd", [.deleteWord], "ab ", 3),
      ("ab  ", [.deleteWord], "", 0),
      ("abc", [.start, .deleteForward, .end, .deleteForward], "bc", 2),
      ("abc", [.left, .deleteToStart], "c", 0),
      ("abc", [.start, .right, .deleteToEnd], "a", 1),
      ("", [.left, .right, .deleteBackward, .deleteWord, .deleteForward], "", 0),
    ] as [(String, [LineEditor.Edit], String, Int)])
  func edits(text: String, edits: [LineEditor.Edit], result: String, cursor: Int) {
    var line = LineEditor(text)
    for edit in edits { line.apply(edit) }
    #expect(line.text == result)
    #expect(line.cursor == cursor)
  }

  @Test("truncates a long initial text")
  func longTexts() {
    let long = LineEditor(String(repeating: "x", count: 9000))
    #expect(long.text.count == LineEditor.limit && long.cursor == LineEditor.limit)
    let marked = LineEditor("e" + String(repeating: "\u{301}", count: 100_000))
    #expect(marked.text.unicodeScalars.count == LineEditor.limit * 4)
    #expect(LineEditor("e\u{301}界").text == "e\u{301}界")
  }

  @Test("replaces a suggestion on typing and accepts it on editing")
  func offers() {
    func line(_ change: (inout LineEditor) -> Void) -> LineEditor {
      var line = LineEditor("an offer", isOffer: true)
      #expect(line.isSuggestion && line.cursor == 8)
      change(&line)
      #expect(!line.isSuggestion)
      return line
    }
    #expect(line { $0.insert("x") }.text == "x")
    #expect(line { _ = $0.paste("pasted") }.text == "pasted")
    #expect(line { _ = $0.press(KeyPress(.end)) }.text == "an offer")
    #expect(line { _ = $0.press(KeyPress(.backspace)) }.text == "an offe")
    #expect(line { _ = $0.press(.control("u")) }.text == "")
    var unmoved = LineEditor("an offer", isOffer: true)
    #expect(!unmoved.press(KeyPress(.up)) && unmoved.isSuggestion)
    #expect(!LineEditor("", isOffer: true).isSuggestion && !LineEditor("x").isSuggestion)
    var surface = Surface(size: Size(columns: 12, rows: 1))
    surface.draw { canvas in
      _ = unmoved.draw(
        in: Rect(column: 0, row: 0, columns: 12, rows: 1), into: &canvas,
        suggestionStyle: Style.plain.adding(.reverse))
    }
    #expect(surface.styleLegend == "0: 0..<8 reverse")
  }

  @Test("inserts scalars one by one, and joins marks to their base")
  func inserts() {
    var line = LineEditor("xy")
    line.apply(.left)
    line.insert("e")
    line.insert("\u{301}")
    #expect(line.text == "xe\u{301}y")
    #expect(line.textBeforeCursor == "xe\u{301}")
    line.apply(.deleteBackward)
    #expect(line.text == "xy")
  }

  @Test(
    "pastes text as one line",
    arguments: [
      ("b", "abc", 2), ("\r\nx\ny\tz\r\n\n", "ax y zc", 6), ("", "ac", 1), ("\n", "ac", 1),
      ("\u{1B}\u{3}", "a\u{1B}\u{3}c", 3), ("\u{301}b", "a\u{301}bc", 2), ("\u{2028}", "ac", 1),
      ("x\u{85}y", "ax yc", 4),
    ])
  func pastes(text: String, result: String, cursor: Int) {
    var line = LineEditor("ac")
    line.apply(.left)
    let isWhole = line.paste(text)
    #expect(isWhole)
    #expect(line.text == result)
    #expect(line.cursor == cursor)
  }

  @Test("limits the length of any pasted text")
  func limits() {
    for piece in ["x", "e\u{301}", "\u{301}", "\u{1F468}\u{200D}", "\n"] {
      var line = LineEditor("ab")
      line.apply(.left)
      let isWhole = line.paste("x" + String(repeating: piece, count: 100_000) + "y")
      #expect(!isWhole)
      #expect(line.text.count <= LineEditor.limit)
      #expect(line.text.unicodeScalars.starts(with: "ax".unicodeScalars))
      #expect(line.text.unicodeScalars.count <= LineEditor.limit * 4 + 2)
      #expect(line.cursor < line.text.count)
      let again = line.paste("z")
      #expect(again == (line.text.count < LineEditor.limit || line.text.contains("z")))
    }
  }
}

@Suite("A key table")
struct KeyTableTests {
  @Test("uses the first binding of a key, and names keys")
  func lookup() {
    let table = KeyTable<Int>([
      .init([.character("a"), KeyPress(.up)], 1, "one"), .init([.character("a")], 2, nil),
    ])
    #expect(table.action(for: .character("a")) == 1)
    #expect(table.action(for: KeyPress(.up)) == 1)
    #expect(table.action(for: .control("a")) == nil)
    #expect(KeyPress.control("l").description == "^L")
    #expect(KeyPress(.function(1)).description == "F1")
    #expect(KeyPress(.character("b"), .alt).description == "Alt-b")
    #expect(KeyPress.character(" ").description == "Space")
  }
}
