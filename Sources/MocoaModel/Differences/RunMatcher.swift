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

  /// The runs found by walking, in the order of the list after.
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
  /// The gaps cover both lists, each position once, and
  /// are in the order of the list after; of two gaps the one without elements after may stand
  /// anywhere.
  @inlinable
  mutating func match(_ gaps: [Gap]) throws(Failure) -> [MatchedRun] {
    for gap in gaps { try walk(gap) }
    return runs.merged(with: try matchLeftovers())
  }

  // MARK: - Walking in step

  @inlinable
  mutating func walk(_ gap: Gap) throws(Failure) {
    if gap.old.isEmpty || gap.new.isEmpty { return }
    // Gaps may come in any order of the list before: each is a world of its own.
    frontier = gap.old.lowerBound
    let head = try prefix(gap)
    record(MatchedRun(old: gap.old.lowerBound, new: gap.new.lowerBound, count: head))
    let rest = Gap(
      old: (gap.old.lowerBound + head)..<gap.old.upperBound,
      new: (gap.new.lowerBound + head)..<gap.new.upperBound)
    let tail = try suffix(rest)
    try walkMiddle(
      Gap(
        old: rest.old.lowerBound..<(rest.old.upperBound - tail),
        new: rest.new.lowerBound..<(rest.new.upperBound - tail)))
    record(
      MatchedRun(old: rest.old.upperBound - tail, new: rest.new.upperBound - tail, count: tail))
  }

  @inlinable
  mutating func prefix(_ gap: Gap) throws(Failure) -> Int {
    let limit = min(gap.old.count, gap.new.count)
    var count = 0
    while count < limit {
      // A block at a time, so that the inner loop does nothing but compare.
      let block = min(count + 4096, limit)
      let start = count
      while count < block,
        old.id(at: gap.old.lowerBound + count) == new.id(at: gap.new.lowerBound + count)
      { count += 1 }
      try pace.count(count - start + 1)
      if count < block { break }
    }
    return count
  }

  @inlinable
  mutating func suffix(_ gap: Gap) throws(Failure) -> Int {
    let limit = min(gap.old.count, gap.new.count)
    var count = 0
    while count < limit,
      old.id(at: gap.old.upperBound - 1 - count) == new.id(at: gap.new.upperBound - 1 - count)
    {
      count += 1
      try pace.count(1)
    }
    return count
  }

  @inlinable
  mutating func walkMiddle(_ gap: Gap) throws(Failure) {
    var (i, j) = (gap.old.lowerBound, gap.new.lowerBound)
    var nearby = Budget(start: 4096, reward: 4)
    var far = Budget(start: max(1 << 14, gap.new.count / 4), reward: 8)
    var anchors: AnchorTable?
    while j < gap.new.upperBound, !gap.old.isEmpty {
      let count = try extent(i, j, gap)
      if count > 0 {
        record(MatchedRun(old: i, new: j, count: count))
        (i, j) = (i + count, j + count)
        nearby.earn(count)
        far.earn(count)
        continue
      }
      if nearby.isLeft, let step = try resync(i, j, gap, &nearby) {
        (i, j) = (i + step.old, j + step.new)
        continue
      }
      guard far.isLeft else { return }
      if anchors == nil { anchors = try makeAnchors(gap.old) }
      guard let table = anchors, let run = try nextAnchored(j, gap, table, &far) else { return }
      record(run)
      (i, j) = (run.old + run.count, run.new + run.count)
      nearby.earn(run.count)
      far.earn(run.count)
    }
  }

  /// How many elements from here on are the same.
  @inlinable
  mutating func extent(_ i: Int, _ j: Int, _ gap: Gap) throws(Failure) -> Int {
    let limit = min(gap.old.upperBound - i, gap.new.upperBound - j)
    var count = 0
    if i >= frontier {
      while count < limit, old.id(at: i + count) == new.id(at: j + count) { count += 1 }
    } else {
      while count < limit, isSame(i + count, j + count) { count += 1 }
    }
    try pace.count(count + 1)
    return count
  }

  @inlinable
  mutating func isSame(_ i: Int, _ j: Int) -> Bool {
    !matched.contains(i) && old.id(at: i) == new.id(at: j)
  }

  /// The shortest way to where both lists go on alike, within a small window; three in a row, or as
  /// many as there are, make sure that it is not a coincidence.
  @inlinable
  mutating func resync(_ i: Int, _ j: Int, _ gap: Gap, _ budget: inout Budget)
    throws(Failure) -> (old: Int, new: Int)?
  {
    for distance in 1...16 {
      budget.spend(distance + 1)
      try pace.count(distance + 1)
      for skipped in 0...distance {
        let (a, b) = (i + distance - skipped, j + skipped)
        guard a < gap.old.upperBound, b < gap.new.upperBound else { continue }
        let confirmed = min(3, gap.old.upperBound - a, gap.new.upperBound - b)
        var count = 0
        while count < confirmed, isSame(a + count, b + count) { count += 1 }
        if count == confirmed { return (distance - skipped, skipped) }
      }
    }
    return nil
  }

  @inlinable
  mutating func record(_ run: MatchedRun) {
    guard run.count > 0 else { return }
    runs.join(run)
    matched.insert(run.old..<(run.old + run.count))
    frontier = max(frontier, run.old + run.count)
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
  mutating func spend(_ steps: Int) { left -= steps }

  @inlinable
  mutating func earn(_ found: Int) { left = min(limit, left + found * reward) }
}
