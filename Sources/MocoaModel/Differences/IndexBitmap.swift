/// A set of indexes of a list, with one bit for each index.
@usableFromInline
struct IndexBitmap: Sendable {
  @usableFromInline var words: [UInt64]

  /// Creates an empty set.
  ///
  /// The bits after the last index are set, so that a search for an unset bit never finds them.
  @inlinable
  init(count: Int) {
    words = Array(repeating: 0, count: (count + 63) / 64)
    if count & 63 != 0 { words[words.count - 1] = .max << UInt64(count & 63) }
  }

  @inlinable
  func contains(_ position: Int) -> Bool {
    words[position >> 6] & (1 << UInt64(position & 63)) != 0
  }

  @inlinable
  mutating func insert(_ position: Int) {
    words[position >> 6] |= 1 << UInt64(position & 63)
  }

  /// Sets the bits of a range of indexes.
  @inlinable
  mutating func insert(_ range: Range<Int>) {
    if range.isEmpty { return }
    let (first, last) = (range.lowerBound >> 6, (range.upperBound - 1) >> 6)
    let head = UInt64.max << UInt64(range.lowerBound & 63)
    let tail = UInt64.max >> UInt64(63 - (range.upperBound - 1) & 63)
    if first == last {
      words[first] |= head & tail
    } else {
      words[first] |= head
      for word in (first + 1)..<last { words[word] = .max }
      words[last] |= tail
    }
  }

  /// Calls `body` with each index in the set that is below `count`, in ascending order.
  func forEach<Failure>(
    below count: Int, _ body: (Int) throws(Failure) -> Void
  ) throws(Failure) {
    for (wordIndex, word) in words.enumerated() {
      var bits = word
      while bits != 0 {
        let position = wordIndex << 6 | bits.trailingZeroBitCount
        if position >= count { return }
        try body(position)
        bits &= bits &- 1
      }
    }
  }

  /// The ranks of the indexes in the set.
  var ranks: Ranks { Ranks(self) }

  /// A table that returns the number of set bits before an index.
  struct Ranks {
    private let marks: IndexBitmap
    /// The number of set bits before each word.
    private let before: [UInt32]

    fileprivate init(_ marks: IndexBitmap) {
      self.marks = marks
      var sum: UInt32 = 0
      before = marks.words.map { word in
        defer { sum += UInt32(word.nonzeroBitCount) }
        return sum
      }
    }

    func rank(of position: Int) -> Int {
      let below = marks.words[position >> 6] & ((1 << UInt64(position & 63)) - 1)
      return Int(before[position >> 6]) + below.nonzeroBitCount
    }
  }
}
