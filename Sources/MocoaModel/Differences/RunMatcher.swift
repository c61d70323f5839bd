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

  // MARK: - Walking in step

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

  @inlinable
  mutating func walk(_ gap: Gap) throws(Failure) {
    // Gaps may come in any order of the list before: each is a world of its own.
    frontier = gap.old.lowerBound
    var (i, j) = (gap.old.lowerBound, gap.new.lowerBound)
    var nearby = Budget(start: 4096, reward: 4)
    var far = Budget(start: max(1 << 14, gap.new.count / 4), reward: 8)
    var anchors: AnchorTable?
    while j < gap.new.upperBound, !gap.old.isEmpty {
      let count = extent(i, j, gap)
      try pace.count(count &+ 4)
      if count > 0 {
        runs.append(MatchedRun(old: i, new: j, count: count))
        mark(i..<(i &+ count))
        (i, j) = (i &+ count, j &+ count)
        nearby.earn(count)
        far.earn(count)
        if j == gap.new.upperBound { return }
      }
      if nearby.isLeft, let step = resync(i, j, gap, &nearby) {
        (i, j) = (i &+ step.old, j &+ step.new)
        continue
      }
      guard far.isLeft else { return }
      if anchors == nil { anchors = try makeAnchors(gap.old) }
      guard let table = anchors, let run = try nextAnchored(j, gap, table, &far) else { return }
      runs.append(run)
      mark(run.old..<(run.old + run.count))
      (i, j) = (run.old + run.count, run.new + run.count)
      nearby.earn(run.count)
      far.earn(run.count)
    }
  }

  /// How many elements from here on are the same.
  @inlinable
  mutating func extent(_ i: Int, _ j: Int, _ gap: Gap) -> Int {
    let limit = min(gap.old.upperBound &- i, gap.new.upperBound &- j)
    if i >= frontier { return old.agreement(from: i, &new, from: j, limit: limit) }
    var count = 0
    while count < limit, isSame(i &+ count, j &+ count) { count &+= 1 }
    return count
  }

  @inlinable
  mutating func isSame(_ i: Int, _ j: Int) -> Bool {
    !matched.contains(i) && old.isSame(at: i, &new, at: j)
  }

  /// The shortest way to where both lists go on alike, within a small window.
  ///
  /// All ways of one length are tried before one of them is chosen, so that there is one branch to
  /// be mispredicted for each length and not for each way.
  @inlinable
  mutating func resync(_ i: Int, _ j: Int, _ gap: Gap, _ budget: inout Budget)
    -> (old: Int, new: Int)?
  {
    let isFree = i >= frontier
    let (oldLeft, newLeft) = (gap.old.upperBound &- i, gap.new.upperBound &- j)
    var tried = 0
    for distance in 1...16 {
      let first = max(0, distance &- oldLeft &+ 1)
      let last = min(distance, newLeft &- 1)
      if first > last { break }
      var found: UInt32 = 0
      var skipped = first
      while skipped <= last {
        let (a, b) = (i &+ distance &- skipped, j &+ skipped)
        let isSame = (isFree || !matched.contains(a)) && old.isSame(at: a, &new, at: b)
        found |= (isSame ? 1 : 0) &<< UInt32(truncatingIfNeeded: skipped)
        skipped &+= 1
      }
      tried &+= distance &+ 1
      if found != 0 {
        budget.spend(tried)
        return (distance &- found.trailingZeroBitCount, found.trailingZeroBitCount)
      }
    }
    budget.spend(tried)
    return nil
  }

  @inlinable
  mutating func mark(_ range: Range<Int>) {
    matched.insert(range)
    frontier = max(frontier, range.upperBound)
  }
}

/// How much looking is worth while: what is found pays for more, so that a shuffled list costs no
/// more than a fixed amount of looking in vain.
@usableFromInline
struct Budget {
  @usableFromInline var left: Int
  @usableFromInline let limit: Int
  @usableFromInline let reward: Int

  @inlinable
  init(start: Int, reward: Int) {
    (left, limit, self.reward) = (start, start * 4, reward)
  }

  @inlinable var isLeft: Bool { left > 0 }

  @inlinable
  mutating func spend(_ steps: Int) { left &-= steps }

  @inlinable
  mutating func earn(_ found: Int) { left = min(limit, left &+ found &* reward) }
}
