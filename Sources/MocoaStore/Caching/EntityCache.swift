public import MocoaModel

/// A type that stores the entities and lists of a store permanently.
///
/// A store passes each commit as one batch, in order. Each completion closure is called once, on
/// any thread. A load returns the state after all batches that were passed before it. No other
/// order of the results is required, and each may take any time.
public protocol EntityCache: AnyObject, Sendable {
  /// Saves a batch, completely or not at all, and calls a closure when it is saved permanently or
  /// fails.
  ///
  /// An entity that a later version of the program has saved is not overwritten. The rest of the
  /// batch is saved, and an error of the kind `newerEntity` contains the name of the entity.
  ///
  /// The cache always contains the state after one of the batches. A batch that cannot be saved now
  /// is retried before the next one, and no batch is skipped.
  func apply(_ batch: EntityBatch, completion: @escaping @Sendable (EntityCacheError?) -> Void)

  /// Loads entities from one state of the cache, in the order of the requests.
  ///
  /// The result is `nil` for each entity that is missing or unreadable.
  ///
  /// If an entity is saved as several types, each loaded value includes the newer changes of all
  /// types that the program has used.
  func load(
    _ requests: [EntityRequest],
    completion: @escaping @Sendable (Result<[(any Entity)?], EntityCacheError>) -> Void)

  /// Loads the existing entities of a list.
  ///
  /// The result is `nil` if the list is not stored.
  func loadList(
    _ name: String, of shape: EntityDescriptor,
    completion: @escaping @Sendable (Result<[any Entity]?, EntityCacheError>) -> Void)

  /// Loads entities like `load`, and distinguishes missing entities from unreadable ones.
  func read(
    _ requests: [EntityRequest],
    completion: @escaping @Sendable (Result<[LoadedEntity], EntityCacheError>) -> Void)

  /// Loads the entities of a list like `loadList`, together with the errors of the unreadable ones.
  func readList(
    _ name: String, of shape: EntityDescriptor,
    completion: @escaping @Sendable (Result<LoadedList?, EntityCacheError>) -> Void)

  /// Calls a closure when all earlier batches are saved permanently, or when an error prevents it.
  ///
  /// If a batch was skipped permanently, each flush returns its error.
  func flush(completion: @escaping @Sendable (EntityCacheError?) -> Void)

  /// Sets the observer of changes by other programs.
  ///
  /// Called once, before all other methods.
  func observeExternalChanges(_ perform: @escaping @Sendable (ExternalChanges) -> Void)

  /// Removes orphans: entities that were in a list or another entity and are in none any more.
  ///
  /// - Parameters:
  ///   - needed: A closure that receives entities and returns the entities to keep, because they
  ///     are in memory. If the closure returns `nil`, no further entities are removed.
  ///   - completion: A closure that receives an error, or `nil`.
  func compact(
    keeping needed: @escaping @MainActor @Sendable ([EntityKey]) -> Set<EntityKey>?,
    completion: @escaping @Sendable (EntityCacheError?) -> Void)

  /// Sets the observer that is called, on any thread, when `compact` may remove many entities.
  func observeOrphans(_ perform: @escaping @Sendable () -> Void)

  /// Sets the observer that is called, on any thread, when a batch is saved after a failed attempt.
  func observeRecovery(_ perform: @escaping @Sendable () -> Void)
}

extension EntityCache {
  /// Loads an entity as an entity type.
  ///
  /// The result is `nil` if the entity is missing or unreadable.
  public func load(
    _ key: EntityKey, of shape: EntityDescriptor,
    completion: @escaping @Sendable (Result<(any Entity)?, EntityCacheError>) -> Void
  ) {
    load([EntityRequest(key, shape)]) { result in completion(result.map { $0.first ?? nil }) }
  }

  /// Never calls the closure, because no other program changes the cache by default.
  public func observeExternalChanges(_ perform: @escaping @Sendable (ExternalChanges) -> Void) {}

  /// Removes no entities by default, and calls the closure without an error.
  public func compact(
    keeping needed: @escaping @MainActor @Sendable ([EntityKey]) -> Set<EntityKey>?,
    completion: @escaping @Sendable (EntityCacheError?) -> Void
  ) { completion(nil) }

  /// Never calls the closure by default.
  public func observeOrphans(_ perform: @escaping @Sendable () -> Void) {}

  /// Never calls the closure by default.
  public func observeRecovery(_ perform: @escaping @Sendable () -> Void) {}
}

/// A request to load an entity as one entity type, whether or not the entity exists.
public struct EntityRequest: Sendable {
  /// The key of the entity.
  public let key: EntityKey

  /// The description of the entity type.
  public let shape: EntityDescriptor

  /// Creates a request to load an entity as one entity type.
  public init(_ key: EntityKey, _ shape: EntityDescriptor) {
    (self.key, self.shape) = (key, shape)
  }
}

/// The changes of one commit of a store, which are saved together.
public struct EntityBatch: Sendable {
  /// An entity with its new value.
  public struct Upsert: Sendable {
    /// The value.
    ///
    /// The children in it are saved under their own keys, and are in the same batch if they
    /// changed.
    public let value: any Entity

    /// The description of the entity type.
    public let shape: EntityDescriptor
  }

  /// An edit of a list that replaces some of its entities.
  ///
  /// The edit contains the removed identities, not only their index, because the stored list may
  /// differ from the list in memory. Other programs may have changed it, and it may contain
  /// unreadable rows. An identity that is not at its expected index is searched for, nearest
  /// first; if it is missing, it is ignored. The new identities are inserted at the index of the
  /// first removed one that was found. Otherwise they follow `previous`, or are inserted at the
  /// expected index, or at the end.
  public struct ListEdit: Sendable, Equatable {
    /// The name of the list.
    public let list: String

    /// The entity kind of the list.
    public let entityName: String

    /// The index at which the edit replaces identities, or `nil` if it replaces all rows or creates
    /// the list.
    ///
    /// An edit with an index has no effect on a list that is not stored.
    public let position: Int?

    /// The identities that the edit removes, starting at the index.
    public let removed: [ItemID]

    /// The identity before the index, or `nil` if the index is 0 or the edit replaces all rows.
    public let previous: ItemID?

    /// The identities that the edit inserts at the index.
    public let ids: [ItemID]
  }

  /// The revision of the commit, which is greater than those of all earlier commits.
  public let revision: Int

  /// The entities that were inserted or whose value changed.
  ///
  /// If only the value of a child changed, an entity is not included.
  public var upserts: [Upsert] = []

  /// The entities that were deleted, including entities that required a deleted one.
  public var deletions: [EntityKey] = []

  /// The edits of lists, in order.
  ///
  /// They are applied after the deletions, so deleted entities have left all lists before the first
  /// edit.
  public var listEdits: [ListEdit] = []

  /// Creates a batch without changes.
  public init(revision: Int) {
    self.revision = revision
  }

  /// A Boolean value that indicates whether the batch has no changes.
  public var isEmpty: Bool { upserts.isEmpty && deletions.isEmpty && listEdits.isEmpty }
}

extension EntityBatch.Upsert {
  /// Creates an upsert of an entity of any type.
  public init(_ value: any Entity) {
    self.init(value: value, shape: .descriptor(for: value))
  }
}

extension EntityBatch.ListEdit {
  /// Creates an edit that replaces all rows of a list.
  public init<E: Entity>(_ list: ListKey<E>, to ids: [ItemID]) {
    self.init(
      list: list.name, entityName: E.entityName, position: nil, removed: [], previous: nil, ids: ids
    )
  }

  /// Creates an edit that replaces entities at an index of a list.
  public init<E: Entity>(
    _ list: ListKey<E>, at position: Int, removing removed: [ItemID] = [],
    after previous: ItemID?, inserting ids: [ItemID] = []
  ) {
    self.init(
      list: list.name, entityName: E.entityName, position: position, removed: removed,
      previous: previous, ids: ids)
  }
}

/// Changes of a cache by other programs.
public struct ExternalChanges: Sendable {
  /// The entities that may have changed.
  public var changed: Set<EntityKey>

  /// The entities that were deleted.
  ///
  /// An entity that was inserted again is also in `changed`, and has left all its former parents
  /// and lists.
  public var deleted: Set<EntityKey>

  /// The lists that may have changed.
  public var lists: Set<String>

  /// A Boolean value that indicates whether content that is not listed may have changed too.
  public var affectsEverything = false

  /// Creates changes from the changed and deleted entities and the changed lists.
  public init(changed: Set<EntityKey> = [], deleted: Set<EntityKey> = [], lists: Set<String> = []) {
    (self.changed, self.deleted, self.lists) = (changed, deleted, lists)
  }

  /// A Boolean value that indicates whether the value contains no changes.
  public var isEmpty: Bool {
    changed.isEmpty && deleted.isEmpty && lists.isEmpty && !affectsEverything
  }

  /// Returns the changes combined with later changes.
  func merged(with later: ExternalChanges) -> ExternalChanges {
    var merged = ExternalChanges(
      changed: changed.subtracting(later.deleted).union(later.changed),
      deleted: deleted.union(later.deleted),
      lists: lists.union(later.lists))
    merged.affectsEverything = affectsEverything || later.affectsEverything
    return merged
  }
}

/// An error of a cache, with a description in one line.
public struct EntityCacheError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The kind of an error of a cache.
  public enum Kind: Sendable, Equatable {
    /// The cache cannot save, because its file is not writable, or the disk is full, or another
    /// program locks it.
    case notWritable

    /// The cache, or an entity in it, is from a newer version of the program and is not changed.
    case newerVersion

    /// Some entities in the cache are from a newer version of the program and were not changed.
    ///
    /// All other entities of the batch were saved.
    case newerEntity

    /// The cache is damaged, or its file does not contain a cache.
    case damaged

    /// The cache cannot be read at present, for example while another program locks it.
    case notReadable

    /// The cache contains an entity or a list that this program cannot read.
    ///
    /// All other content is usable.
    case unreadable

    /// The cache contains entities of a type that this program does not know.
    ///
    /// All other content is usable.
    case unknownType
  }

  /// The kind of the error.
  public let kind: Kind

  /// The description of the error, in one line.
  public let description: String

  /// Creates an error.
  public init(_ kind: Kind, _ description: String) {
    (self.kind, self.description) = (kind, description)
  }
}

/// The result of loading one entity from a cache.
public enum LoadedEntity: Sendable {
  /// The entity, with all its children.
  case entity(any Entity)

  /// The entity does not exist.
  case missing

  /// The cache contains the entity but cannot read it.
  ///
  /// Its type is unknown, its version is later than the program's, or its bytes are damaged.
  case unreadable(EntityCacheError)

  /// The entity, or `nil` if it is missing or unreadable.
  public var entity: (any Entity)? {
    if case .entity(let entity) = self { entity } else { nil }
  }
}

/// The result of loading a list from a cache.
public struct LoadedList: Sendable {
  /// The entities that could be read, in the order of the list.
  public var entities: [any Entity]

  /// The errors of the entities that could not be read, one for each.
  ///
  /// These entities stay in the cache. They also stay in the stored list until a program replaces
  /// all its rows.
  public var unreadable: [EntityCacheError]

  /// Creates the result of loading a list.
  public init(_ entities: [any Entity] = [], unreadable: [EntityCacheError] = []) {
    (self.entities, self.unreadable) = (entities, unreadable)
  }
}

extension EntityCache {
  /// Loads entities with `load`, and reports each `nil` result as missing.
  public func read(
    _ requests: [EntityRequest],
    completion: @escaping @Sendable (Result<[LoadedEntity], EntityCacheError>) -> Void
  ) {
    load(requests) { result in
      completion(result.map { $0.map { entity in entity.map { .entity($0) } ?? .missing } })
    }
  }

  /// Loads the list with `loadList`, and reports no unreadable entities.
  public func readList(
    _ name: String, of shape: EntityDescriptor,
    completion: @escaping @Sendable (Result<LoadedList?, EntityCacheError>) -> Void
  ) {
    loadList(name, of: shape) { result in completion(result.map { $0.map { LoadedList($0) } }) }
  }
}
