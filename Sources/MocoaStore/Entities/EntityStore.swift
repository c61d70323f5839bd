public import MocoaModel

/// An in-memory store that holds one value for each entity.
///
/// Writes are transactions. When `write` returns, every provider and list has received one update
/// and has notified its observers. An observer may write to the store; its commit is notified after
/// all notifications of the current one.
///
/// ```swift
/// try store.write(context: "import") { transaction in
///   try transaction.upsert(album)
///   try transaction.edit(ListKey<Album>("new")) { $0.insert(album, at: 0) }
/// }
/// ```
@MainActor
public final class EntityStore {
  /// The maximum number of entities that are nested in each other.
  public nonisolated static let depthLimit = 100

  let graph = EntityGraph()
  let notifier = EntityNotifier()
  private(set) var saving: EntityPersistence?
  private(set) var lists: [String: EntityList] = [:]

  /// The number of the latest commit.
  public internal(set) var revision = 0

  /// The entities that the running transaction deletes, including entities that are only in the
  /// cache.
  var deletions: [EntityKey] = []

  /// A Boolean value that indicates whether the store may hold entities that the cache must not
  /// save.
  var hasEntitiesInMemoryOnly = false

  /// The closures to call after the commit of the running transaction.
  ///
  /// If a transaction is rolled back, the closures that it added are discarded.
  private var followUps: [@MainActor () -> Void] = []

  /// The entities that were deleted while a load is running.
  ///
  /// The result of the load must not restore them.
  var deletedWhileLoading = ConcurrentDeletions()

  /// The external changes that are not merged yet, because this store has newer content.
  ///
  /// They are merged after all commits are saved.
  var deferredChanges = ExternalChanges()

  /// The running reloads of entities.
  var reloads: [RunningReload] = []

  /// The running requests to the cache, which further callers may join.
  var sharedLoads = SharedLoads()

  /// The errors of the unreadable entities in each list, by list name.
  var unreadable: [String: [EntityCacheError]] = [:]

  /// The number of slices that were merged, and the weight of the heaviest slice.
  ///
  /// The weight of a slice is the number of its entities and of its removed or moved rows. Used by
  /// tests.
  var (sliceCount, maxSliceWeight) = (0, 0)

  /// The number of running loads.
  var loadCount = 0

  /// Creates a store with a cache, or in memory only if the cache is `nil`.
  public init(cache: (any EntityCache)? = nil) {
    saving = cache.map(EntityPersistence.init)
    saving?.onAllSaved = { [weak self] in self?.adoptSkipped() }
    cache?.observeOrphans { [weak self] in
      MainActorScheduler.schedule { self?.compactCache() }
    }
    cache?.observeExternalChanges { [weak self] changes in
      MainActorScheduler.schedule { self?.merge(changes) }
    }
  }

  /// Detaches the cache and continues in memory.
  ///
  /// Use this method if the cache is unreadable. Changes that were made without its content must
  /// not reach the cache when it becomes writable.
  public func detachCache() {
    saving = nil
    for list in lists.values {
      // No further rows can be loaded.
      (list.load, list.isPartial) = (nil, false)
      for subscriber in list.subscribers { subscriber.subscriber?.phaseDidChange() }
    }
  }

  var hasCache: Bool { saving != nil }

  /// A Boolean value that indicates whether a transaction is running.
  var isWriting: Bool { graph.journal.isRunning }

  // MARK: - Reading

  /// Returns an entity, or `nil` if it is not in the store.
  public subscript<E: Entity>(ref: EntityReference<E>) -> E? {
    graph.value(of: ref.key, as: EntityDescriptor.descriptor(for: E.self)) as? E
  }

  /// Returns an entity without the changes of the running transaction.
  func committed<E: Entity>(_ ref: EntityReference<E>) -> E? {
    graph.committedValue(of: ref.key, as: EntityDescriptor.descriptor(for: E.self)) as? E
  }

  /// The entities of a list, or `nil` if the list is not in the store or still loading.
  ///
  /// - Complexity: O(n).
  public subscript<E: Entity>(list: ListKey<E>) -> [E]? { values(of: list) }

  func values<E: Entity>(of key: ListKey<E>) -> [E]? {
    guard let list = lists[key.name], list.isFullyLoaded, let rows = list.state.rows else {
      return nil
    }
    var values: [E] = []
    values.reserveCapacity(rows.count)
    rows.forEachElement { if let value = $0 as? E { values.append(value) } }
    return present(E.self).map { values.map($0) } ?? values
  }

  /// Returns a closure that maps an entity to its current value in the running transaction.
  ///
  /// - Returns: `nil` if the transaction has no changes.
  private func present<E: Entity>(_ type: E.Type) -> ((E) -> E)? {
    guard isWriting, !graph.journal.steps.isEmpty else { return nil }
    return { value in
      MainActor.assumeIsolated {
        value.isIdentified ? self[EntityReference(value)] ?? value : value
      }
    }
  }

  // MARK: - Writing

  /// Runs a transaction.
  ///
  /// If the closure throws, all its changes are rolled back.
  ///
  /// A nested write is part of the outer one. If the nested closure throws, only its changes are
  /// rolled back. The context and `persist` of nested writes are ignored.
  ///
  /// - Parameters:
  ///   - context: A value that observers receive with the changes.
  ///   - persist: A Boolean value that indicates whether the cache saves the changes.
  ///   - body: A closure that makes the changes.
  /// - Returns: The result of `body`.
  /// - Throws: The error of `body`.
  public func write<Result, Failure: Error>(
    context: (any Sendable)? = nil, persist: Bool = true,
    _ body: (inout EntityTransaction) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try write(context, origin: persist ? .program : .memory, body)
  }

  func write<Result, Failure: Error>(
    _ context: (any Sendable)?, origin: EntityOrigin,
    _ body: (inout EntityTransaction) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let isOutermost = !isWriting
    let mark = graph.journal.begin()
    let (deleted, done) = (deletions.count, followUps.count)
    var transaction = EntityTransaction(self)
    let result: Result
    do throws(Failure) {
      result = try body(&transaction)
    } catch {
      graph.rollBack(to: mark)
      deletions.removeSubrange(deleted...)
      followUps.removeSubrange(done...)
      graph.journal.end()
      throw error
    }
    if isOutermost {
      let last = followUps
      followUps = []
      commit(context, origin: origin)
      for perform in last { perform() }
    } else {
      graph.journal.end()
    }
    return result
  }

  /// Calls a closure after the running transaction is committed and notified, or immediately if
  /// none is running.
  func afterTransaction(_ perform: @escaping @MainActor () -> Void) {
    if isWriting { followUps.append(perform) } else { perform() }
  }

  /// Upserts an entity in its own transaction.
  ///
  /// - Throws: ``EntityError`` if the entity is not valid.
  public func upsert<E: Entity>(_ entity: E, context: (any Sendable)? = nil)
    throws(EntityError)
  {
    try write(context: context) { transaction throws(EntityError) in try transaction.upsert(entity)
    }
  }

  /// Upserts entities in one transaction.
  ///
  /// If one of them is not valid, none is upserted.
  func upsert<E: Entity>(_ entities: some Sequence<E>) throws(EntityError) {
    let shape = EntityDescriptor.descriptor(for: E.self)
    let count = entities.underestimatedCount
    graph.reserveCapacity(for: count, shape)
    if count > ListLoad.sliceSize { graph.journal.reserveCapacity(for: count) }
    try write(nil, origin: .program) { _ throws(EntityError) in
      // Reads the elements of an array in place. A generic iterator would copy each element twice.
      let upserted = entities.withContiguousStorageIfAvailable { entities in
        Result { () throws(EntityError) in
          for index in entities.indices { try graph.upsert(entities[index], shape) }
        }
      }
      if let upserted { return try upserted.get() }
      for entity in entities { try graph.upsert(entity, shape) }
    }
  }

  /// Deletes an entity in its own transaction.
  public func delete<E: Entity>(_ ref: EntityReference<E>, context: (any Sendable)? = nil) {
    write(context: context) { $0.delete(ref) }
  }

  func delete(_ key: EntityKey) {
    let removed = graph.delete(key).compactMap(\.key)
    deletions += removed.isEmpty ? [key] : removed
  }

  /// Returns the list with a key, and creates it if the store does not have it.
  ///
  /// - Throws: `EntityError.typeMismatch` if the list has entities of another type.
  func list<E: Entity>(_ key: ListKey<E>) throws(EntityError) -> EntityList {
    let shape = EntityDescriptor.descriptor(for: E.self)
    if let list = lists[key.name] {
      guard list.shape === shape else {
        throw .typeMismatch(
          list: key.name, expected: "\(E.self)", found: "\(list.shape.type)")
      }
      return list
    }
    let list = EntityList(key.name, shape, in: graph)
    lists[key.name] = list
    return list
  }

  func edit<E: Entity>(_ list: EntityList, _ body: (inout EntityRows<E>) -> Void)
    throws(EntityError)
  {
    let former = list.rows
    var rows = EntityRows<E>(former, present: present(E.self))
    let editCount = list.editCount
    body(&rows)
    if list.editCount != editCount {
      // The closure changed the list in another way, for example by a deletion.
      var present = EntityRows<E>(list.rows)
      present.follow(rows, from: EntityRows(former))
      rows = present
    }
    try upsert(rows.edits.lazy.flatMap(\.values))
    for edit in rows.edits {
      switch edit {
      case .replace(let range, let values): list.replace(range, with: values)
      case .move(let from, let to): list.move(from: from, to: to)
      }
    }
  }
}

extension EntityStore {
  /// Releases entities that no list, no provider and no other retained entity needs.
  ///
  /// The cache then removes entities from its file that were in a list or a parent but are in none
  /// any more. An entity that was never in a list or a parent stays in the file until it is deleted.
  ///
  /// With a cache, released entities are loaded again on request; without one, they are lost.
  /// Unsaved entities stay. The method does nothing during a write, load or refresh, because these
  /// operations must detect concurrent changes of the entities.
  ///
  /// - Complexity: O(n) for n entities.
  public func compact() {
    guard !isWriting, loadCount == 0 else { return }
    var needed: Set<ObjectIdentifier> = []
    var pending = graph.nodes.filter { isRoot($0) }
    while let node = pending.popLast() {
      if needed.insert(ObjectIdentifier(node)).inserted { pending += node.state.children }
    }
    for node in graph.nodes.filter({ !needed.contains(ObjectIdentifier($0)) }) {
      graph.evict(node)
    }
    compactCache()
  }

  /// Requests that the cache remove orphans from its file, except entities that are in memory.
  private func compactCache() {
    saving?.cache.compact { [weak self] keys in
      // A running load returns content of the file from before the removal.
      guard let self, hasCache, loadCount == 0, !isWriting else { return nil }
      return Set(keys.filter { graph.node($0) != nil || notifier.isObserved($0) })
    } completion: { _ in
    }
  }

  /// Returns `true` if an entity must stay in memory even without parents.
  private func isRoot(_ node: EntityNode) -> Bool {
    guard let key = node.key else { return true }
    // A parent without identity belongs to a holder.
    return !node.lists.isEmpty || notifier.isObserved(key) || graph.fieldLists[key] != nil
      || node.parents.all.contains(where: \.isAnonymous)
      || saving?.isUnsaved(node.writtenIn) == true
  }
}

extension EntityStore {
  /// Adds an observer of every commit.
  ///
  /// It is notified after all providers and lists show the commit.
  public func observe(_ perform: @escaping @MainActor (EntityCommit) -> Void) -> ObservationToken {
    notifier.observers.add(perform)
  }

  /// Returns a stream of all later commits.
  ///
  /// Each commit is buffered until the reader receives it.
  ///
  /// The stream ends with the store.
  public func commits() -> AsyncStream<EntityCommit> {
    AsyncStream { continuation in
      let end = StreamEnd(continuation)
      let token = observe { end.continuation.yield($0) }
      continuation.onTermination = { _ in MainActorScheduler.schedule { token.cancel() } }
    }
  }
}

/// An object that ends a stream of commits when the object is deallocated.
private final class StreamEnd: Sendable {
  let continuation: AsyncStream<EntityCommit>.Continuation

  init(_ continuation: AsyncStream<EntityCommit>.Continuation) {
    self.continuation = continuation
  }

  deinit {
    continuation.finish()
  }
}

/// The entities that were deleted while loads are running.
///
/// The results of the loads may still contain them.
struct ConcurrentDeletions {
  private var times: [EntityKey: Int] = [:]

  /// The number of commits that deleted entities, which serves as a time.
  private(set) var current = 0

  /// Records the deletions of a commit.
  mutating func formUnion(_ keys: [EntityKey]) {
    if keys.isEmpty { return }
    current += 1
    for key in keys { times[key] = current }
  }

  /// Returns `true` if an entity was deleted after a time, even if it was inserted again.
  ///
  /// - Parameter time: An earlier value of `current`.
  func contains(_ key: EntityKey, after time: Int) -> Bool { times[key].map { $0 > time } ?? false }

  /// Removes all entities, because no load is running.
  mutating func removeAll() { times = [:] }
}
