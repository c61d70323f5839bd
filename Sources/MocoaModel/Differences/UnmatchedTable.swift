/// A hash table of unmatched elements of the old list, with a queue in list order for each
/// identity.
///
/// Most lookups fail. The tags that detect this are separate from the indexes, so that more of them
/// fit into a cache.
@usableFromInline
struct UnmatchedTable: Sendable {
  /// The tag of each slot.
  ///
  /// A tag consists of some bits of a hash and a highest bit that is always set. The tag of a free
  /// slot is 0.
  @usableFromInline var tags: [UInt8]

  /// For each slot, the index of the first unmatched element of an identity, plus 1.
  ///
  /// 0 means that all elements of the identity are matched.
  @usableFromInline var positions: [UInt32]

  /// For each element, the index of the next element with the same identity, plus 1.
  ///
  /// 0 means that no element follows. The array is empty until an identity repeats.
  @usableFromInline var next: [UInt32] = []

  @inlinable
  init(count: Int) {
    let size = tableSize(count)
    tags = Array(repeating: 0, count: size)
    positions = Array(repeating: 0, count: size)
  }

  @inlinable
  static func tag(_ hash: UInt64) -> UInt8 { UInt8(truncatingIfNeeded: hash >> 56) | 0x80 }

  /// Adds an element at the front of the queue of its identity.
  @inlinable
  mutating func add(_ position: Int, hash: UInt64, of count: Int, where isSame: (Int) -> Bool) {
    let tag = Self.tag(hash)
    var slot = Int(truncatingIfNeeded: hash) & (tags.count - 1)
    while tags[slot] != 0 {
      if tags[slot] == tag, isSame(Int(positions[slot]) - 1) {
        if next.isEmpty { next = Array(repeating: 0, count: count) }
        next[position] = positions[slot]
        break
      }
      slot = (slot + 1) & (tags.count - 1)
    }
    tags[slot] = tag
    positions[slot] = UInt32(truncatingIfNeeded: position + 1)
  }

  /// Removes and returns the first element in the queue of an identity.
  ///
  /// - Returns: The index of the element, or `nil` if the queue is empty or missing.
  @inlinable
  mutating func take(hash: UInt64, where isSame: (Int) -> Bool) -> Int? {
    let tag = Self.tag(hash)
    var slot = Int(truncatingIfNeeded: hash) & (tags.count - 1)
    while tags[slot] != 0 {
      if tags[slot] == tag {
        let number = Int(positions[slot])
        if number != 0, isSame(number - 1) {
          positions[slot] = next.isEmpty ? 0 : next[number - 1]
          return number - 1
        }
      }
      slot = (slot + 1) & (tags.count - 1)
    }
    return nil
  }
}

/// Returns the number of slots for a number of elements: a power of two that is at least twice the
/// number.
@inlinable
func tableSize(_ count: Int) -> Int {
  1 << (Int.bitWidth - max(count * 2 - 1, 1).leadingZeroBitCount)
}
