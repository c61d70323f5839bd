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
  /// What has changed meanwhile is newer than the answer, and stays; of a cache that was forgotten
  /// meanwhile nothing is taken over. Several who load the same at a time read the cache once.
  public func load<E: Entity>(
    _ ref: Ref<E>, then: @escaping @MainActor @Sendable (Result<E?, EntityCacheError>) -> Void
  ) {
    let shape = EntityShape.of(E.self)
    if let known = self[ref] { return then(.success(known)) }
    guard let cache = saving?.cache else { return then(.success(nil)) }
    let subject = SharedLoads.Subject.entity(ref.key, ObjectIdentifier(shape))
    let load = sharedLoads.join(subject) { then(Self.answer(self[ref], $0)) }
    guard let load else { return }
    let asked = beginLoading()
    cache.read([EntityPlace(ref.key, shape)]) { result in
      let result = result.flatMap { loaded -> Result<(any Entity)?, EntityCacheError> in
        if case .unreadable(let error)? = loaded.first { return .failure(error) }
        return .success(loaded.first?.entity)
      }
      MainTurn.afterThis {
        if case .success(let value?) = result, self.hasCache, self[ref] == nil {
          self.adopt(value, shape, asked)
        }
        self.end(load, of: subject, result)
      }
    }
  }

  /// Gives the entities of a list: at once where it is known, else when the cache has answered; nil
  /// where there is no such list.
  ///
  /// A list of which only a part can be read has that part; `unreadable(in:)` returns the reasons for
  /// the rest, which stays in the cache. Loading fails if the list has entities, and none can be read.
  public func load<E: Entity>(
    _ key: ListKey<E>,
    then: @escaping @MainActor @Sendable (Result<[E]?, EntityCacheError>) -> Void
  ) {
    load(key, isWanted: { true }) { then(Self.answer(self[key], $0)) }
  }

  /// Loads a list as long as it is wanted.
  ///
  /// - Parameter then: called when it is known or will not be, with why it could not be read.
  func load<E: Entity>(
    _ key: ListKey<E>, isWanted: @escaping @MainActor @Sendable () -> Bool,
    then: @escaping @MainActor @Sendable (EntityCacheError?) -> Void
  ) {
    func isKnown() -> Bool { lists[key.name].map { $0.isKnown && $0.isFullyLoaded } ?? false }
    guard !isKnown(), let cache = saving?.cache, let list = try? list(key) else { return then(nil) }
    list.isAwaited = true
    list.wishes.append(isWanted)
    let subject = SharedLoads.Subject.list(key.name)
    let request = sharedLoads.join(subject) { then(isKnown() ? nil : $0) }
    if let request { read(list, key.name, cache, request, subject) }
  }

  private func read(
    _ list: EntityList, _ name: String, _ cache: any EntityCache, _ request: SharedLoads.Load,
    _ subject: SharedLoads.Subject
  ) {
    let asked = beginLoading()
    cache.readList(name, of: list.shape) { result in
      let result = result.flatMap(Self.readable)
      MainTurn.afterThis {
        let finish = { @MainActor in
          if list.load == nil { list.wishes = [] }
          self.end(request, of: subject, result)
        }
        guard case .success(let loaded?) = result, self.hasCache,
          !list.isKnown || !list.isFullyLoaded
        else {
          return finish()
        }
        if list.isKnown, list.editedIn > asked.revision {
          // A part of it was edited meanwhile, which the answer does not have.
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

  /// The answer to a request: what is known by now, whatever the cache has.
  private static func answer<Value>(
    _ value: Value?, _ error: EntityCacheError?
  ) -> Result<Value?, EntityCacheError> {
    if let error, value == nil { return .failure(error) }
    return .success(value)
  }

  /// A list that was read; fails if it has entities, and none of them can be read.
  private nonisolated static func readable(
    _ list: LoadedList?
  ) -> Result<LoadedList?, EntityCacheError> {
    if let list, list.entities.isEmpty, let error = list.unreadable.first { return .failure(error) }
    return .success(list)
  }

  /// The reasons why entities of a list could not be read when it was loaded, one for each.
  public func unreadable<E: Entity>(in list: ListKey<E>) -> [EntityCacheError] {
    unreadable[list.name] ?? []
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

  /// Answers all who wait for a request.
  private func end<Value>(
    _ load: SharedLoads.Load, of subject: SharedLoads.Subject,
    _ result: Result<Value, EntityCacheError>
  ) {
    endLoading()
    var error: EntityCacheError?
    if case .failure(let failure) = result { error = failure }
    for answer in sharedLoads.end(load, of: subject) { answer(error) }
  }

  /// When the cache was asked for something.
  struct Asked {
    let revision: Int
    let deletions: Int
  }

  func beginLoading() -> Asked {
    loadCount += 1
    return Asked(revision: revision, deletions: deletedWhileLoading.now)
  }

  func endLoading() {
    loadCount -= 1
    if loadCount == 0 { deletedWhileLoading.removeAll() }
  }

  private func adopt(_ value: any Entity, _ shape: EntityShape, _ asked: Asked) {
    guard let value = fresh(value, shape, asked) else { return }
    write(nil, origin: .cache) { _ in _ = try? graph.upsert(value, shape) }
  }

  /// What was loaded, with what is known already in place of what is in it: that is newer.
  ///
  /// - Returns: nil where it was deleted meanwhile, or something that it cannot be without; one that
  ///   came again is no part any more of what it was part of.
  func fresh(
    _ value: any Entity, _ shape: EntityShape, _ asked: Asked
  ) -> (any Entity)? {
    guard value.isIdentified else { return freshParts(of: value, shape, asked) }
    let key = shape.key(of: value)
    if deletedWhileLoading.contains(key, after: asked.deletions) { return nil }
    guard let node = graph.node(key) else { return freshParts(of: value, shape, asked) }
    let known = graph.value(of: node, as: shape, older: value)
    return node.value(as: shape) == nil ? freshParts(of: known, shape, asked) : known
  }

  func freshParts(
    of value: any Entity, _ shape: EntityShape, _ asked: Asked
  ) -> (any Entity)? {
    shape.replacingChildren(of: value) { fresh($0, EntityShape.of($0), asked) }
  }

  // MARK: - Lists that others have changed

  /// Takes over what others have made of a list that is known, slice by slice.
  func reload(_ list: EntityList, _ name: String, _ news: EntityNews) {
    // One that is partial is loaded when it is asked for.
    guard let saving, list.isKnown, !list.isPartial || list.load != nil else { return }
    if saving.isUnsaved(list.writtenIn) {
      skippedNews.lists.insert(name)
      return
    }
    let asked = beginLoading()
    saving.cache.readList(name, of: list.shape) { result in
      let result = result.flatMap(Self.readable)
      MainTurn.afterThis {
        guard self.hasCache, case .success(let loaded?) = result else {
          if self.hasCache, case .failure = result { self.skippedNews.lists.insert(name) }
          return self.endLoading()
        }
        guard !saving.isUnsaved(list.writtenIn), list.writtenIn <= asked.revision else {
          self.reloadLater(list, name, news)
          return self.endLoading()
        }
        self.unreadable[name] = loaded.unreadable
        let load = ListLoad(
          loaded.entities, asked, isReload: list.isFullyLoaded, context: news)
        load.onEnd { last in
          if !last.isDone { self.reloadLater(list, name, news) }
          self.endLoading()
        }
        self.adopt(load, list)
      }
    }
  }

  /// Loads a list again that was edited while it was loaded: now, where that is kept already.
  private func reloadLater(_ list: EntityList, _ name: String, _ news: EntityNews) {
    if saving?.isUnsaved(list.writtenIn) == true {
      skippedNews.lists.insert(name)
    } else {
      reload(list, name, news)
    }
  }
}
