/// A hash table of unmatched elements of the old list, with a queue in list order for each
/// identity.
///
/// Most lookups fail. The tags that detect this are separate from the indexes, so that more of them
/// fit into a cache.
@usableFromInline
struct UnmatchedTable: Sendable {
  /// The highest bit and some bits of each hash.
  ///
  /// 0 is a free slot.
  @usableFromInline var tags: [UInt8]

  /// The number, from 1, of the next element of each identity.
  ///
  /// 0 means that all are taken.
  @usableFromInline var positions: [UInt32]

  /// The number that follows each element in its queue.
  ///
  /// Empty until an identity repeats.
  @usableFromInline var next: [UInt32] = []

  @inlinable
  init(count: Int) {
    let size = tableSize(count)
    tags = Array(repeating: 0, count: size)
    positions = Array(repeating: 0, count: size)
  }

  @inlinable
  static func tag(_ hash: UInt64) -> UInt8 { UInt8(truncatingIfNeeded: hash >> 56) | 0x80 }

  /// Adds an element before the others with its identity.
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

  /// Removes and returns the first remaining element with an identity.
  ///
  /// - Returns: The index of the element, or `nil` if none remains.
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

/// Returns the size of a hash table: a power of two, at least twice the number of elements.
@inlinable
func tableSize(_ count: Int) -> Int {
  1 << (Int.bitWidth - max(count * 2 - 1, 1).leadingZeroBitCount)
}
