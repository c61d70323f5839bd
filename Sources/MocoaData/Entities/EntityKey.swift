public import MocoaModel

/// Which entity something is, among all of all kinds.
public struct EntityKey: Hashable, Sendable, CustomStringConvertible {
  /// The name of the kind of thing, as `Entity.entityName` gives it.
  public let entityName: String

  /// The identity among those of the kind.
  public let id: ItemID

  /// The key of an entity.
  public init(entityName: String, id: ItemID) {
    (self.entityName, self.id) = (entityName, id)
  }

  /// Kind and identity, as in `Album 7`.
  public var description: String { "\(entityName) \(id)" }
}

/// The place of an entity of a known type in a store, whether there is one or not.
public struct Ref<E: Entity>: Hashable, Sendable {
  /// Which entity it is.
  public let key: EntityKey

  /// The place of the entity with an identity.
  public init(_ id: E.ID) {
    key = EntityKey(entityName: E.entityName, id: id.itemID)
  }

  /// The place of an entity.
  public init(_ entity: E) {
    key = entity.entityKey
  }
}

/// The name of a list of entities in a store, whether it is known there or not.
///
/// Names are apart from the identities of entities: the list `7` is no entity.
public struct ListKey<E: Entity>: Hashable, Sendable {
  /// The name, among all lists of the store.
  public let name: String

  /// The key of a list.
  public init(_ name: String) {
    self.name = name
  }
}
