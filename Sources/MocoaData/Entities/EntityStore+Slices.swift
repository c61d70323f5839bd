internal import MocoaModel

extension EntityStore {
  /// Merges a list in slices, each in one turn of the main loop.
  ///
  /// It ends early if the list is given other rows meanwhile, if the cache is forgotten, or if the rows
  /// are wanted no more; the list is partial then, and loaded again when it is next asked for. A load
  /// that another one replaces ends with that one.
  func adopt(_ load: ListLoad, _ list: EntityList) {
    list.load?.end(with: load)
    list.load = load
    graph.makeRoom(for: load.entities.count, list.shape)
    findSteps(load, list)
  }

  private func findSteps(_ load: ListLoad, _ list: EntityList) {
    load.findSteps(from: list) { self.adoptNext(load, list) }
  }

  private func adoptNext(_ load: ListLoad, _ list: EntityList) {
    // Nobody else has given it rows meanwhile.
    guard list.load === load else { return load.end() }
    guard hasCache, load.isReload || list.isWanted else {
      end(load, of: list, isPartial: !load.isReload && list.isKnown)
      return
    }
    guard load.editCount == list.editCount else {
      // Its rows are not where they were; what was written here meanwhile is newer.
      let isOlder = load.isReload && list.writtenIn > load.asked.revision
      if !isOlder { return findSteps(load, list) }
      end(load, of: list, isPartial: false)
      return
    }
    write(load.context, origin: .cache) { _ in
      // What has no rows yet has none now.
      if load.isDone, !list.isKnown { list.replace(nil, with: []) }
      let weight = load.performNext(on: list) { self.adopt($0, list.shape, load.asked) }
      mostInSlice = max(mostInSlice, weight)
      if load.isDone { (list.load, list.isPartial) = (nil, false) }
    }
    sliceCount += 1
    if list.load !== load { return end(load, of: list, isPartial: list.isPartial) }
    MainTurn.afterThis { self.adoptNext(load, list) }
  }

  private func end(_ load: ListLoad, of list: EntityList, isPartial: Bool) {
    if list.load === load { (list.load, list.isPartial) = (nil, isPartial) }
    load.end()
    for subscriber in list.subscribers { subscriber.subscriber?.phaseDidChange() }
  }

  /// Takes over an entity that was loaded.
  ///
  /// - Returns: what it is now; nil if it was deleted meanwhile, or cannot be taken over.
  private func adopt(_ value: any Entity, _ shape: EntityShape, _ asked: Asked) -> (any Entity)? {
    guard let value = fresh(value, shape, asked) else { return nil }
    do throws(EntityError) {
      _ = try graph.upsert(value, shape)
      return value
    } catch {
      return nil
    }
  }
}
