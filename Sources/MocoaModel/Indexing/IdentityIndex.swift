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
  private var chunks: [Chunk] = []
  private var spareNumbers: [Int] = []

  /// The chunk numbers, in the order of the sequence.
  var order: [Int] = []

  /// The number of identities in each chunk, in the order of the sequence.
  private var counts = PrefixSums([])

  /// The numbers of the chunks that contain an identity, by the hash of the identity.
  private var chunkIDs = ChunkTable(count: 0)

  private let seed = DiffHash.seed

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

  private func hash(of id: ItemID) -> UInt32 { UInt32(truncatingIfNeeded: id.diffHash(seed: seed)) }

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

extension IdentityIndex {
  /// The maximum number of identities in a chunk.
  ///
  /// A chunk has at least a quarter of this number, unless it is the only chunk.
  private static let maxChunkSize = 512
  private static let minChunkSize = maxChunkSize / 4

  /// The maximum number of identities in a new chunk.
  ///
  /// It is below `maxChunkSize`, so that the chunk can grow.
  private static let newChunkLimit = maxChunkSize * 3 / 4

  /// Replaces the identities in a range of indexes.
  ///
  /// - Complexity: O(log n + replaced + new), amortized.
  package mutating func replaceSubrange(
    _ range: Range<Int>, with new: some Collection<ItemID>
  ) {
    precondition(
      range.lowerBound >= 0 && range.upperBound <= count, "\(range) is outside 0..<\(count)")
    if range.count == count {
      self = IdentityIndex(new)
      return
    }
    let (first, start) = counts.location(of: min(range.lowerBound, count - 1))
    let offset = start + (range.lowerBound == count ? 1 : 0)
    let isWithin = offset + range.count <= chunk(at: first).ids.count
    let size = chunk(at: first).ids.count - range.count + new.count
    let smallest = order.count == 1 ? 0 : Self.minChunkSize
    if isWithin, size >= smallest, size <= Self.maxChunkSize {
      edit(first, offset..<(offset + range.count), with: Array(new))
    } else {
      let (last, index) =
        range.isEmpty ? (first, offset - 1) : counts.location(of: range.upperBound - 1)
      let kept = (chunk(at: first).ids[..<offset], chunk(at: last).ids[(index + 1)...])
      regroup(first..<(last + 1), into: kept.0 + Array(new) + kept.1)
    }
  }

  private func chunk(at ordinal: Int) -> Chunk { chunks[order[ordinal]] }

  /// Replaces the identities in a range of one chunk.
  ///
  /// The resulting number of identities must be within the limits.
  private mutating func edit(_ ordinal: Int, _ range: Range<Int>, with new: [ItemID]) {
    let number = order[ordinal]
    let (removed, inserted) = (Array(chunks[number].hashes[range]), new.map(hash))
    chunks[number].ids.replaceSubrange(range, with: new)
    chunks[number].hashes.replaceSubrange(range, with: inserted)
    counts.add(new.count - range.count, at: ordinal)
    // Equal hashes leave the table unchanged, because no hash occurs more or less often than
    // before.
    if removed == inserted { return }
    for hash in removed where !chunks[number].contains(hash) { chunkIDs.remove(number, of: hash) }
    for hash in inserted { chunkIDs.insert(number, of: hash) }
  }

  /// Replaces some chunks by new chunks of even size that contain `ids`.
  ///
  /// If `ids` are too few for a chunk, the identities of a neighboring chunk are included.
  ///
  /// - Complexity: O(identities + chunks). Many edits are needed before a new chunk is regrouped
  ///   again, so the amortized cost is small.
  private mutating func regroup(_ ordinals: Range<Int>, into ids: [ItemID]) {
    if ids.count < Self.minChunkSize, ordinals.upperBound < order.count {
      let wider = ordinals.lowerBound..<(ordinals.upperBound + 1)
      return regroup(wider, into: ids + chunk(at: ordinals.upperBound).ids)
    }
    if ids.count < Self.minChunkSize, ordinals.lowerBound > 0 {
      let wider = (ordinals.lowerBound - 1)..<ordinals.upperBound
      return regroup(wider, into: chunk(at: ordinals.lowerBound - 1).ids + ids)
    }
    for number in order[ordinals] {
      for hash in chunks[number].hashes { chunkIDs.remove(number, of: hash) }
      chunks[number] = Chunk(ids: [], hashes: [], ordinal: 0)
      spareNumbers.append(number)
    }
    let groupCount = (ids.count + Self.newChunkLimit - 1) / Self.newChunkLimit
    var numbers: [Int] = []
    numbers.reserveCapacity(groupCount)
    for group in 0..<groupCount {
      let (start, end) = (ids.count * group / groupCount, ids.count * (group + 1) / groupCount)
      numbers.append(addChunk(Array(ids[start..<end])))
    }
    order.replaceSubrange(ordinals, with: numbers)
    for ordinal in ordinals.lowerBound..<order.count { chunks[order[ordinal]].ordinal = ordinal }
    counts = PrefixSums(order.map { chunks[$0].ids.count })
  }

  /// Creates a chunk, which does not have an index in `order` yet, and returns its number.
  private mutating func addChunk(_ ids: [ItemID]) -> Int {
    let chunk = Chunk(ids: ids, hashes: ids.map(hash), ordinal: 0)
    let number = spareNumbers.popLast() ?? chunks.count
    if number == chunks.count { chunks.append(chunk) } else { chunks[number] = chunk }
    for hash in chunk.hashes { chunkIDs.insert(number, of: hash) }
    return number
  }
}

extension IdentityIndex {
  /// Returns the first violated invariant in one line, or `nil` if the index is valid.
  ///
  /// Tests call it after edits.
  package func invariantViolation() -> String? {
    var numbersByHash: [UInt32: Set<Int>] = [:]
    for (ordinal, number) in order.enumerated() {
      let chunk = chunks[number]
      let name = "chunk \(ordinal) of \(order.count)"
      if chunk.ordinal != ordinal { return "\(name) takes itself for \(chunk.ordinal)" }
      if chunk.hashes != chunk.ids.map(hash) { return "\(name) has hashes of others" }
      let smallest = order.count == 1 ? 1 : Self.minChunkSize
      if !(smallest...Self.maxChunkSize).contains(chunk.ids.count) {
        return "\(name) has \(chunk.ids.count) identities"
      }
      if counts.sum(before: ordinal + 1) - counts.sum(before: ordinal) != chunk.ids.count {
        return "\(name) is counted wrong"
      }
      for hash in chunk.hashes { numbersByHash[hash, default: []].insert(number) }
    }
    for (hash, numbers) in numbersByHash where chunkIDs[hash]?.numbers != numbers {
      return "the identities with the hash \(hash) are taken to be elsewhere"
    }
    for chunk in chunks {
      for (index, id) in chunk.ids.enumerated()
      where chunk.firstIndex(of: id, chunk.hashes[index], from: index + 1) != nil && !mayRepeat(id)
      {
        return "\(id) is taken not to repeat"
      }
    }
    if chunkIDs.count != numbersByHash.count {
      return "\(chunkIDs.count) hashes are known, not \(numbersByHash.count)"
    }
    return nil
  }
}

/// The prefix sums of a sequence of counts that may change, as a Fenwick tree.
struct PrefixSums {
  /// The nodes of the tree.
  ///
  /// Node 0 is unused.
  ///
  /// Each node has the sum of the last counts up to its index; the lowest set bit of the index is
  /// the number of these counts.
  private var tree: [Int]

  /// The sum of all counts.
  private(set) var total: Int

  init(_ counts: [Int]) {
    tree = [0] + counts
    total = 0
    for (index, count) in counts.enumerated() {
      total += count
      let node = index + 1
      let parent = node + (node & -node)
      if parent < tree.count { tree[parent] += tree[node] }
    }
  }

  /// Returns the sum of the counts before an index.
  func sum(before index: Int) -> Int {
    var (node, sum) = (index, 0)
    while node > 0 {
      sum += tree[node]
      node &= node - 1
    }
    return sum
  }

  /// Adds a difference to the count at an index.
  mutating func add(_ difference: Int, at index: Int) {
    total += difference
    var node = index + 1
    while node < tree.count {
      tree[node] += difference
      node += node & -node
    }
  }

  /// Returns the index of the count that contains an offset, and the offset in that count.
  ///
  /// - Parameter position: An offset below `total`.
  func location(of position: Int) -> (index: Int, offset: Int) {
    var (node, remainder) = (0, position)
    var step = 1 << (Int.bitWidth - 1 - max(tree.count - 1, 1).leadingZeroBitCount)
    while step > 0 {
      if node + step < tree.count, tree[node + step] <= remainder {
        node += step
        remainder -= tree[node]
      }
      step >>= 1
    }
    return (node, remainder)
  }
}
