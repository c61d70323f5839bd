import Testing

@testable import MocoaData

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
