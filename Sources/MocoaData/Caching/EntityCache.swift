public import MocoaModel

/// Where a store keeps its entities and lists beyond its own life.
///
/// A store hands over each commit as one batch, in the order of the commits. What is asked for is
/// answered once, from any thread, with what is kept after all batches that were handed over before.
/// Whoever implements it needs no other order, and may take its time.
public protocol EntityCache: AnyObject, Sendable {
  /// Keeps a batch, all of it or nothing; calls when it is kept for good, or cannot be.
  ///
  /// What is kept is always what there was after some batch: one that cannot be kept now is tried again
  /// before the next one, and none is left out.
  func apply(_ batch: EntityBatch, then: @escaping @Sendable (EntityCacheError?) -> Void)

  /// Answers with an entity of a type; nil where there is none, or it cannot be read.
  func load(
    _ key: EntityKey, of shape: EntityShape,
    then: @escaping @Sendable (Result<(any Entity)?, EntityCacheError>) -> Void)

  /// Answers with the entities of a list, without those that are gone; nil where no such list is kept.
  func loadList(
    _ name: String, of shape: EntityShape,
    then: @escaping @Sendable (Result<[any Entity]?, EntityCacheError>) -> Void)

  /// Calls when all batches that were handed over before are kept for good, with what kept the first
  /// of those from it that were not since the last call.
  func flush(then: @escaping @Sendable (EntityCacheError?) -> Void)

  /// Has news of what others have changed in the same place told; once, before anything else.
  func observeOthers(_ perform: @escaping @Sendable (EntityNews) -> Void)

  /// Has told when what could not be kept at first has been kept after all; on any thread.
  func observeKeeping(_ perform: @escaping @Sendable () -> Void)
}

extension EntityCache {
  /// Nobody else changes anything.
  public func observeOthers(_ perform: @escaping @Sendable (EntityNews) -> Void) {}

  /// Tells of nothing.
  public func observeKeeping(_ perform: @escaping @Sendable () -> Void) {}
}

/// What one commit of a store changed, to be kept as one.
public struct EntityBatch: Sendable {
  /// An entity as it is now.
  public struct Upsert: Sendable {
    /// The value; its children are kept by their own keys, and are in the same batch if they changed.
    public let value: any Entity

    /// What is known of its type.
    public let shape: EntityShape
  }

  /// One change of a list: some of its entities become others.
  public struct ListEdit: Sendable, Equatable {
    /// The name of the list.
    public let list: String

    /// The name of the kind of its entities.
    public let entityName: String

    /// The positions that are taken out; nil for all there are, and where the list was not known.
    ///
    /// What is beyond the end is left out, and a list that is not kept stays unknown: it may have been
    /// another one when somebody else changed it.
    public let range: Range<Int>?

    /// The identities that come in their place.
    public let ids: [ItemID]
  }

  /// The number of the commit; they ascend.
  public let revision: Int

  /// The entities that are new, or have changed themselves and not only in their children.
  public var upserts: [Upsert] = []

  /// The entities that are gone, those among them that went because another did.
  public var deletions: [EntityKey] = []

  /// The changes of lists, in order.
  ///
  /// They come after the deletions: who is deleted has left all lists when the first of them is done.
  public var listEdits: [ListEdit] = []

  /// A batch that changes nothing.
  public init(revision: Int) {
    self.revision = revision
  }

  /// Whether it changes nothing.
  public var isEmpty: Bool { upserts.isEmpty && deletions.isEmpty && listEdits.isEmpty }
}

extension EntityBatch.Upsert {
  /// An entity of whatever type it is.
  public init(_ value: any Entity) {
    self.init(value: value, shape: .of(value))
  }
}

extension EntityBatch.ListEdit {
  /// A change of a list; of all of it, where `range` is nil.
  public init<E: Entity>(_ list: ListKey<E>, _ range: Range<Int>?, ids: [ItemID]) {
    self.init(list: list.name, entityName: E.entityName, range: range, ids: ids)
  }
}

/// What somebody else has changed in a cache.
public struct EntityNews: Sendable {
  /// The entities that may be others than they were.
  public var changed: Set<EntityKey>

  /// The entities that are gone.
  public var deleted: Set<EntityKey>

  /// The lists that may be others than they were.
  public var lists: Set<String>

  /// Whether more may be others than can be said: all that there is.
  public var isEverything = false

  /// News from their parts.
  public init(changed: Set<EntityKey> = [], deleted: Set<EntityKey> = [], lists: Set<String> = []) {
    (self.changed, self.deleted, self.lists) = (changed, deleted, lists)
  }

  /// Whether nothing has changed.
  public var isEmpty: Bool {
    changed.isEmpty && deleted.isEmpty && lists.isEmpty && !isEverything
  }

  /// These news and later ones.
  func merged(with later: EntityNews) -> EntityNews {
    var merged = EntityNews(
      changed: changed.subtracting(later.deleted).union(later.changed),
      deleted: deleted.subtracting(later.changed).union(later.deleted),
      lists: lists.union(later.lists))
    merged.isEverything = isEverything || later.isEverything
    return merged
  }
}

/// What went wrong with a cache, in one line.
public struct EntityCacheError: Error, Sendable, Equatable, CustomStringConvertible {
  /// What can be done about it.
  public enum Kind: Sendable, Equatable {
    /// Nothing can be kept there: it is not writable, full, or locked by somebody else.
    case notWritable

    /// It is from a newer version, and is left alone.
    case newerVersion

    /// It is damaged, or something else altogether.
    case damaged

    /// It cannot be read now.
    case notReadable
  }

  /// What can be done about it.
  public let kind: Kind

  /// What went wrong, in one line.
  public let description: String

  /// An error.
  public init(_ kind: Kind, _ description: String) {
    (self.kind, self.description) = (kind, description)
  }
}
