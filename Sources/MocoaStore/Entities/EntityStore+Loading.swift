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

  /// Calls a closure when all earlier commits are saved, or when an error prevents it.
  public func flush(completion: @escaping @MainActor @Sendable (EntityCacheError?) -> Void) {
    guard let saving else { return completion(nil) }
    saving.flush(revision, completion: completion)
  }

  /// Waits until all earlier commits are saved.
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
    if let existing = self[ref] { return completion(.success(existing)) }
    guard let cache = saving?.cache else { return completion(.success(nil)) }
    let subject = SharedLoads.Subject.entity(ref.key, ObjectIdentifier(shape))
    let load = sharedLoads.join(subject) { completion(Self.loadResult(self[ref], $0)) }
    guard let load else { return }
    let requestTime = beginLoading()
    cache.read([EntityRequest(ref.key, shape)]) { result in
      let result = result.flatMap { loaded -> Result<(any Entity)?, EntityCacheError> in
        if case .unreadable(let error)? = loaded.first { return .failure(error) }
        return .success(loaded.first?.entity)
      }
      MainActorScheduler.schedule {
        if case .success(let value?) = result, self.hasCache, self[ref] == nil {
          self.adopt(value, shape, requestTime)
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
  /// If only some entities of the list are readable, the result contains these entities. The other
  /// entities stay in the cache, and `unreadable(in:)` returns their errors. Loading fails if the
  /// list has entities and none is readable.
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
    let requestTime = beginLoading()
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
        if list.isLoaded, list.editedIn > requestTime.revision {
          // The list was partly loaded and then edited, so the result lacks the edits.
          self.endLoading()
          return self.read(list, name, cache, request, subject)
        }
        self.unreadable[name] = loaded.unreadable
        let load = ListLoad(loaded.entities, requestTime)
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
    for completion in sharedLoads.end(load, of: subject) { completion(error) }
  }

  /// The time of a request to the cache, for comparison with the times of changes in the store.
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

  private func adopt(_ value: any Entity, _ shape: EntityDescriptor, _ requestTime: RequestTime) {
    guard let value = fresh(value, shape, requestTime) else { return }
    write(nil, origin: .cache) { _ in _ = try? graph.upsert(value, shape) }
  }

  /// Returns a loaded value, with newer values for the entities that are in the store.
  ///
  /// - Returns: The value, or `nil` if the entity or a child that it requires was deleted during
  ///   the load. A deleted child that was inserted again is not part of its former parents.
  func fresh(
    _ value: any Entity, _ shape: EntityDescriptor, _ requestTime: RequestTime
  ) -> (any Entity)? {
    guard value.isIdentified else { return freshParts(of: value, shape, requestTime) }
    let key = shape.key(of: value)
    if deletedWhileLoading.contains(key, after: requestTime.deletions) { return nil }
    guard let node = graph.node(key) else { return freshParts(of: value, shape, requestTime) }
    let merged = graph.value(of: node, as: shape, older: value)
    return node.value(as: shape) == nil ? freshParts(of: merged, shape, requestTime) : merged
  }

  func freshParts(
    of value: any Entity, _ shape: EntityDescriptor, _ requestTime: RequestTime
  ) -> (any Entity)? {
    shape.replacingChildren(of: value) {
      fresh($0, EntityDescriptor.descriptor(for: $0), requestTime)
    }
  }

  // MARK: - External changes of lists

  /// Loads a list from the cache again after an external change, and merges it slice by slice.
  func reload(_ list: EntityList, _ name: String, _ changes: ExternalChanges) {
    // A partial list is loaded when it is requested.
    guard let saving, list.isLoaded, !list.isPartial || list.load != nil else { return }
    if saving.isUnsaved(list.writtenIn) {
      deferredChanges.lists.insert(name)
      return
    }
    let requestTime = beginLoading()
    saving.cache.readList(name, of: list.shape) { result in
      let result = result.flatMap(Self.readable)
      MainActorScheduler.schedule {
        guard self.hasCache, case .success(let loaded?) = result else {
          if self.hasCache, case .failure = result { self.deferredChanges.lists.insert(name) }
          return self.endLoading()
        }
        guard !saving.isUnsaved(list.writtenIn), list.writtenIn <= requestTime.revision else {
          self.reloadLater(list, name, changes)
          return self.endLoading()
        }
        self.unreadable[name] = loaded.unreadable
        let load = ListLoad(
          loaded.entities, requestTime, isReload: list.isComplete, context: changes)
        load.onEnd { last in
          if !last.isDone { self.reloadLater(list, name, changes) }
          self.endLoading()
        }
        self.adopt(load, list)
      }
    }
  }

  /// Loads a list again, because it was edited during the load.
  ///
  /// If the edit is already saved, the list is loaded immediately; otherwise it is loaded after the
  /// edit is saved.
  private func reloadLater(_ list: EntityList, _ name: String, _ changes: ExternalChanges) {
    if saving?.isUnsaved(list.writtenIn) == true {
      deferredChanges.lists.insert(name)
    } else {
      reload(list, name, changes)
    }
  }
}

extension EntityStore {
  /// Merges a list in slices, one in each turn of the main loop.
  ///
  /// Merging ends early if the rows of the list are replaced during the load, if the cache is
  /// detached, or if no caller wants the rows any more. The list is then partial, and the next
  /// request loads it again. If another load replaces this one, this one ends when the other does.
  private func adopt(_ load: ListLoad, _ list: EntityList) {
    list.load?.end(with: load)
    list.load = load
    graph.reserveCapacity(for: load.entities.count, list.shape)
    findSteps(load, list)
  }

  private func findSteps(_ load: ListLoad, _ list: EntityList) {
    load.findSteps(from: list) { self.adoptNext(load, list) }
  }

  private func adoptNext(_ load: ListLoad, _ list: EntityList) {
    // Another writer may have replaced the rows during the load.
    guard list.load === load else { return end(load) }
    guard hasCache, load.isReload || list.isWanted else {
      end(load, of: list, isPartial: !load.isReload && list.isLoaded)
      return
    }
    guard load.editCount == list.editCount else {
      // The rows have moved. A change that was written here during the load is newer.
      let isOlder =
        load.isReload && !load.isInParts && list.writtenIn > load.requestTime.revision
      if !isOlder { return findSteps(load, list) }
      end(load, of: list, isPartial: false)
      return
    }
    write(load.context, origin: .cache) { _ in
      // An unknown list without rows becomes a known empty list.
      if load.isDone, !list.isLoaded { list.replace(nil, with: []) }
      let weight = load.performNext(on: list) { self.adoptRow($0, list.shape, load.requestTime) }
      maxSliceWeight = max(maxSliceWeight, weight)
      if load.isDone { (list.load, list.isPartial) = (nil, false) }
    }
    sliceCount += 1
    if list.load !== load { return end(load, of: list, isPartial: list.isPartial) }
    MainActorScheduler.schedule { self.adoptNext(load, list) }
  }

  private func end(_ load: ListLoad, of list: EntityList, isPartial: Bool) {
    if list.load === load { (list.load, list.isPartial) = (nil, isPartial) }
    end(load)
    for subscriber in list.subscribers { subscriber.subscriber?.phaseDidChange() }
  }

  private func end(_ load: ListLoad) {
    reloadMissed(by: load)
    load.end()
  }

  /// Merges a loaded entity.
  ///
  /// - Returns: The current value, or `nil` if the entity was deleted during the load or is not
  ///   valid.
  private func adoptRow(_ value: any Entity, _ shape: EntityDescriptor, _ requestTime: RequestTime)
    -> (
      any Entity
    )?
  {
    guard let value = fresh(value, shape, requestTime) else { return nil }
    do throws(EntityError) {
      _ = try graph.upsert(value, shape)
      return value
    } catch {
      return nil
    }
  }
}

/// The running requests to a cache, each with the callers that wait for its result.
///
/// Concurrent loads of the same content read the cache once.
@MainActor
struct SharedLoads {
  /// The content that a request loads: an entity as one type, or a list.
  enum Subject: Hashable {
    case entity(EntityKey, ObjectIdentifier)
    case list(String)
  }

  /// A running request to the cache.
  @MainActor
  final class Load {
    fileprivate var waiting: [@MainActor (EntityCacheError?) -> Void] = []

    fileprivate init() {}
  }

  private var loads: [Subject: Load] = [:]

  /// A Boolean value that indicates whether no running request can be joined.
  var isEmpty: Bool { loads.isEmpty }

  /// Adds a closure to the running request for a subject, or to a new request.
  ///
  /// - Returns: The new request, which the caller must start, or `nil` if the request is already
  ///   running.
  mutating func join(
    _ subject: Subject, completion: @escaping @MainActor (EntityCacheError?) -> Void
  ) -> Load? {
    if let load = loads[subject] {
      load.waiting.append(completion)
      return nil
    }
    let load = Load()
    load.waiting = [completion]
    loads[subject] = load
    return load
  }

  /// Ends a request and removes it.
  ///
  /// - Returns: The closures of the waiting callers, in the order of their calls.
  mutating func end(_ load: Load, of subject: Subject) -> [@MainActor (EntityCacheError?) -> Void] {
    if loads[subject] === load { loads[subject] = nil }
    return load.waiting
  }

  /// Prevents callers from joining the running requests, whose results may be outdated.
  mutating func close() { loads = [:] }
}
