internal import MocoaModel

/// What changed since a list was drawn, as one change.
enum PendingChanges {
  /// Nothing.
  case none

  /// So many updates, one after the other.
  case some(ListUpdate, count: Int)

  /// Something that is not to be followed: too much of it, or nobody to follow it.
  case tooMany

  /// More than so many items that changed, or so many updates, are too many: nobody could follow
  /// them with the eye, and putting them together would take the time that they save.
  private static let (itemLimit, updateLimit) = (1000, 64)

  /// Adds an update.
  mutating func add(_ update: ListUpdate) {
    switch self {
    case .tooMany: return
    case .none:
      self = .some(update, count: 1)
      if update.changes.isLarger(than: Self.itemLimit) { self = .tooMany }
    case .some(var merged, let count):
      // Let go of, so that it can be changed where it is.
      self = .tooMany
      guard count < Self.updateLimit, !update.changes.isLarger(than: Self.itemLimit),
        let changes = try? merged.changes.followed(by: update.changes),
        !changes.isLarger(than: Self.itemLimit)
      else { return }
      (merged.after, merged.changes) = (update.after, changes)
      self = .some(merged, count: count + 1)
    }
  }
}

extension ChangeSet {
  /// Whether more than so many items and sections changed.
  fileprivate func isLarger(than limit: Int) -> Bool {
    let sections = sectionDeletions.count + sectionInsertions.count + sectionMoves.count
    let steps = moves.count + updates.count + reloads.count + sectionUpdates.count
    let runs = deletions.count + insertions.count
    guard sections + steps + runs <= limit else { return true }
    return (deletions + insertions).reduce(sections + steps) { $0 + $1.range.count } > limit
  }
}
