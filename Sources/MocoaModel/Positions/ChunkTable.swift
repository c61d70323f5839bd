/// In which chunks there is something of a hash.
///
/// A table of one word for each hash, in open addresses: nearly all hashes are in one chunk, and
/// its number stands in the word. Two identities of one hash are told apart in the chunks.
struct ChunkTable {
  /// The chunks of one hash.
  enum Homes {
    /// One; it has the hash once unless it may repeat there.
    case one(Int, mayRepeat: Bool)
    case several(Set<Int>)

    var numbers: Set<Int> {
      switch self {
      case .one(let number, _): [number]
      case .several(let numbers): numbers
      }
    }
  }

  /// In each the hash, and below it what is known of it.
  ///
  /// That is the number of its chunk, from 1, perhaps with `mayRepeat`; or `isSeveral` and the place
  /// of a set. 0 is free.
  private var slots: [UInt64]

  /// Chunks of hashes that are in more than one, and which of these sets are of none now.
  private var sets: [Set<Int>] = []
  private var spareSets: [Int] = []

  /// The number of hashes.
  private(set) var count = 0

  private static let isSeveral: UInt64 = 1 << 31
  private static let mayRepeat: UInt64 = 1 << 30

  /// An empty table with room for so many hashes.
  init(count: Int) {
    slots = Array(repeating: 0, count: tableSize(count))
  }

  /// The chunks of a hash; nil where there are none.
  subscript(hash: UInt32) -> Homes? {
    let word = slots[slot(of: hash)]
    if word == 0 { return nil }
    return Self.set(of: word).map { .several(sets[$0]) }
      ?? .one(Self.number(of: word), mayRepeat: word & Self.mayRepeat != 0)
  }

  /// Takes note that a chunk has a hash, or has it once more.
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
      let place = spareSets.popLast() ?? sets.count
      if place == sets.count { sets.append([]) }
      sets[place] = [Self.number(of: word), number]
      slots[slot] = Self.word(hash, Self.isSeveral | UInt64(place))
    }
  }

  /// Takes a chunk from those of a hash, if it is among them.
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

  /// The slot that holds the hash, or the free one where it would be.
  private func slot(of hash: UInt32) -> Int {
    let mask = slots.count - 1
    var slot = Int(hash) & mask
    while slots[slot] != 0, Self.hash(of: slots[slot]) != hash { slot = (slot + 1) & mask }
    return slot
  }

  /// Frees a slot, and closes the gap by those behind it that would be found no more.
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
