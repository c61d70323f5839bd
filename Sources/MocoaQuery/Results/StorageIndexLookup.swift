internal import MocoaModel

/// Finds items of one list in another list by their storage location.
///
/// The storage location of an item is a chunk and an index in that chunk.
struct StorageIndexLookup {
  /// The indexes of the items in the first list, by chunk and by index in the chunk.
  private var wanted: [ObjectIdentifier: [Int: Int]] = [:]

  /// The chunks of the first list that the second list contains.
  private var foundChunks: Set<ObjectIdentifier> = []

  /// Creates a lookup of the items in a range of a list.
  init(_ list: ElementSequence, _ range: Range<Int>) {
    for position in range {
      var (chunk, index) = list.locate(position)
      if let ordered = chunk as? SortedChunk {
        (chunk, index) = ordered.order.base.locate(ordered.position(index))
      }
      if let picked = chunk as? FilteredChunk {
        (chunk, index) = (picked.base, Int(picked.indices[index]))
      }
      wanted[ObjectIdentifier(chunk), default: [:]][index] = position
    }
  }

  /// The indexes of the items whose chunks are not in the other list, in ascending order.
  var missingIndexes: [Int] {
    wanted.filter { !foundChunks.contains($0.key) }.flatMap { $0.value.values }.sorted()
  }

  /// Returns the moves of the items to their indexes in another list, in any order.
  ///
  /// - Complexity: O(p + k) for p parts and k items, and O(n) for a sorted list.
  mutating func steps(to list: ElementSequence) -> [ChangeSet.Step<Int>] {
    if wanted.isEmpty { return [] }
    var order: ElementPermutation?
    list.forEachLeaf(in: 0..<min(1, list.count)) { order = ($0.chunk as? SortedChunk)?.order }
    guard let order else { return find(in: list) }
    var sources: [UInt32: Int] = [:]
    for step in find(in: order.base) { sources[UInt32(step.to)] = step.from }
    if sources.isEmpty { return [] }
    var isWanted = [Bool](repeating: false, count: order.base.count)
    for position in sources.keys { isWanted[Int(position)] = true }
    // The list may contain only a part of the order.
    var (steps, to): ([ChangeSet.Step<Int>], Int) = ([], 0)
    list.forEachLeaf(in: 0..<list.count) { leaf in
      for index in leaf.range {
        let position = (leaf.chunk as? SortedChunk)?.position(index) ?? -1
        if position >= 0, isWanted[position], let from = sources[UInt32(position)] {
          steps.append(.init(from: from, to: to))
        }
        to += 1
      }
    }
    return steps
  }

  /// Returns the moves of the items to a list whose elements are in storage order.
  private mutating func find(in list: ElementSequence) -> [ChangeSet.Step<Int>] {
    var steps: [ChangeSet.Step<Int>] = []
    var start = 0
    list.forEachLeaf(in: 0..<list.count) { leaf in
      defer { start += leaf.range.count }
      let picked = leaf.chunk as? FilteredChunk
      let chunk = ObjectIdentifier(picked?.base ?? leaf.chunk)
      guard let wantedIndexes = wanted[chunk] else { return }
      foundChunks.insert(chunk)
      for (index, from) in wantedIndexes {
        guard let inLeaf = picked.map({ $0.index(of: index) }) ?? index, leaf.range.contains(inLeaf)
        else { continue }
        steps.append(.init(from: from, to: start + inLeaf - leaf.range.lowerBound))
      }
    }
    return steps
  }
}

extension FilteredChunk {
  /// Returns the index in this chunk of an element of the base chunk.
  ///
  /// - Parameter index: The index of the element in the base chunk.
  /// - Returns: `nil` if this chunk does not contain the element.
  fileprivate func index(of index: Int) -> Int? {
    let rank = indices.partitioningIndex { $0 >= index }
    return rank < indices.count && indices[rank] == index ? rank : nil
  }
}
