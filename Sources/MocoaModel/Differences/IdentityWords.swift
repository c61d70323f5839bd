/// The identities of two lists as words, where all that are to be compared are of one kind.
///
/// Differencing then is a loop over memory, whatever the elements are.
struct IdentityWords: ~Copyable {
  private let old: UnsafeMutableBufferPointer<UInt64>
  private let new: UnsafeMutableBufferPointer<UInt64>

  /// Reads what is in some gaps; nil where some identity is no word, or of another kind.
  ///
  /// The memory of all else is never touched, and so costs nothing.
  init?<Failure>(
    _ oldSource: inout SnapshotSource, _ newSource: inout SnapshotSource, _ gaps: [Gap],
    _ pace: inout Pace<Failure>
  ) throws(Failure) {
    old = .allocate(capacity: oldSource.count)
    new = .allocate(capacity: newSource.count)
    var kind: ItemID.WordKind?
    for gap in gaps {
      guard try oldSource.write(gap.old, to: old, &kind, &pace),
        try newSource.write(gap.new, to: new, &kind, &pace)
      else { return nil }
    }
  }

  deinit {
    old.deallocate()
    new.deallocate()
  }

  /// What both lists have in common in the gaps, and at their ends.
  borrowing func match<Failure>(
    _ gaps: [Gap], continuing matcher: RunMatcher<SnapshotSource, Failure>
  ) throws(Failure) -> [MatchedRun] {
    var next = RunMatcher(
      ArraySource(UnsafeBufferPointer(old)), ArraySource(UnsafeBufferPointer(new)),
      seed: matcher.seed, pace: matcher.pace)
    (next.ends, next.matched) = (matcher.ends, matcher.matched)
    return try next.match(gaps)
  }
}

extension SnapshotSource {
  /// Writes the identities of a range to the same positions of memory.
  fileprivate mutating func write<Failure>(
    _ range: Range<Int>, to words: UnsafeMutableBufferPointer<UInt64>,
    _ kind: inout ItemID.WordKind?, _ pace: inout Pace<Failure>
  ) throws(Failure) -> Bool {
    var position = range.lowerBound
    while position < range.upperBound {
      let place = place(of: position)
      let count = min(place.left, range.upperBound - position, 4096)
      let found = place.chunk.writeIdentities(
        of: place.index..<(place.index + count),
        to: UnsafeMutableBufferPointer(rebasing: words[position..<(position + count)]))
      guard let found, kind == nil || kind == found else { return false }
      kind = found
      position += count
      try pace.count(count)
    }
    return true
  }
}
