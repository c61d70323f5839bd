import Testing

@testable import MocoaData

/// Tests of the offsets, identities and hashes of lines.
@Suite struct LineIndexerTests {
  private func index(
    _ text: String, identity: LineIndexer.Identity = .field("id"), base: UInt64 = 0,
    firstPosition: Int = 0, seed: UInt64 = 7
  ) -> [LineIndexer.Entry] {
    var entries: [LineIndexer.Entry] = []
    Array(text.utf8).withUnsafeBytes { bytes in
      LineIndexer(seed: seed, identity: identity)
        .index(bytes, base: base, firstPosition: firstPosition, into: &entries)
    }
    return entries
  }

  private func entry(_ text: String, identity: LineIndexer.Identity = .field("id"))
    -> LineIndexer.Entry
  {
    Array(text.utf8).withUnsafeBytes { bytes in
      LineIndexer(seed: 7, identity: identity).entry(for: bytes, offset: 3, position: 5)
    }
  }

  @Test("an entry has 24 bytes")
  func layout() {
    #expect(MemoryLayout<LineIndexer.Entry>.stride == 24)
  }

  @Test("lines end with a line feed, with or without a carriage return")
  func lines() {
    let text = "{\"id\":1}\n\n  \t\r\n{\"id\":2}\r\n  {\"id\":3}  \n{\"id\":1}"
    let entries = index(text, base: 1000)
    #expect(entries.map(\.offset) == [1000, 1015, 1025, 1038])
    #expect(entries[0].idHash == entries[3].idHash)
    #expect(entries[0].contentHash == entries[3].contentHash)
    #expect(Set(entries.map(\.idHash)).count == 3)
    #expect(index("").isEmpty)
    #expect(index("\n \n\r\n").isEmpty)
  }

  @Test(
    "an identity has the same hash before and after an array",
    arguments: [
      "1", "-0", "1.50", "1e3", "12345678901234567890", "\"\"", "\"a b\"", "\"1\"", "\"é\"",
      "\"a\\u0062\"", "true", "false", "[1, 2]", "{\"a\": 1}",
    ])
  func nearAndFar(value: String) {
    let far = entry("{\"x\": [0], \"id\": \(value)}").idHash
    for text in [
      "{\"id\":\(value)}", " { \"id\" : \(value) , \"id\": 7, \"y\": {\"z\": \"}\"}}",
      "{\"a\":\"x\",\"b\":-2.5,\"c\":\"\",\"id\":\(value)}", "{\"a\":null,\"id\":\(value)}",
      "{\"iD\":3,\"id \":4,\"id\":\(value),\"é\":\"\\u0000\"}",
    ] {
      #expect(entry(text).idHash == far, "\(text)")
    }
  }

  @Test(
    "the complete record is the identity if the field is invalid",
    arguments: [
      "{\"id\":01}", "{\"id\":1.}", "{\"id\":\"a}", "{\"id\":tru}", "{\"id\" 1}",
      "{\"id\":}", "{\"id\"", "{\"id", "{", "{\"id\":null}", "{\"a\":1}", "{}",
      "{\"a\":{\"id\":1}}",
      "[{\"id\":1}]", "{\"id\":\"\u{1}\"}",
    ])
  func notThere(text: String) {
    let whole = entry(text, identity: .field("no such field")).idHash
    #expect(entry(text).idHash == whole)
  }

  @Test("surrounding whitespace does not change a line")
  func trimming() {
    let entries = index("{\"id\": 1}\n  {\"id\": 1}\r\n\t{\"id\": 1}")
    #expect(Set(entries.map(\.contentHash)).count == 1)
    let whole = index("7\n 7\r\n\"7\"\n", identity: .field("id"))
    #expect(whole[0].idHash == whole[1].idHash)
    #expect(whole[0].idHash != whole[2].idHash)
  }

  @Test(
    "an identity has the same hash in all notations",
    arguments: [
      ["1", "1.0", "1e0", "10e-1", "0.1E1", "100.00e-2", "1.000"],
      ["0", "-0", "0.0", "0e5", "-0.00e-7"],
      ["-12", "-12.0", "-1.2e1"],
      ["1000000", "1e6", "1E+6"],
      ["12345678901234567890", "1.234567890123456789e19", "12345678901234567890.0"],
      ["1e400", "10e399", "0.1e401"],
      [#""a\/b""#, #""a/b""#, #""\u0061/b""#],
      [#""é""#, #""\u00e9""#],
      [" true ", "true"],
      ["[1]", " [1] "],
    ])
  func same(_ spellings: [String]) {
    let lines = spellings.map { "{\"x\":0,\"id\":\($0),\"y\":0}" }
    let entries = index(lines.joined(separator: "\n"))
    #expect(Set(entries.map(\.idHash)).count == 1)
    #expect(Set(entries.map(\.contentHash)).count == spellings.count)
  }

  @Test("different identities have different hashes")
  func different() {
    let values = [
      "1", "\"1\"", "-1", "10", "0", "\"\"", "null", "true", "false", "\"true\"", "\"null\"", "[1]",
      "\"[1]\"", "{}", "[]", "{\"id\":1}", "0.1", "1e400", "-1e400", "1e401", "9007199254740992",
      "9007199254740993", "9223372036854775807", "9223372036854775808", "123456789012345678",
      "1234567890123456789", "\"é\"", "\"e\"", "\"abcdefgh\"", "\"abcdefgi\"",
    ]
    let entries = index(values.map { "{\"id\":\($0)}" }.joined(separator: "\n"))
    #expect(entries.count == values.count)
    #expect(Set(entries.map(\.idHash)).count == values.count)
  }

  @Test("the first field with the name is the identity, escaped or not")
  func names() {
    let lines = [
      #"{"id":1}"#, #"{"i\u0064":1}"#, #"{"a":{"id":2},"id":1}"#, #"{"id":1,"id":2}"#,
      #"{"ide":2,"i":3,"":4,"id":1}"#, #"{"a":[{"id":5}],"id" : 1 }"#,
    ]
    #expect(Set(index(lines.joined(separator: "\n")).map(\.idHash)).count == 1)
    let quoted = index(#"{"a\"b":1}"# + "\n" + #"{"a":2,"a\"b":1}"#, identity: .field("a\"b"))
    #expect(quoted[0].idHash == quoted[1].idHash)
    // This name looks like the bytes between two others.
    let spanning = index(
      #"{"a":1,"b":2}"# + "\n" + #"{"a":1,"b":3}"#, identity: .field("a\":1,\"b"))
    #expect(spanning[0].idHash != spanning[1].idHash)
    let empty = index(#"{"":1,"x":2}"# + "\n" + #"{"":1,"x":3}"#, identity: .field(""))
    #expect(empty[0].idHash == empty[1].idHash)
  }

  @Test("the complete value is the identity if the field is missing")
  func withoutField() {
    let entries = index("{\"x\":1}\n{\"x\":1}\n{\"x\":2}\n[1]\n{}\n")
    #expect(entries[0].idHash == entries[1].idHash)
    #expect(Set(entries.map(\.idHash)).count == 4)
  }

  @Test("an invalid record keeps an identity before its error")
  func broken() {
    let lines = [
      #"{"id":}"#, #"{"id":tru}"#, #"{"id":1x}"#, #"{"id":01}"#, #"{"id""#, #"{"id":"a}"#, #"{"#,
      #"}"#,
      #"{"id":"\ud800"}"#, #"{"id":"\x"}"#, #"{"x" 1,"id":1}"#, #"{"id":[1}"#, "abc",
    ]
    let entries = index(lines.joined(separator: "\n"))
    #expect(entries.count == lines.count)
    #expect(Set(entries.map(\.idHash)).count == lines.count)
    #expect(index(lines.joined(separator: "\n")).map(\.idHash) == entries.map(\.idHash))
    #expect(index("{\"id\":1,\"x\":tru}")[0].idHash == index("{\"id\":1}")[0].idHash)
  }

  @Test("the index can be the identity")
  func position() {
    let entries = index("7\n\n7\n8\n", identity: .position, firstPosition: 5)
    #expect(Set(entries.map(\.idHash)).count == 3)
    #expect(entries[0].contentHash == entries[1].contentHash)
    #expect(entries[0].idHash == entry("x", identity: .position).idHash)
    #expect(entries[1].idHash != entry("x", identity: .position).idHash)
  }

  @Test("a single value gets the hashes of a line")
  func single() {
    for text in ["{\"id\":12}", "{\"x\":1}", "17", "{\"id\":\"\\u0061\"}", "{\"id\":", ""] {
      let one = entry(text)
      #expect(one.offset == 3)
      if let line = index(text).first {
        #expect((line.idHash, line.contentHash) == (one.idHash, one.contentHash))
      }
      // The buffer may contain other bytes after the value.
      let padded = Array((text + String(repeating: "9", count: 100)).utf8)
      let inside = padded.withUnsafeBytes { bytes in
        LineIndexer(seed: 7, identity: .field("id"))
          .entry(for: .init(rebasing: bytes[..<text.utf8.count]), offset: 3, position: 5)
      }
      #expect((inside.idHash, inside.contentHash) == (one.idHash, one.contentHash))
    }
  }

  @Test("many lines have the same entries in one or two pieces")
  func blocks() {
    let lines = (0..<3000).map { number in
      let filler = String(repeating: "x", count: number % 97 * (number % 500 == 0 ? 1000 : 1))
      return "{\"t\":\"\(filler)\",\"id\":\(number / 2)}\n"
    }
    let all = index(lines.joined())
    #expect(all.count == 3000)
    #expect(Set(all.map(\.idHash)).count == 1500)
    #expect((0..<1500).allSatisfy { all[2 * $0].idHash == all[2 * $0 + 1].idHash })
    let half = lines[..<1234].joined()
    let first = index(half)
    let second = index(
      lines[1234...].joined(), base: UInt64(half.utf8.count), firstPosition: first.count)
    let joined = first + second
    #expect(joined.map(\.offset) == all.map(\.offset))
    #expect(joined.map(\.idHash) == all.map(\.idHash))
    #expect(joined.map(\.contentHash) == all.map(\.contentHash))
  }

  @Test("another seed returns other hashes")
  func seed() {
    let (one, other) = (index("{\"id\":1}", seed: 1)[0], index("{\"id\":1}", seed: 2)[0])
    #expect(one.idHash != other.idHash && one.contentHash != other.contentHash)
  }

  @Test("a changed, added or removed byte changes the hash")
  func contentHashes() {
    var lines: Set<String> = [""]
    for length in 1...130 {
      for place in stride(from: 0, to: length, by: 7) {
        var bytes = Array(repeating: UInt8(ascii: "a"), count: length)
        bytes[place] = UInt8(ascii: "b")
        lines.insert(String(decoding: bytes, as: UTF8.self))
      }
      lines.insert(String(repeating: "a", count: length))
    }
    let entries = index(lines.sorted().joined(separator: "\n"))
    #expect(entries.count == lines.count - 1)
    #expect(Set(entries.map(\.contentHash)).count == entries.count)
  }
}
