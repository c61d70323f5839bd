import MocoaModel
import Testing

@Suite("Templates with fields in braces")
struct BraceTemplateTests {
  private func tokens(_ text: String, areBracesDoubled: Bool = true) -> [String] {
    var scanner = TemplateScanner(text, areBracesDoubled: areBracesDoubled)
    var tokens: [String] = []
    while let (token, start) = scanner.token() {
      switch token {
      case .literal(let scalar): tokens.append("\(start)\(scalar)")
      case .opening: tokens.append("\(start)opening")
      case .closing: tokens.append("\(start)closing")
      }
    }
    return tokens
  }

  @Test("read doubled braces as literal braces if the template has them")
  func doubled() {
    #expect(tokens("{{a}}") == ["0{", "2a", "3}"])
    #expect(tokens("{{{") == ["0{", "2opening"])
    #expect(tokens("}}}") == ["0}", "2closing"])
    #expect(tokens("{{}", areBracesDoubled: false) == ["0opening", "1opening", "2closing"])
    #expect(tokens("").isEmpty)
  }

  @Test("read a brace that a combining mark follows")
  func combining() {
    #expect(tokens("{\u{301}a") == ["0opening", "1\u{301}", "2a"])
  }

  @Test("read a field up to its closing brace, or nothing")
  func fields() {
    var scanner = TemplateScanner("ab}c")
    #expect(scanner.field { $0 != "}" } == "ab" && scanner.position == 3)
    #expect(scanner.field { $0 != "}" } == nil && scanner.position == 3)
    scanner = TemplateScanner("}")
    #expect(scanner.field { $0 != "}" } == "" && scanner.isAtEnd)
  }

  @Test("contain merged texts and fields in order")
  func segments() {
    var template = BraceTemplate<Int>()
    for scalar in "ab".unicodeScalars { template.append(scalar) }
    template.append(1)
    template.append(2)
    template.append("c")
    #expect(template.segments == [.text("ab"), .field(1), .field(2), .text("c")])
    #expect(Array(template.fields) == [1, 2])
  }
}
