extension ChangeSet {
  /// Creates the change set between two arrays of identities, as lists with one section.
  ///
  /// The change set has the same properties as one between snapshots. The elements have no content,
  /// so no element is updated.
  ///
  /// - Complexity: Linear, plus O(moved runs × log runs) for the smallest number of moves.
  @inlinable
  public init<ID: DiffHashable>(from before: [ID], to after: [ID]) {
    self.init(
      before.count, after.count,
      Self.matchedRuns(
        from: before, to: after, seed: DiffHash.seed, pace: Checkpoint<Never> {}))
  }

  @usableFromInline
  init(_ countBefore: Int, _ countAfter: Int, _ runs: [MatchedRun]) {
    let section = SectionMatch(old: 1, new: 1, [MatchedRun(old: 0, new: 0, count: 1)])
    var pace = Checkpoint<Never>({})
    self.init(
      countsBefore: [countBefore], countsAfter: [countAfter], sections: section, runs: runs,
      updated: [], &pace)
  }

  /// Returns the runs of equal elements of two arrays.
  @inlinable
  static func matchedRuns<ID: DiffHashable, Failure>(
    from old: [ID], to new: [ID], seed: UInt64, pace: Checkpoint<Failure>
  ) throws(Failure) -> [MatchedRun] {
    try old.withUnsafeBufferPointer { before throws(Failure) in
      try new.withUnsafeBufferPointer { after throws(Failure) in
        var matcher = RunMatcher(
          ArraySource(before), ArraySource(after), seed: seed, pace: pace)
        let all = Gap(old: 0..<before.count, new: 0..<after.count)
        return try matcher.match(try matcher.trim([all]))
      }
    }
  }
}
