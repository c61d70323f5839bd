import Testing

@testable import MocoaData

@Suite("DelimitedDialect")
struct DelimitedDialectTests {
  private func guess(
    _ text: String, _ expectation: DelimitedDialect.Expectation, isWhole: Bool = true,
    hasHeader: Bool? = nil
  ) -> DelimitedDialect.Detection {
    Array(text.utf8).withUnsafeBytes {
      DelimitedDialect.Detection(of: $0, isComplete: isWhole, expectation, hasHeader: hasHeader)
    }
  }

  private static func rows(of row: String, _ count: Int) -> String {
    String(repeating: row + "\n", count: count)
  }

  private func dialect(_ delimiter: Unicode.Scalar, _ hasHeader: Bool) -> DelimitedDialect.Detection
  {
    .dialect(DelimitedDialect(delimiter: UInt8(ascii: delimiter), hasHeader: hasHeader))
  }

  @Test(
    "is detected from the rows of a delimited text",
    arguments: [
      ("a,b\n1,2\n", ",", true), ("1,2\n3,4\n", ",", false),
      ("a;b\n1,5;2,5\n3,5;4,5\n", ";", true), ("1,5;2,5\n3,5;4,5\n", ";", false),
      ("a\tb\nx,y\tz\n", "\t", true), ("a|b\nx|y\n", "|", true),
      ("name,city\nAnn,Paris\n", ",", true), (",a,b\n0,1,2\n", ",", true),
      ("a,b\n", ",", true), ("a,b,,\n1,2\n", ",", true), ("a,a\n1,2\n", ",", true),
      ("a,\"x;y\"\n1,\"2;3\"\n", ",", true), ("\"a\nb\",c\n1,2\n", ",", true),
      ("a,b\n1\n1,2,3\n1,2\n", ",", true), ("alone\nword\n", ",", true),
      ("2019,b\nx,y\n", ",", true), ("\r\n\na,b\r\n1,2\r\n", ",", true),
      ("x", ",", true), ("5", ",", false), ("1999\n30\n", ",", false),
      ("country,2019,2020\nA,1,2\n", ",", true), ("Ann,1999\nBob,2001\n", ",", false),
      ("place,1/22/20,1/23/20\nA,0,1\n", ",", true), ("12:00,x\n12:01,y\n", ",", false),
      ("id,1st_name,price\n7,x,9\n", ",", true), ("id,name,\n1,Ann,\n", ",", true),
      ("id,name,name\n1,Ann,Lee\n", ",", true), ("Ann,34,Paris\nBob,28,Rome\n", ",", false),
    ] as [(String, Unicode.Scalar, Bool)])
  func expected(text: String, delimiter: Unicode.Scalar, hasHeader: Bool) {
    #expect(guess(text, .delimited(by: nil)) == dialect(delimiter, hasHeader))
  }

  @Test(
    "is detected in unknown text only if no other format is likely",
    arguments: [
      ("a,b\n1,2\n", ",", true), ("x,y\nz,w\n", ",", false), ("1\t2\n3\t4\n", "\t", false),
      ("a|b\n|x\n", "|", true), ("id,name,note\n1,\"Smith, John\",x\n3,ragged\n", ",", true),
      ("id,text\n1,a\n2,b, c\n", ",", true), ("id,n\n" + rows(of: "7,x", 18) + "9\n0\n", ",", true),
      (rows(of: "Ann,1,x", 9) + "end\n", ",", false),
    ] as [(String, Unicode.Scalar, Bool)])
  func guessed(text: String, delimiter: Unicode.Scalar, hasHeader: Bool) {
    #expect(guess(text, .unspecified) == dialect(delimiter, hasHeader))
  }

  @Test(
    "is not detected in other text",
    arguments: [
      "", "a,b\n", "words\nwords\n", "Hello, world\nGood, bye\n", "a,b\nc\n", "a,b\n1,2,3\n",
      "12:00 x, y\n12:01 z\n", "[INFO] a,b\n[INFO] c,d\n", "a,b\nc,\u{0}\n", "{a,b\n{c,d\n",
      "Well, yes,\nand so, then\nhe said\n", "Roses are red,\nViolets are blue,\n",
      "a = 1;\nb = 2;\n",
      "id,n\n1,x\n2\n3\n", "Ann,1\nBob,2\nend\n", "id,,n\n1,2,3\n4,5\n", "id,n\n1\n2,x\n3,y\n",
      rows(of: "Ann,1,x", 8) + "end\n", "12:00:01,5 a\n12:00:02,7 b\n12:00:03 c\n",
    ])
  func other(text: String) {
    #expect(guess(text, .unspecified) == .notDelimited)
  }

  @Test("needs two rows, or three if the format is unknown")
  func unfinished() {
    #expect(guess("a,b\n", .delimited(by: nil), isWhole: false) == .needsMoreInput)
    #expect(guess("a,b\n1,2", .delimited(by: nil), isWhole: false) == .needsMoreInput)
    #expect(guess("a,b\n1,2\n", .delimited(by: nil), isWhole: false) == dialect(",", true))
    #expect(guess("a,b\n1,2\n", .unspecified, isWhole: false) == .notDelimited)
    #expect(guess("a,b\n1,2\n3,4\n", .unspecified, isWhole: false) == dialect(",", true))
  }

  @Test("ends rows with carriage returns in text without line feeds")
  func returns() {
    func returning(_ delimiter: Unicode.Scalar) -> DelimitedDialect.Detection {
      .dialect(
        DelimitedDialect(
          delimiter: UInt8(ascii: delimiter), hasHeader: true, rowEnd: UInt8(ascii: "\r")))
    }
    #expect(guess("id;b\r1;x\r2;y\r", .delimited(by: nil)) == returning(";"))
    #expect(guess("id,b\r1,x\r2,y\r", .unspecified) == returning(","))
    #expect(guess("id,b\r1,x\r2", .delimited(by: nil), isWhole: false) == returning(","))
    #expect(guess("id,b\r", .delimited(by: nil), isWhole: false) == .needsMoreInput)
    #expect(guess("id,b\r\n1,x\r", .delimited(by: nil)) == dialect(",", true))
  }

  @Test("uses the given delimiter and header")
  func given() {
    let tilde = DelimitedDialect.Expectation.delimited(by: UInt8(ascii: "~"))
    #expect(guess("a~b\n1~2\n", tilde) == dialect("~", true))
    #expect(guess("a,b\n1,2\n", tilde) == dialect("~", true), "of one column")
    #expect(guess("a,b\n1,2\n", .delimited(by: nil), hasHeader: false) == dialect(",", false))
    #expect(guess("1,2\n3,4\n", .delimited(by: nil), hasHeader: true) == dialect(",", true))
    #expect(RecordOptions.delimiter("tab") == "\t" && RecordOptions.delimiter("\\t") == "\t")
    #expect(RecordOptions.delimiter(";") == ";")
    for word in ["", "ab", "\"", "\n", "é", "\0"] { #expect(RecordOptions.delimiter(word) == nil) }
  }
}
