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

  mutating func isSame(at position: Int, _ other: inout SnapshotSource, at place: Int) -> Bool {
    id(at: position) == other.id(at: place)
  }

  /// Returns the number of equal elements, starting at two indexes.
  ///
  /// The elements are compared window by window. If the identities are words, this is a loop over
  /// memory.
  mutating func commonPrefixLength(
    from position: Int, _ other: inout SnapshotSource, from place: Int, limit: Int
  ) -> Int {
    var count = 0
    while count < limit {
      let (i, j) = (position + count, place + count)
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
    before position: Int, _ other: inout SnapshotSource, before place: Int, limit: Int
  ) -> Int {
    var count = 0
    while count < limit {
      let (i, j) = (position - count, place - count)
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
    let place = location(of: position)
    let end = position + min(place.left, IdentityWindow.size)
    window.read(position..<end, from: place.chunk, at: place.index)
  }

  private mutating func readWindow(before position: Int) {
    if window.positions.contains(position - 1) { return }
    let place = location(of: position - 1)
    let start = position - min(place.before + 1, IdentityWindow.size)
    window.read(start..<position, from: place.chunk, at: place.index - (position - 1 - start))
  }
}
