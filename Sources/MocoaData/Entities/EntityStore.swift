internal import MocoaModel

/// Keeps one truth for each entity, and tells all who show it when it changes.
///
/// A write is a transaction: all of it happens, at once, or nothing does. When `write` returns, every
/// provider and every list has what it is to show, and has told of it once; what somebody writes who
/// is just being told is told of when all have been told of what was before.
///
/// ```swift
/// try store.write(context: "import") { transaction in
///   try transaction.upsert(album)
///   try transaction.edit(ListKey<Album>("new")) { $0.insert(album, at: 0) }
/// }
/// ```
@MainActor
public final class EntityStore {
  /// So deep entities may lie in each other.
  public nonisolated static let depthLimit = 100

  let graph = EntityGraph()
  let telling = EntityTelling()
  private(set) var saving: EntitySaving?
  private(set) var lists: [String: EntityList] = [:]

  /// The number of the last commit.
  public internal(set) var revision = 0

  /// What the running transaction deletes, there or not.
  var deletions: [EntityKey] = []

  /// Whether something may be here that nobody wanted kept.
  var hasEntitiesInMemoryOnly = false

  /// What is to be done when the running transaction has been committed; nothing of it where it fails.
  private var followUps: [@MainActor () -> Void] = []

  /// What was deleted while something is being loaded, which must not bring it back.
  var deletedWhileLoading = LateDeletions()

  /// What others have changed while it was newer here; it is looked at when all is kept.
  var skippedNews = EntityNews()

  /// The requests to the cache that others may join.
  var sharedLoads = SharedLoads()

  /// Why entities of lists could not be read.
  var unreadable: [String: [EntityCacheError]] = [:]

  /// The slices that were taken over so far, and how many entities the largest had, or rows that it
  /// removed or moved; for tests.
  var (sliceCount, mostInSlice) = (0, 0)

  /// How many answers of the cache are awaited.
  var loadCount = 0

  /// A store that keeps its entities in a cache; in memory only without one.
  public init(cache: (any EntityCache)? = nil) {
    saving = cache.map(EntitySaving.init)
    saving?.onKept = { [weak self] in self?.adoptSkipped() }
    cache?.observeOrphans { [weak self] in
      MainTurn.afterThis { self?.compactCache() }
    }
    cache?.observeOthers { [weak self] news in
      MainTurn.afterThis { self?.adopt(news) }
    }
  }

  /// Goes on without the cache, in memory only: nothing more is kept there, or taken over from it.
  ///
  /// It is for a cache that could not be read. What somebody changes without knowing what is in it
  /// must not get there when it can be written later.
  public func forgetCache() { saving = nil }

  var hasCache: Bool { saving != nil }

  /// Whether a transaction is running.
  var isWriting: Bool { graph.journal.isRunning }

  // MARK: - Reading

  /// The entity at a place; nil where none is known.
  public subscript<E: Entity>(ref: Ref<E>) -> E? {
    graph.value(of: ref.key, as: EntityShape.of(E.self)) as? E
  }

  /// The same without what a running transaction has done to it.
  func committed<E: Entity>(_ ref: Ref<E>) -> E? {
    graph.committedValue(of: ref.key, as: EntityShape.of(E.self)) as? E
  }

  /// The entities of a list: none where it is known to have none, nil where it is not known, or is
  /// still loading.
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

  /// What entities are that a running transaction may have changed since their lists were put together;
  /// nil where it has done nothing.
  private func present<E: Entity>(_ type: E.Type) -> ((E) -> E)? {
    guard isWriting, !graph.journal.steps.isEmpty else { return nil }
    return { value in
      MainActor.assumeIsolated {
        value.isIdentified ? self[Ref(value)] ?? value : value
      }
    }
  }

  // MARK: - Writing

  /// Makes changes at once, or not at all: where the closure throws, nothing has changed.
  ///
  /// Within another write it is part of that one, but its own part is taken back where it throws. The
  /// outermost write says with what context, and whether all of it is kept; what those within it say of
  /// that is not looked at.
  ///
  /// - Parameters:
  ///   - context: what all who are told of the changes are told with them.
  ///   - persist: whether the changes go to the cache.
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

  /// Does something now, or when the running transaction has been committed, and all were told.
  func afterTransaction(_ perform: @escaping @MainActor () -> Void) {
    if isWriting { followUps.append(perform) } else { perform() }
  }

  /// Takes over an entity, as a transaction of its own.
  public func upsert<E: Entity>(_ entity: E, context: (any Sendable)? = nil)
    throws(EntityError)
  {
    try write(context: context) { transaction throws(EntityError) in try transaction.upsert(entity)
    }
  }

  /// Takes over entities within a transaction: all of them, or none.
  func upsert<E: Entity>(_ entities: some Sequence<E>) throws(EntityError) {
    let shape = EntityShape.of(E.self)
    let count = entities.underestimatedCount
    graph.makeRoom(for: count, shape)
    if count > ListLoad.sliceSize { graph.journal.makeRoom(for: count) }
    try write(nil, origin: .program) { _ throws(EntityError) in
      // Of an array each is read in its place: a generic iterator would copy it twice.
      let upserted = entities.withContiguousStorageIfAvailable { entities in
        Result { () throws(EntityError) in
          for place in entities.indices { try graph.upsert(entities[place], shape) }
        }
      }
      if let upserted { return try upserted.get() }
      for entity in entities { try graph.upsert(entity, shape) }
    }
  }

  /// Takes an entity away, as a transaction of its own.
  public func delete<E: Entity>(_ ref: Ref<E>, context: (any Sendable)? = nil) {
    write(context: context) { $0.delete(ref) }
  }

  func delete(_ key: EntityKey) {
    let gone = graph.delete(key).compactMap(\.key)
    deletions += gone.isEmpty ? [key] : gone
  }

  /// The list with a key, which may not be known yet.
  func list<E: Entity>(_ key: ListKey<E>) throws(EntityError) -> EntityList {
    let shape = EntityShape.of(E.self)
    if let list = lists[key.name] {
      guard list.shape === shape else {
        throw .otherType(
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
      // What is edited was changed meanwhile, as by a deletion.
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
