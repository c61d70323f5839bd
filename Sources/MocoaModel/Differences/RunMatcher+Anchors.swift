/// A hash table of every 32nd element of an old range, called an *anchor*.
///
/// Only the first anchor with each hash is stored, so that repeated identities form no chains.
@usableFromInline
struct AnchorTable: Sendable {
  /// The distance between two anchors, in elements.
  @inlinable static var stride: Int { 32 }

  /// The slots of the table.
  ///
  /// The upper half of a slot is the hash, and the lower half is the number of the anchor from 1. A
  /// free slot is 0.
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
