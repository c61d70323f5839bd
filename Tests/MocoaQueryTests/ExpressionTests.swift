import MocoaData
import MocoaModel
import MocoaTestSupport
import Testing

@testable import MocoaQuery

@Suite("Regular expressions")
struct ExpressionTests {
  private func matches(_ pattern: String, _ text: String) throws -> Bool {
    let expression = try #require(Expression(of: pattern))
    let isMatch = Array(text.utf8).withUnsafeBytes { expression.matches($0) }
    #expect(!expression.hasSkipped)
    return isMatch
  }

  @Test(
    "match a part of a text",
    arguments: [
      ("bl.e", "Kind of Blue"), ("^kind", "Kind of Blue"), ("blue$", "Kind of Blue"),
      (#"\bof\b"#, "Kind of Blue"), (#"\d{4}"#, "in 1959"), ("[0-9]{4}", "in 1959"),
      (#"(o)\1"#, "book"), ("été", "Été"), (#"^\w+$"#, "Été"), ("^[[:alpha:]]{3}$", "Été"),
      ("(?<=kind )of", "Kind of Blue"), ("a.*b", "a\nb"), ("^$", ""), ("x?", ""),
      ("(19|20)[0-9]{2}-[0-9]{2}", "2024-05"), ("[]{}]", "}"), ("[^]{9}]*", "a"),
      (#"a\{2\}"#, "a{2}"), ("^.$", "界"), (#"\x{754C}"#, "界"), (#"^\p{Lu}\w+$"#, "École"),
    ])
  func matching(pattern: String, text: String) throws {
    #expect(try matches(pattern, text))
  }

  @Test(
    "do not match other texts",
    arguments: [
      ("blue$", "blue\n"), ("^b", "a\nb"), (#"\d"#, "one"), ("^.$", "e\u{301}"), ("a", ""),
      (#"^\p{Lu}"#, "école"),
    ])
  func notMatching(pattern: String, text: String) throws {
    #expect(try !matches(pattern, text))
  }

  @Test(
    "ignore case without a capital letter outside of escape sequences",
    arguments: [
      ("blue", true), ("Blue", false), (#"\Sblue"#, true), (#"\\Blue"#, false),
      (#"\p{L}lue"#, true), (#"\pLlue"#, true), (#"[\x{1FA}b]lue"#, true), ("(?i)Blue", true),
    ])
  func ignoresCase(pattern: String, ignoresCase: Bool) throws {
    #expect(try matches(pattern, #" xBLUE \BLUE"#) == ignoresCase)
  }

  @Test(
    "report the reason and the number of the last character read",
    arguments: [
      ("a(", "missing closing parenthesis at character 2"),
      ("*a", "quantifier does not follow a repeatable item at character 1"),
      ("é*+*", "quantifier does not follow a repeatable item at character 3"),
      ("[z-a]", "range out of order in character class at character 3"),
      (#"\p{Foo}"#, #"unknown property after \P or \p at character 7"#),
    ])
  func errors(pattern: String, reason: String) {
    #expect(Expression.errorMessage(for: pattern) == "invalid regular expression: \(reason)")
    #expect(Expression(of: pattern) == nil)
  }

  @Test("have a maximum length")
  func length() {
    let text = String(repeating: "a", count: 2000)
    #expect(Expression.errorMessage(for: text) == nil)
    #expect(
      Expression.errorMessage(for: text + "a") == "regular expression is longer than 2000 bytes")
    #expect(Expression.errorMessage(for: "(a?){60000}") != nil)
  }

  @Test("match the valid parts of invalid UTF-8")
  func invalid() throws {
    let bytes: [UInt8] = [0xFF, 0x61, 0x62, 0xC3, 0x63]
    for (pattern, isMatch) in [("ab", true), ("c$", true), ("b.c", false), ("^a", false)] {
      let expression = try #require(Expression(of: pattern))
      #expect(bytes.withUnsafeBytes { expression.matches($0) } == isMatch, "\(pattern)")
      #expect(!expression.hasSkipped)
    }
  }

  @Test(
    "match long texts",
    arguments: [
      ("^(a|é|b)*$", String(repeating: "aéb", count: 8_000)),
      ("(a|b)+c", String(repeating: "ab", count: 10_000) + "c"),
      (#""([^"\\]|\\.)*""#, "\"" + String(repeating: #"ab\n"#, count: 5_000) + "\""),
      (#"(\w+\s)+end"#, String(repeating: "word ", count: 5_000) + "end"),
    ])
  func longText(pattern: String, text: String) throws {
    #expect(try matches(pattern, text))
  }

  @Test("match long texts with the interpreter, whose stack is larger")
  func interpreter() throws {
    #expect(try matches("^(a|é|b)*$", String(repeating: "aéb", count: 12_000)))
  }

  @Test(
    "skip a text at the limit of steps or memory",
    arguments: ["(a+)+$", "(a|aa)+$", "(a*)*[bc]", "([^a]|a)*[bc]", #"(\w*a)*[bc]"#])
  func limits(pattern: String) throws {
    let expression = try #require(Expression(of: pattern))
    let text = Array((String(repeating: "a", count: 60_000) + "!").utf8)
    #expect(!text.withUnsafeBytes { expression.matches($0) })
    #expect(expression.hasSkipped && !expression.isStopped)
  }

  @Test("stop after many skipped texts")
  func stopping() throws {
    let expression = try #require(Expression(of: "(a+)+$|b"))
    let text = Array((String(repeating: "a", count: 40) + "!").utf8)
    for _ in 0..<1000 where !expression.isStopped {
      #expect(!text.withUnsafeBytes { expression.matches($0) })
      #expect([0x62].withUnsafeBytes { expression.matches($0) } != expression.isStopped)
    }
    #expect(expression.isStopped)
  }

  // MARK: - Queries

  private static let missing = "pattern too expensive: matches may be missing"
  private static let stopped = "pattern too expensive: filter stopped"

  @MainActor private func source(_ count: Int) throws -> RecordSource {
    let line = #"{"name": "\#(String(repeating: "a", count: 40))!"}"#
    let lines = Array(repeating: line, count: count)
    return try RecordSource(bytes: Array(lines.joined(separator: "\n").utf8), name: "lines")
  }

  @Test(
    "report in query results that matches may be missing",
    arguments: ["/(a+)+$/", "name:/(a+)+$/", "!/(a+)+$/", "x | !name:/(a+)+$/"])
  @MainActor func queries(filter: String) async throws {
    let base = try source(2000)
    await eventually("the records are read") { base.phase == .finished }
    let list = QueryResults(base)
    list.query.filter = try Filter(filter)
    await eventually("the filter is applied") { !list.isUpdatingResults }
    #expect(list.errorMessage == Self.stopped && list.snapshot.itemCount == 0)
    list.query.orders = [ListQuery.Order("name")]
    await eventually("the order is applied") { !list.isUpdatingResults }
    #expect(list.errorMessage == Self.stopped)
    list.query.filter = try Filter("/a+/")
    await eventually("the other filter is applied") { !list.isUpdatingResults }
    #expect(list.errorMessage == nil && list.snapshot.itemCount == 2000)
  }

  @Test("do not match an item with a skipped text, and match other items")
  @MainActor func skipping() async throws {
    let long = String(repeating: "a", count: 40) + "!"
    let base = try RecordSource(bytes: Array("\(long)\naa\n\(long)\nb".utf8), name: "lines")
    await eventually("the records are read") { base.phase == .finished }
    let list = QueryResults(base)
    for (filter, count) in [("/(a+)+$/", 1), ("!/(a+)+$/", 1)] {
      list.query.filter = try Filter(filter)
      await eventually("the filter is applied") { !list.isUpdatingResults }
      #expect(list.snapshot.itemCount == count && list.errorMessage == Self.missing)
    }
  }

  @Test("report in a search that a match may be missing")
  @MainActor func searches() async throws {
    let base = try source(3)
    await eventually("the records are read") { base.phase == .finished }
    var events: [String] = []
    for (filter, expected) in [("/a+/", ["1"]), ("/(a+)+$/", ["none", Self.missing])] {
      events = []
      let search = ListSearch(
        try Filter(filter), in: base.snapshot, isForward: true, .init())
      search.run(from: 1) { outcome in
        events.append(outcome.match.map { "\($0.position)" } ?? "none")
        if let message = outcome.errorMessage { events.append(message) }
      }
      await eventually("the search ends") { events.count >= expected.count }
      #expect(events == expected)
    }
  }
}
