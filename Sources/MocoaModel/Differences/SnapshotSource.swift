/// What of a snapshot is to be compared, as a list of its own: positions count those elements only.
struct SnapshotSource: DiffSource {
  /// A part of a chunk.
  private struct Stretch {
    let chunk: any ElementChunk
    /// The index in the chunk of what stands at position 0 of the source, if it were there.
    let offset: Int
    let positions: Range<Int>
    /// What has to be added to a position for that among all items of the snapshot.
    let shift: Int
  }

  private var stretches: [Stretch] = []
  private var current = 0
  private(set) var count = 0

  /// The stretches of a snapshot, given as ranges of all its items in one row; in any order.
  init(_ snapshot: ListSnapshot, _ flat: FlatList, _ ranges: [Range<Int>]) {
    for range in ranges where !range.isEmpty {
      let section = flat.section(of: range.lowerBound)
      let start = flat.starts[section]
      var position = range.lowerBound
      snapshot.sections[section].items.forEachLeaf(
        in: (range.lowerBound - start)..<(range.upperBound - start)
      ) { leaf in
        stretches.append(
          Stretch(
            chunk: leaf.chunk, offset: leaf.range.lowerBound - count,
            positions: count..<(count + leaf.range.count), shift: position - count))
        count += leaf.range.count
        position += leaf.range.count
      }
    }
  }

  mutating func id(at position: Int) -> ItemID {
    seek(position)
    return stretches[current].chunk.id(at: position + stretches[current].offset)
  }

  /// Most questions are about the neighbour of the last.
  private mutating func seek(_ position: Int) {
    if stretches[current].positions.contains(position) { return }
    if current + 1 < stretches.count, stretches[current + 1].positions.contains(position) {
      current += 1
    } else {
      current = stretches.firstPlace { $0.positions.upperBound > position }
    }
  }

  /// The position among all items of the snapshot.
  mutating func flatPosition(of position: Int) -> Int {
    seek(position)
    return position + stretches[current].shift
  }

  /// How far behind a position all is in one part of a chunk.
  mutating func end(around position: Int) -> Int {
    seek(position)
    return stretches[current].positions.upperBound
  }

  /// Whether two elements look the same: by hash where both have one, else by themselves.
  mutating func isContentEqual(
    at position: Int, _ other: inout SnapshotSource, at otherPosition: Int
  ) -> Bool {
    seek(position)
    other.seek(otherPosition)
    let (mine, theirs) = (stretches[current], other.stretches[other.current])
    let (index, otherIndex) = (position + mine.offset, otherPosition + theirs.offset)
    if mine.chunk === theirs.chunk, index == otherIndex { return true }
    if let hash = mine.chunk.contentHash(at: index),
      let otherHash = theirs.chunk.contentHash(at: otherIndex)
    {
      return hash == otherHash
    }
    return mine.chunk.element(at: index).isContentEqual(to: theirs.chunk.element(at: otherIndex))
  }
}
