extension ChangeSet {
  /// Creates the change set between two lists that differ in one section by known edits.
  ///
  /// The change set is as small as that of a full comparison. Rows that are not in the kept runs
  /// are matched by identity, so that a row that was removed and inserted elsewhere is a move.
  /// Repeated identities are matched by their occurrence. Of several equally small sets of moves,
  /// the one that moves rows outside of the kept runs is chosen. Rows of the lists are read only if
  /// they are in `updated`.
  ///
  /// ```swift
  /// var script = EditScript(count: before.sections[0].items.count)
  /// script.replace(3..<4, withNew: 0)
  /// let changes = ChangeSet(section: 0, from: before, to: after, kept: script.kept, updated: [])
  /// ```
  ///
  /// - Parameters:
  ///   - section: The index of the section, which is the same in both lists.
  ///   - before: The old list.
  ///   - after: The new list.
  ///   - kept: The runs of rows that both lists have in the same order, in ascending order.
  ///   - updated: The kept rows whose content differs, by their indexes in the section. They are
  ///     unique and in any order.
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

  /// Returns the unmatched ranges between runs that are in the order of both lists.
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
