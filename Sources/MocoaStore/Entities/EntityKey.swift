public import MocoaModel

/// The identity of an entity among the entities of all kinds.
public struct EntityKey: Hashable, Sendable, CustomStringConvertible {
  /// The name of the entity kind, as returned by `Entity.entityName`.
  public let entityName: String

  /// The identity of the entity among the entities of its kind.
  public let id: ItemID

  /// Creates the key of an entity.
  public init(entityName: String, id: ItemID) {
    (self.entityName, self.id) = (entityName, id)
  }

  /// The kind and the identity, as in `Album 7`.
  public var description: String { "\(entityName) \(id)" }
}

/// A reference to an entity of a known type, whether or not the entity exists.
public struct EntityReference<E: Entity>: Hashable, Sendable {
  /// The key of the entity.
  public let key: EntityKey

  /// Creates a reference to the entity with an id.
  public init(_ id: E.ID) {
    key = EntityKey(entityName: E.entityName, id: id.itemID)
  }

  /// Creates a reference to an entity.
  public init(_ entity: E) {
    key = entity.entityKey
  }
}

/// The key of a list of entities in a store, whether or not the list exists.
///
/// List names are separate from entity identities: the list `7` is not the entity `7`.
public struct ListKey<E: Entity>: Hashable, Sendable {
  /// The name of the list, unique in the store.
  public let name: String

  /// Creates the key of a list.
  public init(_ name: String) {
    self.name = name
  }
}
