extension ChangeSet {
  /// Creates the change set between two lists.
  ///
  /// Items are matched by identity, anywhere in the sections that are in both lists. Repeated
  /// identities are matched near their old index if possible, otherwise in order. The change set
  /// has the smallest number of deletions and insertions. Within each pair of sections, it also has
  /// the smallest number of moves, if identities do not repeat. Of several equally small sets of
  /// moves, the one that moves updated items is chosen. Chunks that both snapshots share are not
  /// read.
  ///
  /// - Complexity: O(elements that are not shared), plus O(moved runs × log runs) for the smallest
  ///   number of moves.
  public init(from before: ListSnapshot, to after: ListSnapshot) {
    self.init(from: before, to: after) { () throws(Never) in }
  }

  /// Creates the change set between two lists, unless a checkpoint ends the computation.
  ///
  /// ```swift
  /// let changes = try ChangeSet(from: old, to: new) { try Task.checkCancellation() }
  /// ```
  ///
  /// - Parameters:
  ///   - before: The old list.
  ///   - after: The new list.
  ///   - checkpoint: A closure that is called after every few thousand elements. An error that it
  ///     throws ends the computation.
  /// - Throws: The error of the checkpoint.
  public init<Failure>(
    from before: ListSnapshot, to after: ListSnapshot,
    checkpoint: @escaping () throws(Failure) -> Void
  ) throws(Failure) {
    try self.init(
      from: before, to: after, seed: DiffHash.seed, checkpoint: checkpoint)
  }

  /// Creates the change set between two lists with a given hash seed.
  ///
  /// Tests use it to verify that the result does not depend on the seed.
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
