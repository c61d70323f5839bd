public import MocoaModel

extension EntityStore {
  // MARK: - Saving

  /// Whether all commits are kept for good; a store without a cache has nothing to keep.
  public var saveState: EntitySaveState { saving?.state ?? .saved }

  /// Tells when `saveState` changes, until the token is cancelled or let go.
  public func observeSaving(_ perform: @escaping @MainActor (EntitySaveState) -> Void)
    -> ObservationToken
  {
    saving?.observers.add(perform) ?? ObservationToken {}
  }

  /// Calls when all commits so far are kept for good, or with why they cannot be.
  public func flush(then: @escaping @MainActor @Sendable (EntityCacheError?) -> Void) {
    guard let saving else { return then(nil) }
    saving.flush(revision, then: then)
  }

  /// Waits until all commits so far are kept for good.
  public func flush() async throws(EntityCacheError) {
    let error = await withCheckedContinuation { continuation in
      flush { continuation.resume(returning: $0) }
    }
    if let error { throw error }
  }

  // MARK: - Loading

  /// Gives the entity at a place: at once where it is known, else when the cache has answered.
  ///
  /// What has changed meanwhile is newer than the answer, and stays.
  public func load<E: Entity>(
    _ ref: Ref<E>, then: @escaping @MainActor @Sendable (Result<E?, EntityCacheError>) -> Void
  ) {
    let shape = EntityShape.of(E.self)
    if let known = self[ref] { return then(.success(known)) }
    guard let cache = saving?.cache else { return then(.success(nil)) }
    beginLoading()
    cache.load(ref.key, of: shape) { result in
      MainTurn.afterThis {
        if case .success(let value?) = result { self.adopt(value, shape) }
        self.endLoading()
        then(result.map { _ in self[ref] })
      }
    }
  }

  /// Gives the entities of a list: at once where it is known, else when the cache has answered; nil
  /// where there is no such list.
  public func load<E: Entity>(
    _ key: ListKey<E>,
    then: @escaping @MainActor @Sendable (Result<[E]?, EntityCacheError>) -> Void
  ) {
    if let known = self[key] { return then(.success(known)) }
    guard let cache = saving?.cache, let list = try? list(key) else { return then(.success(nil)) }
    beginLoading()
    cache.loadList(key.name, of: list.shape) { result in
      MainTurn.afterThis {
        if case .success(let values?) = result, !list.isKnown { self.adopt(values, key, list) }
        self.endLoading()
        then(result.map { _ in self[key] })
      }
    }
  }

  /// Waits for the entity at a place.
  public func load<E: Entity>(_ ref: Ref<E>) async throws(EntityCacheError) -> E? {
    try await withCheckedContinuation { continuation in
      load(ref) { continuation.resume(returning: $0) }
    }.get()
  }

  /// Waits for the entities of a list.
  public func load<E: Entity>(_ list: ListKey<E>) async throws(EntityCacheError) -> [E]? {
    try await withCheckedContinuation { continuation in
      load(list) { continuation.resume(returning: $0) }
    }.get()
  }

  private func beginLoading() { loadCount += 1 }

  private func endLoading() {
    loadCount -= 1
    if loadCount == 0 { deletedWhileLoading = [] }
  }

  private func adopt(_ value: any Entity, _ shape: EntityShape) {
    guard let value = fresh(value, shape) else { return }
    write(nil, origin: .cache) { _ in _ = try? graph.upsert(value, shape) }
  }

  private func adopt<E: Entity>(_ values: [any Entity], _ key: ListKey<E>, _ list: EntityList) {
    let rows = values.compactMap { fresh($0, list.shape) as? E }
    write(nil, origin: .cache) { _ in
      try? edit(list) { (present: inout EntityRows<E>) in present.set(rows) }
    }
  }

  /// What was loaded, with what is known already in place of what is in it: that is newer.
  ///
  /// - Returns: nil where it was deleted meanwhile, or something that it cannot be without.
  private func fresh(_ value: any Entity, _ shape: EntityShape) -> (any Entity)? {
    if value.isIdentified {
      if let known = graph.value(of: value.entityKey, as: shape) { return known }
      if deletedWhileLoading.contains(value.entityKey) { return nil }
    }
    return shape.replacingChildren(of: value) { fresh($0, EntityShape.of($0)) }
  }

  // MARK: - Others

  /// Takes over what somebody else has changed in the cache, except for what is newer here.
  func adopt(_ news: EntityNews) {
    guard let saving else { return }
    let gone = news.deleted.filter { !isUnsaved($0) && graph.node($0) != nil }
    if !gone.isEmpty {
      write(news, origin: .cache) { _ in for key in gone { delete(key) } }
    }
    let changed = news.isEverything ? Set(graph.nodes.compactMap(\.key)) : news.changed
    for key in changed where !isUnsaved(key) {
      for projection in graph.node(key)?.state.projections ?? [] {
        reload(key, projection.shape, news)
      }
    }
    for name in news.isEverything ? Set(lists.keys) : news.lists {
      if let list = lists[name], list.isKnown, !saving.isUnsaved(list.writtenIn) {
        reload(list, name, news)
      }
    }
  }

  /// Whether an entity is newer here than what is kept, or gone.
  private func isUnsaved(_ key: EntityKey) -> Bool {
    guard let saving else { return false }
    return graph.node(key).map { saving.isUnsaved($0.writtenIn) }
      ?? saving.isUnsaved(deletionOf: key)
  }

  private func reload(_ key: EntityKey, _ shape: EntityShape, _ news: EntityNews) {
    guard let saving else { return }
    saving.cache.load(key, of: shape) { result in
      MainTurn.afterThis {
        guard case .success(let value?) = result, !self.isUnsaved(key) else { return }
        let fresh = shape.replacingChildren(of: value) { self.fresh($0, EntityShape.of($0)) }
        guard let fresh else { return }
        self.write(news, origin: .cache) { _ in _ = try? self.graph.upsert(fresh, shape) }
      }
    }
  }

  private func reload(_ list: EntityList, _ name: String, _ news: EntityNews) {
    guard let saving else { return }
    func reload<E: Entity>(_ type: E.Type) {
      saving.cache.loadList(name, of: list.shape) { result in
        MainTurn.afterThis {
          guard case .success(let values?) = result, !saving.isUnsaved(list.writtenIn) else {
            return
          }
          let rows = values.compactMap { self.fresh($0, list.shape) as? E }
          self.write(news, origin: .cache) { _ in
            try? self.edit(list) { (present: inout EntityRows<E>) in present.set(rows) }
          }
        }
      }
    }
    reload(list.shape.type)
  }
}
