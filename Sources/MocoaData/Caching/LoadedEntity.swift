/// The result of reading one entity from a cache.
public enum LoadedEntity: Sendable {
  /// The entity, with everything in it.
  case entity(any Entity)

  /// There is no such entity.
  case missing

  /// The cache holds the entity, and cannot read it: its type is unknown, its version is later than the
  /// program's, or its bytes are damaged.
  case unreadable(EntityCacheError)

  /// The entity; nil if it is missing or unreadable.
  public var entity: (any Entity)? {
    if case .entity(let entity) = self { entity } else { nil }
  }
}

/// The result of reading a list from a cache.
public struct LoadedList: Sendable {
  /// The entities that can be read, in the order of the list.
  public var entities: [any Entity]

  /// The reasons why other entities of the list cannot be read, one for each.
  ///
  /// They stay in the cache, and in the list there until a program replaces all of it.
  public var unreadable: [EntityCacheError]

  /// Creates a list.
  public init(_ entities: [any Entity] = [], unreadable: [EntityCacheError] = []) {
    (self.entities, self.unreadable) = (entities, unreadable)
  }
}

extension EntityCache {
  /// Takes each entity that `load` does not return as missing.
  public func read(
    _ places: [EntityPlace],
    then: @escaping @Sendable (Result<[LoadedEntity], EntityCacheError>) -> Void
  ) {
    load(places) { result in
      then(result.map { $0.map { entity in entity.map { .entity($0) } ?? .missing } })
    }
  }

  /// Returns all that `loadList` returns.
  public func readList(
    _ name: String, of shape: EntityShape,
    then: @escaping @Sendable (Result<LoadedList?, EntityCacheError>) -> Void
  ) {
    loadList(name, of: shape) { result in then(result.map { $0.map { LoadedList($0) } }) }
  }
}
