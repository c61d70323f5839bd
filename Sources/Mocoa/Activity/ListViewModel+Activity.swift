internal import MocoaModel

extension ListViewModel {
  /// Logs a step of a batch of updates.
  final func logStep(_ step: @autoclosure () -> BatchActivity.Step) {
    guard module.sharedState.isObserved else { return }
    let activity = BatchActivity(page: page?.url, list: module.url, step: step())
    module.sharedState.log(.batch(activity))
  }
}

extension BatchActivity.Counts {
  /// Creates the numbers of changes in a change set.
  ///
  /// - Complexity: O(*runs*), where a run of adjacent changes is counted at once.
  init(_ changes: ChangeSet) {
    sections = Group(
      deletions: changes.sectionDeletions.count, insertions: changes.sectionInsertions.count,
      moves: changes.sectionMoves.count, updates: changes.sectionUpdates.count)
    items = Group(
      deletions: Self.count(changes.deletions), insertions: Self.count(changes.insertions),
      moves: changes.moves.count, updates: changes.updates.count + changes.reloads.count)
  }

  private static func count(_ runs: [ChangeSet.Run]) -> Int {
    runs.reduce(0) { $0 + $1.range.count }
  }
}
