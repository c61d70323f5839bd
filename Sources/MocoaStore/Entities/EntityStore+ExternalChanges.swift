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
    let news = deferredChanges.merged(with: latest)
    deferredChanges = ExternalChanges()
    for list in lists.values { list.load?.miss(news) }
    for running in reloads { running.reload?.drop(news) }
    let keys = keys(in: news)
    let isLong = keys.count > EntityReload.sliceSize
    reload(keys, news) { if isLong { self.reloadLists(news) } }
    if !isLong { reloadLists(news) }
  }

  /// Returns the entities that may have changed and that this store may hold or observe.
  private func keys(in news: ExternalChanges) -> [EntityKey] {
    guard news.affectsEverything else { return Array(news.changed.union(news.deleted)) }
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

  private func reloadLists(_ news: ExternalChanges) {
    for name in news.affectsEverything ? Set(lists.keys) : news.lists {
      if let list = lists[name] { reloadOrLoad(list, name, news) }
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
  private func reloadAll(around keys: [EntityKey], _ news: ExternalChanges) {
    var (parents, names): (Set<EntityKey>, Set<String>) = ([], [])
    for node in keys.compactMap(graph.node) {
      parents.formUnion(node.parents.all.compactMap(\.key))
      names.formUnion(node.lists.all.compactMap(\.name))
    }
    reload(parents.filter { !isUnsaved($0) }, news)
    for name in names {
      if let list = lists[name] { reload(list, name, news) }
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
  /// Each entity is loaded as all types that the store holds or that a subscriber has requested.
  /// Each slice is merged at once, so that a small change by another program never appears in
  /// parts.
  private func reload(
    _ keys: some Sequence<EntityKey>, _ news: ExternalChanges,
    completion finish: @escaping @MainActor @Sendable () -> Void = {}
  ) {
    let reload = EntityReload(keys, news)
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
    let news = reload.changes
    var (keys, kept): ([EntityKey], [EntityKey]) = ([], [])
    for key in reload.next() { if isUnsaved(key) { kept.append(key) } else { keys.append(key) } }
    deferredChanges.changed.formUnion(kept)
    reloadAll(around: kept.filter(news.deleted.contains), news)
    let places = keys.flatMap { key in
      let known = graph.node(key)?.state.projections.map(\.shape) ?? []
      let awaited = notifier.requestedDescriptors(of: key).filter { shape in
        !known.contains { $0 === shape }
      }
      return (known + awaited).map { EntityRequest(key, $0) }
    }
    if places.isEmpty { return adoptNext(of: reload, completion: finish) }
    let asked = RequestTime(revision: revision, deletions: deletedWhileLoading.current)
    saving.cache.read(places) { result in
      MainActorScheduler.schedule {
        if self.hasCache { self.add(result, places, asked, to: reload) }
        self.adoptNext(of: reload, completion: finish)
      }
    }
  }

  /// Adds the results of the request for one slice to a reload.
  private func add(
    _ result: Result<[LoadedEntity], EntityCacheError>, _ places: [EntityRequest],
    _ asked: RequestTime,
    to reload: EntityReload
  ) {
    let deleted = reload.changes.deleted
    let keys = Set(places.map(\.key))
    guard case .success(let loaded) = result else {
      deferredChanges = deferredChanges.merged(
        with: ExternalChanges(changed: keys, deleted: keys.intersection(deleted)))
      return
    }
    reload.deleted += keys.filter(deleted.contains)
    var missing = keys
    for (place, loaded) in zip(places, loaded) {
      switch loaded {
      case .entity(let value):
        missing.remove(place.key)
        if !isNewer(place.key, than: asked) {
          reload.loaded.append(.init(request: place, value: value, requestTime: asked))
        }
      // The known value stays.
      case .unreadable: missing.remove(place.key)
      case .missing: break
      }
    }
    reload.addMissing(
      missing.filter { deleted.contains($0) || reload.changes.affectsEverything && isPersisted($0) }
        .map { .init(key: $0, requestTime: asked, revision: revision) })
  }

  /// Merges the entities that were loaded.
  ///
  /// The missing entities are deleted after all entities were requested.
  private func adoptNext(
    of reload: EntityReload, completion finish: @escaping @MainActor @Sendable () -> Void
  ) {
    guard hasCache else { return endLoading() }
    let loaded = reload.nextLoaded()
    let missing = reload.nextMissing(besides: loaded.count)
    var rest = loaded
    if !loaded.isEmpty || !missing.isEmpty {
      write(reload.changes, origin: .cache) { _ in
        var count = Int.max
        // An entity that cannot be merged yet may become mergeable after others of the slice.
        while rest.count < count {
          count = rest.count
          rest.removeAll { merge($0) }
        }
        // Now no entity requires the missing ones any more.
        for entity in missing where !isNewer(entity.key, than: entity.requestTime) {
          // Another program may have created the entity again.
          let isSeen = graph.node(entity.key).map { $0.seenIn > entity.revision } ?? false
          if !isSeen { delete(entity.key) }
        }
      }
    }
    reload.retry(rest, of: loaded.count)
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
  private func isNewer(_ key: EntityKey, than asked: RequestTime) -> Bool {
    isUnsaved(key) || (graph.node(key)?.writtenIn ?? 0) > asked.revision
  }

  /// Returns `true` if an entity is in this store and its value was saved in the cache or loaded
  /// from it.
  private func isPersisted(_ key: EntityKey) -> Bool {
    graph.node(key).map { !$0.isInMemoryOnly } ?? false
  }

  /// Merges a value of an entity from the cache, unless the value in this store is newer.
  ///
  /// - Returns: `false` if the value is not valid now.
  private func merge(_ loaded: EntityReload.Loaded) -> Bool {
    let (place, asked) = (loaded.request, loaded.requestTime)
    // The entity may have waited for others since it was read.
    if isNewer(place.key, than: asked) { return true }
    let isKnown = graph.node(place.key)?.value(as: place.shape) != nil
    let value =
      isKnown
      ? freshParts(of: loaded.value, place.shape, asked) : fresh(loaded.value, place.shape, asked)
    guard let value else { return true }
    return (try? graph.upsert(value, place.shape)) != nil
  }

  /// Merges the content of a list from the cache.
  ///
  /// A list that is not in the store is loaded if a subscriber has requested it.
  private func reloadOrLoad(_ list: EntityList, _ name: String, _ news: ExternalChanges) {
    guard !list.isLoaded else { return reload(list, name, news) }
    func load<E: Entity>(_ type: E.Type) { self.load(ListKey<E>(name)) { _ in } }
    if list.isLoadRequested, list.subscribers.contains(where: { $0.subscriber != nil }) {
      load(list.shape.type)
    }
  }
}
