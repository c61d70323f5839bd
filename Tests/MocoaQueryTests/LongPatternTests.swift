import MocoaModel
import Testing

@testable import MocoaQuery

/// A sequence of characters that counts its reads.
private final class CountingText: Sequence {
  let characters: [Character]
  var reads = 0

  init(_ text: String) { characters = Array(text) }

  func makeIterator() -> AnyIterator<Character> {
    var index = 0
    return AnyIterator {
      guard index < self.characters.count else { return nil }
      self.reads += 1
      index += 1
      return self.characters[index - 1]
    }
  }
}

@Suite("Long patterns")
struct LongPatternTests {
  @Test("are read once, up to a limit", arguments: [1, 64, 500, 4_000, 16_000])
  func reads(count: Int) {
    for character in ["a", "A", "é", "界", "👩‍👩‍👧", "e\u{301}\u{302}"] {
      for isFuzzy in [true, false] {
        let text = CountingText(String(repeating: character, count: count))
        _ = PatternMatcher.variants(of: text, isFuzzy: isFuzzy, isCaseSensitive: false)
        #expect(text.reads <= min(count, 65), "\(character) × \(count)")
      }
    }
  }

  private func matches(_ text: String, _ form: Filter.Pattern.Kind, _ pattern: String) -> Bool {
    var text = text
    let matcher = PatternMatcher(.init(kind: form, text: pattern))
    return text.withUTF8 { matcher.matches(UnsafeRawBufferPointer($0)) }
  }

  @Test(
    "match at any offset of their bytes",
    arguments: [
      ("x", "x", true), ("X", "x", true), ("x", "X", false), ("É", "é", true), ("é", "É", false),
      ("ẞ", "ß", true), ("界", "界", true), ("👩‍👧", "👩‍👧", true), ("y", "x", false),
    ])
  func found(letter: String, typed: String, isFound: Bool) {
    let value = String(repeating: letter, count: 300)
    let pattern = String(repeating: typed, count: 200)
    let end = "end"
    #expect(matches("a" + value + "b", .exact, pattern) == isFound)
    #expect(matches("a" + value + "b", .fuzzy, pattern) == isFound)
    #expect(matches(value + end, .anchored(start: true, end: false), pattern) == isFound)
    #expect(!matches("a" + value, .anchored(start: true, end: false), pattern))
    #expect(matches("a" + value, .anchored(start: false, end: true), pattern) == isFound)
    #expect(!matches(value + end, .anchored(start: false, end: true), pattern))
    #expect(!matches(value, .anchored(start: true, end: true), pattern))
    let exact = String(repeating: letter, count: 200)
    #expect(matches(exact, .anchored(start: true, end: true), pattern) == isFound)
    #expect(!matches("", .exact, pattern) && !matches(letter, .exact, pattern))
  }

  @Test("match in linear time")
  func worstCase() {
    // A comparison at each offset would take 800 million steps.
    let value = String(repeating: "a", count: 200_000)
    let pattern = String(repeating: "a", count: 4_000) + "b"
    #expect(!matches(value, .exact, pattern) && matches(value + "b", .exact, pattern))
  }
}
