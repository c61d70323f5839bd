extension ChangeSet {
  /// Creates the change set between two lists.
  ///
  /// Items are matched by identity, anywhere in the sections that are in both lists. Repeated
  /// identities are matched near their old index if possible, otherwise in order. The change set
  /// has the smallest number of deletions and insertions. Within each pair of sections, it also has
  /// the smallest number of moves, if identities do not repeat. Of several equally small sets of
  /// moves, the one that moves updated items is chosen. Chunks that both snapshots share are not
  /// read.
  ///
  /// - Complexity: O(elements that are not shared), plus O(moved runs × log runs) for the smallest
  ///   number of moves.
  public init(from before: ListSnapshot, to after: ListSnapshot) {
    self.init(from: before, to: after) { () throws(Never) in }
  }

  /// Creates the change set between two lists, unless a checkpoint ends the computation.
  ///
  /// ```swift
  /// let changes = try ChangeSet(from: old, to: new) { try Task.checkCancellation() }
  /// ```
  ///
  /// - Parameters:
  ///   - before: The old list.
  ///   - after: The new list.
  ///   - checkpoint: A closure that is called after every few thousand elements. An error that it
  ///     throws ends the computation.
  /// - Throws: The error of the checkpoint.
  public init<Failure>(
    from before: ListSnapshot, to after: ListSnapshot,
    checkpoint: @escaping () throws(Failure) -> Void
  ) throws(Failure) {
    try self.init(
      from: before, to: after, seed: DiffHash.seed, checkpoint: checkpoint)
  }

  /// Creates the change set between two lists with a given hash seed.
  ///
  /// Tests use it to verify that the result does not depend on the seed.
  package init(from before: ListSnapshot, to after: ListSnapshot, seed: UInt64) {
    self.init(from: before, to: after, seed: seed) { () throws(Never) in }
  }

  private init<Failure>(
    from before: ListSnapshot, to after: ListSnapshot, seed: UInt64,
    checkpoint: @escaping () throws(Failure) -> Void
  ) throws(Failure) {
    self = try SnapshotComparison(from: before, to: after, seed: seed, checkpoint: checkpoint)
      .changes(checkpoint: checkpoint)
  }
}

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

extension ChangeSet {
  /// Creates the change set between two lists that differ in one section by known edits.
  ///
  /// The change set is as small as that of a full comparison. Rows that are not in the kept runs
  /// are matched by identity, so that a row that was removed and inserted elsewhere is a move.
  /// Repeated identities are matched by their occurrence. Of several equally small sets of moves,
  /// the one that moves rows outside of the kept runs is chosen. Rows in the kept runs are never
  /// read.
  ///
  /// ```swift
  /// var script = EditScript(count: before.sections[0].items.count)
  /// script.replace(3..<4, withNew: 0)
  /// let changes = ChangeSet(
  ///   section: 0, from: before, to: after, matched: script.matchedRuns, updated: [])
  /// ```
  ///
  /// - Parameters:
  ///   - section: The index of the section, which is the same in both lists.
  ///   - before: The old list.
  ///   - after: The new list.
  ///   - kept: The runs of rows that both lists have in the same order, in ascending order.
  ///   - updated: The kept rows whose content differs, as steps from the old index in the section
  ///     to the new index. They are unique and in any order.
  /// - Complexity: O(sections + runs × log n + updated × log n), plus O(rows that are not kept).
  package init(
    section: Int, from before: ListSnapshot, to after: ListSnapshot, matched kept: [MatchedRun],
    updated: [Step<Int>]
  ) {
    let (countsBefore, countsAfter) = (before.itemCounts, after.itemCounts)
    let (old, new) = (FlatList(countsBefore), FlatList(countsAfter))
    let sections = before.sections.count
    precondition(
      sections == after.sections.count, "\(sections) sections become \(after.sections.count)")
    // In flat indexes: the sections before the edited one, its kept rows, and the sections after
    // it.
    let (oldStart, newStart) = (old.starts[section], new.starts[section])
    var runs: [MatchedRun] = []
    if oldStart > 0 { runs.append(MatchedRun(old: 0, new: 0, count: oldStart)) }
    for run in kept {
      runs.join(MatchedRun(old: run.old + oldStart, new: run.new + newStart, count: run.count))
    }
    let (oldEnd, newEnd) = (old.starts[section + 1], new.starts[section + 1])
    if oldEnd < old.count {
      runs.join(MatchedRun(old: oldEnd, new: newEnd, count: old.count - oldEnd))
    }
    var pace = Checkpoint<Never> {}
    let found = Self.gaps(between: runs, old.count, new.count)
      .compared(before, old, after, new, seed: DiffHash.seed, &pace)
    let changed = updated.map { Pair(old: $0.from + oldStart, new: $0.to + newStart) }
    let allUpdated =
      changed.isEmpty ? found.updated : (found.updated + changed).sorted { $0.new < $1.new }
    self.init(
      countsBefore: countsBefore, countsAfter: countsAfter,
      sections: SectionMatch(
        old: sections, new: sections, [MatchedRun(old: 0, new: 0, count: sections)]),
      runs: runs.merged(with: found.runs), updated: allUpdated,
      hints: MoveHints(matchedRuns: runs, changed: allUpdated.map(\.new)), &pace)
    if !before.sections[section].hasEqualBoundaries(as: after.sections[section]) {
      sectionUpdates = [Step(from: section, to: section)]
    }
  }

  /// Returns the unmatched ranges between runs that have the same order in both lists.
  private static func gaps(
    between runs: [MatchedRun], _ oldCount: Int, _ newCount: Int
  ) -> [Gap] {
    var (gaps, old, new) = ([] as [Gap], 0, 0)
    for run in runs + [MatchedRun(old: oldCount, new: newCount, count: 0)] {
      let gap = Gap(old: old..<run.old, new: new..<run.new)
      if !gap.old.isEmpty || !gap.new.isEmpty { gaps.append(gap) }
      (old, new) = (run.oldEnd, run.newEnd)
    }
    return gaps
  }

  /// Returns the same change set with only those updates that satisfy a condition.
  ///
  /// - Parameters:
  ///   - before: The old list.
  ///   - after: The new list.
  ///   - matters: A closure that returns `true` for an update to keep, from the old and the new
  ///     element.
  /// - Complexity: O(updates × log n).
  package func filteringUpdates(
    from before: ListSnapshot, to after: ListSnapshot,
    where matters: (_ old: any CellModel, _ new: any CellModel) -> Bool
  ) -> ChangeSet {
    var changes = self
    changes.updates.removeAll {
      !matters(before.element(at: $0.from), after.element(at: $0.to))
    }
    return changes
  }
}
