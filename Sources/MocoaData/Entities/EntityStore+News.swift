internal import MocoaModel

extension EntityStore {
  /// Takes over what somebody else has changed in the cache, except for what is newer here.
  ///
  /// What is not known is loaded only where somebody has asked for it, and waits.
  func adopt(_ latest: EntityNews) {
    sharedLoads.close()
    // Also what could not be taken over so far.
    let news = skippedNews.merged(with: latest)
    skippedNews = EntityNews()
    let all = news.isEverything ? Set(graph.nodes.compactMap(\.key) + telling.followed) : []
    var (known, kept): ([EntityKey], [EntityKey]) = ([], [])
    for key in news.changed.union(news.deleted).union(all) {
      if isUnsaved(key) { kept.append(key) } else { known.append(key) }
    }
    reload(known, news)
    skippedNews.changed.formUnion(kept)
    reloadAll(around: kept.filter(news.deleted.contains), news)
    for name in news.isEverything ? Set(lists.keys) : news.lists {
      if let list = lists[name] { reloadOrLoad(list, name, news) }
    }
  }

  /// Takes over what others have changed while it was newer here: what is there of both.
  func adoptSkipped() {
    if !skippedNews.isEmpty { adopt(EntityNews()) }
  }

  /// Loads again what entities are in that others have deleted, and that are there all the same: they
  /// were taken out of that.
  private func reloadAll(around keys: [EntityKey], _ news: EntityNews) {
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

  /// Whether an entity is newer here than what is kept, or gone.
  private func isUnsaved(_ key: EntityKey) -> Bool {
    guard let saving else { return false }
    return graph.node(key).map { saving.isUnsaved($0.writtenIn) }
      ?? saving.isUnsaved(deletionOf: key)
  }

  /// Loads entities again, as all types that they are known or waited for as, and takes them over at
  /// once: what others did together is not seen in parts.
  private func reload(_ keys: some Sequence<EntityKey>, _ news: EntityNews) {
    let places = keys.flatMap { key in
      let known = graph.node(key)?.state.projections.map(\.shape) ?? []
      let awaited = telling.awaitedShapes(of: key).filter { shape in
        !known.contains { $0 === shape }
      }
      return (known + awaited).map { EntityPlace(key, $0) }
    }
    guard let saving, !places.isEmpty else { return }
    let asked = beginLoading()
    saving.cache.read(places) { result in
      MainTurn.afterThis {
        defer { self.endLoading() }
        guard self.hasCache else { return }
        guard case .success(let loaded) = result else {
          let missed = Set(places.map(\.key))
          self.skippedNews = self.skippedNews.merged(
            with: EntityNews(changed: missed, deleted: missed.intersection(news.deleted)))
          return
        }
        // An entity that cannot be read stays as it is known here.
        var values: [(place: EntityPlace, value: (any Entity)?)] = []
        for (place, loaded) in zip(places, loaded) {
          if case .unreadable = loaded { continue }
          values.append((place, loaded.entity))
        }
        self.adopt(values, asked, news)
        self.reloadAll(around: places.map(\.key).filter(news.deleted.contains), news)
      }
    }
  }

  private func adopt(
    _ loaded: [(place: EntityPlace, value: (any Entity)?)], _ asked: Asked, _ news: EntityNews
  ) {
    let loaded = loaded.filter { place, _ in
      !isUnsaved(place.key) && (graph.node(place.key)?.writtenIn ?? 0) <= asked.revision
    }
    write(news, origin: .cache) { _ in
      var rest = loaded
      var count = Int.max
      // What cannot be taken over yet may be, when others of them are what they are now.
      while rest.count < count {
        count = rest.count
        rest = rest.filter { place, value in
          guard let value else { return false }
          return !adopt(value, place, asked)
        }
      }
      // Now that nothing is in need any more of what is gone.
      let present = Set(loaded.lazy.filter { $0.value != nil }.map(\.place.key))
      let missing = Set(loaded.lazy.map(\.place.key)).subtracting(present)
      for key in missing where news.deleted.contains(key) || news.isEverything && isKept(key) {
        delete(key)
      }
    }
  }

  /// Whether an entity that is known here was kept, or loaded from what is.
  private func isKept(_ key: EntityKey) -> Bool {
    graph.node(key).map { !$0.isInMemoryOnly } ?? false
  }

  /// Takes over what others have made of an entity.
  ///
  /// - Returns: whether it can be.
  private func adopt(_ value: any Entity, _ place: EntityPlace, _ asked: Asked) -> Bool {
    let isKnown = graph.node(place.key)?.value(as: place.shape) != nil
    let value =
      isKnown ? freshParts(of: value, place.shape, asked) : fresh(value, place.shape, asked)
    guard let value else { return true }
    return (try? graph.upsert(value, place.shape)) != nil
  }

  /// Takes over what a list has become; what it is where somebody waits for one that was not there.
  private func reloadOrLoad(_ list: EntityList, _ name: String, _ news: EntityNews) {
    guard !list.isKnown else { return reload(list, name, news) }
    func load<E: Entity>(_ type: E.Type) { self.load(ListKey<E>(name)) { _ in } }
    if list.isAwaited, list.subscribers.contains(where: { $0.subscriber != nil }) {
      load(list.shape.type)
    }
  }
}
