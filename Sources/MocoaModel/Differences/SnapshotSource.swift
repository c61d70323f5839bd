/// The parts of a snapshot that are compared with another snapshot.
///
/// The indexes of the source count only the elements in these parts.
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
  private var window = IdentityWindow()

  private(set) var count = 0

  /// Creates a source of the elements in some ranges of flat indexes, in the order of `ranges`.
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

  private mutating func id(at position: Int) -> ItemID {
    seek(position)
    return segments[current].chunk.id(at: position + segments[current].offset)
  }

  /// Sets `current` to the segment that contains an index.
  ///
  /// The current and the next segment are checked first, because most accesses are sequential.
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

/// Identities of adjacent elements of a list, as words if possible.
struct IdentityWindow: Sendable {
  /// The maximum number of identities in a window.
  ///
  /// The windows of two lists fit into the first-level cache.
  static let size = 1024

  /// The indexes of the elements in the source.
  private(set) var positions = 0..<0

  /// The kind of the words, or `nil` if the identities are not words of one kind.
  private(set) var kind: ItemID.WordKind?

  private var words: [UInt64] = []

  /// Reads the identities of adjacent elements from a chunk.
  ///
  /// - Parameters:
  ///   - positions: The indexes of the elements in the source.
  ///   - chunk: The chunk that contains them.
  ///   - index: The index in the chunk of the first element.
  mutating func read(_ positions: Range<Int>, from chunk: any ElementChunk, at index: Int) {
    if words.isEmpty { words = Array(repeating: 0, count: Self.size) }
    self.positions = positions
    kind = words.withUnsafeMutableBufferPointer {
      chunk.writeIdentities(
        of: index..<(index + positions.count),
        to: UnsafeMutableBufferPointer(rebasing: $0[..<positions.count]))
    }
  }

  func withWords<Result>(_ body: (ArraySource<UInt64>) -> Result) -> Result {
    words.withUnsafeBufferPointer { body(ArraySource($0)) }
  }
}

extension SnapshotSource: DiffSource {
  mutating func hash(at position: Int, seed: UInt64) -> UInt64 {
    id(at: position).diffHash(seed: seed)
  }

  mutating func isSame(at position: Int, as other: Int) -> Bool {
    id(at: position) == id(at: other)
  }

  mutating func isSame(at position: Int, _ other: inout SnapshotSource, at otherPosition: Int)
    -> Bool
  {
    id(at: position) == other.id(at: otherPosition)
  }

  /// Returns the number of equal elements, starting at two indexes.
  ///
  /// The elements are compared window by window. If the identities are words, this is a loop over
  /// memory.
  mutating func commonPrefixLength(
    from position: Int, _ other: inout SnapshotSource, from otherPosition: Int, limit: Int
  ) -> Int {
    var count = 0
    while count < limit {
      let (i, j) = (position + count, otherPosition + count)
      readWindow(from: i)
      other.readWindow(from: j)
      let block = min(
        limit - count, window.positions.upperBound - i, other.window.positions.upperBound - j)
      let same =
        areWords(as: other)
        ? withWords(other) { mine, theirs in
          mine.commonPrefixLength(
            from: i - window.positions.lowerBound, &theirs,
            from: j - other.window.positions.lowerBound, limit: block)
        } : (0..<block).prefix { id(at: i + $0) == other.id(at: j + $0) }.count
      count += same
      if same < block { break }
    }
    return count
  }

  mutating func commonSuffixLength(
    before position: Int, _ other: inout SnapshotSource, before otherPosition: Int, limit: Int
  ) -> Int {
    var count = 0
    while count < limit {
      let (i, j) = (position - count, otherPosition - count)
      readWindow(before: i)
      other.readWindow(before: j)
      let block = min(
        limit - count, i - window.positions.lowerBound, j - other.window.positions.lowerBound)
      let same =
        areWords(as: other)
        ? withWords(other) { mine, theirs in
          mine.commonSuffixLength(
            before: i - window.positions.lowerBound, &theirs,
            before: j - other.window.positions.lowerBound, limit: block)
        } : (1...block).prefix { id(at: i - $0) == other.id(at: j - $0) }.count
      count += same
      if same < block { break }
    }
    return count
  }

  private func areWords(as other: SnapshotSource) -> Bool {
    window.kind != nil && window.kind == other.window.kind
  }

  private func withWords(
    _ other: SnapshotSource,
    _ body: (ArraySource<UInt64>, inout ArraySource<UInt64>) -> Int
  ) -> Int {
    window.withWords { mine in
      other.window.withWords { theirs in
        var theirs = theirs
        return body(mine, &theirs)
      }
    }
  }

  private mutating func readWindow(from position: Int) {
    if window.positions.contains(position) { return }
    let location = location(of: position)
    let end = position + min(location.left, IdentityWindow.size)
    window.read(position..<end, from: location.chunk, at: location.index)
  }

  private mutating func readWindow(before position: Int) {
    if window.positions.contains(position - 1) { return }
    let location = location(of: position - 1)
    let start = position - min(location.before + 1, IdentityWindow.size)
    window.read(start..<position, from: location.chunk, at: location.index - (position - 1 - start))
  }
}
