extension ChangeSet {
  /// What makes one list of another.
  ///
  /// Items are the same by identity, wherever in the sections that are in both lists they stand;
  /// repeated identities are matched near where they stood, else in their order. Deletions and
  /// insertions are the fewest that there can be; so are moves, within each pair of sections, if
  /// identities do not repeat. Whatever the snapshots share by the identity of their chunks is not
  /// looked at.
  ///
  /// - Complexity: O(what is not shared), and O(moved runs × log runs) for the fewest moves.
  public init(from before: ListSnapshot, to after: ListSnapshot) {
    self.init(from: before, to: after) { () throws(Never) in }
  }

  /// What makes one list of another, unless a newer one has come in between.
  ///
  /// ```swift
  /// let changes = try ChangeSet(from: old, to: new) { try Task.checkCancellation() }
  /// ```
  ///
  /// - Parameter checkpoint: called after every few thousand elements; what it throws ends the
  ///   computation.
  public init<Failure>(
    from before: ListSnapshot, to after: ListSnapshot,
    checkpoint: @escaping () throws(Failure) -> Void
  ) throws(Failure) {
    try self.init(
      from: before, to: after, seed: DiffHash.seed, checkpoint: checkpoint)
  }

  init<Failure>(
    from before: ListSnapshot, to after: ListSnapshot, seed: UInt64,
    checkpoint: @escaping () throws(Failure) -> Void
  ) throws(Failure) {
    let (countsBefore, countsAfter) = (before.itemCounts, after.itemCounts)
    let (oldFlat, newFlat) = (FlatList(countsBefore), FlatList(countsAfter))
    let sections = try Self.matchSections(before, after, seed, checkpoint)
    let shared = SharedRuns(before, oldFlat, after, newFlat, sections)
    var old = SnapshotSource(before, oldFlat, shared.gaps.map(\.old))
    var new = SnapshotSource(after, newFlat, shared.gaps.map(\.new))
    var pace = Pace(checkpoint)
    var matcher = RunMatcher(old, new, seed: seed, pace: pace)
    let found = try matcher.match(Self.compact(shared.gaps))
    let (matched, updated) = try Self.compare(found, &old, &new, &pace)
    try self.init(
      countsBefore: countsBefore, countsAfter: countsAfter, sections: sections,
      runs: shared.runs.merged(with: matched), updated: updated, &pace)
    for pair in sections.pairs
    where !before.sections[pair.old].hasEqualEnds(after.sections[pair.new]) {
      sectionUpdates.append(Step(from: pair.old, to: pair.new))
    }
  }

  private static func matchSections<Failure>(
    _ before: ListSnapshot, _ after: ListSnapshot, _ seed: UInt64,
    _ checkpoint: @escaping () throws(Failure) -> Void
  ) throws(Failure) -> SectionMatch {
    let (old, new) = (before.sections.map(\.id), after.sections.map(\.id))
    return SectionMatch(
      old: old.count, new: new.count, try matchedRuns(from: old, to: new, seed, checkpoint))
  }

  /// The gaps in positions that count nothing else.
  private static func compact(_ gaps: [Gap]) -> [Gap] {
    var (old, new) = (0, 0)
    return gaps.map { gap in
      defer { (old, new) = (old + gap.old.count, new + gap.new.count) }
      return Gap(old: old..<(old + gap.old.count), new: new..<(new + gap.new.count))
    }
  }

  /// Runs in positions of all items, and which of their elements have other content.
  private static func compare<Failure>(
    _ runs: [MatchedRun], _ old: inout SnapshotSource, _ new: inout SnapshotSource,
    _ pace: inout Pace<Failure>
  ) throws(Failure) -> (runs: [MatchedRun], updated: [Pair]) {
    var flat: [MatchedRun] = []
    var updated: [Pair] = []
    for run in runs {
      var offset = 0
      while offset < run.count {
        let (i, j) = (run.old + offset, run.new + offset)
        // Neighbours here need not be neighbours there.
        let count = min(run.count - offset, old.end(around: i) - i, new.end(around: j) - j)
        let (from, to) = (old.flatPosition(of: i), new.flatPosition(of: j))
        flat.join(MatchedRun(old: from, new: to, count: count))
        for place in 0..<count where !old.isContentEqual(at: i + place, &new, at: j + place) {
          updated.append(Pair(old: from + place, new: to + place))
        }
        try pace.count(count)
        offset += count
      }
    }
    return (flat, updated)
  }
}

extension SectionSnapshot {
  /// Whether module, header and footer are the same.
  fileprivate func hasEqualEnds(_ other: SectionSnapshot) -> Bool {
    moduleName == other.moduleName && Self.areEqual(header, other.header)
      && Self.areEqual(footer, other.footer)
  }

  private static func areEqual(_ one: (any CellModel)?, _ other: (any CellModel)?) -> Bool {
    switch (one, other) {
    case (nil, nil): true
    case (let one?, let other?): one.itemID == other.itemID && one.isContentEqual(to: other)
    default: false
    }
  }
}
