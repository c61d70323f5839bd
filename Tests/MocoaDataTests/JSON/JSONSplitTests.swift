import MocoaJSON
import MocoaTestSupport
import Testing

@testable import MocoaData

@Suite("JSONSplit")
struct JSONSplitTests {
  typealias Child = JSONSplit.Child

  /// Returns the children of a text that is read in pieces, and the split after the last piece.
  func split(
    _ text: [UInt8], at cuts: [Int] = [], isSequence: Bool = false
  ) -> (children: [Child], split: JSONSplit) {
    var split = JSONSplit(from: 100, isSequence: isSequence)
    var children: [Child] = []
    for (start, end) in zip([0] + cuts, cuts + [text.count]) {
      text[start..<end].withUnsafeBytes { split.read($0, into: &children) }
      if split.isClosed || split.isInvalid { break }
    }
    return (children, split)
  }

  /// Returns the children that the scanner finds in the complete text.
  func scanned(_ text: [UInt8]) -> [Child] {
    var children: [Child] = []
    text.withUnsafeBytes { bytes in
      JSONScanner.forEachChild(of: bytes) { child in
        let start = child.key?.lowerBound ?? child.value.lowerBound
        children.append(
          Child(
            start: 100 + start, value: 100 + child.value.lowerBound,
            end: 100 + child.value.upperBound))
        return true
      }
    }
    return children
  }

  static let texts = [
    "[]", " { } ", "[1]", "[1,2]", " [ 1 , -2.5e3,true ,null, \"a,]\" ,{\"b\" : [2]},[[]] ] ",
    "{\"a\":1}", "{ \"a\\\"b\" : \"\\\\\" , \"\":{\"c\":[\"}\",\"\\\"]\"]},\"d\":false}",
    "[\"\\\\\\\"\",\"0123456789abcdef\\\"0123456789\",\"é\u{1F600}\"]", "[{},{},[],[]]\n",
  ]

  @Test("finds the same children in pieces of any size", arguments: texts)
  func everyCut(text: String) {
    let bytes = Array(text.utf8)
    let expected = scanned(bytes)
    for first in 0...bytes.count {
      for second in first...bytes.count {
        let (children, split) = split(bytes, at: [first, second])
        #expect(children == expected, "cut at \(first) and \(second)")
        #expect(split.isClosed && !split.isInvalid)
      }
    }
    #expect(split(bytes, at: Array(1..<max(1, bytes.count))).children == expected)
  }

  @Test("finds all children of a long array")
  func many() {
    let bytes = Array("[\((0..<5000).map { "{\"id\": \($0)}" }.joined(separator: ","))]".utf8)
    let (children, split) = split(bytes)
    #expect(children == scanned(bytes))
    #expect(children.count == 5000)
    #expect(split.isClosed)
  }

  @Test("splits a sequence of values without brackets")
  func sequence() {
    let bytes = Array(" {\"a\": [1]}\n[2] {} \"x\"\n".utf8)
    for cut in 0...bytes.count {
      let (children, split) = split(bytes, at: [cut], isSequence: true)
      let texts = children.map {
        String(decoding: bytes[($0.value - 100)..<($0.end - 100)], as: UTF8.self)
      }
      #expect(texts == ["{\"a\": [1]}", "[2]", "{}", "\"x\""])
      #expect(split.openChild == nil && !split.isInvalid)
    }
  }

  @Test(
    "stops at the first error, at the same offset as the scanner",
    arguments: [
      "[1 2]", "[,]", "[1,]", "[1,,2]", "{1:2}", "{\"a\" 1}", "{\"a\":}", "{\"a\":1,}", "{,}",
      "[}", "{]", "[1}", "{\"a\":1]", "[1:2]", "{\"a\":1 \"b\":2}", "[:]", "{:1}", "{\"a\",1}", "x",
    ])
  func wrong(text: String) throws {
    let bytes = Array(text.utf8)
    let error = try #require(bytes.withUnsafeBytes { JSONScanner.firstError(in: $0) })
    for cut in 0...bytes.count {
      let (_, split) = split(bytes, at: [cut])
      #expect(split.isInvalid)
      #expect(split.offset == 100 + error.offset, "\(error)")
      #expect(error.reason.hasPrefix("expected \(split.expectation), found "), "\(error)")
    }
  }

  @Test("reports the incomplete child")
  func unfinished() {
    #expect(split(Array("[1, {\"a\"".utf8)).split.openChild?.start == 104)
    #expect(split(Array("{\"a\": 1".utf8)).split.isInWord)
    #expect(split(Array("{\"a\"".utf8)).split.isInName)
    #expect(split(Array("[1,".utf8)).split.openChild == nil)
  }

  @Test("returns the same result for random bytes in any pieces")
  func fuzz() {
    var generator = SeededGenerator(seed: 7)
    let alphabet = Array("[]{},:\"\\ 1a\n".utf8)
    for _ in 0..<3000 {
      let count = Int.random(in: 0..<24, using: &generator)
      let bytes = (0..<count).map { _ in alphabet.randomElement(using: &generator) ?? 0 }
      let whole = split(bytes)
      let cut = split(bytes, at: [Int.random(in: 0...count, using: &generator)])
      #expect(whole.children == cut.children)
      #expect(whole.split.offset == cut.split.offset)
      #expect(whole.split.isInvalid == cut.split.isInvalid)
    }
  }
}

/// Tests that find the ranges of values and their children without parsing.
@Suite struct JSONSplittingTests {
  private func end(of text: String, from start: Int = 0) -> Int? {
    Array(text.utf8).withUnsafeBytes { JSONScanner.endOfValue(in: $0, from: start) }
  }

  private func children(of text: String, limit: Int = .max) -> [String] {
    let bytes = Array(text.utf8)
    var found: [String] = []
    bytes.withUnsafeBytes { buffer in
      JSONScanner.forEachChild(of: buffer) { child in
        let key = child.key.map { String(decoding: bytes[$0], as: UTF8.self) + "=" } ?? ""
        found.append(key + String(decoding: bytes[child.value], as: UTF8.self))
        return found.count < limit
      }
    }
    return found
  }

  @Test(
    "a value ends according to its brackets and quotes",
    arguments: [
      ("{\"a\":\"}\"} x", 9), ("[[],\"\\\"]\"]\n{}", 10), ("\"a\\\\\" \"", 5), ("12 ", 2),
      ("12", 2),
      ("true,", 4), ("{}", 2), ("{", nil), ("[\"]", nil), ("\"\\\"", nil), ("", nil), (" 1", nil),
      ("]", nil),
    ] as [(String, Int?)])
  func ends(text: String, expected: Int?) {
    #expect(end(of: text) == expected)
    #expect(end(of: "x " + text, from: 2) == expected.map { $0 + 2 })
  }

  @Test("a deeply nested value ends without recursion")
  func deep() {
    let text = String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000)
    #expect(end(of: text) == 200_000)
    #expect(end(of: String(text.dropLast())) == nil)
  }

  @Test("children are visited in order until the closure returns false")
  func visiting() {
    #expect(
      children(of: " [ 1 ,\"a,]\" , {\"b\" : [2]},[] ] ") == [
        "1", "\"a,]\"", "{\"b\" : [2]}", "[]",
      ])
    #expect(children(of: "{\"a\" : 1 , \"\\\"\":{\"c\":2}}") == ["\"a\"=1", "\"\\\"\"={\"c\":2}"])
    #expect(children(of: "[1,2,3]", limit: 2) == ["1", "2"])
    #expect(children(of: "[ ]").isEmpty && children(of: "{ }").isEmpty && children(of: "5").isEmpty)
  }

  @Test(
    "invalid bytes have at most one child",
    arguments: ["[", "[1", "[1,", "{\"a\"", "{\"a\":", "{1", "[}", "[:]"])
  func invalid(_ text: String) {
    #expect(children(of: text).count <= 1)
  }

  @Test("the first byte determines the container kind")
  func containers() {
    func container(_ text: String) -> ContainerKind? {
      Array(text.utf8).withUnsafeBytes { JSONScanner.container(of: $0) }
    }
    #expect(container(" \r\n\t[") == .array)
    #expect(container("{") == .object)
    #expect(container("1") == nil && container("") == nil && container("  ") == nil)
  }
}
