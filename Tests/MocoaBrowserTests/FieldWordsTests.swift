import Testing

@testable import MocoaBrowser

@Suite("Names of fields in a line")
struct FieldWordsTests {
  @Test("are words, quoted where they have blanks, with a minus or without")
  func reading() {
    func words(_ line: String) -> [String] {
      FieldWords.words(line).map { ($0.isMinus ? "minus " : "") + $0.name }
    }
    #expect(words("") == [])
    #expect(words("  year   title ") == ["year", "title"])
    #expect(words("-year title") == ["minus year", "title"])
    #expect(words(#""full name" -"a b" x"#) == ["full name", "minus a b", "x"])
    #expect(words(#""not closed"#) == ["not closed"])
    #expect(words(#""-minus" - --x"#) == ["-minus", "-", "minus -x"])
    #expect(words(#""""#) == [])
    #expect(words("字段 a.b") == ["字段", "a.b"])
  }

  @Test("are read as they were written")
  func writing() {
    for name in ["year", "full name", "-x", "-", "a.b", "字 段"] {
      let read = FieldWords.words("\(FieldWords.word(name)) -\(FieldWords.word(name))")
      #expect(read == [.init(name: name, isMinus: false), .init(name: name, isMinus: true)])
    }
  }
}
