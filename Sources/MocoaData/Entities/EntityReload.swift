internal import MocoaModel

/// A reload, slice by slice, of entities that other programs may have changed.
@MainActor
final class EntityReload {
  /// The maximum number of entities that are merged in one turn of the main loop.
  static let sliceSize = 256

  /// An entity that is in the cache.
  struct Loaded {
    let place: EntityPlace
    let value: any Entity
    let asked: EntityStore.Asked
  }

  /// An entity that is not in the cache.
  struct Missing {
    let key: EntityKey
    let asked: EntityStore.Asked

    /// The revision of the last commit when this was detected.
    let revision: Int
  }

  let news: EntityNews

  private var keys: ArraySlice<EntityKey>

  /// The loaded entities that cannot be merged before others.
  var rest: [Loaded] = []

  /// The entities to delete when no other entity requires them any more.
  private var missing: [Missing] = []

  /// The keys of the entities that other programs have deleted; they may exist again.
  var deleted: [EntityKey] = []

  init(_ keys: some Sequence<EntityKey>, _ news: EntityNews) {
    (self.keys, self.news) = (Array(keys)[...], news)
  }

  /// A Boolean value that indicates whether all entities were requested from the cache.
  var isRead: Bool { keys.isEmpty }

  /// A Boolean value that indicates whether all entities were requested and the missing ones
  /// deleted.
  var isDone: Bool { keys.isEmpty && missing.isEmpty }

  /// Removes and returns the keys of the next slice.
  func next() -> ArraySlice<EntityKey> {
    defer { keys = keys.dropFirst(Self.sliceSize) }
    return keys.prefix(Self.sliceSize)
  }

  func addMissing(_ entities: [Missing]) { missing += entities }

  /// Removes and returns the next entities to delete, as many as fit into the slice.
  ///
  /// The result is empty until all entities were requested.
  func nextMissing() -> ArraySlice<Missing> {
    if !isRead { return [] }
    let count = max(0, min(missing.count, Self.sliceSize - rest.count))
    defer { missing.removeLast(count) }
    return missing.suffix(count)
  }
}
