internal import MocoaModel

/// A reload of entities that other programs may have changed, in slices.
@MainActor
final class EntityReload {
  /// The maximum number of entities that are merged in one turn of the main loop.
  static let sliceSize = 256

  /// An entity that the cache has returned.
  struct Loaded {
    let request: EntityRequest
    let value: any Entity
    let requestTime: EntityStore.RequestTime
  }

  /// An entity that the cache does not have.
  struct Missing {
    let key: EntityKey
    let requestTime: EntityStore.RequestTime

    /// The revision of the last commit when the cache reported that the entity is missing.
    let revision: Int
  }

  let changes: ExternalChanges

  private var keys: ArraySlice<EntityKey>

  /// The entities that the last request to the cache has returned.
  var loaded: [Loaded] = []

  /// The entities that cannot be merged before other entities, in the order of their next attempts.
  private var deferred: [Loaded] = []

  /// The number of failed attempts to merge entities in `deferred` since the last success.
  private var failureCount = 0

  /// The entities to delete after all other entities are merged.
  ///
  /// Until then, other entities may require them.
  private var missing: [Missing] = []

  /// The keys of the entities that other programs have deleted.
  ///
  /// Some of them may have been inserted again.
  var deleted: [EntityKey] = []

  init(_ keys: some Sequence<EntityKey>, _ changes: ExternalChanges) {
    (self.keys, self.changes) = (Array(keys)[...], changes)
  }

  /// A Boolean value that indicates whether all entities were requested from the cache.
  var isRead: Bool { keys.isEmpty }

  /// A Boolean value that indicates whether all entities are merged and the missing ones are
  /// deleted.
  var isDone: Bool { keys.isEmpty && missing.isEmpty && deferred.isEmpty }

  /// Removes and returns the keys of the next slice to request from the cache.
  func next() -> ArraySlice<EntityKey> {
    defer { keys = keys.dropFirst(Self.sliceSize) }
    return keys.prefix(Self.sliceSize)
  }

  /// Removes and returns the entities to merge in the next turn.
  ///
  /// After all entities were requested, these are a slice of the entities that could not be merged
  /// before.
  func nextLoaded() -> [Loaded] {
    if !isRead || !loaded.isEmpty {
      defer { loaded = [] }
      return loaded
    }
    let next = Array(deferred.prefix(Self.sliceSize))
    deferred.removeFirst(next.count)
    return next
  }

  /// Adds entities that could not be merged, so that a later turn merges them.
  ///
  /// If no further attempt can succeed, all such entities are dropped.
  ///
  /// - Parameters:
  ///   - failed: The entities of the current turn that could not be merged.
  ///   - count: The number of entities that the current turn tried to merge.
  func retry(_ failed: [Loaded], of count: Int) {
    deferred += failed
    guard isRead else { return }
    failureCount = failed.count < count ? failed.count : failureCount + count
    if failureCount >= deferred.count { deferred = [] }
  }

  /// Drops entities that other programs have changed again, because they are loaded again.
  func drop(_ changes: ExternalChanges) {
    deferred.removeAll { loaded in
      let key = loaded.request.key
      return changes.affectsEverything || changes.changed.contains(key)
        || changes.deleted.contains(key)
    }
  }

  func addMissing(_ entities: [Missing]) { missing += entities }

  /// Removes and returns the next entities to delete.
  ///
  /// The result is empty until all other entities are merged.
  ///
  /// - Parameter loadedCount: The number of entities that are merged in the same turn. A greater
  ///   number reduces the number of deletions.
  func nextMissing(besides loadedCount: Int) -> ArraySlice<Missing> {
    if !isRead || !deferred.isEmpty { return [] }
    let count = max(0, min(missing.count, Self.sliceSize - loadedCount))
    defer { missing.removeLast(count) }
    return missing.suffix(count)
  }
}

/// A weak reference to a running reload.
struct RunningReload {
  weak var reload: EntityReload?
}
