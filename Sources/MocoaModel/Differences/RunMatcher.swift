/// An algorithm that finds the equal elements of two lists, as runs.
///
/// It has three passes, each for the elements that the previous pass left unmatched. *Walking in
/// step* compares neighbors and hashes nothing. *Anchors*, a table of every 32nd identity, find
/// long runs that moved. The *table of leftovers* finds single elements anywhere (Heckel's symbol
/// table). Each pass matches an element at most once, and the last pass leaves no two equal
/// elements unmatched. Therefore the number of deletions and insertions is minimal, independent of
/// the first two passes.
@usableFromInline
struct RunMatcher<Source: DiffSource, Failure: Error> {
  @usableFromInline var old: Source
  @usableFromInline var new: Source
  @usableFromInline let seed: UInt64
  @usableFromInline var pace: Checkpoint<Failure>

  /// The runs at both ends of gaps, and the runs found between them, each in the order of the new
  /// list.
  @usableFromInline var ends: [MatchedRun] = []
  @usableFromInline var runs: [MatchedRun] = []

  @usableFromInline var matched: IndexBitmap

  /// The index in the old list from which all elements are still unmatched.
  @usableFromInline var frontier = 0

  /// The number of further searches in which a single equal element counts as a possible
  /// coincidence.
  @usableFromInline var caution = 16

  @inlinable
  init(_ old: Source, _ new: Source, seed: UInt64, pace: Checkpoint<Failure>) {
    (self.old, self.new, self.seed, self.pace) = (old, new, seed, pace)
    matched = IndexBitmap(count: old.count)
  }

  /// Returns the runs of equal elements, in the order of the new list.
  ///
  /// - Parameter gaps: The gaps to compare, in the order of the new list. Except for trimmed
  ///   elements, they cover each index of both lists once. A gap without new elements may be at any
  ///   index.
  @inlinable
  mutating func match(_ gaps: [Gap]) throws(Failure) -> [MatchedRun] {
    for gap in gaps where !gap.old.isEmpty && !gap.new.isEmpty { try matchGap(gap) }
    runs = runs.merged(with: ends)
    return runs.merged(with: try matchRemaining())
  }

  // MARK: - Ends

  /// Matches the equal elements at both ends of gaps, and returns the gaps that remain between
  /// them.
  @inlinable
  mutating func trim(_ gaps: [Gap]) throws(Failure) -> [Gap] {
    var middles: [Gap] = []
    middles.reserveCapacity(gaps.count)
    for gap in gaps {
      let head = try prefix(gap)
      let rest = Gap(
        old: (gap.old.lowerBound + head)..<gap.old.upperBound,
        new: (gap.new.lowerBound + head)..<gap.new.upperBound)
      let tail = try suffix(rest)
      let middle = Gap(
        old: rest.old.lowerBound..<(rest.old.upperBound - tail),
        new: rest.new.lowerBound..<(rest.new.upperBound - tail))
      recordEnd(MatchedRun(old: gap.old.lowerBound, new: gap.new.lowerBound, count: head))
      recordEnd(MatchedRun(old: middle.old.upperBound, new: middle.new.upperBound, count: tail))
      middles.append(middle)
    }
    return middles
  }

  @inlinable
  mutating func recordEnd(_ run: MatchedRun) {
    guard run.count > 0 else { return }
    ends.join(run)
    matched.insert(run.old..<(run.old + run.count))
  }

  @inlinable
  mutating func prefix(_ gap: Gap) throws(Failure) -> Int {
    try inBlocks(min(gap.old.count, gap.new.count)) { matcher, count, block in
      matcher.old.commonPrefixLength(
        from: gap.old.lowerBound + count, &matcher.new, from: gap.new.lowerBound + count,
        limit: block)
    }
  }

  @inlinable
  mutating func suffix(_ gap: Gap) throws(Failure) -> Int {
    try inBlocks(min(gap.old.count, gap.new.count)) { matcher, count, block in
      matcher.old.commonSuffixLength(
        before: gap.old.upperBound - count, &matcher.new, before: gap.new.upperBound - count,
        limit: block)
    }
  }

  /// Returns the length of a common prefix or suffix, computed in blocks with a checkpoint after
  /// each.
  @inlinable
  mutating func inBlocks(
    _ limit: Int, _ agreement: (inout RunMatcher, _ count: Int, _ block: Int) -> Int
  ) throws(Failure) -> Int {
    var count = 0
    while count < limit {
      let block = min(4096, limit - count)
      let same = agreement(&self, count, block)
      try pace.advance(by: same + 1)
      count += same
      if same < block { break }
    }
    return count
  }
}
