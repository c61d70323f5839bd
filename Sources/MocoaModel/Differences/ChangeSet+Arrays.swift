extension ChangeSet {
  /// What makes one array of identities of another, as lists of one section.
  ///
  /// The same guarantees hold as for snapshots; there is no content that could differ.
  ///
  /// - Complexity: linear, and O(moved runs × log runs) for the fewest moves.
  @inlinable
  public init<ID: DiffHashable>(from before: [ID], to after: [ID]) {
    self.init(
      before.count, after.count,
      Self.matchedRuns(from: before, to: after, DiffHash.seed, { () throws(Never) in }))
  }

  @usableFromInline
  init(_ countBefore: Int, _ countAfter: Int, _ runs: [MatchedRun]) {
    let section = SectionMatch(old: 1, new: 1, [MatchedRun(old: 0, new: 0, count: 1)])
    var pace = Pace<Never>({})
    self.init(
      countsBefore: [countBefore], countsAfter: [countAfter], sections: section, runs: runs,
      updated: [], &pace)
  }

  @inlinable
  static func matchedRuns<ID: DiffHashable, Failure>(
    from old: [ID], to new: [ID], _ seed: UInt64,
    _ checkpoint: @escaping () throws(Failure) -> Void
  ) throws(Failure) -> [MatchedRun] {
    try old.withUnsafeBufferPointer { before throws(Failure) in
      try new.withUnsafeBufferPointer { after throws(Failure) in
        var matcher = RunMatcher(
          ArraySource(before), ArraySource(after), seed: seed, pace: Pace(checkpoint))
        return try matcher.match([Gap(old: 0..<before.count, new: 0..<after.count)])
      }
    }
  }
}
