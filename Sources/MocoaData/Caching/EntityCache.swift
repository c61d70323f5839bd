public import MocoaModel

/// Where a store keeps its entities and lists beyond its own life.
///
/// A store hands over each commit as one batch, in the order of the commits. What is asked for is
/// answered once, from any thread, with what is kept after all batches that were handed over before.
/// Whoever implements it needs no other order, and may take its time.
public protocol EntityCache: AnyObject, Sendable {
  /// Keeps a batch, all of it or nothing; calls when it is kept for good, or cannot be.
  ///
  /// An entity that a later version of the program has kept is not overwritten: the rest of the batch is
  /// kept, and the error, of the kind `newerEntity`, names the entity.
  ///
  /// What is kept is always what there was after some batch: one that cannot be kept now is tried again
  /// before the next one, and none is left out.
  func apply(_ batch: EntityBatch, then: @escaping @Sendable (EntityCacheError?) -> Void)

  /// Answers with entities as they are at one time, in the order of the places; nil for each that is
  /// not there, or cannot be read.
  ///
  /// Of an entity that is kept as several types, each has what was kept later as another one, of those
  /// that the program has come across.
  func load(
    _ places: [EntityPlace],
    then: @escaping @Sendable (Result<[(any Entity)?], EntityCacheError>) -> Void)

  /// Answers with the entities of a list, without those that are gone; nil where no such list is kept.
  func loadList(
    _ name: String, of shape: EntityShape,
    then: @escaping @Sendable (Result<[any Entity]?, EntityCacheError>) -> Void)

  /// Returns entities as `load` does, and tells those that do not exist from those that cannot be read.
  func read(
    _ places: [EntityPlace],
    then: @escaping @Sendable (Result<[LoadedEntity], EntityCacheError>) -> Void)

  /// Returns the entities of a list as `loadList` does, with those that cannot be read.
  func readList(
    _ name: String, of shape: EntityShape,
    then: @escaping @Sendable (Result<LoadedList?, EntityCacheError>) -> Void)

  /// Calls when all batches that were handed over before are kept for good, or with what keeps one of
  /// them from it; with one that was left out for good, each time.
  func flush(then: @escaping @Sendable (EntityCacheError?) -> Void)

  /// Has news of what others have changed in the same place told; once, before anything else.
  func observeOthers(_ perform: @escaping @Sendable (EntityNews) -> Void)

  /// Removes entities that were in a list or in another entity, and are in nothing any more.
  ///
  /// - Parameter needed: returns those of some entities that are in memory, and so stay; nil if it cannot
  ///   tell now, which removes nothing more.
  func compact(
    keeping needed: @escaping @MainActor @Sendable ([EntityKey]) -> Set<EntityKey>?,
    then: @escaping @Sendable (EntityCacheError?) -> Void)

  /// Notifies when so many entities may be in nothing that `compact` is worth it; on any thread.
  func observeOrphans(_ perform: @escaping @Sendable () -> Void)

  /// Has told when what could not be kept at first has been kept after all; on any thread.
  func observeKeeping(_ perform: @escaping @Sendable () -> Void)
}

extension EntityCache {
  /// Answers with an entity of a type; nil where there is none, or it cannot be read.
  public func load(
    _ key: EntityKey, of shape: EntityShape,
    then: @escaping @Sendable (Result<(any Entity)?, EntityCacheError>) -> Void
  ) {
    load([EntityPlace(key, shape)]) { result in then(result.map { $0.first ?? nil }) }
  }

  /// Nobody else changes anything.
  public func observeOthers(_ perform: @escaping @Sendable (EntityNews) -> Void) {}

  /// Removes nothing.
  public func compact(
    keeping needed: @escaping @MainActor @Sendable ([EntityKey]) -> Set<EntityKey>?,
    then: @escaping @Sendable (EntityCacheError?) -> Void
  ) { then(nil) }

  /// Notifies of nothing.
  public func observeOrphans(_ perform: @escaping @Sendable () -> Void) {}

  /// Tells of nothing.
  public func observeKeeping(_ perform: @escaping @Sendable () -> Void) {}
}

/// An entity as one type shows it, whether there is one or not.
public struct EntityPlace: Sendable {
  /// Which entity it is.
  public let key: EntityKey

  /// What is known of the type.
  public let shape: EntityShape

  /// The place of an entity.
  public init(_ key: EntityKey, _ shape: EntityShape) {
    (self.key, self.shape) = (key, shape)
  }
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
  ///
  /// It says who is taken out, and not only where: the list may be another one than it was for who
  /// made the change, as others may have changed it, and a row may be in it that cannot be read.
  /// Whoever is not found where they should be is looked for by identity, the nearest first; who is
  /// nowhere stays out. The others come where the first one found was; else behind `previous`, or where
  /// they should be, or last.
  public struct ListEdit: Sendable, Equatable {
    /// The name of the list.
    public let list: String

    /// The name of the kind of its entities.
    public let entityName: String

    /// Where the change begins; nil for one of all there is, and of a list that was not known.
    ///
    /// A list that is not kept stays unknown, but for a change of all of it.
    public let position: Int?

    /// The identities that are taken out there.
    public let removed: [ItemID]

    /// The identity in front of these; nil where there is none.
    public let previous: ItemID?

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
  /// Makes a list consist of some entities.
  public init<E: Entity>(_ list: ListKey<E>, to ids: [ItemID]) {
    self.init(
      list: list.name, entityName: E.entityName, position: nil, removed: [], previous: nil, ids: ids
    )
  }

  /// Takes entities out of a list, and puts others in their place.
  public init<E: Entity>(
    _ list: ListKey<E>, at position: Int, removing removed: [ItemID] = [],
    after previous: ItemID?, inserting ids: [ItemID] = []
  ) {
    self.init(
      list: list.name, entityName: E.entityName, position: position, removed: removed,
      previous: previous, ids: ids)
  }
}

/// What somebody else has changed in a cache.
public struct EntityNews: Sendable {
  /// The entities that may be others than they were.
  public var changed: Set<EntityKey>

  /// The entities that were deleted; those of them that came again have changed too, and are in nothing
  /// that they were in.
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
      deleted: deleted.union(later.deleted),
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

    /// It, or an entity in it, is from a newer version, and is left alone.
    case newerVersion

    /// Entities in it are from a newer version, and are left alone; everything else was saved.
    case newerEntity

    /// It is damaged, or something else altogether.
    case damaged

    /// It cannot be read now.
    case notReadable

    /// It holds something that this program cannot read; the rest of it can be used.
    case unreadable

    /// It holds entities of a type that this program does not know; the rest of it can be used.
    case unknownType
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
