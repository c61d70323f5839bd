/// An algorithm that finds the equal elements of two lists, as runs.
///
/// It has three passes, each for the elements that the previous pass left unmatched. The first pass
/// walks both lists in parallel and compares elements without hashing them. The second pass finds
/// long runs that moved, with a table of every 32nd identity (*anchors*). The third pass finds
/// single elements anywhere, with a hash table of all unmatched elements (Heckel's symbol table).
/// Each pass matches an element at most once, and the last pass leaves no two equal elements
/// unmatched. Therefore the number of deletions and insertions is minimal, independent of the first
/// two passes.
@usableFromInline
struct RunMatcher<Source: DiffSource, Failure: Error> {
  @usableFromInline var old: Source
  @usableFromInline var new: Source
  @usableFromInline let seed: UInt64
  @usableFromInline var pace: Checkpoint<Failure>

  /// The runs that ``trim(_:)`` found at both ends of gaps, in the order of the new list.
  @usableFromInline var ends: [MatchedRun] = []
  /// The runs that were found between the ends of gaps, in the order of the new list.
  @usableFromInline var runs: [MatchedRun] = []

  @usableFromInline var matched: IndexBitmap

  /// The index in the old list from which all elements are still unmatched.
  @usableFromInline var frontier = 0

  /// The number of further searches in which a single equal element counts as a coincidence.
  ///
  /// It is greater than 0 at first and after a sign that identities repeat.
  @usableFromInline var caution = 16

  @inlinable
  init(_ old: Source, _ new: Source, seed: UInt64, pace: Checkpoint<Failure>) {
    (self.old, self.new, self.seed, self.pace) = (old, new, seed, pace)
    matched = IndexBitmap(count: old.count)
  }

  /// Returns the runs of equal elements, in the order of the new list.
  ///
  /// - Parameter gaps: The gaps to compare, in the order of the new list. Each element of both
  ///   lists is in exactly one gap, unless ``trim(_:)`` has matched it. A gap without new elements
  ///   may be anywhere in the array.
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
      let remainder = Gap(
        old: (gap.old.lowerBound + head)..<gap.old.upperBound,
        new: (gap.new.lowerBound + head)..<gap.new.upperBound)
      let tail = try suffix(remainder)
      let middle = Gap(
        old: remainder.old.lowerBound..<(remainder.old.upperBound - tail),
        new: remainder.new.lowerBound..<(remainder.new.upperBound - tail))
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

  /// Returns the smallest numbers of old and new elements to skip after which both lists match
  /// again.
  ///
  /// The method returns `nil` if no match is within a small window.
  ///
  /// If identities repeat, one equal element may be a coincidence, but three consecutive ones are
  /// not. Two possible steps of the same length are a sign that identities repeat. A single equal
  /// element is accepted if no better step is near, or if no such sign was found recently.
  ///
  /// All steps of one length are computed before the first is examined, so that a branch can be
  /// mispredicted once for each length instead of once for each step.
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
/// Each match increases the remaining number of steps, up to a maximum. Without matches, as in a
/// shuffled list, the search ends after a fixed number of steps.
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

/// A hash table of every 32nd element of an old range, called an *anchor*.
///
/// Only the first anchor with each hash is stored, so that repeated identities form no chains.
@usableFromInline
struct AnchorTable: Sendable {
  /// The distance between two anchors, in elements.
  @inlinable static var stride: Int { 32 }

  /// The slots of the table.
  ///
  /// The upper half of a slot is the hash, and the lower half is the number of the anchor, counted
  /// from 1. A free slot is 0.
  @usableFromInline var slots: [UInt64]
  @usableFromInline let start: Int

  @inlinable
  init(_ range: Range<Int>) {
    start = range.lowerBound
    slots = Array(repeating: 0, count: tableSize(range.count / Self.stride + 1))
  }

  @inlinable
  mutating func insert(_ number: Int, hash: UInt64) {
    let slot = slot(for: hash)
    if slots[slot] == 0 {
      slots[slot] = (hash & 0xFFFF_FFFF_0000_0000) | UInt64(number + 1)
    }
  }

  /// Returns the index of the anchor with a hash, or `nil` if the table does not have it.
  @inlinable
  func position(of hash: UInt64) -> Int? {
    let found = slots[slot(for: hash)] & 0xFFFF_FFFF
    return found == 0 ? nil : start + Int(found - 1) * Self.stride
  }

  /// Returns the slot that contains the hash, or the free slot for it.
  @inlinable
  func slot(for hash: UInt64) -> Int {
    let mask = slots.count - 1
    var slot = Int(truncatingIfNeeded: hash) & mask
    while slots[slot] != 0, (slots[slot] ^ hash) >> 32 != 0 { slot = (slot + 1) & mask }
    return slot
  }
}

extension RunMatcher {
  @inlinable
  mutating func makeAnchors(_ range: Range<Int>) throws(Failure) -> AnchorTable {
    var table = AnchorTable(range)
    for number in 0..<((range.count + AnchorTable.stride - 1) / AnchorTable.stride) {
      let position = range.lowerBound + number * AnchorTable.stride
      table.insert(number, hash: old.hash(at: position, seed: seed))
      try pace.advance(by: 1)
    }
    return table
  }

  /// Returns the next run that contains an anchor, extended in both directions.
  ///
  /// New elements before the run remain unmatched. The result is `nil` if no anchor is found or the
  /// budget is spent.
  @inlinable
  mutating func nextAnchored(
    _ start: Int, _ gap: Gap, _ anchors: AnchorTable, _ budget: inout Budget
  ) throws(Failure) -> MatchedRun? {
    var position = start
    while position < gap.new.upperBound, budget.hasRemaining {
      let hash = new.hash(at: position, seed: seed)
      if let anchor = anchors.position(of: hash), isSame(anchor, position) {
        var run = MatchedRun(old: anchor, new: position, count: 1)
        while run.old > gap.old.lowerBound, run.new > start, isSame(run.old - 1, run.new - 1) {
          run = MatchedRun(old: run.old - 1, new: run.new - 1, count: run.count + 1)
        }
        while run.old + run.count < gap.old.upperBound, run.new + run.count < gap.new.upperBound,
          isSame(run.old + run.count, run.new + run.count)
        { run.count += 1 }
        try pace.advance(by: run.count)
        return run
      }
      budget.spend(1)
      try pace.advance(by: 1)
      position += 1
    }
    return nil
  }
}

extension RunMatcher {
  /// Matches the remaining elements, and returns the matches as runs.
  ///
  /// Each new element is matched with the first equal old element that is still unmatched.
  @inlinable
  mutating func matchRemaining() throws(Failure) -> [MatchedRun] {
    let newLeft = new.count - runs.reduce(0) { $0 + $1.count }
    let oldLeft = old.count - (new.count - newLeft)
    if newLeft == 0 || oldLeft == 0 { return [] }
    var table = try makeUnmatchedTable(oldLeft)
    var found: [MatchedRun] = []
    found.reserveCapacity(min(oldLeft, newLeft))
    var batch = HashBatch()
    var position = 0
    for index in 0...runs.count {
      let end = index < runs.count ? runs[index].new : new.count
      while position < end {
        let count = min(end &- position, HashBatch.size &- batch.count)
        batch.append(position..<(position &+ count))
        position &+= count
        if batch.count == HashBatch.size { try take(&batch, from: &table, &found) }
      }
      if index < runs.count { position = end &+ runs[index].count }
    }
    try take(&batch, from: &table, &found)
    return found
  }

  /// Matches a batch of new elements with the unmatched old elements.
  @inlinable
  mutating func take(
    _ batch: inout HashBatch, from table: inout UnmatchedTable, _ found: inout [MatchedRun]
  ) throws(Failure) {
    batch.hash { new.hash(at: $0, seed: seed) }
    for index in 0..<batch.count {
      let position = batch.positions[index]
      let match = table.take(hash: batch.hashes[index]) {
        old.isSame(at: $0, &new, at: position)
      }
      if let match { found.append(MatchedRun(old: match, new: position, count: 1)) }
    }
    try pace.advance(by: batch.count)
    batch.removeAll()
  }

  @inlinable
  mutating func makeUnmatchedTable(_ left: Int) throws(Failure) -> UnmatchedTable {
    var table = UnmatchedTable(count: left)
    var batch = HashBatch()
    // In reverse order, because each added element precedes the others of its identity.
    for word in matched.words.indices.reversed() {
      var missing = ~matched.words[word]
      if batch.count > HashBatch.size - 64 { try add(&batch, to: &table) }
      while missing != 0 {
        let bit = 63 - missing.leadingZeroBitCount
        missing ^= 1 << UInt64(bit)
        batch.append(word << 6 | bit)
      }
    }
    try add(&batch, to: &table)
    return table
  }

  @inlinable
  mutating func add(_ batch: inout HashBatch, to table: inout UnmatchedTable) throws(Failure) {
    batch.hash { old.hash(at: $0, seed: seed) }
    let count = old.count
    for index in 0..<batch.count {
      let position = batch.positions[index]
      table.add(position, hash: batch.hashes[index], of: count) {
        old.isSame(at: $0, as: position)
      }
    }
    try pace.advance(by: batch.count)
    batch.removeAll()
  }
}

/// A batch of indexes with the hashes of their elements.
///
/// Hashing a batch in one loop without branches lets the processor overlap the memory accesses.
@usableFromInline
struct HashBatch: Sendable {
  @inlinable static var size: Int { 512 }

  @usableFromInline var count = 0
  @usableFromInline var positions = Array(repeating: 0, count: Self.size)
  @usableFromInline var hashes = Array(repeating: 0 as UInt64, count: Self.size)

  @inlinable
  init() {}

  @inlinable
  mutating func append(_ position: Int) {
    positions[count] = position
    count &+= 1
  }

  @inlinable
  mutating func append(_ range: Range<Int>) {
    for position in range { append(position) }
  }

  @inlinable
  mutating func hash(_ body: (Int) -> UInt64) {
    for index in 0..<count { hashes[index] = body(positions[index]) }
  }

  @inlinable
  mutating func removeAll() { count = 0 }
}

/// A counter of steps that regularly calls a closure, which may end the computation by throwing an
/// error.
@usableFromInline
struct Checkpoint<Failure: Error> {
  @usableFromInline let checkpoint: () throws(Failure) -> Void
  @usableFromInline var steps = 0

  @inlinable
  init(_ checkpoint: @escaping () throws(Failure) -> Void) {
    self.checkpoint = checkpoint
  }

  /// Counts further steps, and calls the closure after every 4,096 steps.
  @inlinable
  mutating func advance(by count: Int) throws(Failure) {
    steps += count
    if steps >= 4096 {
      steps = 0
      try checkpoint()
    }
  }
}
