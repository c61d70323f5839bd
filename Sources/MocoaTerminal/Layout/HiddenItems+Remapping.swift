internal import MocoaModel

extension HiddenItems {
  /// Updates the paths of the hidden items after a change of the list.
  ///
  /// Items with changed content, and items that moved to another section, are removed, because they
  /// may be visible now.
  ///
  /// - Complexity: O((r + c) log c), where r is the number of known runs and c the number of
  ///   changed runs; O(c) for appended items.
  mutating func remap(through update: ListUpdate, _ positions: ChangeSet.PathMap) {
    let changes = update.changes
    if !changes.isAppend { move(changes, positions) }
    for step in changes.sectionUpdates { removeBoundaries(step, of: update) }
    for step in changes.updates { remove(step.to) }
    for path in changes.reloads { remove(path) }
    // An inserted or moved item may make its section visible.
    for run in changes.insertions { sections.remove(run.section) }
    for step in changes.moves { sections.remove(step.to.section) }
  }

  private mutating func move(_ changes: ChangeSet, _ positions: ChangeSet.PathMap) {
    guard self != HiddenItems() else { return }
    items.remap(through: positions)
    // An item may be visible in another section.
    for step in changes.moves
    where positions.newIndex(ofSection: step.from.section) != step.to.section {
      items.remove(step.to)
    }
    boundaries = boundaries.mapValues { positions.newIndexes(ofSections: $0) }
    sections = positions.newIndexes(ofSections: sections)
  }

  private mutating func removeBoundaries(_ step: ChangeSet.Step<Int>, of update: ListUpdate) {
    let (before, after) = (update.before.sections[step.from], update.after.sections[step.to])
    if before.moduleName != after.moduleName {
      remove(.section(step.to))
    } else {
      removeBoundaries(ofSection: step.to)
    }
  }
}
