internal import MocoaModel

/// The changes of a list since it was drawn last, merged into one update.
enum PendingChanges {
  /// No changes.
  case none

  /// Some updates, merged in order, and their number.
  case some(ListUpdate, count: Int)

  /// Changes that are not animated.
  ///
  /// They are too many, or the user has moved the cursor since the last frame.
  case tooMany

  /// The limits above which changes are not animated: 1,000 changed items or 64 updates.
  ///
  /// A user cannot follow more changes, and merging them takes too long.
  private static let (itemLimit, updateLimit) = (1000, 64)

  /// Merges an update.
  mutating func add(_ update: ListUpdate) {
    switch self {
    case .tooMany: return
    case .none:
      self = .some(update, count: 1)
      if update.changes.isLarger(than: Self.itemLimit) { self = .tooMany }
    case .some(var merged, let count):
      // Release the enum's reference, so that the merged update is changed in place.
      self = .tooMany
      guard count < Self.updateLimit, !update.changes.isLarger(than: Self.itemLimit),
        let changes = try? merged.changes.composed(with: update.changes),
        !changes.isLarger(than: Self.itemLimit)
      else { return }
      (merged.after, merged.changes) = (update.after, changes)
      self = .some(merged, count: count + 1)
    }
  }
}

extension ChangeSet {
  /// Returns `true` if more than `limit` items and sections changed.
  func isLarger(than limit: Int) -> Bool {
    let sections = sectionDeletions.count + sectionInsertions.count + sectionMoves.count
    let steps = moves.count + updates.count + reloads.count + sectionUpdates.count
    let runs = deletions.count + insertions.count
    guard sections + steps + runs <= limit else { return true }
    return (deletions + insertions).reduce(sections + steps) { $0 + $1.range.count } > limit
  }
}
