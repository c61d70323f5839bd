import MocoaQuery
import Testing

@testable import MocoaBrowser

@Suite("A line of field names")
struct FieldWordsTests {
  @Test("has words with optional quotes and minus")
  func reading() {
    func words(_ line: String) -> [String] {
      FieldListSyntax.words(line).map { ($0.isMinus ? "minus " : $0.isAll ? "all " : "") + $0.name }
    }
    #expect(words("") == [])
    #expect(words("  year   title ") == ["year", "title"])
    #expect(words("-year title") == ["minus year", "title"])
    #expect(words(#""full name" -"a b" x"#) == ["full name", "minus a b", "x"])
    #expect(words(#""not closed"#) == ["not closed"])
    #expect(words(#""-minus" - --x"#) == ["-minus", "-", "minus -x"])
    #expect(words(#""""#) == [])
    #expect(words(#"* "*" "a""b" a"b"#) == ["all *", "*", #"a"b"#, #"a"b"#])
    #expect(words("字段 a.b") == ["字段", "a.b"])
    #expect(words(#"year,title, -"a,b" ,"#) == ["year", "title", "minus a,b"])
  }

  @Test("selects the named fields, or all fields except some")
  func choosing() {
    func chosen(_ line: String) -> String {
      FieldListSyntax.chosen(line, of: ["a", "b", "c"]).joined(separator: ",")
    }
    #expect(chosen("") == "")
    #expect(chosen("c a c") == "c,a")
    #expect(chosen("*") == "a,b,c")
    #expect(chosen("b *") == "b,a,c")
    #expect(chosen("-b") == "a,c")
    #expect(chosen("* x -a") == "b,c,x")
    #expect(chosen("-a -b -c") == "")
    #expect(chosen("-*") == "")
    #expect(chosen("-* b") == "", "none is none")
    #expect(chosen(#"-"*""#) == "a,b,c", "that is a name")
  }

  @Test("sorts, in descending order with a minus or desc")
  func orders() {
    func orders(_ line: String) -> [String] {
      ListQuery.orders(line).map { ($0.isDescending ? "-" : "") + $0.field }
    }
    #expect(orders("year desc title") == ["-year", "title"])
    #expect(orders("year asc,-title,id desc") == ["year", "-title", "-id"])
    #expect(orders("-year asc") == ["-year"])
    #expect(orders("desc") == ["desc"])
    #expect(orders(#"year "desc" -asc"#) == ["year", "desc", "-asc"])
    var query = ListQuery()
    query.orders = ListQuery.orders(#"year "desc" desc"#)
    #expect(query.orderText == #"year -"desc""#)
    #expect(ListQuery.orders(query.orderText) == query.orders)
  }

  @Test("parses the text that it writes")
  func writing() {
    let names = [
      "year", "full name", "a,b", ",", "desc", "-x", "-", "a.b", "字 段", "*", "\"", "a \"b\" c",
      "a\"b",
      "\"a",
    ]
    for name in names {
      let read = FieldListSyntax.words(
        "\(FieldListSyntax.word(name)) -\(FieldListSyntax.word(name))")
      #expect(read == [.init(name: name), .init(name: name, isMinus: true)])
    }
  }
}
