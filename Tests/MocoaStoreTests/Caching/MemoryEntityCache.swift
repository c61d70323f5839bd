import MocoaModel
import Synchronization

@testable import MocoaStore

/// A simple cache in dictionaries, for tests of stores and of other caches.
///
/// It returns results immediately, on the calling thread, unless a test defers them.
final class MemoryEntityCache: EntityCache {
  /// The number of requests of each kind.
  struct Counts: Equatable {
    var batches = 0
    var loads = 0
    var lists = 0
    var flushes = 0
  }

  fileprivate struct State {
    var kept = SavedEntities()
    var counts = Counts()
    var isHolding = false
    var held: [@Sendable () -> Void] = []

    /// The errors of the next requests, in order.
    var failures: [EntityCacheError] = []
    var backlog: [EntityBatch] = []
    var observer: (@Sendable (ExternalChanges) -> Void)?
  }

  private let state = Mutex(State())

  /// Returns the identities of a list, or an empty array if the list is not saved.
  func ids(ofList name: String) -> [ItemID] { state.withLock { $0.kept.ids(ofList: name) } }

  // MARK: - Test controls

  /// The number of requests of each kind.
  var counts: Counts { state.withLock { $0.counts } }

  /// Defers results until they are released.
  func hold() {
    state.withLock { $0.isHolding = true }
  }

  /// Delivers the first deferred results.
  ///
  /// Without a count, delivers all and stops deferring results.
  func release(_ count: Int? = nil) {
    let answers = state.withLock { state in
      let count = min(count ?? state.held.count, state.held.count)
      defer { state.held.removeFirst(count) }
      return Array(state.held.prefix(count))
    }
    if count == nil { state.withLock { $0.isHolding = false } }
    for answer in answers { answer() }
  }

  /// Makes the next requests fail, each with one of the errors.
  func fail(with errors: EntityCacheError...) {
    state.withLock { $0.failures += errors }
  }

  /// Notifies the observer of a change by another program.
  func tell(_ news: ExternalChanges) {
    state.withLock { $0.observer }?(news)
  }

  // MARK: - EntityCache

  func apply(_ batch: EntityBatch, completion: @escaping @Sendable (EntityCacheError?) -> Void) {
    answer(\.batches) { state in
      state.backlog.append(batch)
      let failure = state.keep()
      return { completion(failure) }
    }
  }

  func load(
    _ places: [EntityRequest],
    completion: @escaping @Sendable (Result<[(any Entity)?], EntityCacheError>) -> Void
  ) {
    answer(\.loads) { state in
      let failure = state.takeFailure()
      let entities = places.map { state.kept.entity($0.key, $0.shape) }
      return { completion(failure.map { .failure($0) } ?? .success(entities)) }
    }
  }

  func loadList(
    _ name: String, of shape: EntityDescriptor,
    completion: @escaping @Sendable (Result<[any Entity]?, EntityCacheError>) -> Void
  ) {
    answer(\.lists) { state in
      let failure = state.takeFailure()
      let entities = state.kept.list(name, shape)
      return { completion(failure.map { .failure($0) } ?? .success(entities)) }
    }
  }

  func flush(completion: @escaping @Sendable (EntityCacheError?) -> Void) {
    answer(\.flushes) { state in
      let failure = state.backlog.isEmpty ? nil : state.keep()
      return { completion(failure) }
    }
  }

  func observeExternalChanges(_ perform: @escaping @Sendable (ExternalChanges) -> Void) {
    state.withLock { $0.observer = perform }
  }

  private func answer(
    _ count: WritableKeyPath<Counts, Int>,
    _ body: (inout sending State) -> @Sendable () -> Void
  ) {
    let answer = state.withLock { state -> (@Sendable () -> Void)? in
      state.counts[keyPath: count] += 1
      let answer = body(&state)
      if !state.isHolding { return answer }
      state.held.append(answer)
      return nil
    }
    answer?()
  }
}

extension MemoryEntityCache.State {
  fileprivate mutating func takeFailure() -> EntityCacheError? {
    failures.isEmpty ? nil : failures.removeFirst()
  }

  /// Saves all batches of the backlog, unless the request must fail.
  fileprivate mutating func keep() -> EntityCacheError? {
    if let failure = takeFailure() { return failure }
    for batch in backlog { kept.apply(batch) }
    backlog = []
    return nil
  }
}

/// The data of a cache, with the simplest implementation.
struct SavedEntities {
  private struct Body {
    let value: any Entity

    /// The number of the batch that saved the value.
    let since: Int

    /// The keys of the children, except deleted ones, and whether each child is required.
    var references: [EntityKey: Bool] = [:]
  }

  private var bodies: [EntityKey: [ObjectIdentifier: Body]] = [:]
  private var batchCount = 0
  private var lists: [String: (entityName: String, ids: [ItemID])] = [:]

  mutating func apply(_ batch: EntityBatch) {
    batchCount += 1
    delete(Set(batch.deletions))
    for upsert in batch.upserts
    where upsert.value.isIdentified && upsert.value.itemID.isStableAcrossRuns {
      var body = Body(value: upsert.value, since: batchCount)
      upsert.shape.forEachReference(of: upsert.value) { child, isRequired in
        let isRequired = isRequired || body.references[child.entityKey] == true
        body.references[child.entityKey] = isRequired
      }
      bodies[upsert.value.entityKey, default: [:]][ObjectIdentifier(upsert.shape)] = body
    }
    for edit in batch.listEdits { apply(edit) }
  }

  private mutating func delete(_ keys: Set<EntityKey>) {
    var gone = keys
    while true {
      let more = bodies.filter { key, bodies in
        !gone.contains(key)
          && bodies.values.contains { body in
            body.references.contains { $0.value && gone.contains($0.key) }
          }
      }
      if more.isEmpty { break }
      gone.formUnion(more.keys)
    }
    bodies = bodies.filter { !gone.contains($0.key) }.mapValues { bodies in
      bodies.mapValues { body in
        Body(
          value: body.value, since: body.since,
          references: body.references.filter { !gone.contains($0.key) })
      }
    }
    lists = lists.mapValues { list in
      let ids = list.ids.filter { !gone.contains(EntityKey(entityName: list.entityName, id: $0)) }
      return (list.entityName, ids)
    }
  }

  private mutating func apply(_ edit: EntityBatch.ListEdit) {
    let ids = edit.ids.filter(\.isStableAcrossRuns)
    guard let position = edit.position else {
      lists[edit.list] = (edit.entityName, ids)
      return
    }
    guard let list = lists[edit.list], list.entityName == edit.entityName else { return }
    let removed = edit.removed.filter(\.isStableAcrossRuns)
    var rows = list.ids
    var start: Int?
    for id in removed {
      guard let found = Self.nearest(id, in: rows, to: start ?? position) else { continue }
      rows.remove(at: found)
      start = start.map { found < $0 ? $0 - 1 : $0 } ?? found
    }
    if start == nil, let previous = edit.previous {
      start = Self.nearest(previous, in: rows, to: position - 1).map { $0 + 1 } ?? position
    }
    rows.insert(contentsOf: ids, at: min(start ?? 0, rows.count))
    lists[edit.list]?.ids = rows
  }

  private static func nearest(_ id: ItemID, in rows: [ItemID], to position: Int) -> Int? {
    if rows.indices.contains(position), rows[position] == id { return position }
    return rows.indices.filter { rows[$0] == id }.min { abs($0 - position) < abs($1 - position) }
  }

  // MARK: - Reading

  func list(_ name: String, _ shape: EntityDescriptor) -> [any Entity]? {
    guard let list = lists[name], list.entityName == shape.entityName else { return nil }
    return list.ids.compactMap { entity(EntityKey(entityName: list.entityName, id: $0), shape) }
  }

  /// Returns the identities of a list, or an empty array if the list is not saved.
  func ids(ofList name: String) -> [ItemID] { lists[name]?.ids ?? [] }

  func entity(_ key: EntityKey, _ shape: EntityDescriptor) -> (any Entity)? {
    var isTangled = false
    let entity = entity(key, shape, within: [], &isTangled)
    return isTangled ? nil : entity
  }

  /// Returns an entity with its children.
  ///
  /// - Parameter isTangled: Becomes `true` if an entity contains itself.
  private func entity(
    _ key: EntityKey, _ shape: EntityDescriptor, within: [EntityKey], _ isTangled: inout Bool
  ) -> (any Entity)? {
    guard let bodies = bodies[key], let body = bodies[ObjectIdentifier(shape)] else { return nil }
    if within.contains(key) || isTangled {
      isTangled = true
      return nil
    }
    var entity = shape.replacingChildren(of: body.value) { child in
      guard body.references[child.entityKey] != nil else { return nil }
      return self.entity(
        child.entityKey, .descriptor(for: child), within: within + [key], &isTangled)
    }
    for other in bodies.values.sorted(by: { $0.since < $1.since }) where other.since > body.since {
      let newer = self.entity(key, .descriptor(for: other.value), within: within, &isTangled)
      entity = newer.flatMap { entity?.merging($0) } ?? entity
    }
    return entity
  }
}
