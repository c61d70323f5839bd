/// Neighbours in the list before that are neighbours in the list after, in the same order.
///
/// Runs rather than elements are what differencing works on: a million elements with a few edits
/// are a few runs.
@usableFromInline
package struct MatchedRun: Equatable, Sendable {
  /// The position of the first element before.
  @usableFromInline package var old: Int

  /// The position of the first element after.
  @usableFromInline package var new: Int

  /// The number of elements.
  @usableFromInline package var count: Int

  /// A run from its first positions.
  @inlinable
  package init(old: Int, new: Int, count: Int) {
    (self.old, self.new, self.count) = (old, new, count)
  }

  package var oldEnd: Int { old + count }
  package var newEnd: Int { new + count }
}

extension [MatchedRun] {
  /// Adds a run behind the others, as one with the last where it goes on from there.
  @inlinable
  mutating func join(_ run: MatchedRun) {
    if let last, last.old &+ last.count == run.old, last.new &+ last.count == run.new {
      self[count - 1].count += run.count
    } else {
      append(run)
    }
  }

  /// Both lists of runs as one; both are in the order of the list after.
  ///
  /// What is between two runs of the shorter is copied at once.
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

  /// Adds runs behind the others; the first as one with the last where it goes on from there.
  @inlinable
  mutating func join(_ runs: ArraySlice<MatchedRun>) {
    guard let first = runs.first else { return }
    join(first)
    self += runs.dropFirst()
  }

  /// Whether the runs, which are in the order of the list after, are in that of the list before.
  var isInOrderBefore: Bool {
    indices.dropFirst().allSatisfy { self[$0 - 1].old < self[$0].old }
  }

  /// The rank of each run in the order of the list before, from 0.
  ///
  /// - Parameter count: the number of elements of that list.
  /// - Complexity: O(runs), by counting marks, where runs are dense; else they are sorted.
  func ranks(before total: Int) -> [UInt32] {
    guard total / 256 < count else {
      var ranks = Array<UInt32>(repeating: 0, count: count)
      for (rank, index) in indices.sorted(by: { self[$0].old < self[$1].old }).enumerated() {
        ranks[index] = UInt32(rank)
      }
      return ranks
    }
    var starts = PositionSet(count: total)
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
