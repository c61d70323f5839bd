/// The identities of a sequence, with a fast search for the indexes of an identity.
///
/// A list that is edited row by row must find a row before it can change it. An array requires a
/// linear search, and a dictionary of indexes becomes wrong after the first insertion. This type
/// stores the identities in chunks and maps the hash of an identity to its chunk. An edit therefore
/// changes one chunk. A prefix sum yields the number of identities before a chunk, and a scan of a
/// few hundred hashes yields the index within the chunk.
///
/// Identities may repeat, even at every index.
package struct IdentityIndex: Sendable {
  /// A chunk of adjacent identities.
  struct Chunk: Sendable {
    var ids: [ItemID]

    /// The hashes of the identities, in the same order.
    var hashes: [UInt32]

    /// The index of the chunk in `order`.
    var ordinal: Int
  }

  /// The chunks, by chunk number.
  ///
  /// A number stays valid for the life of its chunk.
  ///
  /// The chunks whose number is in `spareNumbers` are unused and empty.
  var chunks: [Chunk] = []
  var spareNumbers: [Int] = []

  /// The chunk numbers, in the order of the sequence.
  var order: [Int] = []

  /// The number of identities in each chunk, in the order of the sequence.
  var counts = PrefixSums([])

  /// The numbers of the chunks that contain an identity, by the hash of the identity.
  var chunkIDs = ChunkTable(count: 0)

  let seed = DiffHash.seed

  /// Creates an index without identities.
  package init() {}

  /// Creates an index of the identities of a sequence.
  ///
  /// - Complexity: O(n).
  package init(_ ids: some Sequence<ItemID>) {
    let ids = Array(ids)
    chunkIDs = ChunkTable(count: ids.count)
    regroup(0..<0, into: ids)
  }

  /// Creates an index of the identities of elements.
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

  /// The number of identities in the sequence.
  package var count: Int { counts.total }

  /// Returns the identity at an index below `count`.
  ///
  /// - Complexity: O(log n).
  package func id(at position: Int) -> ItemID {
    precondition(
      position >= 0 && position < count, "position \(position) is outside 0..<\(count)")
    let (ordinal, index) = counts.location(of: position)
    return chunks[order[ordinal]].ids[index]
  }

  /// Returns all indexes of an identity, in ascending order.
  ///
  /// - Complexity: O(log n) for each chunk that contains it. An identity that does not repeat is in
  ///   one chunk.
  package func positions(of id: ItemID) -> [Int] {
    var positions: [Int] = []
    forEachPosition(of: id) { positions.append($0) }
    return positions
  }

  /// Calls a closure with all indexes of an identity, in ascending order.
  package func forEachPosition(of id: ItemID, _ body: (Int) -> Void) {
    let hash = hash(of: id)
    switch chunkIDs[hash] {
    case nil: break
    case .one(let number, false)?: firstIndex(of: id, hash, inChunk: number).map(body)
    case .one(let number, true)?: forEachPosition(of: id, hash, inChunk: number, body)
    case .several(let numbers)?:
      for number in inOrder(numbers) { forEachPosition(of: id, hash, inChunk: number, body) }
    }
  }

  /// Returns the first index of an identity, or `nil` if it is missing.
  ///
  /// - Complexity: O(log n), or O(c) for an identity that repeats, where c is the number of chunks
  ///   that contain it.
  package func firstIndex(of id: ItemID) -> Int? {
    let hash = hash(of: id)
    switch chunkIDs[hash] {
    case nil: return nil
    case .one(let number, _)?: return firstIndex(of: id, hash, inChunk: number)
    case .several(let numbers)?:
      return inOrder(numbers).lazy.compactMap { firstIndex(of: id, hash, inChunk: $0) }.first
    }
  }

  /// Returns `true` if an identity may occur more than once.
  ///
  /// - Returns: `false` if the identity occurs at most once. The result may also be `true` for
  ///   other reasons: the identity occurred more than once earlier, or another identity has the
  ///   same hash.
  /// - Complexity: O(1).
  package func mayRepeat(_ id: ItemID) -> Bool {
    switch chunkIDs[hash(of: id)] {
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

  private func firstIndex(of id: ItemID, _ hash: UInt32, inChunk number: Int) -> Int? {
    chunks[number].firstIndex(of: id, hash, from: 0)
      .map { counts.sum(before: chunks[number].ordinal) + $0 }
  }
}

extension IdentityIndex.Chunk {
  /// Returns the next index of an identity from `start`, or `nil` if it does not occur again.
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
