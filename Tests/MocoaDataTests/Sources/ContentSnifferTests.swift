import MocoaModel
import MocoaTestSupport
import Testing

@testable import MocoaData

@MainActor
@Suite("What a file holds")
struct ContentSnifferTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  func content(
    _ text: String, name: String = "x.log", _ options: RecordOptions = RecordOptions()
  ) throws -> ContentSniffer.Content {
    var sniffer = ContentSniffer(
      try ByteInput.open(try folder.write(name, text)), Cancellation(), options)
    return try sniffer.content()
  }

  @Test(
    "is lines, though the first of them is broken",
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

  @Test("is lines with the broken one as a problem at its place")
  func brokenFirstRecord() async throws {
    let path = try folder.write("x.log", "{\"a\":1\n{\"b\":2}\n{\"c\":3}\n")
    let source = try RecordSource(path: path)
    #expect(source.phase == .finished)
    let records = (0..<source.snapshot.itemCount).compactMap {
      source.snapshot.element(at: ItemPath(section: 0, item: $0)) as? Record
    }
    #expect(records.map { $0.problem == nil } == [false, true, true])
    #expect(records.map { $0.field("raw") }.first == .text("{\"a\":1"))
  }

  @Test("is lines behind a broken first one that is followed by more than is looked at")
  func brokenStartOfLargeFile() throws {
    let lines = String(repeating: "{\"b\":2}\n", count: 200_000)
    #expect(try content("{\"a\":1\n" + lines) == .lines(from: 0))
  }

  @Test(
    "is a document, whose error is located",
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
    "is values behind each other, as jq writes them",
    arguments: [
      "{\n  \"a\": 1\n}\n{\n  \"a\": 2\n}\n", "[\n1]\n[2]", "{} {}", "{}{}", "[1] [2]\n[3]",
      "{\n}\n2", "{\n} x",
    ])
  func values(text: String) throws {
    #expect(try content(text) == (text.hasSuffix("x") ? .document(from: 0) : .values(from: 0)))
  }

  @Test("a document that is longer than what is looked at stays one")
  func largeDocument() throws {
    let value = String(repeating: "{\"c\": 1},\n", count: 200_000)
    #expect(try content("{\"a\":\n{\"b\": 1}\n,\"l\": [" + value + "0]}") == .document(from: 0))
  }

  @Test(
    "is lines of text where it is neither JSON nor rows",
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
    "is lines of text where those begin with something in brackets, as logs do",
    arguments: [
      "[INFO] ready", "[12:30] a\n  at b\n", "[a.c:12]: x\n[b.c] {\"y\": 1}\n",
      "[    0.000000] Linux\n[    0.1] true\n[    0.2] x, y\n",
    ])
  func logs(text: String) throws {
    #expect(try content(text) == .text(from: 0))
    #expect(try content(text, name: "x.json") != .text(from: 0))
  }

  @Test(
    "is JSON where it is only broken",
    arguments: [
      "[hello]", "[1, 2] x", "[a, b],\n[c, d]\n", "[\n[1] x\n]", "[1] [2]\n[3] [4]\n",
      "[1]\n[INFO] x\n",
      "[{a] x\n", "{name: 1}\n", "{a} b\n{c} d\n", "[\"a] x\n[\"b] y\n", "[INFO] x\u{0}\n",
    ])
  func broken(text: String) throws {
    #expect(try content(text) != .text(from: 0))
  }

  @Test("is lines of text of a file that is longer than what is looked at")
  func longText() throws {
    let lines = String(repeating: "no JSON\n", count: 200_000)
    #expect(try content(lines) == .text(from: 0))
    #expect(try content(String(repeating: "x", count: 1_200_000)) == .text(from: 0))
    #expect(try content("1\n" + lines) == .text(from: 0))
  }

  @Test(
    "is JSON where each line of it is", arguments: ["1", "\"x\"\n", "true\n1e5\n\n\"a\"\n", "null"])
  func scalars(text: String) throws {
    #expect(try [.lines(from: 0), .document(from: 0)].contains(content(text)))
  }

  @Test("is lines of text where one says so", arguments: ["[1]", "a,b\n1,2\n", "x\u{0}y\n", "{"])
  func forcedLines(text: String) throws {
    #expect(try content(text, name: "x.json", RecordOptions(areLines: true)) == .text(from: 0))
  }

  @Test("is no text where it has a NUL, whose place is told")
  func binary() throws {
    let error = #expect(throws: SourceError.self) { try content("x\ny\u{0}\n") }
    let path = folder.path(of: "x.log")
    #expect(error?.description.hasPrefix("\(path):2:2: not JSON: found U+0000, which") == true)
    #expect(error?.description.hasSuffix(" (--lines opens it as text, -D',' as CSV)") == true)
  }

  @Test("is decided by the first byte that is not blank", arguments: [70_000, 1_100_000])
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

@Suite("What the beginning of a text says")
struct ContentGuessTests {
  func guess(_ text: String, _ state: ContentGuess.State) -> ContentGuess {
    Array(text.utf8).withUnsafeBytes { ContentGuess(of: $0, state) }
  }

  @Test(
    "depends on what is behind it: nothing, nothing yet, more, too much",
    arguments: [
      ("{\"a\": 1}", [.document, .later, .further, .document]),
      ("{\"a\": 1}\n", [.document, .lines, .further, .document]),
      ("{\"a\": 1}\n2", [.lines, .lines, .lines, .lines]),
      ("{\"a\":\n1", [.document, .document, .further, .document]),
      ("{\"a\": 1} {", [.values, .values, .values, .values]),
      ("[1, ", [.document, .document, .further, .document]),
      ("[1,\n", [.document, .document, .document, .document]),
      ("[1]\n", [.document, .document, .further, .document]),
      ("{\"a\": \n{}", [.document, .document, .further, .document]),
      ("{\"a\": 1,\n{}\n", [.lines, .lines, .further, .lines]),
      ("hello", [.nothing, .later, .further, .nothing]),
      ("hello\n{}\n", [.lines, .lines, .further, .lines]),
      ("hello\nworld\n", [.nothing, .later, .further, .nothing]),
    ] as [(String, [ContentGuess])])
  func states(text: String, guesses: [ContentGuess]) {
    let states: [ContentGuess.State] = [.whole, .stalled, .cut, .longest]
    #expect(states.map { guess(text, $0) } == guesses, "\(text)")
  }
}

@MainActor
@Suite("The lines of a text")
struct TextSourceTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  func lines(_ source: RecordSource) -> [String?] {
    (0..<source.snapshot.itemCount).map {
      (source.snapshot.element(at: ItemPath(section: 0, item: $0)) as? Record)?.value.scalarText
    }
  }

  @Test("are followed as the file grows, from nothing on")
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

  @Test("have places, at which each is found, and nothing in it")
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
