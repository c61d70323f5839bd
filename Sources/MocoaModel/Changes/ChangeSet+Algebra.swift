extension ChangeSet {
  /// Returns a change set that has the effect of this one followed by another.
  ///
  /// Items that this change set inserts and `next` deletes are not part of the result. An item is
  /// updated if either change set updates it, because a change set does not contain the contents of
  /// items.
  ///
  /// - Throws: ``ChangeSetMismatchError`` if `next` does not begin with the list with which this change
  ///   set ends.
  /// - Complexity: O(sections + changes × log changes).
  public func composed(with next: ChangeSet) throws(ChangeSetMismatchError) -> ChangeSet {
    try ChangeSetMismatchError.check(next.countsBefore, countsAfter)
    let (first, second) = (makePathMap(), next.makePathMap())
    let pairs = countsBefore.indices.compactMap { section in
      first.newIndex(ofSection: section).flatMap(second.newIndex(ofSection:)).map {
        MatchedRun(old: section, new: $0, count: 1)
      }
    }
    let updatedItems = Set(updates.compactMap { second.newPath(of: $0.to) })
      .union(next.updates.map(\.to))
    let movedItems = Set(moves.compactMap { second.newPath(of: $0.to) })
      .union(next.moves.map(\.to))
    let flat = FlatList(next.countsAfter)
    var pace = Checkpoint<Never>({})
    var result = ChangeSet(
      countsBefore: countsBefore, countsAfter: next.countsAfter,
      sections: SectionMatch(old: countsBefore.count, new: next.countsAfter.count, pairs),
      runs: Self.chained(runs(first), next.runs(second)), updated: [],
      hints: MoveHints(
        moved: movedItems.map(flat.position).sorted(),
        changed: updatedItems.map(flat.position).sorted()), &pace)
    let carried = result.makePathMap()
    result.updates = updatedItems.sorted().compactMap { to in
      carried.oldPath(of: to).map { Step(from: $0, to: to) }
    }
    let updatedSections = Set(sectionUpdates.compactMap { second.newIndex(ofSection: $0.to) })
      .union(next.sectionUpdates.map(\.to))
    result.sectionUpdates = updatedSections.sorted().compactMap { to in
      carried.oldIndex(ofSection: to).map { Step(from: $0, to: to) }
    }
    result.reloads = Set(reloads.compactMap(second.newPath(of:))).union(next.reloads)
      .filter { carried.oldPath(of: $0) != nil }.sorted()
    return result
  }

  /// Returns the parts of the first runs that the second runs continue.
  ///
  /// The first runs lead from one list to a second, and the second runs from that list to a third.
  /// The result leads from the first list to the third.
  private static func chained(_ first: [MatchedRun], _ second: [MatchedRun]) -> [MatchedRun] {
    let next = second.sorted { $0.old < $1.old }
    var result: [MatchedRun] = []
    var index = 0
    for run in first {
      while index < next.count, next[index].oldEnd <= run.new { index += 1 }
      var other = index
      while other < next.count, next[other].old < run.newEnd {
        let start = max(run.new, next[other].old)
        let end = min(run.newEnd, next[other].oldEnd)
        result.append(
          MatchedRun(
            old: run.old + start - run.new, new: next[other].new + start - next[other].old,
            count: end - start))
        other += 1
      }
    }
    return result.sorted { $0.new < $1.new }
  }

  /// The reverse change set, which leads from the new list to the old one.
  ///
  /// It reloads only items that are in both lists.
  ///
  /// - Complexity: O(changes × log changes).
  public var inverted: ChangeSet {
    func back<Position: Comparable>(_ steps: [Step<Position>]) -> [Step<Position>] {
      steps.map { Step(from: $0.to, to: $0.from) }.sorted { $0.to < $1.to }
    }
    var result = ChangeSet(countsBefore: countsAfter, countsAfter: countsBefore)
    result.sectionDeletions = sectionInsertions
    result.sectionInsertions = sectionDeletions
    result.sectionMoves = back(sectionMoves)
    result.sectionUpdates = back(sectionUpdates)
    result.deletions = insertions
    result.insertions = deletions
    result.moves = back(moves)
    result.updates = back(updates)
    if !reloads.isEmpty { result.reloads = reloads.compactMap(makePathMap().oldPath).sorted() }
    return result
  }
}
