/// Finds which elements of two lists are the same, as runs.
///
/// Three passes, each for what the one before left over. *Walking in step* compares neighbours and
/// hashes nothing. *Anchors*, a table of every 32nd identity, find a long stretch that stands
/// elsewhere. The *table of leftovers* finds single elements anywhere (Heckel's symbol table). All
/// three match an element at most once, and the last leaves no two equal ones unmatched: so
/// deletions and insertions are the fewest there can be, whatever the first two did.
@usableFromInline
struct RunMatcher<Source: DiffSource, Failure: Error> {
  @usableFromInline var old: Source
  @usableFromInline var new: Source
  @usableFromInline let seed: UInt64
  @usableFromInline var pace: Pace<Failure>

  /// The runs at both ends of gaps, and those found by walking between; each in the order of the
  /// list after.
  @usableFromInline var ends: [MatchedRun] = []
  @usableFromInline var runs: [MatchedRun] = []

  @usableFromInline var matched: PositionSet

  /// Where no element of the list before is matched from.
  @usableFromInline var frontier = 0

  /// For how many more ways a single element that is the same may be a coincidence.
  @usableFromInline var caution = 16

  @inlinable
  init(_ old: Source, _ new: Source, seed: UInt64, pace: Pace<Failure>) {
    (self.old, self.new, self.seed, self.pace) = (old, new, seed, pace)
    matched = PositionSet(count: old.count)
  }

  /// The runs, in the order of the list after.
  ///
  /// The gaps cover both lists, each position once, but for what was trimmed from them, and are in
  /// the order of the list after; of two gaps the one without elements after may stand anywhere.
  @inlinable
  mutating func match(_ gaps: [Gap]) throws(Failure) -> [MatchedRun] {
    for gap in gaps where !gap.old.isEmpty && !gap.new.isEmpty { try walk(gap) }
    runs = runs.merged(with: ends)
    return runs.merged(with: try matchLeftovers())
  }

  // MARK: - Ends

  /// What is between the ends of gaps, when what these have in common is matched.
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
      noteEnd(MatchedRun(old: gap.old.lowerBound, new: gap.new.lowerBound, count: head))
      noteEnd(MatchedRun(old: middle.old.upperBound, new: middle.new.upperBound, count: tail))
      middles.append(middle)
    }
    return middles
  }

  @inlinable
  mutating func noteEnd(_ run: MatchedRun) {
    guard run.count > 0 else { return }
    ends.join(run)
    matched.insert(run.old..<(run.old + run.count))
  }

  @inlinable
  mutating func prefix(_ gap: Gap) throws(Failure) -> Int {
    try inBlocks(min(gap.old.count, gap.new.count)) { matcher, count, block in
      matcher.old.agreement(
        from: gap.old.lowerBound + count, &matcher.new, from: gap.new.lowerBound + count,
        limit: block)
    }
  }

  @inlinable
  mutating func suffix(_ gap: Gap) throws(Failure) -> Int {
    try inBlocks(min(gap.old.count, gap.new.count)) { matcher, count, block in
      matcher.old.agreement(
        before: gap.old.upperBound - count, &matcher.new, before: gap.new.upperBound - count,
        limit: block)
    }
  }

  /// Sums up agreement, a block at a time, so that one may ask in between whether to go on.
  @inlinable
  mutating func inBlocks(
    _ limit: Int, _ agreement: (inout RunMatcher, _ count: Int, _ block: Int) -> Int
  ) throws(Failure) -> Int {
    var count = 0
    while count < limit {
      let block = min(4096, limit - count)
      let same = agreement(&self, count, block)
      try pace.count(same + 1)
      count += same
      if same < block { break }
    }
    return count
  }
}
