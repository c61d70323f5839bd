public import MocoaModel

extension EntityStore {
  // MARK: - Saving

  /// The progress of saving all commits.
  ///
  /// A store without a cache is always saved.
  public var saveState: EntitySaveState { saving?.state ?? .saved }

  /// Adds an observer of changes of `saveState`.
  ///
  /// It is active until the token is canceled or released.
  public func observeSaveState(_ perform: @escaping @MainActor (EntitySaveState) -> Void)
    -> ObservationToken
  {
    saving?.observers.add(perform) ?? ObservationToken {}
  }

  /// Calls a closure when all commits until now are saved, or when an error prevents it.
  public func flush(completion: @escaping @MainActor @Sendable (EntityCacheError?) -> Void) {
    guard let saving else { return completion(nil) }
    saving.flush(revision, completion: completion)
  }

  /// Waits until all commits until now are saved.
  ///
  /// - Throws: ``EntityCacheError`` if a commit cannot be saved.
  public func flush() async throws(EntityCacheError) {
    let error = await withCheckedContinuation { continuation in
      flush { continuation.resume(returning: $0) }
    }
    if let error { throw error }
  }

  // MARK: - Loading

  /// Loads an entity.
  ///
  /// The closure is called immediately if the entity is in the store, and otherwise after the cache
  /// has returned it.
  ///
  /// Changes during the load are newer than the result and stay. If the cache is detached during
  /// the load, its result is discarded. Concurrent loads of the same entity read the cache once.
  public func load<E: Entity>(
    _ ref: EntityReference<E>,
    completion: @escaping @MainActor @Sendable (Result<E?, EntityCacheError>) -> Void
  ) {
    let shape = EntityDescriptor.descriptor(for: E.self)
    if let known = self[ref] { return completion(.success(known)) }
    guard let cache = saving?.cache else { return completion(.success(nil)) }
    let subject = SharedLoads.Subject.entity(ref.key, ObjectIdentifier(shape))
    let load = sharedLoads.join(subject) { completion(Self.loadResult(self[ref], $0)) }
    guard let load else { return }
    let asked = beginLoading()
    cache.read([EntityRequest(ref.key, shape)]) { result in
      let result = result.flatMap { loaded -> Result<(any Entity)?, EntityCacheError> in
        if case .unreadable(let error)? = loaded.first { return .failure(error) }
        return .success(loaded.first?.entity)
      }
      MainActorScheduler.schedule {
        if case .success(let value?) = result, self.hasCache, self[ref] == nil {
          self.adopt(value, shape, asked)
        }
        self.end(load, of: subject, result)
      }
    }
  }

  /// Loads the entities of a list.
  ///
  /// The closure is called immediately if the list is in the store, and otherwise after the cache
  /// has returned it. It receives `nil` if the list does not exist.
  ///
  /// A list that is only partly readable has the readable entities; `unreadable(in:)` returns the
  /// errors of the others, which stay in the cache. Loading fails if the list has entities and none
  /// is readable.
  public func load<E: Entity>(
    _ key: ListKey<E>,
    completion: @escaping @MainActor @Sendable (Result<[E]?, EntityCacheError>) -> Void
  ) {
    load(key, isWanted: { true }) { completion(Self.loadResult(self[key], $0)) }
  }

  /// Loads a list for as long as at least one caller wants its rows.
  ///
  /// - Parameter completion: A closure that is called when the list is in the store or when loading
  ///   has ended. It receives the error that prevents reading the list, or `nil`.
  func load<E: Entity>(
    _ key: ListKey<E>, isWanted: @escaping @MainActor @Sendable () -> Bool,
    completion: @escaping @MainActor @Sendable (EntityCacheError?) -> Void
  ) {
    func isKnown() -> Bool { lists[key.name].map { $0.isLoaded && $0.isFullyLoaded } ?? false }
    guard !isKnown(), let cache = saving?.cache, let list = try? list(key) else {
      return completion(nil)
    }
    list.isLoadRequested = true
    list.demandChecks.append(isWanted)
    let subject = SharedLoads.Subject.list(key.name)
    let request = sharedLoads.join(subject) { completion(isKnown() ? nil : $0) }
    if let request { read(list, key.name, cache, request, subject) }
  }

  private func read(
    _ list: EntityList, _ name: String, _ cache: any EntityCache, _ request: SharedLoads.Load,
    _ subject: SharedLoads.Subject
  ) {
    let asked = beginLoading()
    cache.readList(name, of: list.shape) { result in
      let result = result.flatMap(Self.readable)
      MainActorScheduler.schedule {
        let finish = { @MainActor in
          if list.load == nil { list.demandChecks = [] }
          self.end(request, of: subject, result)
        }
        guard case .success(let loaded?) = result, self.hasCache,
          !list.isLoaded || !list.isFullyLoaded
        else {
          return finish()
        }
        if list.isLoaded, list.editedIn > asked.revision {
          // The list was partly loaded and then edited, so the result lacks the edits.
          self.endLoading()
          return self.read(list, name, cache, request, subject)
        }
        self.unreadable[name] = loaded.unreadable
        let load = ListLoad(loaded.entities, asked)
        load.onEnd { _ in finish() }
        self.adopt(load, list)
      }
    }
  }

  /// Returns the value in the store, if any, and otherwise the error of the cache.
  private static func loadResult<Value>(
    _ value: Value?, _ error: EntityCacheError?
  ) -> Result<Value?, EntityCacheError> {
    if let error, value == nil { return .failure(error) }
    return .success(value)
  }

  /// Returns a list that was read, or an error if it has entities and none is readable.
  private nonisolated static func readable(
    _ list: LoadedList?
  ) -> Result<LoadedList?, EntityCacheError> {
    if let list, list.entities.isEmpty, let error = list.unreadable.first { return .failure(error) }
    return .success(list)
  }

  /// Returns the errors of the entities in a list that were unreadable when it was loaded, one for
  /// each.
  public func unreadable<E: Entity>(in list: ListKey<E>) -> [EntityCacheError] {
    unreadable[list.name] ?? []
  }

  /// Loads an entity and waits for the result.
  ///
  /// - Throws: ``EntityCacheError`` if the entity cannot be read.
  public func load<E: Entity>(_ ref: EntityReference<E>) async throws(EntityCacheError) -> E? {
    try await withCheckedContinuation { continuation in
      load(ref) { continuation.resume(returning: $0) }
    }.get()
  }

  /// Loads the entities of a list and waits for the result.
  ///
  /// - Throws: ``EntityCacheError`` if the list cannot be read.
  public func load<E: Entity>(_ list: ListKey<E>) async throws(EntityCacheError) -> [E]? {
    try await withCheckedContinuation { continuation in
      load(list) { continuation.resume(returning: $0) }
    }.get()
  }

  /// Completes a load and calls the closures of all callers that wait for it.
  private func end<Value>(
    _ load: SharedLoads.Load, of subject: SharedLoads.Subject,
    _ result: Result<Value, EntityCacheError>
  ) {
    endLoading()
    var error: EntityCacheError?
    if case .failure(let failure) = result { error = failure }
    for answer in sharedLoads.end(load, of: subject) { answer(error) }
  }

  /// The time of a request to the cache, which is compared with the times of changes in the store.
  struct RequestTime {
    let revision: Int
    let deletions: Int
  }

  func beginLoading() -> RequestTime {
    loadCount += 1
    return RequestTime(revision: revision, deletions: deletedWhileLoading.current)
  }

  func endLoading() {
    loadCount -= 1
    if loadCount == 0 { deletedWhileLoading.removeAll() }
  }

  private func adopt(_ value: any Entity, _ shape: EntityDescriptor, _ asked: RequestTime) {
    guard let value = fresh(value, shape, asked) else { return }
    write(nil, origin: .cache) { _ in _ = try? graph.upsert(value, shape) }
  }

  /// Returns a loaded value, in which newer values replace the entities that are in the store.
  ///
  /// - Returns: The value, or `nil` if the entity or a child that it requires was deleted during
  ///   the load. A deleted child that was inserted again is not part of its former parents.
  func fresh(
    _ value: any Entity, _ shape: EntityDescriptor, _ asked: RequestTime
  ) -> (any Entity)? {
    guard value.isIdentified else { return freshParts(of: value, shape, asked) }
    let key = shape.key(of: value)
    if deletedWhileLoading.contains(key, after: asked.deletions) { return nil }
    guard let node = graph.node(key) else { return freshParts(of: value, shape, asked) }
    let known = graph.value(of: node, as: shape, older: value)
    return node.value(as: shape) == nil ? freshParts(of: known, shape, asked) : known
  }

  func freshParts(
    of value: any Entity, _ shape: EntityDescriptor, _ asked: RequestTime
  ) -> (any Entity)? {
    shape.replacingChildren(of: value) { fresh($0, EntityDescriptor.descriptor(for: $0), asked) }
  }

  // MARK: - External changes of lists

  /// Loads a list from the cache again after an external change, and merges it slice by slice.
  func reload(_ list: EntityList, _ name: String, _ news: ExternalChanges) {
    // A partial list is loaded when it is requested.
    guard let saving, list.isLoaded, !list.isPartial || list.load != nil else { return }
    if saving.isUnsaved(list.writtenIn) {
      deferredChanges.lists.insert(name)
      return
    }
    let asked = beginLoading()
    saving.cache.readList(name, of: list.shape) { result in
      let result = result.flatMap(Self.readable)
      MainActorScheduler.schedule {
        guard self.hasCache, case .success(let loaded?) = result else {
          if self.hasCache, case .failure = result { self.deferredChanges.lists.insert(name) }
          return self.endLoading()
        }
        guard !saving.isUnsaved(list.writtenIn), list.writtenIn <= asked.revision else {
          self.reloadLater(list, name, news)
          return self.endLoading()
        }
        self.unreadable[name] = loaded.unreadable
        let load = ListLoad(
          loaded.entities, asked, isReload: list.isComplete, context: news)
        load.onEnd { last in
          if !last.isDone { self.reloadLater(list, name, news) }
          self.endLoading()
        }
        self.adopt(load, list)
      }
    }
  }

  /// Loads a list again that was edited during the load.
  ///
  /// It is loaded immediately if the edit is already saved, and otherwise when it is.
  private func reloadLater(_ list: EntityList, _ name: String, _ news: ExternalChanges) {
    if saving?.isUnsaved(list.writtenIn) == true {
      deferredChanges.lists.insert(name)
    } else {
      reload(list, name, news)
    }
  }
}
