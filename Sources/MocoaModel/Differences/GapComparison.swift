extension [Gap] {
  /// Compares the gaps, which are the unmatched ranges of the two lists.
  ///
  /// - Returns: The runs that match, and the pairs of matched elements whose content differs, both
  ///   in the order of the new list.
  /// - Complexity: O(gaps × log n), plus O(elements in the gaps). Other elements are never read.
  func compared<Failure>(
    _ before: ListSnapshot, _ old: FlatList, _ after: ListSnapshot, _ new: FlatList, seed: UInt64,
    _ pace: inout Checkpoint<Failure>
  ) throws(Failure) -> (runs: [MatchedRun], updated: [ChangeSet.Pair]) {
    var left = SnapshotSource(before, old, map(\.old))
    var added = SnapshotSource(after, new, map(\.new))
    var matcher = RunMatcher(left, added, seed: seed, pace: pace)
    let gaps = try matcher.trim(compact)
    let found: [MatchedRun]
    if gaps.allSatisfy(\.old.isEmpty) || gaps.allSatisfy(\.new.isEmpty) {
      found = matcher.ends
    } else if let words = try IdentityWords(&left, &added, gaps, &pace) {
      found = try words.match(gaps, continuing: matcher)
    } else {
      found = try matcher.match(gaps)
    }
    var comparison = ContentComparison(left, added)
    return try comparison.compare(found, &pace)
  }

  /// The gaps with indexes that count only the elements in gaps.
  private var compact: [Gap] {
    var (old, new) = (0, 0)
    return map { gap in
      defer { (old, new) = (old + gap.old.count, new + gap.new.count) }
      return Gap(old: old..<(old + gap.old.count), new: new..<(new + gap.new.count))
    }
  }
}
