internal import MocoaModel

/// A list that is being fetched from where the truth is, such as a server.
///
/// What is written or deleted here between its beginning and its end is newer than what was fetched;
/// what a cache answers meanwhile is older.
///
/// ```swift
/// let refresh = store.refresh(ListKey<User>("users"))
/// server.fetchUsers { users in try refresh.finish(users) }
/// ```
@MainActor
public final class EntityRefresh<E: Entity> {
  private let store: EntityStore
  private let list: ListKey<E>
  private var asked: EntityStore.Asked?

  init(_ store: EntityStore, _ list: ListKey<E>) {
    (self.store, self.list, asked) = (store, list, store.beginLoading())
  }

  isolated deinit {
    if asked != nil { store.endLoading() }
  }

  /// Gives the list what was fetched; a list that was edited meanwhile keeps its rows, and gets only
  /// what its entities have become.
  ///
  /// The second call and later ones do nothing.
  ///
  /// - Throws: why an entity cannot be taken over, or that the list has entities of another type.
  public func finish(_ values: [E], context: (any Sendable)? = nil) throws(EntityError) {
    guard let asked else { return }
    defer {
      self.asked = nil
      store.endLoading()
    }
    let rows = values.compactMap { newest($0, EntityShape.of(E.self), asked) as? E }
    let isEdited = try store.list(list).editedIn > asked.revision
    try store.write(context: context) { transaction throws(EntityError) in
      if isEdited { try transaction.upsert(rows) } else { try transaction.set(list, to: rows) }
    }
  }

  /// What was fetched, with what has been written since in its place.
  ///
  /// - Returns: nil where it was deleted meanwhile, or something that it cannot be without.
  private func newest(
    _ value: any Entity, _ shape: EntityShape, _ asked: EntityStore.Asked
  ) -> (any Entity)? {
    var value = value
    if value.isIdentified {
      let key = shape.key(of: value)
      if store.deletedWhileLoading.contains(key, after: asked.deletions) { return nil }
      if let node = store.graph.node(key), node.changedIn > asked.revision {
        value = store.graph.value(of: node, as: shape, older: value)
        if node.value(as: shape) != nil { return value }
      }
    }
    return shape.replacingChildren(of: value) { newest($0, EntityShape.of($0), asked) }
  }
}

extension EntityStore {
  /// Begins to fetch a list from where the truth is.
  public func refresh<E: Entity>(_ list: ListKey<E>) -> EntityRefresh<E> {
    EntityRefresh(self, list)
  }

  /// Fetches a list from where the truth is, and waits for it.
  ///
  /// - Throws: what `fetch` throws, with nothing changed; why an entity cannot be taken over.
  public func refresh<E: Entity>(
    _ list: ListKey<E>, context: (any Sendable)? = nil,
    from fetch: @Sendable () async throws -> [E]
  ) async throws {
    let refresh = refresh(list)
    try refresh.finish(try await fetch(), context: context)
  }
}
