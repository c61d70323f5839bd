/// The result of loading one entity from a cache.
public enum LoadedEntity: Sendable {
  /// The entity, with all its children.
  case entity(any Entity)

  /// The entity does not exist.
  case missing

  /// The cache contains the entity but cannot read it.
  ///
  /// Its type is unknown, its version is later than the program's, or its bytes are damaged.
  case unreadable(EntityCacheError)

  /// The entity, or `nil` if it is missing or unreadable.
  public var entity: (any Entity)? {
    if case .entity(let entity) = self { entity } else { nil }
  }
}

/// The result of loading a list from a cache.
public struct LoadedList: Sendable {
  /// The entities that could be read, in the order of the list.
  public var entities: [any Entity]

  /// The errors of the entities that could not be read, one for each.
  ///
  /// These entities stay in the cache. They also stay in the stored list until a program replaces
  /// all its rows.
  public var unreadable: [EntityCacheError]

  /// Creates a list.
  public init(_ entities: [any Entity] = [], unreadable: [EntityCacheError] = []) {
    (self.entities, self.unreadable) = (entities, unreadable)
  }
}

extension EntityCache {
  /// Loads entities with `load`, and reports each `nil` result as missing.
  public func read(
    _ places: [EntityRequest],
    completion: @escaping @Sendable (Result<[LoadedEntity], EntityCacheError>) -> Void
  ) {
    load(places) { result in
      completion(result.map { $0.map { entity in entity.map { .entity($0) } ?? .missing } })
    }
  }

  /// Loads the list with `loadList`, and reports no unreadable entities.
  public func readList(
    _ name: String, of shape: EntityDescriptor,
    completion: @escaping @Sendable (Result<LoadedList?, EntityCacheError>) -> Void
  ) {
    loadList(name, of: shape) { result in completion(result.map { $0.map { LoadedList($0) } }) }
  }
}
