/// The origin of a change.
enum EntityOrigin {
  /// A change by the program that the cache saves.
  case program

  /// A change by the program that the cache does not save.
  case memory

  /// A change that was read from the cache.
  case cache
}

/// The changes of one transaction, which all providers show at the same time.
public struct EntityCommit: Sendable {
  /// The revision of the commit.
  ///
  /// Revisions ascend.
  public let revision: Int

  /// The entities that were inserted or changed, including those with changed children.
  public let changed: Set<EntityKey>

  /// The entities that were deleted, including entities that required a deleted one.
  public let deleted: Set<EntityKey>

  /// The names of the lists that changed.
  public let lists: Set<String>

  /// The context that the writer passed with the change.
  public let context: (any Sendable)?

  /// A Boolean value that indicates whether the commit changed nothing.
  public var isEmpty: Bool { changed.isEmpty && deleted.isEmpty && lists.isEmpty }
}
