/// Where a change comes from.
enum EntityOrigin {
  /// It is to be kept.
  case program

  /// It is not to be kept.
  case memory

  /// It is kept already.
  case cache
}

/// What one transaction changed, as all see it at the same time.
public struct EntityCommit: Sendable {
  /// The number of the commit; they ascend.
  public let revision: Int

  /// The entities that are new or other than they were, those among them in which something changed.
  public let changed: Set<EntityKey>

  /// The entities that are gone, those among them that cannot be without another that is gone.
  public let deleted: Set<EntityKey>

  /// The names of the lists in which something changed.
  public let lists: Set<String>

  /// What whoever made the change said of it.
  public let context: (any Sendable)?

  /// Whether nothing changed.
  public var isEmpty: Bool { changed.isEmpty && deleted.isEmpty && lists.isEmpty }
}
