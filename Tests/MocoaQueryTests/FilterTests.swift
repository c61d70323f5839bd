import MocoaModel
import MocoaTestSupport
import Testing

@testable import MocoaData
@testable import MocoaQuery

@Suite("Filters")
struct FilterTests {
  private static let album = #"""
    {"id": 7, "title": "Kind of Blue", "year": 1959, "live": false, "label": null, \#
    "artist": {"name": "Miles Davis", "born": 1926}, "tracks": ["So What", "Freddie Freeloader"], \#
    "note": "5 tracks\n\"modal\" \u00c9t\u00e9", "price": 9.5, "a.b": "dotted", "名": "青い影"}
    """#

  private func passes(_ filter: String, _ json: String = album) throws -> Bool {
    let matcher = FilterMatcher(try Filter(filter))
    let record = try JSON.parse(Array(json.utf8))
    let byFields = matcher.matches(FieldsSubject(fields: record))
    let byBytes = Array(json.utf8).withUnsafeBytes {
      matcher.finds(JSONSubject(bytes: $0, layout: .lines))
    }
    #expect(byBytes == byFields, "both ways say the same of \(filter)")
    return byBytes
  }

  @Test(
    "match items with the specified words and values",
    arguments: [
      "", "   ", "blue", "Blue", "kob", "kindblue", "bl ki", "kind of", "lue", "mdav", "sw",
      "ffree",
      "'blue", "\"of Blue\"", "^kind", "blue$", "1959", "/bl.e/", "/^miles/", "/[0-9]{4}/",
      "title:blue", "title:/^K/", "artist.name:davis", "tracks:what", "tracks.1:free", "a.b:dotted",
      "year=1959", "year=1959.0", "year>1958", "year>=1959", "year<1960", "year<=1959", "price>9",
      "title>a", "title=\"kind of blue\"", "live=false", "label=null", "label:", "live:",
      "year!=1960", "nothing!=1", "!coltrane", "!year>1959", "coltrane | blue",
      "(coltrane | blue) kind",
      "!(coltrane | monk)", "modal", "'\"modal\"", "été", "Été", "青", "影", "青影", "名:青い",
      "\"a.b\"=dotted", "5tracks", "note!=\">\"", "title!=a=b", "a |", "!", "title:", "年 | 青",
      "| blue", "year > 1958", "year >=1959", "year= 1959", "year != 1960 blue", "year > | blue",
      "\"a.b\" = dotted", "blue year <", "id<8 | a", "!year>", "!year > ", "year = !coltrane",
      "kind year > (blue | monk)",
    ])
  func passing(filter: String) throws {
    #expect(try passes(filter))
  }

  @Test(
    "do not match other items",
    arguments: [
      "coltrane", "KOB", "oknid", "bule", "'kob", "^blue", "kind$", "/^blue/", "title:davis",
      "artist:kind", "year=1960", "year>1959", "year<1959", "title>l", "year>x", "nothing:",
      "nothing=1",
      "nothing<1", "!blue", "year!=1959", "blue coltrane", "coltrane | monk", "!(coltrane | blue)",
      "label>a", "label<z", "label>=null", "label<=null", "nothing > 1", "year > 1959",
      "blue year <1",
      "tracks.2:", "tracks.x:so", "modale", "fales", "artist.:x", "born:", "traks",
    ])
  func keeping(filter: String) throws {
    #expect(try !passes(filter))
  }

  @Test(
    "report the offset and the reason of a syntax error",
    arguments: [
      ("blue \"kind", 5, "missing closing \""), ("/bl", 0, "missing closing /"),
      ("a (b", 2, "missing )"), (") b", 0, "unmatched )"),
      ("title:\"x", 6, "missing closing \""),
      ("blue year>>1", 9, "invalid operator >> (quote the value)"),
      ("year==1", 4, "invalid operator == (quote the value)"),
      ("year=>1", 4, "invalid operator => (quote the value)"),
      ("year<>1", 4, "invalid operator <> (quote the value)"),
      ("year > = 1", 5, "invalid operator > = (quote the value)"),
      ("year>\t= 1", 4, "invalid operator > = (quote the value)"),
      ("year=\n =1", 4, "invalid operator = = (quote the value)"),
      ("year!=>1", 4, "invalid operator !=> (quote the value)"),
    ])
  func unreadable(filter: String, place: Int, reason: String) {
    #expect(throws: FilterError(place, reason)) { try Filter(filter) }
  }

  @Test("report an error in a regular expression")
  func expression() {
    let error = #expect(throws: FilterError.self) { try Filter("x /a(/") }
    #expect(error?.offset == 2)
    #expect(
      error?.description
        == "invalid regular expression: missing closing parenthesis at character 2")
  }

  @Test("have a maximum length and depth")
  func much() {
    #expect(throws: FilterError.self) {
      try Filter(String(repeating: "a ", count: 100))
    }
    #expect(throws: FilterError.self) { try Filter(String(repeating: "(", count: 100_000)) }
    #expect(throws: FilterError.self) { try Filter(String(repeating: "!", count: 100_000) + "a") }
  }

  @Test(
    "match rows of delimited text like their records",
    arguments: [
      "kob", "year>1958", "title:kind", "\"a, b\"", "note:/^a, b/", "4:extra", "'say \"hi\"",
      "!coltrane",
      "coltrane", "year<1959", "live:", "5:",
      "\"-9223372036854775808\":x", "\"1\":kind", "\"+4\":extra", "\"04\":extra", "\"0\":kind",
    ])
  @MainActor func rows(filter: String) throws {
    let text =
      "title,year,note\n\"Kind of Blue\",1959,\"a, b \"\"say \"\"hi\"\"\"\"\",extra\nBlue Train,1958\n"
    let source = try RecordSource(
      bytes: Array(text.utf8), name: "x.csv", options: .init(delimiter: ",", hasHeader: true))
    let items = source.snapshot.sections[0].items
    #expect(items.count == 2)
    let matcher = FilterMatcher(try Filter(filter))
    var found: [UInt32] = []
    items.forEachLeaf(in: 0..<2) { found += matcher.indices(in: $0) }
    let wanted = (0..<2).filter { place in
      (items.element(at: place) as? Record).map { matcher.matches(FieldsSubject(fields: $0)) }
        ?? false
    }
    #expect(found.map(Int.init) == wanted)
  }

  @Test("an address is a word without a field")
  func address() throws {
    #expect(try Filter("http://x").root == .value(.init(kind: .fuzzy, text: "http://x")))
    #expect(try Filter("12:30").root == .value(.init(kind: .fuzzy, text: "12:30")))
  }

  /// Returns a Boolean value that indicates whether a text contains a fuzzy word.
  ///
  /// This is the simplest implementation.
  private static func isFound(_ word: [UInt8], _ text: [UInt8]) -> Bool {
    func kind(_ byte: UInt8) -> Int {
      switch byte {
      case 0x61...0x7A: 1
      case 0x41...0x5A: 2
      case 0x30...0x39: 3
      default: 0
      }
    }
    func begins(_ place: Int) -> Bool {
      let (here, before) = (kind(text[place]), place == 0 ? 0 : kind(text[place - 1]))
      return switch here {
      case 1: before == 0 || before == 3
      case 2, 3: before != here
      default: false
      }
    }
    func fits(_ letter: Int, _ place: Int) -> Bool {
      let isSensitive = word.contains { (0x41...0x5A).contains($0) }
      let byte = text[place]
      return byte == word[letter]
        || !isSensitive && kind(byte) == 2 && byte | 0x20 == word[letter]
    }
    func goesOn(_ letter: Int, behind place: Int) -> Bool {
      if letter == word.count { return true }
      return (place + 1..<max(place + 1, text.count)).contains { next in
        (next == place + 1 || begins(next)) && fits(letter, next)
          && goesOn(letter + 1, behind: next)
      }
    }
    return text.indices.contains { fits(0, $0) && goesOn(1, behind: $0) }
  }

  private func passes(_ filter: String, _ fields: [FieldValue.Field]) throws -> Bool {
    FilterMatcher(try Filter(filter)).matches(ElementSubject(Fields(fields: fields)))
  }

  private struct Fields: CellModel, FieldReadable {
    let fields: [FieldValue.Field]
    var itemID: ItemID { 0 }
    var fieldNames: [String] { fields.map(\.name) }
    func field(_ name: String) -> FieldValue? { fields.first { $0.name == name }?.value }
    func isContentEqual(to other: any CellModel) -> Bool { false }
  }

  @Test(
    "fuzzy words match letters of any alphabet",
    arguments: [
      ("мк", "Мой Космос"), ("МК", "Мой Космос"), ("cafén", "Café Noir"), ("éc", "École Cadet"),
      ("größe", "die Größe"), ("αθ", "Άλφα Ααα Θήτα"), ("åø", "Ål Ørn"),
    ])
  func fuzzyLetters(word: String, text: String) throws {
    #expect(try passes(word, [.init(name: "t", value: .string(text))]))
    #expect(try !passes(word, [.init(name: "t", value: .string("any other text"))]))
  }

  @Test("compare numbers by value, and otherwise compare text")
  func comparing() throws {
    let fields: [FieldValue.Field] = [
      .init(name: "date", value: .string("2024-05-01")), .init(name: "n", value: .int(10)),
      .init(name: "empty", value: .string("")),
    ]
    for filter in [
      "date>2024", "date<2025", "date>=2024-05", "n>9", "n<x", "n>=1", "empty=\"\"",
      "n!=\"\"", "missing!=\"\"",
    ] {
      #expect(try passes(filter, fields), "\(filter)")
    }
    for filter in ["date<2024", "date>2025", "n<9", "n>x", "n=\"\"", "date=\"\"", "missing=\"\""] {
      #expect(try !passes(filter, fields), "\(filter)")
    }
    // A comparison without a value is still being typed and matches all items.
    for filter in ["n=", "n!=", "n<", "n>=", "missing>"] {
      #expect(try passes(filter, fields), "\(filter)")
    }
  }

  @Test("compare numbers with an operand that has a unit of size")
  func units() throws {
    for (filter, isMatch) in [
      ("n>200kB", true), ("n>=200001B", true), ("n>200001B", false), ("n<0.3M", true),
      ("n>1M", false), ("n<1mb", true), ("n>195KiB", true), ("n>196Ki", false), ("n<1G", true),
      // This is not a unit, so the operand is compared as text.
      ("n>1m", true), ("n>5x", false),
      // An equal sign compares the digits.
      ("n=200.001k", false), ("n=200001", true),
      // A text is not a number.
      ("t>1k", true), ("t<1k", false),
    ] {
      #expect(try passes(filter, #"{"n": 200001, "t": "abc"}"#) == isMatch, "\(filter)")
    }
  }

  @Test("compare integers exactly if they are equal as floating-point numbers")
  func exact() throws {
    let (one, other) = (#"{"id": 9007199254740992}"#, #"{"id": 9007199254740993}"#)
    let (large, larger) = (#"{"id": 18446744073709551614}"#, #"{"id": 18446744073709551615}"#)
    #expect(try !passes("id=18446744073709551615", large))
    #expect(try passes("id=18446744073709551615", larger))
    #expect(try passes("id>9223372036854775807", #"{"id": 9223372036854775808}"#))
    for (filter, isOne, isOther) in [
      ("id=9007199254740993", false, true), ("id=9007199254740992", true, false),
      ("id>9007199254740992", false, true), ("id<9007199254740993", true, false),
      ("id>=9007199254740993", false, true), ("id=9.007199254740992e15", true, true),
    ] {
      #expect(try passes(filter, one) == isOne, "\(filter)")
      #expect(try passes(filter, other) == isOther, "\(filter)")
    }
  }

  @Test("match a fuzzy word exactly like the simplest search")
  func fuzzy() throws {
    let letters = Array("aAb1 ".utf8)
    func texts(_ count: Int) -> [[UInt8]] {
      (0..<count).reduce([[]]) { all, _ in all.flatMap { text in letters.map { text + [$0] } } }
    }
    for word in (1...3).flatMap(texts) where !word.contains(0x20) {
      let matcher = PatternMatcher(
        .init(kind: .fuzzy, text: String(decoding: word, as: UTF8.self)))
      for text in (0...4).flatMap(texts) {
        let found = text.withUnsafeBytes { matcher.matches($0) }
        try #require(
          found == Self.isFound(word, text),
          "\(String(decoding: word, as: UTF8.self)) in \(String(decoding: text, as: UTF8.self))")
      }
    }
  }

  @Test("match words that are longer than a machine word")
  func long() throws {
    let word = String(repeating: "long", count: 30)
    #expect(try passes("'\(word)", #"{"a": "x\#(word)y"}"#))
    #expect(try passes("^\(word)$", #"{"a": "\#(word.uppercased())"}"#))
    #expect(try !passes("^\(word)", #"{"a": "x\#(word)"}"#))
  }

  @Test("accept arbitrary broken JSON")
  func broken() throws {
    let matcher = FilterMatcher(try Filter("a year>1 b:x c.d.e:/f/"))
    var random = SeededGenerator(seed: 7)
    let pieces = [
      "{", "}", "[", "]", "\"", ":", ",", "\\", "\\u12", "a", "b", "1", "e", ".", "\n", "\u{FF}",
    ]
    for _ in 0..<20_000 {
      let text = (0..<random.below(20)).map { _ in pieces[random.below(pieces.count)] }.joined()
      for form in [RecordLayout.lines, .members, .elements] {
        _ = Array(text.utf8).withUnsafeBytes {
          matcher.matches(JSONSubject(bytes: $0, layout: form))
        }
      }
    }
  }

  @Test("treat an unmatched ) as a character, also after a !")
  func negatedParenthesis() throws {
    #expect(try passes("a)", #"{"a": "(a)"}"#))
    #expect(try !passes("!a)", #"{"a": "(a)"}"#))
    #expect(try passes("(!b)", #"{"a": "a"}"#))
    #expect(throws: FilterError.self) { try Filter("(!b") }
  }
}

extension FilterMatcher {
  /// Returns `true` if a record contains the required bytes and matches the filter.
  fileprivate func finds(_ record: JSONSubject) -> Bool {
    if let required, !record.mayContain(required) { return false }
    return matches(record)
  }
}
