/// The identities of two lists as machine words.
///
/// It exists if all compared identities are words of one kind. Differencing is then a loop over
/// memory and does not access the elements.
struct IdentityWords: ~Copyable {
  private let old: UnsafeMutableBufferPointer<UInt64>
  private let new: UnsafeMutableBufferPointer<UInt64>

  /// Reads the identities of the elements in some gaps.
  ///
  /// The initializer returns `nil` if an identity is not a word, or if two are words of different
  /// kinds. The memory for identities outside of the gaps is never accessed, so it is never
  /// allocated.
  init?<Failure>(
    _ oldSource: inout SnapshotSource, _ newSource: inout SnapshotSource, _ gaps: [Gap],
    _ pace: inout Checkpoint<Failure>
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

  /// Returns the matched runs in the gaps, together with the runs that `matcher` has found.
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
  /// Writes the identities of a range to the same indexes of a buffer.
  ///
  /// - Returns: `false` if an identity is not a word, or if its kind differs from that of the
  ///   others.
  fileprivate mutating func write<Failure>(
    _ range: Range<Int>, to words: UnsafeMutableBufferPointer<UInt64>,
    _ kind: inout ItemID.WordKind?, _ pace: inout Checkpoint<Failure>
  ) throws(Failure) -> Bool {
    var position = range.lowerBound
    while position < range.upperBound {
      let place = location(of: position)
      let count = min(place.left, range.upperBound - position, 4096)
      let found = place.chunk.writeIdentities(
        of: place.index..<(place.index + count),
        to: UnsafeMutableBufferPointer(rebasing: words[position..<(position + count)]))
      guard let found, kind == nil || kind == found else { return false }
      kind = found
      position += count
      try pace.advance(by: count)
    }
    return true
  }
}
