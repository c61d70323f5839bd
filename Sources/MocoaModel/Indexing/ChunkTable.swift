/// A hash table from the hash of an identity to the chunks that contain identities with this hash.
///
/// The table uses open addressing with one word for each hash. Nearly every hash is in one chunk,
/// whose number is stored in the word. The chunks themselves distinguish two identities with the
/// same hash.
struct ChunkTable {
  /// The chunks that contain identities with one hash.
  enum ChunkIDs {
    /// A single chunk, by number.
    ///
    /// Unless `mayRepeat` is true, only one identity in the chunk has the hash.
    case one(Int, mayRepeat: Bool)
    case several(Set<Int>)

    var numbers: Set<Int> {
      switch self {
      case .one(let number, _): [number]
      case .several(let numbers): numbers
      }
    }
  }

  /// The slots of the table: the hash in the upper half of a word, and its value in the lower half.
  ///
  /// The value is the number of the chunk, from 1, possibly with the bit `mayRepeat`; or the bit
  /// `isSeveral` and the index of a set. A word of 0 is a free slot.
  private var slots: [UInt64]

  /// The sets of chunk numbers for hashes in more than one chunk.
  private var sets: [Set<Int>] = []

  /// The indexes of unused sets.
  private var spareSets: [Int] = []

  /// The number of different hashes.
  private(set) var count = 0

  private static let isSeveral: UInt64 = 1 << 31
  private static let mayRepeat: UInt64 = 1 << 30

  /// Creates an empty table with capacity for `count` hashes.
  init(count: Int) {
    slots = Array(repeating: 0, count: tableSize(count))
  }

  /// The chunks that contain identities with a hash, or `nil` if no chunk does.
  subscript(hash: UInt32) -> ChunkIDs? {
    let word = slots[slot(of: hash)]
    if word == 0 { return nil }
    return Self.set(of: word).map { .several(sets[$0]) }
      ?? .one(Self.number(of: word), mayRepeat: word & Self.mayRepeat != 0)
  }

  /// Records that an identity with a hash is in a chunk.
  mutating func insert(_ number: Int, of hash: UInt32) {
    let slot = slot(of: hash)
    let word = slots[slot]
    if word == 0 {
      slots[slot] = Self.word(hash, UInt64(number + 1))
      count += 1
      if count * 2 > slots.count { grow() }
    } else if let set = Self.set(of: word) {
      sets[set].insert(number)
    } else if Self.number(of: word) == number {
      slots[slot] = word | Self.mayRepeat
    } else {
      let setIndex = spareSets.popLast() ?? sets.count
      if setIndex == sets.count { sets.append([]) }
      sets[setIndex] = [Self.number(of: word), number]
      slots[slot] = Self.word(hash, Self.isSeveral | UInt64(setIndex))
    }
  }

  /// Removes a chunk from the chunks of a hash.
  ///
  /// Does nothing if the chunk is not one of them.
  mutating func remove(_ number: Int, of hash: UInt32) {
    let slot = slot(of: hash)
    let word = slots[slot]
    if word == 0 { return }
    guard let set = Self.set(of: word) else {
      if Self.number(of: word) == number { free(slot) }
      return
    }
    sets[set].remove(number)
    guard sets[set].count == 1, let last = sets[set].first else { return }
    sets[set] = []
    spareSets.append(set)
    slots[slot] = Self.word(hash, UInt64(last + 1) | Self.mayRepeat)
  }

  // MARK: - Words

  private static func word(_ hash: UInt32, _ value: UInt64) -> UInt64 { UInt64(hash) << 32 | value }

  private static func hash(of word: UInt64) -> UInt32 { UInt32(truncatingIfNeeded: word >> 32) }

  private static func number(of word: UInt64) -> Int { Int(word & (mayRepeat - 1)) - 1 }

  private static func set(of word: UInt64) -> Int? {
    word & isSeveral == 0 ? nil : Int(word & (mayRepeat - 1))
  }

  // MARK: - Slots

  /// Returns the slot that contains the hash, or the free slot for it.
  private func slot(of hash: UInt32) -> Int {
    let mask = slots.count - 1
    var slot = Int(hash) & mask
    while slots[slot] != 0, Self.hash(of: slots[slot]) != hash { slot = (slot + 1) & mask }
    return slot
  }

  /// Frees a slot.
  ///
  /// The following entries that a search would then miss are moved.
  private mutating func free(_ slot: Int) {
    count -= 1
    let mask = slots.count - 1
    var (gap, next) = (slot, slot)
    while true {
      next = (next + 1) & mask
      if slots[next] == 0 { break }
      let wanted = Int(Self.hash(of: slots[next])) & mask
      if (next - wanted) & mask >= (next - gap) & mask {
        slots[gap] = slots[next]
        gap = next
      }
    }
    slots[gap] = 0
  }

  private mutating func grow() {
    let words = slots
    slots = Array(repeating: 0, count: words.count * 2)
    for word in words where word != 0 { slots[slot(of: Self.hash(of: word))] = word }
  }
}
