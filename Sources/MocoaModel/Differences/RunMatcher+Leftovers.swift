/// Elements that are not matched yet, by identity; those of one identity in a queue, in list order.
@usableFromInline
struct LeftoverTable: Sendable {
  /// Each the hash's upper half, and the number from 1 of the first entry of a queue; 0 is free.
  @usableFromInline var slots: [UInt64]

  /// The position of each entry.
  @usableFromInline var positions: [Int] = []

  /// Behind which entry another stands with the same identity: the number from 1, or 0.
  @usableFromInline var next: [UInt32] = []

  /// The last entry of the queue, kept at its first.
  @usableFromInline var last: [UInt32] = []

  /// How far the queue is used up, kept at its first: the number from 1 of the entry that is next.
  @usableFromInline var head: [UInt32] = []

  @inlinable
  init(count: Int) {
    slots = Array(repeating: 0, count: tableSize(count))
    positions.reserveCapacity(count)
    next.reserveCapacity(count)
    last.reserveCapacity(count)
    head.reserveCapacity(count)
  }

  /// The slot of an identity, or the free one where it would be.
  @inlinable
  func place(of hash: UInt64, where isSame: (Int) -> Bool) -> Int {
    let mask = slots.count - 1
    var slot = Int(truncatingIfNeeded: hash) & mask
    while slots[slot] != 0 {
      if (slots[slot] ^ hash) >> 32 == 0, isSame(positions[first(in: slot)]) { return slot }
      slot = (slot + 1) & mask
    }
    return slot
  }

  @inlinable
  func first(in slot: Int) -> Int { Int(slots[slot] & 0xFFFF_FFFF) - 1 }

  @inlinable
  mutating func add(_ position: Int, hash: UInt64, slot: Int) {
    positions.append(position)
    next.append(0)
    let number = UInt32(positions.count)
    last.append(number)
    head.append(number)
    if slots[slot] == 0 {
      slots[slot] = (hash & 0xFFFF_FFFF_0000_0000) | UInt64(number)
    } else {
      let first = first(in: slot)
      next[Int(last[first]) - 1] = number
      last[first] = number
    }
  }

  /// The first of a queue that is not taken yet.
  @inlinable
  mutating func take(slot: Int) -> Int? {
    guard slots[slot] != 0 else { return nil }
    let first = first(in: slot)
    guard head[first] != 0 else { return nil }
    let entry = Int(head[first]) - 1
    head[first] = next[entry]
    return positions[entry]
  }
}

extension RunMatcher {
  /// Matches what is left over, each element with the first of its identity that is left.
  @inlinable
  mutating func matchLeftovers() throws(Failure) -> [MatchedRun] {
    let newLeft = new.count - runs.reduce(0) { $0 + $1.count }
    let oldLeft = old.count - (new.count - newLeft)
    if newLeft == 0 || oldLeft == 0 { return [] }
    var table = try makeLeftovers(oldLeft)
    var found: [MatchedRun] = []
    var position = 0
    for index in 0...runs.count {
      let end = index < runs.count ? runs[index].new : new.count
      while position < end {
        let id = new.id(at: position)
        let hash = id.diffHash(seed: seed)
        let slot = table.place(of: hash) { old.id(at: $0) == id }
        if let place = table.take(slot: slot) {
          found.join(MatchedRun(old: place, new: position, count: 1))
        }
        try pace.count(1)
        position += 1
      }
      if index < runs.count { position = end + runs[index].count }
    }
    return found
  }

  @inlinable
  mutating func makeLeftovers(_ count: Int) throws(Failure) -> LeftoverTable {
    var table = LeftoverTable(count: count)
    var position = matched.firstMissing(from: 0, below: old.count)
    while position < old.count {
      let id = old.id(at: position)
      let hash = id.diffHash(seed: seed)
      let slot = table.place(of: hash) { old.id(at: $0) == id }
      table.add(position, hash: hash, slot: slot)
      try pace.count(1)
      position = matched.firstMissing(from: position + 1, below: old.count)
    }
    return table
  }
}
