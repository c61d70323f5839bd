import MocoaTestSupport
import Testing

@testable import MocoaQuery

@Suite("The score of a word in a text")
struct AlignmentTests {
  private func pattern(_ word: String) throws -> ScatteredPattern {
    try #require(ScatteredPattern(.init(kind: .scattered, text: word)))
  }

  private func alignment(_ word: String, _ text: String) throws -> Alignment? {
    let pattern = try pattern(word)
    return withUnsafeTemporaryAllocation(of: Int.self, capacity: AlignmentSearch.scratchCount) {
      memory in
      memory.baseAddress.flatMap { scratch in
        Array(text.utf8).withUnsafeBytes {
          pattern.letterPattern.alignment(in: $0, scratch: scratch)
        }
      }
    }
  }

  /// The letters of a text that an alignment contains, each run in brackets.
  private func parts(_ word: String, _ text: String) throws -> String {
    let pattern = try pattern(word)
    let bytes = Array(text.utf8)
    let ranges = bytes.withUnsafeBytes { pattern.letterPattern.ranges(in: $0) }
    var (shown, offset) = ("", 0)
    for range in ranges {
      shown += String(decoding: bytes[offset..<range.lowerBound], as: UTF8.self)
      shown += "[" + String(decoding: bytes[range], as: UTF8.self) + "]"
      offset = range.upperBound
    }
    return shown + String(decoding: bytes[offset...], as: UTF8.self)
  }

  @Test(
    "counts letters, positions, adjacent letters, gaps and whole words",
    arguments: [
      // A letter at the start of the text, after a blank, after a separator, and elsewhere.
      ("a", "a", 16 + 10 + 24), ("a", "b a", 16 + 9 + 24), ("a", "b/a", 16 + 8 + 24),
      ("a", "bAa", 16 + 8 + 24), ("a", "ba", 16 + 24),
      ("ab", "xab", 32 + 5 + 24), ("ab", "ab", 32 + 10 + 5 + 24),
      // Gaps of one and of three letters.
      ("ab", "xaxb", 32 - 3), ("ab", "xaxxxb", 32 - 3 - 2), ("ab", "xa/b", 32 + 8 - 3),
      ("ae", "é a é", 16 + 9 + 16 + 9 - 3),
    ])
  func points(word: String, text: String, score: Int) throws {
    #expect(try alignment(word, text)?.score == score)
  }

  @Test("ignores case without capital letters, and accents without accents")
  func folding() throws {
    for (word, text, isMatch) in [
      ("elan", "Élan", true), ("Elan", "Élan", true), ("Elan", "élan", false),
      ("élan", "Elan", false), ("élan", "ÉLAN", true), ("viet", "Việt", true),
      ("ss", "ß", false), ("o", "ø", true), ("日本", "日の本", true), ("本日", "日本", false),
    ] {
      #expect(try (alignment(word, text) != nil) == isMatch, "\(word) in \(text)")
    }
  }

  @Test("belongs to the letters that are highlighted")
  func highlights() throws {
    #expect(try parts("ers", "/api/orders") == "/api/ord[ers]")
    #expect(try parts("kob", "Kind of Blue") == "[K]ind [o]f [B]lue")
    #expect(try parts("cafe", "un café noir") == "un [café] noir")
    #expect(try parts("cafe", "un cafe\u{301} noir") == "un [cafe\u{301}] noir")
    #expect(try parts("x", "none") == "none")
  }

  /// All alignments of a word, without a table of partial results.
  private func naive(_ word: [Character], _ text: [Character]) -> Alignment? {
    var best: Alignment?
    func extend(_ letter: Int, _ indexes: [Int]) {
      guard letter < word.count else {
        let value = score(indexes, text)
        if best.map({ value.isBetter(than: $0) }) ?? true { best = value }
        return
      }
      let next = (indexes.last ?? -1) + 1
      for index in next..<max(next, text.count)
      where text[index].lowercased() == word[letter].lowercased() {
        extend(letter + 1, indexes + [index])
      }
    }
    extend(0, [])
    return best
  }

  private func score(_ indexes: [Int], _ text: [Character]) -> Alignment {
    var score = 0
    var isWhole = true
    for (number, index) in indexes.enumerated() {
      score += 16
      if index == 0 {
        score += 10
      } else if text[index - 1] == " " {
        score += 9
      } else if "/._-".contains(text[index - 1])
        || text[index - 1].isLowercase && text[index].isUppercase
      {
        score += 8
      }
      guard number > 0 else { continue }
      let gap = index - indexes[number - 1] - 1
      score += gap == 0 ? 5 : -3 - (gap - 1)
      if gap > 0 { isWhole = false }
    }
    if isWhole { score += 24 }
    let span = (indexes.last ?? 0) - (indexes.first ?? 0) + 1
    return Alignment(score: score, start: indexes.first ?? 0, span: span)
  }

  @Test("is that of the best of all alignments")
  func oracle() throws {
    var random = SeededGenerator(seed: 21)
    for _ in 0..<4000 {
      func letters(_ counts: ClosedRange<Int>, _ among: String) -> [Character] {
        let letters = Array(among)
        return (0..<Int.random(in: counts, using: &random)).map { _ in
          letters[Int.random(in: letters.indices, using: &random)]
        }
      }
      let word = letters(1...4, "abc")
      let text = letters(0...14, "abcabcABx /_é")
      let (own, expected) = (try alignment(String(word), String(text)), naive(word, text))
      #expect(own == expected, "\(String(word)) in \(String(text))")
      guard let expected else { continue }
      // The highlighted letters have the same score.
      let pattern = try pattern(String(word))
      let bytes = Array(String(text).utf8)
      let ranges = bytes.withUnsafeBytes { pattern.letterPattern.ranges(in: $0) }
      var (indexes, offset) = ([Int](), 0)
      for (index, character) in text.enumerated() {
        if ranges.contains(where: { $0.contains(offset) }) { indexes.append(index) }
        offset += character.utf8.count
      }
      #expect(score(indexes, text) == expected, "\(String(word)) in \(String(text))")
    }
  }

  @Test("stays bounded for long words and texts")
  func extremes() throws {
    let long = String(repeating: "a", count: 64)
    #expect(try alignment(long, String(repeating: "a", count: 100_000))?.span == 64)
    #expect(ScatteredPattern(.init(kind: .scattered, text: long + "a")) == nil)
    let late = String(repeating: "b", count: 100_000) + "a"
    #expect(try alignment("a", late)?.score == 0)
    #expect(try alignment("a", "") == nil)
  }
}
