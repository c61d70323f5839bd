import MocoaJSON
import MocoaModel
import MocoaTestSupport
import Testing

@testable import MocoaData

@MainActor
@Suite("Content sniffer: formats of files")
struct ContentSnifferTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  func content(
    _ text: String, name: String = "x.log", _ options: RecordOptions = RecordOptions()
  ) throws -> ContentSniffer.Content {
    var sniffer = ContentSniffer(
      try ByteInput.open(try folder.write(name, text)), CancellationToken(), options)
    return try sniffer.content()
  }

  @Test(
    "detects lines of JSON after a broken first line",
    arguments: [
      "{\"a\":1\n{\"b\":2}\n{\"c\":3}\n",
      "garbage\n{\"a\":1}\n{\"b\":2}",
      "garbage\r\n\r\nmore\r\n{\"a\":1}\r\n",
      "{\"a\":\"x\n{\"b\":2}\n",
      "{\"a\":[1,\n{\"b\":2}\n{\"c\":3}\n",
      "{\"a\":1},\n{\"b\":2}\n",
      "hello\n[1]\n",
      "\u{FEFF}\n x\n{}\n",
    ])
  func brokenStart(text: String) throws {
    guard case .lines = try content(text) else {
      Issue.record("\(text)")
      return
    }
  }

  @Test("shows a broken first line as an error record")
  func brokenFirstRecord() async throws {
    let path = try folder.write("x.log", "{\"a\":1\n{\"b\":2}\n{\"c\":3}\n")
    let source = try RecordSource(path: path)
    #expect(source.phase == .finished)
    let records = (0..<source.snapshot.itemCount).compactMap {
      source.snapshot.element(at: ItemPath(section: 0, item: $0)) as? Record
    }
    #expect(records.map { $0.errorMessage == nil } == [false, true, true])
    #expect(records.map { $0.field("raw") }.first == .string("{\"a\":1"))
  }

  @Test("detects lines after a broken first line in a large file")
  func brokenStartOfLargeFile() throws {
    let lines = String(repeating: "{\"b\":2}\n", count: 200_000)
    #expect(try content("{\"a\":1\n" + lines) == .lines(from: 0))
  }

  @Test(
    "detects a JSON document and reports the location of its error",
    arguments: [
      ("[{\"a\": 1},\n {\"b\" 2}]", "2:7: "),
      ("[\n  {\"a\": 1},\n  {\"b\": 2}\n  {\"c\": 3}\n]", "4:3: "),
      ("[\n{\"a\": 1}\n{\"b\": 2}\n]", "3:1: "),
      ("{\n  \"a\": 1\n  \"b\":\n  {\"c\": 1}\n}", "3:3: "),
      ("{\"a\": 1,\n\"b\": {\n\"c\": 2\n}", "4:2: "),
    ])
  func documents(text: String, place: String) throws {
    #expect(try content(text) == .document(from: 0))
    let source = try RecordSource(path: folder.path(of: "x.log"))
    guard case .failed(let reason) = source.phase else {
      Issue.record("\(source.phase)")
      return
    }
    #expect(reason.hasPrefix("\(folder.path(of: "x.log")):\(place)"), "\(reason)")
  }

  @Test(
    "detects concatenated JSON values, as jq prints them",
    arguments: [
      "{\n  \"a\": 1\n}\n{\n  \"a\": 2\n}\n", "[\n1]\n[2]", "{} {}", "{}{}", "[1] [2]\n[3]",
      "{\n}\n2", "{\n} x",
    ])
  func values(text: String) throws {
    #expect(try content(text) == (text.hasSuffix("x") ? .document(from: 0) : .values(from: 0)))
  }

  @Test("a document beyond the inspected size remains a document")
  func largeDocument() throws {
    let value = String(repeating: "{\"c\": 1},\n", count: 200_000)
    #expect(try content("{\"a\":\n{\"b\": 1}\n,\"l\": [" + value + "0]}") == .document(from: 0))
  }

  @Test(
    "detects text that is neither JSON nor a table",
    arguments: [
      "hello", "hello\nworld\n", "  indented\n", "\"a\" and b", "true story", "-rw-r--r-- 1 root",
      "1e2abcd Fix it\n2345678 Mend it\n", "1234567\n1e2abcd\n", "1\n2\nthree", "1\n{\n}\n",
      "2026-01-02 10:00 x, y\n", "#!/bin/sh\n{ a; }\n",
      "# Title\n\n| a | b |\n|---|---|\n| 1 | 2 |\n",
      "a\n[1]\nb\nc\nd\n", "Dear John,\n\nhow are you, and\nwho, then?\n", "caf\u{E9}\r\nx\r\n",
    ])
  func text(text: String) throws {
    #expect(try content(text) == .text(from: 0))
    let named = try? content(text, name: "x.json")
    #expect(named == nil || named == .document(from: 0) || named == .lines(from: 0), "broken JSON")
  }

  @Test(
    "detects log lines that begin with brackets as text",
    arguments: [
      "[INFO] ready", "[12:30] a\n  at b\n", "[a.c:12]: x\n[b.c] {\"y\": 1}\n",
      "[    0.000000] Linux\n[    0.1] true\n[    0.2] x, y\n",
    ])
  func logs(text: String) throws {
    #expect(try content(text) == .text(from: 0))
    #expect(try content(text, name: "x.json") != .text(from: 0))
  }

  @Test(
    "detects broken JSON as JSON",
    arguments: [
      "[hello]", "[1, 2] x", "[a, b],\n[c, d]\n", "[\n[1] x\n]", "[1] [2]\n[3] [4]\n",
      "[1]\n[INFO] x\n",
      "[{a] x\n", "{name: 1}\n", "{a} b\n{c} d\n", "[\"a] x\n[\"b] y\n", "[INFO] x\u{0}\n",
    ])
  func broken(text: String) throws {
    #expect(try content(text) != .text(from: 0))
  }

  @Test("detects text in a file longer than the inspected size")
  func longText() throws {
    let lines = String(repeating: "no JSON\n", count: 200_000)
    #expect(try content(lines) == .text(from: 0))
    #expect(try content(String(repeating: "x", count: 1_200_000)) == .text(from: 0))
    #expect(try content("1\n" + lines) == .text(from: 0))
  }

  @Test(
    "detects JSON in lines of scalars", arguments: ["1", "\"x\"\n", "true\n1e5\n\n\"a\"\n", "null"])
  func scalars(text: String) throws {
    #expect(try [.lines(from: 0), .document(from: 0)].contains(content(text)))
  }

  @Test("the option areLines makes it text", arguments: ["[1]", "a,b\n1,2\n", "x\u{0}y\n", "{"])
  func forcedLines(text: String) throws {
    #expect(try content(text, name: "x.json", RecordOptions(areLines: true)) == .text(from: 0))
  }

  @Test("reports the location of a NUL instead of detecting text")
  func binary() throws {
    let error = #expect(throws: SourceError.self) { try content("x\ny\u{0}\n") }
    let path = folder.path(of: "x.log")
    #expect(error?.description.hasPrefix("\(path):2:2: not JSON: found U+0000") == true)
    #expect(error?.description.hasSuffix(" (--lines opens it as text, -D',' as CSV)") == true)
  }

  @Test("the first non-blank byte determines the format", arguments: [70_000, 1_100_000])
  func leadingBlanks(count: Int) throws {
    let blanks = String(repeating: " \n", count: count / 2)
    #expect(try content(blanks) == .empty)
    #expect(try content(blanks + "{\"a\": 1}\n{\"a\": 2}\n") == .lines(from: 0))
    #expect(try content(blanks + "[1, 2]") == .document(from: 0))
    let error = #expect(throws: SourceError.self) { try content(blanks + " hello", name: "x.json") }
    #expect("\(String(describing: error))".contains("expected a value, found 'h'"))
    guard case .notJSON(_, let place) = error else { return }
    #expect([place.offset, place.line, place.column] == [count + 1, count / 2 + 1, 2])
  }
}

@Suite("Content guess of a beginning of text")
struct ContentGuessTests {
  func guess(_ text: String, _ state: FormatDetection.State) -> FormatDetection {
    Array(text.utf8).withUnsafeBytes { FormatDetection(of: $0, state) }
  }

  @Test(
    "depends on the state: ended, stalled, more to inspect, at the limit",
    arguments: [
      ("{\"a\": 1}", [.document, .needsMoreInput, .needsMoreLookahead, .document]),
      ("{\"a\": 1}\n", [.document, .lines, .needsMoreLookahead, .document]),
      ("{\"a\": 1}\n2", [.lines, .lines, .lines, .lines]),
      ("{\"a\":\n1", [.document, .document, .needsMoreLookahead, .document]),
      ("{\"a\": 1} {", [.values, .values, .values, .values]),
      ("[1, ", [.document, .document, .needsMoreLookahead, .document]),
      ("[1,\n", [.document, .document, .document, .document]),
      ("[1]\n", [.document, .document, .needsMoreLookahead, .document]),
      ("{\"a\": \n{}", [.document, .document, .needsMoreLookahead, .document]),
      ("{\"a\": 1,\n{}\n", [.lines, .lines, .needsMoreLookahead, .lines]),
      ("hello", [.notJSON, .needsMoreInput, .needsMoreLookahead, .notJSON]),
      ("hello\n{}\n", [.lines, .lines, .needsMoreLookahead, .lines]),
      ("hello\nworld\n", [.notJSON, .needsMoreInput, .needsMoreLookahead, .notJSON]),
    ] as [(String, [FormatDetection])])
  func states(text: String, guesses: [FormatDetection]) {
    let states: [FormatDetection.State] = [.complete, .stalled, .cut, .limitReached]
    #expect(states.map { guess(text, $0) } == guesses, "\(text)")
  }
}

@MainActor
@Suite("Text sources")
struct TextSourceTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  func lines(_ source: RecordSource) -> [String?] {
    (0..<source.snapshot.itemCount).map {
      (source.snapshot.element(at: ItemPath(section: 0, item: $0)) as? Record)?.value.scalarString
    }
  }

  @Test("lines follow a growing file, also an empty one")
  func followed() async throws {
    let path = try folder.write("x.log", "")
    let source = try RecordSource(path: path, follows: true)
    var expected: [String] = []
    for size in [1, 2, 4000, 4001] {
      expected = (0..<size).map { "line \($0) [x" }
      try folder.write("x.log", expected.map { $0 + "\n" }.joined())
      await eventually("\(size) lines") { source.snapshot.itemCount == size }
    }
    #expect(lines(source) == expected)
    #expect(source.phase == .finished)
  }

  @Test("lines have paths and no children")
  func places() throws {
    let path = try folder.write("x.txt", "one\n\n  two \r\nthree")
    let whole = try RecordSource(path: path)
    #expect(lines(whole) == ["one", "  two", "three"])
    #expect(lines(try RecordSource(path: path, at: "/1")) == ["  two"])
    for pointer in ["/3", "/1/0", "/x"] {
      guard case .failed = try RecordSource(path: path, at: pointer).phase else {
        Issue.record("\(pointer)")
        continue
      }
    }
  }
}
