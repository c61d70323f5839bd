internal import MocoaModel

/// A part of a chunk of the base list, with the items of the part that pass the filter.
struct ChunkSlice: Sendable {
  /// The index of the section of the base list that contains the part.
  let section: Int
  let leaf: ElementSequence.Leaf

  /// The indexes in the chunk of the items that pass the filter, ascending, or `nil` for all items.
  var indices: [UInt32]?

  /// The ranks of the items that pass the filter, in the same order, or `nil` without a ranking.
  var ranks: [UInt64]?

  /// The revision of the filter that was applied to the part, or -1 if none was.
  var filterRevision = -1

  var count: Int { indices?.count ?? leaf.range.count }

  /// Returns `true` if both parts are the same range of the same chunk.
  func isSamePart(as other: ChunkSlice) -> Bool {
    section == other.section && leaf.chunk === other.leaf.chunk && leaf.range == other.leaf.range
  }

  /// Appends the items that pass the filter to a sequence.
  func append(to elements: inout ElementSequence) {
    guard let indices else {
      elements = elements + ElementSequence(leaf.chunk).slice(leaf.range)
      return
    }
    elements.append(FilteredChunk(leaf.chunk, indices))
  }
}

extension ChangeSet {
  /// Creates the changes between two subsets of the items of a section.
  ///
  /// - Complexity: O(k), where k is the number of visible items in the parts that were filtered
  ///   again. Parts without hidden items do not count.
  init(from before: [ChunkSlice], to after: [ChunkSlice]) {
    self.init(
      countsBefore: [before.reduce(0) { $0 + $1.count }],
      countsAfter: [after.reduce(0) { $0 + $1.count }])
    var (oldPosition, newPosition) = (0, 0)
    var (removed, inserted) = (RunWriter(), RunWriter())
    for (one, other) in zip(before, after) {
      defer { (oldPosition, newPosition) = (oldPosition + one.count, newPosition + other.count) }
      if one.filterRevision == other.filterRevision, one.filterRevision >= 0 { continue }
      if one.indices == nil || other.indices == nil {
        other.addHidden(to: &removed, from: oldPosition)
        one.addHidden(to: &inserted, from: newPosition)
        continue
      }
      var (a, b) = (0, 0)
      while a < one.count || b < other.count {
        let (oldIndex, newIndex) = (one.index(a), other.index(b))
        if oldIndex == newIndex {
          (a, b) = (a + 1, b + 1)
        } else if oldIndex < newIndex {
          removed.add(oldPosition + a)
          a += 1
        } else {
          inserted.add(newPosition + b)
          b += 1
        }
      }
    }
    deletions = removed.runs.map { Run(section: 0, range: $0) }
    insertions = inserted.runs.map { Run(section: 0, range: $0) }
  }
}

extension ChunkSlice {
  /// Adds the indexes of the items that do not pass the filter.
  ///
  /// - Parameter position: The index that the first item of the part has if all items are visible.
  fileprivate func addHidden(to writer: inout RunWriter, from position: Int) {
    guard let indices else { return }
    let start = position - leaf.range.lowerBound
    var next = leaf.range.lowerBound
    for index in indices {
      writer.add((start + next)..<(start + Int(index)))
      next = Int(index) + 1
    }
    writer.add((start + next)..<(start + leaf.range.upperBound))
  }

  /// Returns the index in the chunk of the item at an index among the visible items.
  ///
  /// - Returns: `Int.max` if `position` is out of range.
  fileprivate func index(_ position: Int) -> Int {
    guard position < count else { return .max }
    return indices.map { Int($0[position]) } ?? leaf.range.lowerBound + position
  }
}

/// A list of ranges that joins a new range with the last one if they are adjacent.
struct RunWriter {
  private(set) var runs: [Range<Int>] = []

  mutating func add(_ number: Int) { add(number..<(number + 1)) }

  mutating func add(_ range: Range<Int>) {
    if range.isEmpty { return }
    if let last = runs.last, last.upperBound == range.lowerBound {
      runs[runs.count - 1] = last.lowerBound..<range.upperBound
    } else {
      runs.append(range)
    }
  }
}
