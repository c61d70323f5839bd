/// The best match of a word in a text: letters of the text that are equal to the letters of the
/// word, in the same order.
struct Alignment: Equatable {
  var score: Int

  /// The index of the first letter in the text.
  var start: Int

  /// The number of letters of the text from the first to the last letter of the match.
  var span: Int

  /// Returns `true` if the alignment is better than another one.
  ///
  /// The higher score is better, then the shorter span, then the earlier start.
  @inline(__always)
  func isBetter(than other: Alignment) -> Bool {
    if score != other.score { return score > other.score }
    if span != other.span { return span < other.span }
    return start < other.start
  }
}

/// The points of the scoring.
///
/// The guide publishes them, so that users can predict an order.
enum Score {
  /// The points of each letter of the word.
  static let letter = 16

  /// The points of a letter that follows the letter of its predecessor directly.
  static let consecutive = 5

  /// The points of an alignment without gaps.
  static let substring = 24

  /// The points that the first letter of a gap costs; each further letter costs one point.
  static let gap = 3

  /// The factor of the points in the key column.
  static let keyFactor = 2

  /// Returns the points of the position of a letter.
  ///
  /// - Parameters:
  ///   - letter: The class of the letter.
  ///   - before: The class of the letter before it, or `nil` at the start of the text.
  @inline(__always)
  static func bonus(_ letter: LetterClass, after before: LetterClass?) -> Int {
    switch before {
    case nil: 10
    case .blank: 9
    case .separator: 8
    case .lower: letter == .upper ? 8 : 0
    case .upper, .other: 0
    }
  }
}

/// The search for the best alignment of a word, in one pass over a text.
///
/// For each letter of the word, the search retains two alignments of the word up to this letter: the
/// best that ends at the previous letter of the text, and the best that ends anywhere before. A gap
/// costs the same for each letter, so the second value is the score plus the index of the last
/// letter. The letter with the highest index in the word comes first, because the values
/// of the letters before it must be those of the previous letter of the text.
struct AlignmentSearch {
  /// The number of letters of the word, at most 64.
  private let count: Int

  /// The best alignments that end at the previous letter, and the best alignments that end anywhere, each as a
  /// score and the index of the start.
  private let values: UnsafeMutablePointer<Int>
  private let best: UnsafeMutablePointer<Int>

  /// The bonuses of the last 64 letters of the text, by the index of the letter modulo 64.
  private let bonuses: UnsafeMutablePointer<UInt8>

  /// The letters of the word that have an alignment anywhere, that have one which ends at the
  /// previous letter, and that end a part of the text without gaps.
  private var (reached, ends, run): (UInt64, UInt64, UInt64) = (0, 0, 0)

  private(set) var result: Alignment?

  /// The number of words of scratch memory that a search needs.
  static let scratchCount = 136

  private static let shift = 24
  private static let startMask = 1 << shift - 1

  /// Creates a search with scratch memory of `scratchCount` words.
  init(count: Int, scratch: UnsafeMutablePointer<Int>) {
    self.count = count
    (values, best) = (scratch, scratch + 64)
    bonuses = UnsafeMutableRawPointer(scratch + 128).assumingMemoryBound(to: UInt8.self)
  }

  /// Adds a letter of the text that no letter of the word is equal to.
  @inline(__always)
  mutating func skip() { (ends, run) = (0, 0) }

  /// Adds a letter of the text.
  ///
  /// - Parameters:
  ///   - mask: The letters of the word that are equal to the letter.
  ///   - bonus: The points of its position.
  ///   - index: Its index in the text.
  @inline(__always)
  mutating func add(_ mask: UInt64, bonus: Int, at index: Int) {
    bonuses[index & 63] = UInt8(truncatingIfNeeded: bonus)
    run = (run << 1 | 1) & mask
    var matching = (reached << 1 | 1) & mask
    var newEnds: UInt64 = 0
    let points = (Score.letter + bonus) << Self.shift
    while matching != 0 {
      let letter = 63 - matching.leadingZeroBitCount
      let bit: UInt64 = 1 << UInt64(letter)
      matching &= ~bit
      var value = min(index, Self.startMask)
      if letter > 0 {
        value = best[letter - 1] - (index - 2 + Score.gap) << Self.shift
        if ends & bit >> 1 != 0 {
          value = max(value, values[letter - 1] + Score.consecutive << Self.shift)
        }
      }
      value += points
      values[letter] = value
      newEnds |= bit
      let later = value + index << Self.shift
      best[letter] = reached & bit == 0 ? later : max(best[letter], later)
      reached |= bit
      if letter == count - 1 { finish(value, at: index) }
    }
    ends = newEnds
  }

  private mutating func finish(_ value: Int, at index: Int) {
    let start = value & Self.startMask
    keep(Alignment(score: value >> Self.shift, start: start, span: index - start + 1))
    guard run & 1 << UInt64(count - 1) != 0 else { return }
    var score = Score.substring + Score.letter * count + Score.consecutive * (count - 1)
    for letter in 0..<count { score += Int(bonuses[(index - letter) & 63]) }
    keep(Alignment(score: score, start: index - count + 1, span: count))
  }

  private mutating func keep(_ alignment: Alignment) {
    if let result, !alignment.isBetter(than: result) { return }
    result = alignment
  }
}
