/// The identities of a sequence, and where each of them stands.
///
/// A list that is edited row by row has to know where a row is before it can change it. An array
/// has to be searched, and a dictionary of positions is wrong behind the first insertion. Here the
/// identities stand in chunks, and it is the chunk of an identity that is known by its hash: an
/// edit changes one chunk, how many stand before a chunk is a prefix sum, and where in the chunk an
/// identity stands is found by a look at its few hundred hashes.
///
/// Identities may repeat, even in every place.
package struct PositionIndex: Sendable {
  /// Neighbouring identities.
  struct Chunk: Sendable {
    var ids: [ItemID]

    /// The hash of each.
    var hashes: [UInt32]

    /// The place of the chunk among the others.
    var ordinal: Int
  }

  /// The chunks by their numbers, which they keep; those of `spareNumbers` are empty.
  var chunks: [Chunk] = []
  var spareNumbers: [Int] = []

  /// The numbers of the chunks in the order of the sequence.
  var order: [Int] = []

  /// The number of identities in each chunk, in the order of the sequence.
  var counts = PrefixSums([])

  /// In which chunks each identity is.
  var homes = ChunkTable(count: 0)

  let seed = DiffHash.seed

  /// No identities.
  package init() {}

  /// The identities of a sequence.
  ///
  /// - Complexity: O(n).
  package init(_ ids: some Sequence<ItemID>) {
    let ids = Array(ids)
    homes = ChunkTable(count: ids.count)
    regroup(0..<0, into: ids)
  }

  /// The identities of elements.
  ///
  /// - Complexity: O(n).
  package init(_ elements: ElementSequence) {
    var ids: [ItemID] = []
    ids.reserveCapacity(elements.count)
    elements.forEachLeaf(in: 0..<elements.count) { leaf in
      for index in leaf.range { ids.append(leaf.chunk.id(at: index)) }
    }
    self.init(ids)
  }

  /// The number of identities.
  package var count: Int { counts.total }

  /// The identity at a position below `count`.
  ///
  /// - Complexity: O(log n).
  package func id(at position: Int) -> ItemID {
    precondition(
      position >= 0 && position < count, "position \(position) is outside 0..<\(count)")
    let (ordinal, index) = counts.place(of: position)
    return chunks[order[ordinal]].ids[index]
  }

  /// All positions of an identity, ascending.
  ///
  /// - Complexity: O(log n) for each chunk that holds it, of which there is one where it does not
  ///   repeat.
  package func positions(of id: ItemID) -> [Int] {
    var positions: [Int] = []
    forEachPosition(of: id) { positions.append($0) }
    return positions
  }

  /// Calls with all positions of an identity, ascending.
  package func forEachPosition(of id: ItemID, _ body: (Int) -> Void) {
    let hash = hash(of: id)
    switch homes[hash] {
    case nil: break
    case .one(let number, false)?: firstPosition(of: id, hash, inChunk: number).map(body)
    case .one(let number, true)?: forEachPosition(of: id, hash, inChunk: number, body)
    case .several(let numbers)?:
      for number in inOrder(numbers) { forEachPosition(of: id, hash, inChunk: number, body) }
    }
  }

  /// The first position of an identity; nil where it is not there.
  ///
  /// - Complexity: O(log n), and O(chunks that hold it) where it repeats.
  package func firstPosition(of id: ItemID) -> Int? {
    let hash = hash(of: id)
    switch homes[hash] {
    case nil: return nil
    case .one(let number, _)?: return firstPosition(of: id, hash, inChunk: number)
    case .several(let numbers)?:
      return inOrder(numbers).lazy.compactMap { firstPosition(of: id, hash, inChunk: $0) }.first
    }
  }

  /// Whether an identity may stand in several places.
  ///
  /// - Returns: false where it stands in one or in none; true as well where it has stood in several, or
  ///   another one has the same hash.
  /// - Complexity: O(1).
  package func mayRepeat(_ id: ItemID) -> Bool {
    switch homes[hash(of: id)] {
    case nil, .one(_, mayRepeat: false)?: false
    case .one(_, mayRepeat: true)?, .several?: true
    }
  }

  func hash(of id: ItemID) -> UInt32 { UInt32(truncatingIfNeeded: id.diffHash(seed: seed)) }

  private func inOrder(_ numbers: Set<Int>) -> [Int] {
    numbers.sorted { chunks[$0].ordinal < chunks[$1].ordinal }
  }

  private func forEachPosition(
    of id: ItemID, _ hash: UInt32, inChunk number: Int, _ body: (Int) -> Void
  ) {
    let start = counts.sum(before: chunks[number].ordinal)
    var next = chunks[number].firstIndex(of: id, hash, from: 0)
    while let index = next {
      body(start + index)
      next = chunks[number].firstIndex(of: id, hash, from: index + 1)
    }
  }

  private func firstPosition(of id: ItemID, _ hash: UInt32, inChunk number: Int) -> Int? {
    chunks[number].firstIndex(of: id, hash, from: 0)
      .map { counts.sum(before: chunks[number].ordinal) + $0 }
  }
}

extension PositionIndex.Chunk {
  /// Where an identity stands next; nil when it does not.
  func firstIndex(of id: ItemID, _ hash: UInt32, from start: Int) -> Int? {
    hashes.withUnsafeBufferPointer { hashes in
      var index = start
      while index < hashes.count {
        if hashes[index] == hash, ids[index] == id { return index }
        index &+= 1
      }
      return nil
    }
  }

  func contains(_ hash: UInt32) -> Bool {
    hashes.withUnsafeBufferPointer { hashes in
      var index = 0
      while index < hashes.count {
        if hashes[index] == hash { return true }
        index &+= 1
      }
      return false
    }
  }
}
