import MocoaModel
import Synchronization

@testable import MocoaData

/// Keeps entities and lists in dictionaries, in the simplest way that is right: for tests of stores,
/// and of other caches.
///
/// It answers at once, on the thread that asks, unless it is told to hold its answers.
final class MemoryEntityCache: EntityCache {
  /// How often each thing was asked for.
  struct Counts: Equatable {
    var batches = 0
    var loads = 0
    var lists = 0
    var flushes = 0
  }

  fileprivate struct State {
    var kept = KeptEntities()
    var counts = Counts()
    var isHolding = false
    var held: [@Sendable () -> Void] = []

    /// What the next requests are answered with.
    var failures: [EntityCacheError] = []
    var backlog: [EntityBatch] = []
    var observer: (@Sendable (EntityNews) -> Void)?
  }

  private let state = Mutex(State())

  // MARK: - Switches

  /// How often each thing was asked for.
  var counts: Counts { state.withLock { $0.counts } }

  /// Keeps answers back until they are released.
  func hold() {
    state.withLock { $0.isHolding = true }
  }

  /// Gives the first of the answers that are kept back; all of them, and those to come, without a count.
  func release(_ count: Int? = nil) {
    let answers = state.withLock { state in
      let count = min(count ?? state.held.count, state.held.count)
      defer { state.held.removeFirst(count) }
      return Array(state.held.prefix(count))
    }
    if count == nil { state.withLock { $0.isHolding = false } }
    for answer in answers { answer() }
  }

  /// Has the next requests fail, each with one of some errors.
  func fail(with errors: EntityCacheError...) {
    state.withLock { $0.failures += errors }
  }

  /// Tells news as if somebody else had changed something.
  func tell(_ news: EntityNews) {
    state.withLock { $0.observer }?(news)
  }

  // MARK: - EntityCache

  func apply(_ batch: EntityBatch, then: @escaping @Sendable (EntityCacheError?) -> Void) {
    answer(\.batches) { state in
      state.backlog.append(batch)
      let failure = state.keep()
      return { then(failure) }
    }
  }

  func load(
    _ key: EntityKey, of shape: EntityShape,
    then: @escaping @Sendable (Result<(any Entity)?, EntityCacheError>) -> Void
  ) {
    answer(\.loads) { state in
      let failure = state.takeFailure()
      let entity = state.kept.entity(key, shape)
      return { then(failure.map { .failure($0) } ?? .success(entity)) }
    }
  }

  func loadList(
    _ name: String, of shape: EntityShape,
    then: @escaping @Sendable (Result<[any Entity]?, EntityCacheError>) -> Void
  ) {
    answer(\.lists) { state in
      let failure = state.takeFailure()
      let entities = state.kept.list(name, shape)
      return { then(failure.map { .failure($0) } ?? .success(entities)) }
    }
  }

  func flush(then: @escaping @Sendable (EntityCacheError?) -> Void) {
    answer(\.flushes) { state in
      let failure = state.backlog.isEmpty ? nil : state.keep()
      return { then(failure) }
    }
  }

  func observeOthers(_ perform: @escaping @Sendable (EntityNews) -> Void) {
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

  /// Keeps all that could not be kept before.
  fileprivate mutating func keep() -> EntityCacheError? {
    if let failure = takeFailure() { return failure }
    for batch in backlog { kept.apply(batch) }
    backlog = []
    return nil
  }
}

/// What a cache keeps, said as plainly as can be.
struct KeptEntities {
  private struct Place: Hashable {
    let key: EntityKey
    let type: ObjectIdentifier
  }

  private struct Body {
    let value: any Entity

    /// The children that it has, without those that were deleted since; and whether each is required.
    var references: [EntityKey: Bool] = [:]
  }

  private var bodies: [Place: Body] = [:]
  private var lists: [String: (entityName: String, ids: [ItemID])] = [:]

  mutating func apply(_ batch: EntityBatch) {
    delete(Set(batch.deletions))
    for upsert in batch.upserts where upsert.value.isIdentified && upsert.value.itemID.isLasting {
      var body = Body(value: upsert.value)
      upsert.shape.forEachReference(of: upsert.value) { child, isRequired in
        let isRequired = isRequired || body.references[child.entityKey] == true
        body.references[child.entityKey] = isRequired
      }
      let type = ObjectIdentifier(upsert.shape)
      bodies[Place(key: upsert.value.entityKey, type: type)] = body
    }
    for edit in batch.listEdits { apply(edit) }
  }

  private mutating func delete(_ keys: Set<EntityKey>) {
    var gone = keys
    while true {
      let more = bodies.filter { place, body in
        !gone.contains(place.key) && body.references.contains { $0.value && gone.contains($0.key) }
      }
      if more.isEmpty { break }
      gone.formUnion(more.keys.map(\.key))
    }
    bodies = bodies.filter { !gone.contains($0.key.key) }.mapValues { body in
      Body(value: body.value, references: body.references.filter { !gone.contains($0.key) })
    }
    lists = lists.mapValues { list in
      let ids = list.ids.filter { !gone.contains(EntityKey(entityName: list.entityName, id: $0)) }
      return (list.entityName, ids)
    }
  }

  private mutating func apply(_ edit: EntityBatch.ListEdit) {
    let ids = edit.ids.filter(\.isLasting)
    guard let range = edit.range else {
      lists[edit.list] = (edit.entityName, ids)
      return
    }
    guard let list = lists[edit.list], list.entityName == edit.entityName else { return }
    let bounds = list.ids.startIndex..<list.ids.endIndex
    lists[edit.list]?.ids.replaceSubrange(range.clamped(to: bounds), with: ids)
  }

  // MARK: - Reading

  func list(_ name: String, _ shape: EntityShape) -> [any Entity]? {
    guard let list = lists[name], list.entityName == shape.entityName else { return nil }
    return list.ids.compactMap { entity(EntityKey(entityName: list.entityName, id: $0), shape) }
  }

  func entity(_ key: EntityKey, _ shape: EntityShape) -> (any Entity)? {
    var isTangled = false
    let entity = entity(key, shape, within: [], &isTangled)
    return isTangled ? nil : entity
  }

  /// - Parameter isTangled: becomes true where something is in itself.
  private func entity(
    _ key: EntityKey, _ shape: EntityShape, within: [EntityKey], _ isTangled: inout Bool
  ) -> (any Entity)? {
    guard let body = bodies[Place(key: key, type: ObjectIdentifier(shape))] else { return nil }
    if within.contains(key) || isTangled {
      isTangled = true
      return nil
    }
    return shape.replacingChildren(of: body.value) { child in
      guard body.references[child.entityKey] != nil else { return nil }
      return entity(child.entityKey, .of(child), within: within + [key], &isTangled)
    }
  }
}
