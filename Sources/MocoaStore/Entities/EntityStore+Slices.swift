internal import MocoaModel

extension EntityStore {
  /// Merges a list in slices, one in each turn of the main loop.
  ///
  /// Merging ends early if the rows of the list are replaced during the load, if the cache is
  /// detached, or if no caller wants the rows any more. The list is then partial, and the next
  /// request loads it again. If another load replaces this one, this one ends when the other does.
  func adopt(_ load: ListLoad, _ list: EntityList) {
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
      let weight = load.performNext(on: list) { self.adopt($0, list.shape, load.requestTime) }
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
  private func adopt(_ value: any Entity, _ shape: EntityDescriptor, _ asked: RequestTime) -> (
    any Entity
  )? {
    guard let value = fresh(value, shape, asked) else { return nil }
    do throws(EntityError) {
      _ = try graph.upsert(value, shape)
      return value
    } catch {
      return nil
    }
  }
}
