/// Neighbours in the list before that are neighbours in the list after, in the same order.
///
/// Runs rather than elements are what differencing works on: a million elements with a few edits
/// are a few runs.
@usableFromInline
struct MatchedRun: Equatable, Sendable {
  /// The position of the first element before.
  @usableFromInline var old: Int

  /// The position of the first element after.
  @usableFromInline var new: Int

  /// The number of elements.
  @usableFromInline var count: Int

  @inlinable
  init(old: Int, new: Int, count: Int) {
    (self.old, self.new, self.count) = (old, new, count)
  }

  var oldEnd: Int { old + count }
  var newEnd: Int { new + count }
}

extension [MatchedRun] {
  /// Adds a run behind the others, as one with the last where it goes on from there.
  @inlinable
  mutating func join(_ run: MatchedRun) {
    if let last, last.old + last.count == run.old, last.new + last.count == run.new {
      self[count - 1].count += run.count
    } else {
      append(run)
    }
  }

  /// Both lists of runs as one; both are in the order of the list after.
  @inlinable
  func merged(with others: [MatchedRun]) -> [MatchedRun] {
    if others.isEmpty { return self }
    var result: [MatchedRun] = []
    result.reserveCapacity(count + others.count)
    var (mine, theirs) = (0, 0)
    while mine < count || theirs < others.count {
      if theirs == others.count || (mine < count && self[mine].new < others[theirs].new) {
        result.join(self[mine])
        mine += 1
      } else {
        result.join(others[theirs])
        theirs += 1
      }
    }
    return result
  }
}

/// Marks for the positions of a list.
@usableFromInline
struct PositionSet: Sendable {
  @usableFromInline var words: [UInt64]

  @inlinable
  init(count: Int) {
    words = Array(repeating: 0, count: (count + 63) / 64)
  }

  @inlinable
  func contains(_ position: Int) -> Bool {
    words[position >> 6] & (1 << UInt64(position & 63)) != 0
  }

  /// Marks all positions of a range.
  @inlinable
  mutating func insert(_ range: Range<Int>) {
    var position = range.lowerBound
    while position < range.upperBound {
      let bits = Swift.min(64 - (position & 63), range.upperBound - position)
      let mask = bits == 64 ? UInt64.max : (1 << UInt64(bits)) - 1
      words[position >> 6] |= mask << UInt64(position & 63)
      position += bits
    }
  }

  /// The first unmarked position from another on; `end` where there is none before.
  @inlinable
  func firstMissing(from start: Int, below end: Int) -> Int {
    var position = start
    while position < end {
      let rest = ~words[position >> 6] >> UInt64(position & 63)
      if rest != 0 { return Swift.min(position + rest.trailingZeroBitCount, end) }
      position = (position | 63) + 1
    }
    return end
  }
}

/// Asks from time to time whether to go on, so that a superseded computation ends early.
@usableFromInline
struct Pace<Failure: Error> {
  @usableFromInline let checkpoint: () throws(Failure) -> Void
  @usableFromInline var steps = 0

  @inlinable
  init(_ checkpoint: @escaping () throws(Failure) -> Void) {
    self.checkpoint = checkpoint
  }

  /// Counts steps, and asks after every few thousand.
  @inlinable
  mutating func count(_ taken: Int) throws(Failure) {
    steps += taken
    if steps >= 4096 {
      steps = 0
      try checkpoint()
    }
  }
}
