/// A range of elements that are adjacent in both lists, in the same order.
///
/// The difference algorithm works with runs instead of elements, because a million elements with a
/// few edits are a few runs.
@usableFromInline
package struct MatchedRun: Equatable, Sendable {
  /// The index of the first element in the old list.
  @usableFromInline package var old: Int

  /// The index of the first element in the new list.
  @usableFromInline package var new: Int

  /// The number of elements.
  @usableFromInline package var count: Int

  /// Creates a run from its first indexes and its length.
  @inlinable
  package init(old: Int, new: Int, count: Int) {
    (self.old, self.new, self.count) = (old, new, count)
  }

  package var oldEnd: Int { old + count }
  package var newEnd: Int { new + count }
}

extension [MatchedRun] {
  /// Appends a run, or extends the last run if the new one continues it.
  @inlinable
  mutating func join(_ run: MatchedRun) {
    if let last, last.old &+ last.count == run.old, last.new &+ last.count == run.new {
      self[count - 1].count += run.count
    } else {
      append(run)
    }
  }

  /// Returns the runs of two arrays in the order of the new list.
  ///
  /// Both arrays must be in that order.
  ///
  /// The runs between two runs of the shorter array are copied at once.
  @inlinable
  func merged(with others: [MatchedRun]) -> [MatchedRun] {
    if others.count > count { return others.merged(with: self) }
    if others.isEmpty { return self }
    var result: [MatchedRun] = []
    result.reserveCapacity(count + others.count)
    var copied = 0
    for other in others {
      let start = copied
      while copied < count, self[copied].new < other.new { copied &+= 1 }
      result.join(self[start..<copied])
      result.join(other)
    }
    result.join(self[copied...])
    return result
  }

  /// Appends runs, or extends the last run by the first new one if that continues it.
  @inlinable
  mutating func join(_ runs: ArraySlice<MatchedRun>) {
    guard let first = runs.first else { return }
    join(first)
    self += runs.dropFirst()
  }

  /// A Boolean value that indicates whether the runs, which are in the order of the new list, are
  /// also in the order of the old list.
  var isInOrderBefore: Bool {
    indices.dropFirst().allSatisfy { self[$0 - 1].old < self[$0].old }
  }

  /// Returns the rank of each run in the order of the old list, from 0.
  ///
  /// - Parameter total: The number of elements of the old list.
  /// - Complexity: O(runs) if there are many runs for the number of elements, otherwise O(runs ×
  ///   log runs).
  func ranks(before total: Int) -> [UInt32] {
    guard total / 256 < count else {
      var ranks = Array<UInt32>(repeating: 0, count: count)
      for (rank, index) in indices.sorted(by: { self[$0].old < self[$1].old }).enumerated() {
        ranks[index] = UInt32(rank)
      }
      return ranks
    }
    var starts = IndexBitmap(count: total)
    for run in self { starts.insert(run.old) }
    let counted = starts.ranks
    return map { UInt32(truncatingIfNeeded: counted.rank(of: $0.old)) }
  }

  func inOrder(ofRanks ranks: [UInt32]) -> [MatchedRun] {
    var result = self
    for (run, rank) in zip(self, ranks) { result[Int(rank)] = run }
    return result
  }
}
