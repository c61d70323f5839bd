import MocoaModel
import MocoaTestSupport
import Testing

@testable import MocoaQuery

@Suite("The parts that match a filter")
struct MatchFinderTests {
  private struct Item: CellModel, FieldReadable, Equatable {
    let fields: [FieldValue.Field]
    var itemID: ItemID { ItemID(1) }
    func isContentEqual(to other: any CellModel) -> Bool { other as? Item == self }
    var fieldNames: [String] { fields.map(\.name) }
    func field(_ name: String) -> FieldValue? { fields.first { $0.name == name }?.value }
  }

  private static let names = ["/api/v1/orders", "Kind of Blue", "Miles Davis"]

  /// The matching parts of a text, each in brackets.
  private func parts(_ filter: String, _ text: String, field: String = "path") throws -> String {
    let finder = MatchFinder(try Filter(filter))
    let match = finder.match(of: .string(text), at: field, shownAs: text)
    var (shown, offset) = ("", 0)
    let bytes = Array(text.utf8)
    for range in match.ranges {
      shown += String(decoding: bytes[offset..<range.lowerBound], as: UTF8.self)
      shown += "[" + String(decoding: bytes[range], as: UTF8.self) + "]"
      offset = range.upperBound
    }
    return (match.isCompared ? "=" : "") + shown + String(decoding: bytes[offset...], as: UTF8.self)
  }

  @Test(
    "are the runs of letters, the text, or the match of an expression",
    arguments: [
      ("ers", "/api/v1/orders", "/api/v1/ord[ers]"),
      ("kob", "Kind of Blue", "[K]ind [o]f [B]lue"),
      ("kiblue", "Kind of Blue", "[Ki]nd of [Blue]"),
      ("blue", "Blue, blue", "[Blue], [blue]"),
      ("'of", "Kind of Blue", "Kind [of] Blue"),
      ("^kind", "Kind of kind", "[Kind] of kind"),
      ("kind$", "Kind of kind", "Kind of [kind]"),
      ("^a$", "a", "[a]"),
      ("/[aeiou]./", "Kind of Blue", "K[in]d [of] Bl[ue]"),
      ("path:of", "Kind of Blue", "Kind [of] Blue"),
      ("other:of", "Kind of Blue", "Kind of Blue"),
      ("!of", "Kind of Blue", "Kind of Blue"),
      ("!!of", "Kind of Blue", "Kind [of] Blue"),
      ("kind | blue", "Kind of Blue", "[Kind] of [Blue]"),
      ("kin 'ind", "Kind of Blue", "[Kind] of Blue"),
      ("path>K", "Kind of Blue", "=Kind of Blue"),
      ("path!=K", "Kind of Blue", "Kind of Blue"),
      ("path:", "Kind of Blue", "Kind of Blue"),
      ("駆け", "夜に駆ける", "夜に[駆け]る"),
      ("e", "re\u{301}sume\u{301}", "r[e\u{301}]sum[e\u{301}]"),
      ("/👩/", "a👩‍👩‍👧b", "a[👩‍👩‍👧]b"),
      ("'ß", "Straße STRASSE", "Stra[ß]e STRASSE"),
      ("'İ", "İstanbul", "[İ]stanbul"),
      ("'ılık", "ILIK ılık", "ILIK [ılık]"),
      ("/x*/", "axxa", "a[xx]a"),
    ])
  func parts(filter: String, text: String, expected: String) throws {
    #expect(try parts(filter, text) == expected)
  }

  @Test("of a value that is shown in another form are the same letters, or the whole text")
  func forms() throws {
    func match(_ filter: String, _ value: FieldValue, _ text: String) throws -> [Range<Int>] {
      MatchFinder(try Filter(filter)).match(of: value, at: "n", shownAs: text).ranges
    }
    #expect(try match("184", .int(184_320), "184,320") == [0..<3])
    #expect(try match("'1843", .int(184_320), "184,320  ") == [0..<7])
    #expect(try match("x", .int(184_320), "184,320").isEmpty)
    let object = FieldValue.object([.init(name: "a", value: .string("blue"))])
    #expect(try match("blue", object, "{1}") == [0..<3])
    #expect(try match("n.a:blue", object, "{1}") == [0..<3])
    #expect(try match("n.b:blue", object, "{1}").isEmpty)
  }

  @Test("are at most eight")
  func limit() throws {
    let finder = MatchFinder(try Filter("a b"))
    let text = String(repeating: "a b ", count: 100)
    #expect(finder.match(of: .string(text), at: "x", shownAs: text).ranges.count == 8)
  }

  @Test("of a long text are in its beginning, and the end of a text is not its cut")
  func long() throws {
    let text = String(repeating: "é", count: 1 << 20) + "end"
    let finder = MatchFinder(try Filter("end$ | /é$/ | 'zzz"))
    #expect(finder.match(of: .string(text), at: "x", shownAs: text).ranges.isEmpty)
    let other = MatchFinder(try Filter("^é"))
    #expect(other.match(of: .string(text), at: "x", shownAs: text).ranges == [0..<2])
  }

  @Test("of the content of an item are in the values, not in the names of fields")
  func content() throws {
    let item = Item(fields: [
      .init(name: "title", value: .string("Blue")), .init(name: "year", value: .int(1959)),
    ])
    let finder = MatchFinder(try Filter("e year>1958"))
    #expect(finder.match(ofText: "Blue", in: item).ranges == [3..<4])
    #expect(finder.match(ofText: "year 1959", in: item).isEmpty)
    let year = MatchFinder(try Filter("year:59"))
    #expect(year.match(ofText: "year 1959 · x", in: item).ranges == [7..<9])
    #expect(year.match(ofText: "1959", in: item).ranges == [2..<4])
    let comparison = MatchFinder(try Filter("year>1958"))
    #expect(comparison.match(ofText: "1959", in: item).isCompared)
    #expect(comparison.findsWord(in: item) == false)
    #expect(finder.findsWord(in: item))
  }

  @Test("exist exactly if the pattern matches, are not empty, ascend and do not overlap")
  func property() throws {
    var random = SeededGenerator(seed: 20)
    let letters = [
      "a", "b", "K", "k", "é", "É", "e\u{301}", "夜", "駆", "👩‍👩‍👧", "🇩🇪", "ß", "İ", "ı", "9", "1",
      " ", ".", "/", "_", "한", "\u{301}", "ﬁ", "\n",
    ]
    func word(_ count: Int) -> String {
      (0..<count).map { _ in letters[Int(random.next() % UInt64(letters.count))] }.joined()
    }
    for _ in 0..<4000 {
      let text = word(Int(random.next() % 30))
      let length = 1 + Int(random.next() % (random.next() % 20 == 0 ? 70 : 4))
      let kinds: [Filter.Pattern.Kind] = [
        .fuzzy, .exact, .anchored(start: true, end: false), .anchored(start: false, end: true),
        .anchored(start: true, end: true), .expression,
      ]
      let kind = kinds[Int(random.next() % 6)]
      let pattern = Filter.Pattern(kind: kind, text: word(length))
      let matcher = PatternMatcher(pattern)
      let bytes = Array(text.utf8)
      let (matches, ranges) = bytes.withUnsafeBytes {
        (matcher.matches($0), matcher.ranges(in: $0, limit: 8))
      }
      #expect(matches == !ranges.isEmpty, "\(pattern) in \(text)")
      #expect(ranges.allSatisfy { !$0.isEmpty && $0.upperBound <= bytes.count })
      #expect(zip(ranges, ranges.dropFirst()).allSatisfy { $0.upperBound <= $1.lowerBound })
    }
  }
}

@Suite("The syntax of a filter")
struct FilterSyntaxTests {
  private func tokens(_ text: String) -> [String] {
    let characters = Array(text)
    return FilterSyntax(text).tokens.map { "\($0.kind) \(String(characters[$0.range]))" }
  }

  @Test("has tokens for fields, operators, values, expressions and signs")
  func kinds() {
    #expect(
      tokens("status >= 500 ers") == ["field status", "comparison >=", "number 500", "text ers"])
    #expect(
      tokens("!(a | b:/x y/)") == [
        "sign !", "sign (", "text a", "sign |", "field b", "comparison :", "expression /x y/",
        "sign )",
      ])
    #expect(
      tokens("\"a b\"=\"5\" 'c") == ["field \"a b\"", "comparison =", "text \"5\"", "text 'c"])
    #expect(tokens("https://x n=5x") == ["text https://x", "field n", "comparison =", "text 5x"])
    #expect(tokens("").isEmpty)
  }

  @Test("names the wrong token")
  func errors() {
    func wrong(_ text: String) -> String? {
      let characters = Array(text)
      return FilterSyntax(text).errorRange.map { String(characters[$0]) }
    }
    #expect(wrong("blue \"tr ain") == "\"tr ain")
    #expect(wrong("n>>1 x") == ">>1")
    #expect(wrong("(a b") == "(")
    #expect(wrong("(a))") == ")")
    #expect(wrong("a /(/ b") == "/(/")
    #expect(wrong("a b") == nil)
    #expect(FilterSyntax("n>>1 x").tokens.map(\.kind) == [.field, .comparison])
  }

  @Test("has a last word, which is the name or the value of a field")
  func lastWord() {
    #expect(Filter.lastWord(of: "a st") == .init(head: "a ", field: nil, part: "st"))
    #expect(Filter.lastWord(of: "(!st") == .init(head: "(!", field: nil, part: "st"))
    #expect(
      Filter.lastWord(of: "a st>=5") == .init(head: "a st>=", field: "st", part: "5"))
    #expect(
      Filter.lastWord(of: "\"a b\"!=\"x y") == .init(head: "\"a b\"!=", field: "a b", part: "\"x y")
    )
    #expect(Filter.lastWord(of: "") == .init(head: "", field: nil, part: ""))
  }
}
