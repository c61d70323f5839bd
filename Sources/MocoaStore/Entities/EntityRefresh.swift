internal import MocoaModel

/// A list that is being fetched from its authoritative origin, such as a server.
///
/// Entities and lists that the program writes or deletes during the fetch are newer than the
/// fetched values. Values that the cache returns during the fetch are older.
///
/// ```swift
/// let refresh = store.refresh(ListKey<User>("users"))
/// server.fetchUsers { users in try refresh.finish(users) }
/// ```
@MainActor
public final class EntityRefresh<E: Entity> {
  private let store: EntityStore
  private let list: ListKey<E>
  private var requestTime: EntityStore.RequestTime?

  init(_ store: EntityStore, _ list: ListKey<E>) {
    (self.store, self.list, requestTime) = (store, list, store.beginLoading())
  }

  isolated deinit {
    if requestTime != nil { store.endLoading() }
  }

  /// Sets the list to the fetched values.
  ///
  /// If the list was edited during the fetch, its rows stay, and only the entities are updated.
  ///
  /// Calls after the first have no effect.
  ///
  /// - Throws: ``EntityError`` if an entity is not valid or the list has entities of another type.
  public func finish(_ values: [E], context: (any Sendable)? = nil) throws(EntityError) {
    guard let requestTime else { return }
    defer {
      self.requestTime = nil
      store.endLoading()
    }
    let rows = values.compactMap {
      newest($0, EntityDescriptor.descriptor(for: E.self), requestTime) as? E
    }
    let isEdited = try store.list(list).editedIn > requestTime.revision
    try store.write(context: context) { transaction throws(EntityError) in
      if isEdited { try transaction.upsert(rows) } else { try transaction.set(list, to: rows) }
    }
  }

  /// Returns a fetched value, with newer values for the entities that were written during the
  /// fetch.
  ///
  /// - Returns: The value, or `nil` if the entity or a child that it requires was deleted during
  ///   the fetch.
  private func newest(
    _ value: any Entity, _ shape: EntityDescriptor, _ requestTime: EntityStore.RequestTime
  ) -> (any Entity)? {
    var value = value
    if value.isIdentified {
      let key = shape.key(of: value)
      if store.deletedWhileLoading.contains(key, after: requestTime.deletions) { return nil }
      if let node = store.graph.node(key), node.changedIn > requestTime.revision {
        value = store.graph.value(of: node, as: shape, older: value)
        if node.value(as: shape) != nil { return value }
      }
    }
    return shape.replacingChildren(of: value) {
      newest($0, EntityDescriptor.descriptor(for: $0), requestTime)
    }
  }
}

extension EntityStore {
  /// Begins to fetch a list from its authoritative origin, such as a server.
  public func refresh<E: Entity>(_ list: ListKey<E>) -> EntityRefresh<E> {
    EntityRefresh(self, list)
  }

  /// Fetches a list from its authoritative origin, such as a server, and waits for the result.
  ///
  /// - Throws: ``EntityError`` if an entity is not valid, or the error of `fetch`. In both cases,
  ///   the store is not changed.
  public func refresh<E: Entity>(
    _ list: ListKey<E>, context: (any Sendable)? = nil,
    from fetch: @Sendable () async throws -> [E]
  ) async throws {
    let refresh = refresh(list)
    try refresh.finish(try await fetch(), context: context)
  }
}
