internal import MocoaModel

extension HiddenItems {
  /// Carries what is known to the list after a change; what has other content, and what came to
  /// another section, is to be looked at again.
  ///
  /// - Complexity: O((known runs + changed runs) × log); for appended items O(changed runs).
  mutating func carry(through update: ListUpdate, _ positions: ChangeSet.Positions) {
    let changes = update.changes
    if !changes.isAppend { move(changes, positions) }
    for step in changes.sectionUpdates { forgetEnds(step, of: update) }
    for step in changes.updates { forget(step.to) }
    for path in changes.reloads { forget(path) }
    // Whatever came to a section may be seen in it.
    for run in changes.insertions { sections.remove(run.section) }
    for step in changes.moves { sections.remove(step.to.section) }
  }

  private mutating func move(_ changes: ChangeSet, _ positions: ChangeSet.Positions) {
    guard self != HiddenItems() else { return }
    items.carry(through: positions)
    // In another section it may be seen.
    for step in changes.moves
    where positions.newPosition(ofSection: step.from.section) != step.to.section {
      items.remove(step.to)
    }
    ends = ends.mapValues { positions.newPositions(ofSections: $0) }
    sections = positions.newPositions(ofSections: sections)
  }

  private mutating func forgetEnds(_ step: ChangeSet.Step<Int>, of update: ListUpdate) {
    let (before, after) = (update.before.sections[step.from], update.after.sections[step.to])
    if before.moduleName != after.moduleName {
      forget(.section(step.to))
    } else {
      forgetEnds(ofSection: step.to)
    }
  }
}
