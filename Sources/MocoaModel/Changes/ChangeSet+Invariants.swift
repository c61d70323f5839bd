extension ChangeSet {
  /// Returns the first violated invariant in one line, or `nil` if the change set is valid.
  ///
  /// The invariants: All changes are in order and within their list, and none is listed twice.
  /// Items of sections that are not in both lists are not listed. Moves and updates agree with the
  /// path map. The counts of the new list follow from the old counts and the changes.
  public func invariantViolation() -> String? {
    sectionViolation() ?? runViolation("deletion", deletions, countsBefore, sectionDeletions)
      ?? runViolation("insertion", insertions, countsAfter, sectionInsertions)
      ?? moveViolation() ?? countViolation() ?? updateViolation()
  }

  private func sectionViolation() -> String? {
    let (before, after) = (countsBefore.count, countsAfter.count)
    let leaving = (sectionDeletions + sectionMoves.map(\.from)).sorted()
    let arriving = (sectionInsertions + sectionMoves.map(\.to)).sorted()
    if !sectionDeletions.isAscending { return "deleted sections are not in order" }
    if !sectionInsertions.isAscending { return "inserted sections are not in order" }
    if !sectionMoves.map(\.to).isAscending { return "moved sections are not in order" }
    if !sectionUpdates.map(\.to).isAscending { return "updated sections are not in order" }
    if !leaving.isAscending { return "a section leaves twice" }
    if !arriving.isAscending { return "a section arrives twice" }
    if let wrong = leaving.first(where: { !(0..<before).contains($0) }) {
      return "section \(wrong) leaves a list of \(before)"
    }
    if let wrong = arriving.first(where: { !(0..<after).contains($0) }) {
      return "section \(wrong) arrives in a list of \(after)"
    }
    if before - sectionDeletions.count + sectionInsertions.count != after {
      return "\(before) sections cannot become \(after)"
    }
    return nil
  }

  private func runViolation(
    _ kind: String, _ runs: [Run], _ counts: [Int], _ implied: [Int]
  ) -> String? {
    let implied = Set(implied)
    var last = ItemPath(section: 0, item: 0)
    for run in runs {
      guard counts.indices.contains(run.section), !run.range.isEmpty, run.range.lowerBound >= 0,
        run.range.upperBound <= counts[run.section]
      else { return "\(kind) \(run.section): \(run.range) is outside the list" }
      let start = ItemPath(section: run.section, item: run.range.lowerBound)
      if start < last { return "\(kind) \(run) is not in order" }
      if implied.contains(run.section) { return "\(kind) \(run) is implied by its section" }
      last = ItemPath(section: run.section, item: run.range.upperBound)
    }
    return nil
  }

  private func moveViolation() -> String? {
    let (deleted, new) = (Set(sectionDeletions), Set(sectionInsertions))
    for move in moves {
      if !Self.contains(countsBefore, move.from) || !Self.contains(countsAfter, move.to) {
        return "move \(move.from) → \(move.to) is outside the lists"
      }
      if deleted.contains(move.from.section) || new.contains(move.to.section) {
        return "move \(move.from) → \(move.to) is implied by its section"
      }
    }
    if !moves.map(\.to).isAscending { return "moved items are not in order" }
    if !moves.map(\.from).sorted().isAscending { return "an item is moved twice" }
    let (leaving, arriving) = (OccupiedRanges(deletions, []), OccupiedRanges(insertions, []))
    if let move = moves.first(where: { leaving.rank(of: $0.from) == nil }) {
      return "\(move.from) is moved and deleted"
    }
    if let move = moves.first(where: { arriving.rank(of: $0.to) == nil }) {
      return "a move and an insertion have the target \(move.to)"
    }
    return nil
  }

  private func countViolation() -> String? {
    var counts = countsBefore
    for run in deletions { counts[run.section] -= run.range.count }
    for move in moves { counts[move.from.section] -= 1 }
    var arrived = Array(repeating: 0, count: countsAfter.count)
    for run in insertions { arrived[run.section] += run.range.count }
    for move in moves { arrived[move.to.section] += 1 }
    let positions = makePathMap()
    for (old, count) in counts.enumerated() {
      guard let new = positions.newIndex(ofSection: old) else { continue }
      if count + arrived[new] != countsAfter[new] {
        return "section \(old) of \(countsBefore[old]) items cannot become section \(new) "
          + "of \(countsAfter[new])"
      }
    }
    return nil
  }

  private func updateViolation() -> String? {
    let positions = makePathMap()
    for step in sectionUpdates where positions.newIndex(ofSection: step.from) != step.to {
      return "section \(step.from) is updated at \(step.to), which is not its position"
    }
    for step in updates
    where !Self.contains(countsBefore, step.from) || positions.newPath(of: step.from) != step.to {
      return "\(step.from) is updated at \(step.to), which is not its position"
    }
    if !updates.map(\.to).isAscending { return "updated items are not in order" }
    if !reloads.isAscending { return "reloaded items are not in order" }
    return reloads.first { !Self.contains(countsAfter, $0) }.map {
      "reload \($0) is outside the list"
    }
  }

  private static func contains(_ counts: [Int], _ path: ItemPath) -> Bool {
    counts.indices.contains(path.section) && path.item >= 0 && path.item < counts[path.section]
  }
}

extension Array where Element: Comparable {
  /// A Boolean value that indicates whether each element is greater than the previous one.
  fileprivate var isAscending: Bool { zip(self, dropFirst()).allSatisfy { $0 < $1 } }
}
