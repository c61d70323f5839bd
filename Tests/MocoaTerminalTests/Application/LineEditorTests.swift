import Testing

@testable import MocoaTerminal

@Suite("A line being typed")
struct LineEditorTests {
  @Test(
    "is changed as everywhere",
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

  @Test("takes scalars one by one; marks join the character before")
  func inserts() {
    var line = LineEditor("xy")
    line.apply(.left)
    line.insert("e")
    line.insert("\u{301}")
    #expect(line.text == "xe\u{301}y")
    #expect(line.head == "xe\u{301}")
    line.apply(.deleteBackward)
    #expect(line.text == "xy")
  }
}

@Suite("The table of keys")
struct KeyTableTests {
  @Test("the first binding of a key counts, and keys have names")
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
