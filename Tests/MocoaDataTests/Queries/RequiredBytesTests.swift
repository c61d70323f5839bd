import MocoaModel
import Testing

@testable import MocoaData
@testable import MocoaQuery

@Suite("Bytes that each match must contain")
struct RequiredBytesTests {
  /// Searches at each offset.
  private static func isFound(_ variants: [Set<UInt8>], in text: [UInt8]) -> Bool {
    guard text.count >= variants.count else { return false }
    return (0...(text.count - variants.count)).contains { start in
      variants.indices.allSatisfy { variants[$0].contains(text[start + $0]) }
    }
  }

  private static func stand(_ required: RequiredBytes, in text: [UInt8]) -> Bool {
    text.withUnsafeBytes { required.mayOccur(in: $0) }
  }

  @Test("are found at each offset, and only if all bytes match")
  func places() throws {
    let variants: [Set<UInt8>] = [[0x61, 0x41], [0x20], [0x37], [0xC3, 0xE3], [0x39]]
    let required = try #require(RequiredBytes(variants))
    for length in 0...90 {
      #expect(!Self.stand(required, in: Array(repeating: 0x61, count: length)))
      for start in 0..<max(0, length - variants.count + 1) {
        var text = [UInt8](repeating: 0x78, count: length)
        for (offset, bytes) in variants.enumerated() {
          text[start + offset] = start % 2 == 0 ? bytes.min() ?? 0 : bytes.max() ?? 0
        }
        #expect(Self.stand(required, in: text), "at \(start) of \(length)")
        for wrong in variants.indices {
          var other = text
          other[start + wrong] ^= 0x02
          #expect(!Self.stand(required, in: other), "at \(start) of \(length), \(wrong) differs")
        }
      }
    }
  }

  @Test("are found exactly like a search at each offset finds them")
  func oracle() throws {
    var random = SystemRandomNumberGenerator()
    let letters: [UInt8] = [0x00, 0x01, 0x41, 0x61, 0x62, 0x80, 0xFF]
    var foundCount = 0
    for _ in 0..<20_000 {
      let variants = (0..<Int.random(in: 2...4, using: &random)).map { _ in
        Set((0..<Int.random(in: 1...2, using: &random)).map { _ in letters.randomElement() ?? 0 })
      }
      let text = (0..<Int.random(in: 0...70, using: &random)).map { _ in
        letters.randomElement(using: &random) ?? 0
      }
      let required = try #require(RequiredBytes(variants))
      let isFound = Self.isFound(variants, in: text)
      foundCount += isFound ? 1 : 0
      #expect(Self.stand(required, in: text) == isFound, "\(variants) in \(text)")
    }
    #expect((2000..<18_000).contains(foundCount))
  }

  @Test("are not required if too short, or with no or many variants")
  func none() {
    #expect(RequiredBytes([]) == nil)
    #expect(RequiredBytes([[0x61]]) == nil)
    #expect(RequiredBytes([[0x61], [0x61, 0x62, 0x63]]) == nil)
    #expect(RequiredBytes([[0x61], []]) == nil)
  }

  @Test(
    "are searched in the decoded values of a record",
    arguments: [
      #""number 7""#, "number:\"mber 7\"", "number=\"number 7\"", "'number", "^number", "7$",
    ])
  func escapes(filter: String) throws {
    let matcher = FilterMatcher(try Filter(filter))
    let written = #"{"number": "\u006eumb\u0065r\u00207"}"#
    let isFound = Array(written.utf8).withUnsafeBytes {
      matcher.finds(JSONSubject(bytes: $0, layout: .lines))
    }
    #expect(isFound)
  }

  @Test("match quotes that a table escapes by doubling")
  func quotes() throws {
    let matcher = FilterMatcher(try Filter(#"'a"b"#))
    let table = DelimitedTable.named("x,y")
    func isFound(_ row: String) -> Bool {
      Array(row.utf8).withUnsafeBytes { matcher.finds(RowSubject(bytes: $0, table)) }
    }
    #expect(isFound(#""a""b",1"#))
    #expect(!isFound(#""a",b"#))
    #expect(isFound(#""p,"",a""b",1"#))
  }

  @Test(
    "match the text of a field inside and after its quotes",
    arguments: ["'xy", "^xy", "xy$", "a:xy", "a=xy", "\"wx y\" | 'xy"])
  func textBehindQuotes(filter: String) throws {
    let matcher = FilterMatcher(try Filter(filter))
    let table = DelimitedTable.named("a,b")
    let isFound = Array(#""x"y,1"#.utf8).withUnsafeBytes {
      matcher.finds(RowSubject(bytes: $0, table))
    }
    #expect(isFound)
  }
}

extension FilterMatcher {
  /// Returns `true` if a record contains the required bytes and matches the filter.
  fileprivate func finds(_ record: JSONSubject) -> Bool {
    if let required, !record.mayContain(required) { return false }
    return matches(record)
  }

  /// Returns `true` if a row contains the required bytes and matches the filter.
  fileprivate func finds(_ row: RowSubject) -> Bool {
    if let required, !row.mayContain(required) { return false }
    return matches(row)
  }
}
