/// The elements that should move if several sets of moves are equally small.
///
/// If two neighbors exchange their order, either can be the one that moves. The element that
/// changed, or that was removed and inserted elsewhere, is the one that matters to users.
struct MoveHints {
  /// The elements that were not edited, as runs in the order of both lists, or `nil` if they are
  /// unknown.
  var matchedRuns: [MatchedRun]?

  /// The new indexes of elements that are known to have moved, in ascending order.
  var moved: [Int] = []

  /// The new indexes of the elements that changed, in ascending order.
  var changed: [Int]

  /// Returns a number for each run, which is higher if the run should stay.
  ///
  /// An element in `matchedRuns` counts twice as much as one that did not change.
  ///
  /// - Parameter runs: The runs, in the order of the new list.
  /// - Returns: `nil` if all three properties are empty.
  /// - Complexity: O(runs + kept + moved + changed).
  func preferences(for runs: [MatchedRun]) -> [UInt32]? {
    if matchedRuns == nil, moved.isEmpty, changed.isEmpty { return nil }
    var (kept, moved, changed) = (matchedRuns?[...], moved[...], changed[...])
    return runs.map { run in
      let staying = kept?.takeCount(in: run) ?? run.count
      return UInt32(
        clamping: 2 * (staying - moved.takeCount(in: run)) + run.count
          - changed.takeCount(in: run))
    }
  }
}

extension ArraySlice<Int> {
  /// Removes the indexes before the end of a run, and returns the number of them that are in the
  /// run.
  fileprivate mutating func takeCount(in run: MatchedRun) -> Int {
    let start = partitioningIndex { $0 >= run.new }
    let end = partitioningIndex { $0 >= run.newEnd }
    self = self[end...]
    return end - start
  }
}

extension ArraySlice<MatchedRun> {
  /// Removes the runs that do not extend beyond the end of another run, and returns the number of
  /// elements that they share with it.
  fileprivate mutating func takeCount(in run: MatchedRun) -> Int {
    var count = 0
    while let first, first.new < run.newEnd {
      count += Swift.max(0, Swift.min(run.newEnd, first.newEnd) - Swift.max(run.new, first.new))
      if first.newEnd > run.newEnd { break }
      removeFirst()
    }
    return count
  }
}
