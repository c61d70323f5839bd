import MocoaModel
import Synchronization

@testable import MocoaStore

/// Records the values that a callback receives.
final class CallbackRecorder<Value: Sendable>: Sendable {
  private let told = Mutex<[Value]>([])

  var values: [Value] { told.withLock { $0 } }

  func tell(_ value: Value) {
    told.withLock { $0.append(value) }
  }
}

extension EntityCache {
  /// Saves a batch and waits for the result.
  ///
  /// - Returns: The error, or `nil` if the batch is saved.
  @discardableResult
  func keep(_ batch: EntityBatch) async -> EntityCacheError? {
    await withCheckedContinuation { done in
      apply(batch) { done.resume(returning: $0) }
    }
  }

  /// Saves the batch that a closure fills, and waits for the result.
  @discardableResult
  func keep(_ body: (inout EntityBatch) -> Void) async -> EntityCacheError? {
    var batch = EntityBatch(revision: 1)
    body(&batch)
    return await keep(batch)
  }

  /// Returns the entity of a type with an identity, or `nil` if it is missing.
  func entity<E: Entity>(_ ref: EntityReference<E>) async throws -> E? {
    let result = await withCheckedContinuation { done in
      load(ref.key, of: .descriptor(for: E.self)) { done.resume(returning: $0) }
    }
    return try result.get() as? E
  }

  /// Returns the entity of a type with an identity, or `nil` if it is missing or unreadable.
  func readable<E: Entity>(_ ref: EntityReference<E>) async throws -> E? {
    let result = await withCheckedContinuation { done in
      read([EntityRequest(ref.key, .descriptor(for: E.self))]) { done.resume(returning: $0) }
    }
    return try result.get().first?.entity as? E
  }

  /// Returns the readable entities of a list, or `nil` if the list is missing.
  func list<E: Entity>(_ key: ListKey<E>) async throws -> [E]? {
    let result = await withCheckedContinuation { done in
      readList(key.name, of: .descriptor(for: E.self)) { done.resume(returning: $0) }
    }
    return try result.get()?.entities.compactMap { $0 as? E }
  }

  /// Waits until all batches are saved.
  @discardableResult
  func flushed() async -> EntityCacheError? {
    await withCheckedContinuation { done in
      flush { done.resume(returning: $0) }
    }
  }
}

extension EntityBatch {
  /// Returns a batch that a closure fills.
  static func of(_ body: (inout EntityBatch) -> Void) -> EntityBatch {
    var batch = EntityBatch(revision: 1)
    body(&batch)
    return batch
  }

  mutating func upsert(_ entities: any Entity...) {
    upserts += entities.map { Upsert($0) }
  }

  mutating func delete<E: Entity>(_ refs: EntityReference<E>...) {
    deletions += refs.map(\.key)
  }

  mutating func set<E: Entity>(_ list: ListKey<E>, _ ids: [ItemID]) {
    listEdits.append(ListEdit(list, to: ids))
  }

  mutating func edit<E: Entity>(
    _ list: ListKey<E>, at position: Int, removing removed: [ItemID] = [],
    after previous: ItemID? = nil, inserting ids: [ItemID] = []
  ) {
    listEdits.append(
      ListEdit(list, at: position, removing: removed, after: previous, inserting: ids))
  }
}
