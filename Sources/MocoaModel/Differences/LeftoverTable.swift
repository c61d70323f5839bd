/// Elements before that are not matched yet, by identity; those of one identity in a queue, in list
/// order.
///
/// Most that is looked up is not there. So the bytes that say this stand apart from the positions,
/// where many more of them fit into a cache.
@usableFromInline
struct LeftoverTable: Sendable {
  /// Some bits of each hash, and the highest bit; 0 is free.
  @usableFromInline var tags: [UInt8]

  /// The position that is next of each identity, from 1; 0 where all are taken.
  @usableFromInline var positions: [UInt32]

  /// The number that follows each position in its queue; empty until an identity repeats.
  @usableFromInline var next: [UInt32] = []

  @inlinable
  init(count: Int) {
    let size = tableSize(count)
    tags = Array(repeating: 0, count: size)
    positions = Array(repeating: 0, count: size)
  }

  @inlinable
  static func tag(_ hash: UInt64) -> UInt8 { UInt8(truncatingIfNeeded: hash >> 56) | 0x80 }

  /// Adds a position; before others of its identity.
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

  /// Takes the first position of an identity that is not taken yet.
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

/// The size of a table for so many elements: a power of two, at most half of it used.
@inlinable
func tableSize(_ count: Int) -> Int {
  1 << (Int.bitWidth - max(count * 2 - 1, 1).leadingZeroBitCount)
}
