/// The parts of a snapshot that are compared, as a list whose indexes count only their elements.
struct SnapshotSource {
  /// A part of a chunk that is compared.
  private struct Segment {
    let chunk: any ElementChunk
    /// The difference between the index of an element in the chunk and its index in the source.
    let offset: Int
    let positions: Range<Int>
    /// The difference between the flat index of an element in the snapshot and its index in the
    /// source.
    let shift: Int
  }

  private var segments: [Segment] = []
  private var current = 0

  /// The identities that were read last, for `commonPrefixLength(from:_:from:limit:)`.
  var window = IdentityWindow()

  private(set) var count = 0

  /// Creates a source of some ranges of flat indexes, in any order.
  init(_ snapshot: ListSnapshot, _ flat: FlatList, _ ranges: [Range<Int>]) {
    for range in ranges where !range.isEmpty {
      let section = flat.section(of: range.lowerBound)
      let start = flat.starts[section]
      var position = range.lowerBound
      snapshot.sections[section].items.forEachLeaf(
        in: (range.lowerBound - start)..<(range.upperBound - start)
      ) { leaf in
        segments.append(
          Segment(
            chunk: leaf.chunk, offset: leaf.range.lowerBound - count,
            positions: count..<(count + leaf.range.count), shift: position - count))
        count += leaf.range.count
        position += leaf.range.count
      }
    }
  }

  mutating func id(at position: Int) -> ItemID {
    seek(position)
    return segments[current].chunk.id(at: position + segments[current].offset)
  }

  /// Makes the segment that contains an index the current one.
  ///
  /// Most accesses are to the next element.
  private mutating func seek(_ position: Int) {
    if segments[current].positions.contains(position) { return }
    if current + 1 < segments.count, segments[current + 1].positions.contains(position) {
      current += 1
    } else {
      current = segments.partitioningIndex { $0.positions.upperBound > position }
    }
  }

  /// The location of an element in its chunk and in the snapshot.
  struct Location {
    let chunk: any ElementChunk
    let index: Int

    /// The flat index in the snapshot.
    let flat: Int

    /// The number of elements from this one to the end of its segment.
    let left: Int

    /// The number of elements before this one in its segment.
    let before: Int
  }

  mutating func location(of position: Int) -> Location {
    seek(position)
    let stretch = segments[current]
    return Location(
      chunk: stretch.chunk, index: position + stretch.offset, flat: position + stretch.shift,
      left: stretch.positions.upperBound - position,
      before: position - stretch.positions.lowerBound)
  }
}
