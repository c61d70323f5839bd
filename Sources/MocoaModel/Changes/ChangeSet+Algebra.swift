extension ChangeSet {
  /// Returns a change set that has the effect of this one followed by another.
  ///
  /// Items that this change set inserts and `next` deletes are not part of the result. An item is
  /// updated if either change set updates it, because a change set does not contain the contents of
  /// items.
  ///
  /// - Throws: ``ChangeSetMismatchError`` if `next` does not begin with the list with which this
  ///   change set ends.
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

  /// Returns the composition of two sets of runs.
  ///
  /// The first runs match elements of a list with those of a second list, and the second runs match
  /// elements of the second list with those of a third. The result matches the elements that are in
  /// all three lists.
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

/// An error that describes why a change set does not fit a list or another change set.
public struct ChangeSetMismatchError: Error, Equatable, CustomStringConvertible {
  /// The number of items in each section of the list that the change set requires.
  public let expected: [Int]

  /// The number of items in each section of the list that was passed.
  public let found: [Int]

  /// A description of the error in one line, with the numbers of items.
  public var description: String {
    guard expected.count == found.count,
      let section = expected.indices.first(where: { expected[$0] != found[$0] })
    else { return "the change set is of \(expected.count) sections, not of \(found.count)" }
    return "the change set is of \(expected[section]) items in section \(section), "
      + "not of \(found[section])"
  }

  static func check(_ expected: [Int], _ found: [Int]) throws(ChangeSetMismatchError) {
    if expected != found { throw ChangeSetMismatchError(expected: expected, found: found) }
  }
}

extension ChangeSet {
  /// Returns the old list with the changes applied, taking new elements from another list.
  ///
  /// Every unchanged part is shared with `before`, so that retaining both lists needs memory only
  /// for the changes. Only inserted and updated elements are read from `after`.
  ///
  /// - Parameters:
  ///   - before: The old list.
  ///   - after: The list with the new elements.
  /// - Throws: ``ChangeSetMismatchError`` if the section lengths of a list are not those of the
  ///   change set.
  /// - Complexity: O(sections + changes × log n).
  public func applying(
    to before: ListSnapshot, elementsFrom after: ListSnapshot
  ) throws(ChangeSetMismatchError) -> ListSnapshot {
    try ChangeSetMismatchError.check(countsBefore, before.itemCounts)
    try ChangeSetMismatchError.check(countsAfter, after.itemCounts)
    let positions = makePathMap()
    let (old, new) = (FlatList(countsBefore), FlatList(countsAfter))
    let renewed = Set(updates.map(\.to)).union(reloads)
    let updatedSections = Set(sectionUpdates.map(\.to))
    var runs = runs(positions)[...]
    var result = ListSnapshot()
    for (section, model) in after.sections.enumerated() {
      guard let from = positions.oldIndex(ofSection: section) else {
        result.sections.append(model)
        continue
      }
      var next = updatedSections.contains(section) ? model : before.sections[from]
      next.items = ElementSequence()
      var position = new.starts[section]
      func take(upTo end: Int) {
        guard end > position else { return }
        let start = new.starts[section]
        next.items = next.items + model.items.slice((position - start)..<(end - start))
        position = end
      }
      while let run = runs.first, run.new < new.starts[section + 1] {
        take(upTo: run.new)
        let path = old.path(of: run.old)
        next.items =
          next.items
          + before.sections[path.section].items.slice(path.item..<(path.item + run.count))
        position = run.newEnd
        runs.removeFirst()
      }
      take(upTo: new.starts[section + 1])
      result.sections.append(next)
    }
    for path in renewed {
      let element = after.sections[path.section].items.slice(path.item..<(path.item + 1))
      result.sections[path.section].items.replace(at: path.item, with: element)
    }
    return result
  }
}

extension ElementSequence {
  /// Replaces the element at an index by the only element of another sequence.
  fileprivate mutating func replace(at position: Int, with element: ElementSequence) {
    self = slice(0..<position) + element + slice((position + 1)..<count)
  }
}
