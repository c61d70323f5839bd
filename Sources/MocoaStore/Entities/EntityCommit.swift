/// The origin of a change of the store, which determines whether the cache saves it.
enum EntityOrigin {
  /// A change by the program that the cache saves.
  case program

  /// A change by the program that the cache does not save.
  case memory

  /// A change that was read from the cache.
  case cache
}

/// The changes of one transaction.
///
/// All providers show them at the same time.
public struct EntityCommit: Sendable {
  /// The number of the commit, which is greater than those of all earlier commits.
  public let revision: Int

  /// The entities that were inserted or changed, including those of which only a child changed.
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
