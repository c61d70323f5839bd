internal import MocoaModel

/// Entities that others may have changed, which are loaded again slice by slice.
@MainActor
final class EntityReload {
  /// At most so many entities are taken over in one turn of the main loop.
  static let sliceSize = 256

  /// An entity as the cache has it.
  struct Loaded {
    let place: EntityPlace
    let value: any Entity
    let asked: EntityStore.Asked
  }

  /// An entity that the cache does not have.
  struct Missing {
    let key: EntityKey
    let asked: EntityStore.Asked

    /// The commit after which this was known.
    let revision: Int
  }

  let news: EntityNews

  private var keys: ArraySlice<EntityKey>

  /// The entities that were read, and cannot be taken over before others.
  var rest: [Loaded] = []

  /// The entities to be deleted, when nothing needs them any more.
  private var missing: [Missing] = []

  /// The keys of those entities that others have deleted; they may be there again.
  var deleted: [EntityKey] = []

  init(_ keys: some Sequence<EntityKey>, _ news: EntityNews) {
    (self.keys, self.news) = (Array(keys)[...], news)
  }

  /// Whether all were read.
  var isRead: Bool { keys.isEmpty }

  /// Whether all were taken over, or deleted.
  var isDone: Bool { keys.isEmpty && missing.isEmpty }

  /// Removes the keys of the next entities.
  func next() -> ArraySlice<EntityKey> {
    defer { keys = keys.dropFirst(Self.sliceSize) }
    return keys.prefix(Self.sliceSize)
  }

  func addMissing(_ entities: [Missing]) { missing += entities }

  /// Removes the next entities to be deleted, as many as a slice has room for; none before all were
  /// read.
  func nextMissing() -> ArraySlice<Missing> {
    if !isRead { return [] }
    let count = max(0, min(missing.count, Self.sliceSize - rest.count))
    defer { missing.removeLast(count) }
    return missing.suffix(count)
  }
}
