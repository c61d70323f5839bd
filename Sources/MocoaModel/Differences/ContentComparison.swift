/// A comparison of the contents of matched elements.
struct ContentComparison {
  private var old: SnapshotSource
  private var new: SnapshotSource
  private var oldHashes = Array(repeating: 0 as UInt64, count: Self.blockSize)
  private var newHashes = Array(repeating: 0 as UInt64, count: Self.blockSize)

  /// The maximum number of content hashes that are read from a chunk with one call.
  private static let blockSize = 1024

  /// The minimum number of elements whose content hashes are read with one call.
  ///
  /// The hashes of fewer elements are read one by one.
  private static let minBatchCount = 8

  init(_ old: SnapshotSource, _ new: SnapshotSource) {
    (self.old, self.new) = (old, new)
  }

  /// Returns the matched runs in flat indexes, and the matched elements whose content differs.
  ///
  /// - Parameter runs: The matched runs, in the indexes of the sources.
  mutating func compare<Failure>(
    _ runs: [MatchedRun], _ pace: inout Checkpoint<Failure>
  ) throws(Failure) -> (runs: [MatchedRun], updated: [ChangeSet.Pair]) {
    var flat: [MatchedRun] = []
    flat.reserveCapacity(runs.count)
    var updated: [ChangeSet.Pair] = []
    for run in runs {
      var offset = 0
      while offset < run.count {
        let (from, to) = (old.location(of: run.old + offset), new.location(of: run.new + offset))
        // Elements that are adjacent in the source are not always adjacent in the snapshot.
        let count = min(run.count - offset, from.left, to.left, Self.blockSize)
        flat.join(MatchedRun(old: from.flat, new: to.flat, count: count))
        compare(from, to, count) { index in
          updated.append(ChangeSet.Pair(old: from.flat + index, new: to.flat + index))
        }
        try pace.advance(by: count)
        offset += count
      }
    }
    return (flat, updated)
  }

  /// Compares `count` elements from two locations, and reports the offset of each element whose
  /// content differs.
  private mutating func compare(
    _ from: SnapshotSource.Location, _ to: SnapshotSource.Location, _ count: Int,
    onDifference report: (Int) -> Void
  ) {
    if from.chunk === to.chunk, from.index == to.index { return }
    if count >= Self.minBatchCount, hashes(from, to, count) {
      reportDifferences(count, report)
      return
    }
    for offset in 0..<count
    where !Self.isEqual(from.chunk, from.index + offset, to.chunk, to.index + offset) {
      report(offset)
    }
  }

  /// Compares the first `count` hashes of both buffers, and reports the index of each difference.
  private func reportDifferences(_ count: Int, _ report: (Int) -> Void) {
    oldHashes.withUnsafeBufferPointer { old in
      newHashes.withUnsafeBufferPointer { new in
        var new = ArraySource(new)
        var offset = 0
        while offset < count {
          offset += ArraySource(old).commonPrefixLength(
            from: offset, &new, from: offset, limit: count - offset)
          if offset < count { report(offset) }
          offset += 1
        }
      }
    }
  }

  private mutating func hashes(
    _ from: SnapshotSource.Location, _ to: SnapshotSource.Location, _ count: Int
  ) -> Bool {
    oldHashes.withUnsafeMutableBufferPointer { from.writeHashes(count, to: $0) }
      && newHashes.withUnsafeMutableBufferPointer { to.writeHashes(count, to: $0) }
  }

  /// Returns `true` if two elements have equal content.
  ///
  /// If both elements have content hashes, the hashes are compared; otherwise the elements are
  /// compared.
  private static func isEqual(
    _ chunk: any ElementChunk, _ index: Int, _ other: any ElementChunk, _ otherIndex: Int
  ) -> Bool {
    if let hash = chunk.contentHash(at: index), let otherHash = other.contentHash(at: otherIndex) {
      return hash == otherHash
    }
    return chunk.element(at: index).isContentEqual(to: other.element(at: otherIndex))
  }
}

extension SnapshotSource.Location {
  fileprivate func writeHashes(
    _ count: Int, to words: UnsafeMutableBufferPointer<UInt64>
  ) -> Bool {
    chunk.writeContentHashes(
      of: index..<(index + count), to: UnsafeMutableBufferPointer(rebasing: words[..<count]))
  }
}
