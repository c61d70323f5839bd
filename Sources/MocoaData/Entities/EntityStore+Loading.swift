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
    load(key, isWanted: { true }, progress: { _ in }, then: then)
  }

  /// Loads a list as long as it is wanted.
  ///
  /// - Parameter progress: receives how much is there, 0 to 1, if that takes several turns.
  func load<E: Entity>(
    _ key: ListKey<E>, isWanted: @escaping @MainActor @Sendable () -> Bool,
    progress: @escaping @MainActor @Sendable (Double) -> Void,
    then: @escaping @MainActor @Sendable (Result<[E]?, EntityCacheError>) -> Void
  ) {
    let isWhole = lists[key.name].map { $0.load == nil && !$0.isPartial } ?? true
    if isWhole, let known = self[key] { return then(.success(known)) }
    guard let cache = saving?.cache, let list = try? list(key) else {
      return then(.success(self[key]))
    }
    list.isAwaited = true
    list.wishes.append(ListLoad.Wish(isWanted: isWanted, progress: progress))
    let subject = SharedLoads.Subject.list(key.name)
    let request = sharedLoads.join(subject) { then(Self.answer(self[key], $0)) }
    if let request { read(key, list, cache, request, subject) }
  }

  private func read<E: Entity>(
    _ key: ListKey<E>, _ list: EntityList, _ cache: any EntityCache,
    _ request: SharedLoads.Load, _ subject: SharedLoads.Subject
  ) {
    let asked = beginLoading()
    cache.readList(key.name, of: list.shape) { result in
      let result = result.flatMap(Self.readable)
      MainTurn.afterThis {
        let finish: @MainActor @Sendable () -> Void = {
          if list.load == nil { list.wishes = [] }
          self.end(request, of: subject, result)
        }
        let isAwaited = !list.isKnown || list.isPartial || list.load != nil
        guard case .success(let loaded?) = result, self.hasCache, isAwaited else {
          return finish()
        }
        if list.isKnown, list.editedIn > asked.revision {
          // A part of it was edited meanwhile, which the answer does not have.
          self.endLoading()
          return self.read(key, list, cache, request, subject)
        }
        self.unreadable[key.name] = loaded.unreadable
        self.adopt(ListLoad(loaded.entities), list, asked, E.self, then: finish)
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

  private func adopt<E: Entity>(
    _ values: [any Entity], _ list: EntityList, _ asked: Asked, _ type: E.Type,
    _ news: EntityNews? = nil
  ) {
    let rows = values.compactMap { fresh($0, list.shape, asked) as? E }
    (list.load, list.isPartial) = (nil, false)
    write(news, origin: .cache) { _ in
      try? edit(list) { (present: inout EntityRows<E>) in present.set(rows) }
    }
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

  func reload(_ list: EntityList, _ name: String, _ news: EntityNews) {
    guard let saving, list.isKnown else { return }
    if saving.isUnsaved(list.writtenIn) {
      skippedNews.lists.insert(name)
      return
    }
    func reload<E: Entity>(_ type: E.Type) {
      let asked = beginLoading()
      saving.cache.readList(name, of: list.shape) { result in
        let result = result.flatMap(Self.readable)
        MainTurn.afterThis {
          defer { self.endLoading() }
          guard self.hasCache else { return }
          guard case .success(let loaded?) = result else {
            if case .failure = result { self.skippedNews.lists.insert(name) }
            return
          }
          guard !saving.isUnsaved(list.writtenIn), list.writtenIn <= asked.revision else {
            return self.reloadLater(list, name, news)
          }
          self.unreadable[name] = loaded.unreadable
          self.adopt(loaded.entities, list, asked, type, news)
        }
      }
    }
    reload(list.shape.type)
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
