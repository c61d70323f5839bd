/// The elements that rather move than others, if equally few moves make one list of another.
///
/// When one element passes its neighbor, either of both may be said to have moved. The one that
/// changed, or that was taken out and put elsewhere, is the one that people have to look at.
struct MoveHints {
  /// The elements that nothing was done to, in the order of both lists; nil if that is not known.
  var kept: [MatchedRun]?

  /// The positions after of elements that are known to have moved, ascending.
  var moved: [Int] = []

  /// The positions after of the elements that changed, ascending.
  var changed: [Int]

  /// How much is in favor of each run staying; nil if the hints prefer none.
  ///
  /// That an element was kept counts twice as much as that it did not change.
  ///
  /// - Parameter runs: in the order of the list after.
  /// - Complexity: O(runs + kept + moved + changed).
  func preferences(for runs: [MatchedRun]) -> [UInt32]? {
    if kept == nil, moved.isEmpty, changed.isEmpty { return nil }
    var (kept, moved, changed) = (kept?[...], moved[...], changed[...])
    return runs.map { run in
      let staying = kept?.takeCount(in: run) ?? run.count
      return UInt32(
        clamping: 2 * (staying - moved.takeCount(in: run)) + run.count
          - changed.takeCount(in: run))
    }
  }
}

extension ArraySlice<Int> {
  /// Takes positions out up to the end of a run, and counts those that are in it.
  fileprivate mutating func takeCount(in run: MatchedRun) -> Int {
    let start = firstPlace { $0 >= run.new }
    let end = firstPlace { $0 >= run.newEnd }
    self = self[end...]
    return end - start
  }
}

extension ArraySlice<MatchedRun> {
  /// Takes runs out that end where another one does, or before, and counts what both have in common.
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
