extension ChangeSet {
  /// What makes one list of another.
  ///
  /// Items are the same by identity, wherever in the sections that are in both lists they stand;
  /// repeated identities are matched near where they stood, else in their order. Deletions and
  /// insertions are the fewest that there can be; so are moves, within each pair of sections, if
  /// identities do not repeat. Of equally few moves, those are taken that move updated items. Whatever the snapshots share by the identity of their chunks is not
  /// looked at.
  ///
  /// - Complexity: O(what is not shared), and O(moved runs × log runs) for the fewest moves.
  public init(from before: ListSnapshot, to after: ListSnapshot) {
    self.init(from: before, to: after) { () throws(Never) in }
  }

  /// What makes one list of another, unless a newer one has come in between.
  ///
  /// ```swift
  /// let changes = try ChangeSet(from: old, to: new) { try Task.checkCancellation() }
  /// ```
  ///
  /// - Parameter checkpoint: called after every few thousand elements; what it throws ends the
  ///   computation.
  public init<Failure>(
    from before: ListSnapshot, to after: ListSnapshot,
    checkpoint: @escaping () throws(Failure) -> Void
  ) throws(Failure) {
    try self.init(
      from: before, to: after, seed: DiffHash.seed, checkpoint: checkpoint)
  }

  /// The same under a seed of the caller's, so that tests show that it makes no difference.
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
