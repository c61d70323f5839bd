internal import MocoaModel

extension EntityStore {
  /// Merges changes that other programs made in the cache, except for content that is newer in this
  /// store.
  ///
  /// Content that is not in the store is loaded only if a subscriber has requested it and waits for
  /// it. If the changed entities exceed one slice, they are merged in several turns of the main
  /// loop, and the lists after them.
  func merge(_ latest: ExternalChanges) {
    sharedLoads.close()
    // Includes changes that were deferred until now.
    let changes = deferredChanges.merged(with: latest)
    deferredChanges = ExternalChanges()
    for list in lists.values { list.load?.miss(changes) }
    for running in reloads { running.reload?.drop(changes) }
    let keys = keys(in: changes)
    let isLong = keys.count > EntityReload.sliceSize
    reload(keys, changes) { if isLong { self.reloadLists(changes) } }
    if !isLong { reloadLists(changes) }
  }

  /// Returns the entities that may have changed and that this store may hold or observe.
  private func keys(in changes: ExternalChanges) -> [EntityKey] {
    guard changes.affectsEverything else { return Array(changes.changed.union(changes.deleted)) }
    // Entities that are neither known nor followed do not concern this store.
    return graph.keys + notifier.observedKeys.filter { graph.node($0) == nil }
  }

  /// Loads again the entities that other programs changed while a list was loaded.
  ///
  /// The load may have returned their values from before the change.
  func reloadMissed(by load: ListLoad) {
    let missed = load.takeMissed()
    if !missed.isEmpty { reload(keys(in: missed), missed) }
  }

  private func reloadLists(_ changes: ExternalChanges) {
    for name in changes.affectsEverything ? Set(lists.keys) : changes.lists {
      if let list = lists[name] { reloadOrLoad(list, name, changes) }
    }
  }

  /// Merges the external changes that were deferred because this store had newer content.
  func adoptSkipped() {
    if !deferredChanges.isEmpty { merge(ExternalChanges()) }
  }

  /// Loads the parents and lists of entities that other programs have deleted and that still exist
  /// in this store.
  ///
  /// The deletion has removed the entities from those parents and lists.
  private func reloadAll(around keys: [EntityKey], _ changes: ExternalChanges) {
    var (parents, names): (Set<EntityKey>, Set<String>) = ([], [])
    for node in keys.compactMap(graph.node) {
      parents.formUnion(node.parents.all.compactMap(\.key))
      names.formUnion(node.lists.all.compactMap(\.name))
    }
    reload(parents.filter { !isUnsaved($0) }, changes)
    for name in names {
      if let list = lists[name] { reload(list, name, changes) }
    }
  }

  /// Returns `true` if this store has changed or deleted an entity and the cache has not saved it
  /// yet.
  private func isUnsaved(_ key: EntityKey) -> Bool {
    guard let saving else { return false }
    return graph.node(key).map { saving.isUnsaved($0.writtenIn) }
      ?? saving.isUnsaved(deletionOf: key)
  }

  /// Loads entities from the cache again and merges them.
  ///
  /// The values of an entity are loaded for all types that the store holds or that a subscriber has
  /// requested. Each slice is merged at once, so that a small change by another program never
  /// appears in parts.
  private func reload(
    _ keys: some Sequence<EntityKey>, _ changes: ExternalChanges,
    completion finish: @escaping @MainActor @Sendable () -> Void = {}
  ) {
    let reload = EntityReload(keys, changes)
    if reload.isRead { return finish() }
    reloads.removeAll { $0.reload == nil }
    reloads.append(RunningReload(reload: reload))
    _ = beginLoading()
    readNext(of: reload, completion: finish)
  }

  private func readNext(
    of reload: EntityReload, completion finish: @escaping @MainActor @Sendable () -> Void
  ) {
    guard let saving else { return endLoading() }
    let changes = reload.changes
    var (keys, kept): ([EntityKey], [EntityKey]) = ([], [])
    for key in reload.next() { if isUnsaved(key) { kept.append(key) } else { keys.append(key) } }
    deferredChanges.changed.formUnion(kept)
    reloadAll(around: kept.filter(changes.deleted.contains), changes)
    let requests = keys.flatMap { key in
      let loadedShapes = graph.node(key)?.state.projections.map(\.shape) ?? []
      let requested = notifier.requestedDescriptors(of: key).filter { shape in
        !loadedShapes.contains { $0 === shape }
      }
      return (loadedShapes + requested).map { EntityRequest(key, $0) }
    }
    if requests.isEmpty { return adoptNext(of: reload, completion: finish) }
    let requestTime = RequestTime(revision: revision, deletions: deletedWhileLoading.current)
    saving.cache.read(requests) { result in
      MainActorScheduler.schedule {
        if self.hasCache { self.add(result, requests, requestTime, to: reload) }
        self.adoptNext(of: reload, completion: finish)
      }
    }
  }

  /// Adds the results of the request for one slice to a reload.
  private func add(
    _ result: Result<[LoadedEntity], EntityCacheError>, _ requests: [EntityRequest],
    _ requestTime: RequestTime,
    to reload: EntityReload
  ) {
    let deleted = reload.changes.deleted
    let keys = Set(requests.map(\.key))
    guard case .success(let loaded) = result else {
      deferredChanges = deferredChanges.merged(
        with: ExternalChanges(changed: keys, deleted: keys.intersection(deleted)))
      return
    }
    reload.deleted += keys.filter(deleted.contains)
    var missing = keys
    for (request, loaded) in zip(requests, loaded) {
      switch loaded {
      case .entity(let value):
        missing.remove(request.key)
        if !isNewer(request.key, than: requestTime) {
          reload.loaded.append(.init(request: request, value: value, requestTime: requestTime))
        }
      // The known value stays.
      case .unreadable: missing.remove(request.key)
      case .missing: break
      }
    }
    reload.addMissing(
      missing.filter { deleted.contains($0) || reload.changes.affectsEverything && isPersisted($0) }
        .map { .init(key: $0, requestTime: requestTime, revision: revision) })
  }

  /// Merges the next entities of a reload into the store.
  ///
  /// The entities that the cache does not have are deleted after all other entities are merged.
  private func adoptNext(
    of reload: EntityReload, completion finish: @escaping @MainActor @Sendable () -> Void
  ) {
    guard hasCache else { return endLoading() }
    let loaded = reload.nextLoaded()
    let missing = reload.nextMissing(besides: loaded.count)
    var pending = loaded
    if !loaded.isEmpty || !missing.isEmpty {
      write(reload.changes, origin: .cache) { _ in
        var count = Int.max
        // An entity that cannot be merged yet may become mergeable after others of the slice.
        while pending.count < count {
          count = pending.count
          pending.removeAll { merge($0) }
        }
        // Now no entity requires the missing ones any more.
        for entity in missing where !isNewer(entity.key, than: entity.requestTime) {
          // Another program may have created the entity again.
          let isSeen = graph.node(entity.key).map { $0.seenIn > entity.revision } ?? false
          if !isSeen { delete(entity.key) }
        }
      }
    }
    reload.retry(pending, of: loaded.count)
    if reload.isDone {
      reloadAll(around: reload.deleted, reload.changes)
      finish()
      endLoading()
    } else {
      MainActorScheduler.schedule {
        if reload.isRead {
          self.adoptNext(of: reload, completion: finish)
        } else {
          self.readNext(of: reload, completion: finish)
        }
      }
    }
  }

  /// Returns `true` if this store changed an entity after a request to the cache, or if its value
  /// is not saved.
  private func isNewer(_ key: EntityKey, than requestTime: RequestTime) -> Bool {
    isUnsaved(key) || (graph.node(key)?.writtenIn ?? 0) > requestTime.revision
  }

  /// Returns `true` if an entity is in this store and its value was saved in the cache or loaded
  /// from it.
  private func isPersisted(_ key: EntityKey) -> Bool {
    graph.node(key).map { !$0.isInMemoryOnly } ?? false
  }

  /// Merges a value of an entity from the cache, unless the value in this store is newer.
  ///
  /// - Returns: `false` if the value is not valid until other entities are merged.
  private func merge(_ loaded: EntityReload.Loaded) -> Bool {
    let (request, requestTime) = (loaded.request, loaded.requestTime)
    // The entity may have waited for others since it was read.
    if isNewer(request.key, than: requestTime) { return true }
    let isKnown = graph.node(request.key)?.value(as: request.shape) != nil
    let value =
      isKnown
      ? freshParts(of: loaded.value, request.shape, requestTime)
      : fresh(loaded.value, request.shape, requestTime)
    guard let value else { return true }
    return (try? graph.upsert(value, request.shape)) != nil
  }

  /// Merges the content of a list from the cache.
  ///
  /// A list that is not in the store is loaded if a subscriber has requested it.
  private func reloadOrLoad(_ list: EntityList, _ name: String, _ changes: ExternalChanges) {
    guard !list.isLoaded else { return reload(list, name, changes) }
    func load<E: Entity>(_ type: E.Type) { self.load(ListKey<E>(name)) { _ in } }
    if list.isLoadRequested, list.subscribers.contains(where: { $0.subscriber != nil }) {
      load(list.shape.type)
    }
  }
}
