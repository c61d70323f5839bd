internal import MocoaModel

/// A reload, slice by slice, of entities that other programs may have changed.
@MainActor
final class EntityReload {
  /// The maximum number of entities that are merged in one turn of the main loop.
  static let sliceSize = 256

  /// An entity that is in the cache.
  struct Loaded {
    let request: EntityRequest
    let value: any Entity
    let requestTime: EntityStore.RequestTime
  }

  /// An entity that is not in the cache.
  struct Missing {
    let key: EntityKey
    let requestTime: EntityStore.RequestTime

    /// The revision of the last commit when this was detected.
    let revision: Int
  }

  let changes: ExternalChanges

  private var keys: ArraySlice<EntityKey>

  /// The entities that the last request has returned.
  var loaded: [Loaded] = []

  /// The entities that cannot be adopted before others, in the order of their next attempts.
  private var deferred: [Loaded] = []

  /// The number of failed attempts in `deferred` since the last success.
  private var failureCount = 0

  /// The entities to delete when no other entity requires them any more.
  private var missing: [Missing] = []

  /// The keys of the entities that other programs have deleted; they may exist again.
  var deleted: [EntityKey] = []

  init(_ keys: some Sequence<EntityKey>, _ changes: ExternalChanges) {
    (self.keys, self.changes) = (Array(keys)[...], changes)
  }

  /// A Boolean value that indicates whether all entities were requested from the cache.
  var isRead: Bool { keys.isEmpty }

  /// A Boolean value that indicates whether all entities were merged and the missing ones deleted.
  var isDone: Bool { keys.isEmpty && missing.isEmpty && deferred.isEmpty }

  /// Removes and returns the keys of the next slice.
  func next() -> ArraySlice<EntityKey> {
    defer { keys = keys.dropFirst(Self.sliceSize) }
    return keys.prefix(Self.sliceSize)
  }

  /// Removes the entities to adopt in the next turn.
  ///
  /// After all requests, these are a slice of the entities that could not be adopted before.
  func nextLoaded() -> [Loaded] {
    if !isRead || !loaded.isEmpty {
      defer { loaded = [] }
      return loaded
    }
    let next = Array(deferred.prefix(Self.sliceSize))
    deferred.removeFirst(next.count)
    return next
  }

  /// Adds the entities of a turn that could not be adopted, or drops all if none ever can be.
  ///
  /// - Parameters:
  ///   - failed: The entities, each of which failed after the last success of the turn.
  ///   - count: The number of entities of the turn.
  func retry(_ failed: [Loaded], of count: Int) {
    deferred += failed
    guard isRead else { return }
    failureCount = failed.count < count ? failed.count : failureCount + count
    if failureCount >= deferred.count { deferred = [] }
  }

  /// Drops entities that others have changed again, because they are loaded again.
  func drop(_ changes: ExternalChanges) {
    deferred.removeAll { loaded in
      let key = loaded.request.key
      return changes.affectsEverything || changes.changed.contains(key)
        || changes.deleted.contains(key)
    }
  }

  func addMissing(_ entities: [Missing]) { missing += entities }

  /// Removes the next entities to delete, as many as fit into the slice.
  ///
  /// There are none until all other entities were adopted.
  ///
  /// - Parameter loadedCount: The number of entities that the slice adopts.
  func nextMissing(besides loadedCount: Int) -> ArraySlice<Missing> {
    if !isRead || !deferred.isEmpty { return [] }
    let count = max(0, min(missing.count, Self.sliceSize - loadedCount))
    defer { missing.removeLast(count) }
    return missing.suffix(count)
  }
}

/// A weak reference to a reload, which exists as long as it runs.
struct RunningReload {
  weak var reload: EntityReload?
}
