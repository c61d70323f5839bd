extension RunMatcher {
  @inlinable
  mutating func matchGap(_ gap: Gap) throws(Failure) {
    // Gaps may be in any order of the old list, so each one starts with its own frontier.
    frontier = gap.old.lowerBound
    var (i, j) = (gap.old.lowerBound, gap.new.lowerBound)
    var nearby = Budget(start: 4096, reward: 4)
    var far = Budget(start: max(1 << 14, gap.new.count / 4), reward: 8)
    var anchors: AnchorTable?
    while j < gap.new.upperBound, !gap.old.isEmpty {
      let count = extent(i, j, gap)
      try pace.advance(by: count &+ 4)
      if count > 0 {
        runs.append(MatchedRun(old: i, new: j, count: count))
        mark(i..<(i &+ count))
        (i, j) = (i &+ count, j &+ count)
        nearby.earn(count)
        far.earn(count)
        if j == gap.new.upperBound { return }
      }
      if nearby.hasRemaining, let step = resync(i, j, gap, &nearby) {
        (i, j) = (i &+ step.old, j &+ step.new)
        continue
      }
      guard far.hasRemaining else { return }
      if anchors == nil { anchors = try makeAnchors(gap.old) }
      guard let table = anchors, let run = try nextAnchored(j, gap, table, &far) else { return }
      runs.append(run)
      mark(run.old..<(run.old + run.count))
      (i, j) = (run.old + run.count, run.new + run.count)
      nearby.earn(run.count)
      far.earn(run.count)
    }
  }

  /// Returns the number of equal adjacent elements, starting at two indexes in a gap.
  @inlinable
  mutating func extent(_ i: Int, _ j: Int, _ gap: Gap) -> Int {
    let limit = min(gap.old.upperBound &- i, gap.new.upperBound &- j)
    if i >= frontier { return old.commonPrefixLength(from: i, &new, from: j, limit: limit) }
    var count = 0
    while count < limit, isSame(i &+ count, j &+ count) { count &+= 1 }
    return count
  }

  @inlinable
  mutating func isSame(_ i: Int, _ j: Int) -> Bool {
    !matched.contains(i) && old.isSame(at: i, &new, at: j)
  }

  /// Returns the smallest number of elements to skip after which both lists agree again, within a
  /// small window.
  ///
  /// If identities repeat, one equal element may be a coincidence, but three consecutive ones are
  /// not. A single equal element is accepted in two cases: no better step is near, or no sign of
  /// repeats was seen recently. Two steps of equal length are such a sign. All steps of one length
  /// are computed before the first is examined, so that a branch can be mispredicted once for each
  /// length instead of once for each step.
  @inlinable
  mutating func resync(_ i: Int, _ j: Int, _ gap: Gap, _ budget: inout Budget)
    -> (old: Int, new: Int)?
  {
    let isFree = i >= frontier
    let (oldLeft, newLeft) = (gap.old.upperBound &- i, gap.new.upperBound &- j)
    var fallback: (old: Int, new: Int)?
    var (tried, end) = (0, 16)
    var distance = 1
    while distance <= end {
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
      if found & (found &- 1) != 0 { caution = 64 }
      while found != 0 {
        let step = (
          old: distance &- found.trailingZeroBitCount, new: found.trailingZeroBitCount
        )
        if caution == 0 || isConfirmed(i &+ step.old, j &+ step.new, gap) {
          budget.spend(tried)
          caution = max(0, caution &- 1)
          return step
        }
        if fallback == nil { (fallback, end) = (step, min(16, distance &+ 3)) }
        found &= found &- 1
      }
      distance &+= 1
    }
    budget.spend(tried)
    caution = max(0, caution &- 1)
    return fallback
  }

  /// Returns `true` if three consecutive elements from two indexes are equal.
  ///
  /// If fewer remain in the gap, all of them must be equal.
  @inlinable
  mutating func isConfirmed(_ i: Int, _ j: Int, _ gap: Gap) -> Bool {
    let limit = min(3, gap.old.upperBound &- i, gap.new.upperBound &- j)
    var count = 1
    while count < limit, isSame(i &+ count, j &+ count) { count &+= 1 }
    return count == limit
  }

  @inlinable
  mutating func mark(_ range: Range<Int>) {
    matched.insert(range)
    frontier = max(frontier, range.upperBound)
  }
}

/// A limit for the number of unsuccessful steps of the search.
///
/// Each match increases the budget, so that a shuffled list costs at most a fixed number of
/// unsuccessful steps.
@usableFromInline
struct Budget {
  @usableFromInline var remaining: Int
  @usableFromInline let limit: Int
  @usableFromInline let reward: Int

  @inlinable
  init(start: Int, reward: Int) {
    (remaining, limit, self.reward) = (start, start * 4, reward)
  }

  @inlinable var hasRemaining: Bool { remaining > 0 }

  @inlinable
  mutating func spend(_ steps: Int) { remaining &-= steps }

  @inlinable
  mutating func earn(_ found: Int) { remaining = min(limit, remaining &+ found &* reward) }
}
