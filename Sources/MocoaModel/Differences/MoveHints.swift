/// The elements that should move, if several change sets have equally few moves.
///
/// If an element passes its neighbor, either of them can be the one that moves. The element that
/// changed, or that was removed and inserted elsewhere, is the one that matters to users.
struct MoveHints {
  /// The elements that were not edited, in the order of both lists, or `nil` if they are unknown.
  var matchedRuns: [MatchedRun]?

  /// The new indexes of elements that are known to have moved, in ascending order.
  var moved: [Int] = []

  /// The new indexes of the elements that changed, in ascending order.
  var changed: [Int]

  /// Returns a preference for each run to stay, or `nil` if the hints prefer none.
  ///
  /// A kept element counts twice as much as an unchanged element.
  ///
  /// - Parameter runs: The runs, in the order of the new list.
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
  /// Removes the indexes up to the end of a run, and returns the number of those in the run.
  fileprivate mutating func takeCount(in run: MatchedRun) -> Int {
    let start = partitioningIndex { $0 >= run.new }
    let end = partitioningIndex { $0 >= run.newEnd }
    self = self[end...]
    return end - start
  }
}

extension ArraySlice<MatchedRun> {
  /// Removes the runs that end before or with another run, and counts their common elements.
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
