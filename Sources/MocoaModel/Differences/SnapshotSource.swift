/// What of a snapshot is to be compared, as a list of its own: positions count those elements only.
struct SnapshotSource {
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

  /// What was read last of the identities; see `agreement(from:_:from:limit:)`.
  var window = IdentityWindow()

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

  /// Where an element is.
  struct Place {
    let chunk: any ElementChunk
    let index: Int

    /// The position among all items of the snapshot.
    let flat: Int

    /// How many elements from here on are neighbours in the chunk as well.
    let left: Int

    /// How many before it are.
    let before: Int
  }

  mutating func place(of position: Int) -> Place {
    seek(position)
    let stretch = stretches[current]
    return Place(
      chunk: stretch.chunk, index: position + stretch.offset, flat: position + stretch.shift,
      left: stretch.positions.upperBound - position,
      before: position - stretch.positions.lowerBound)
  }
}
