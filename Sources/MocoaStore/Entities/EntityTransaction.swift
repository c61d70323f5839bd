internal import MocoaModel

/// A group of changes of a store that take effect together or not at all.
///
/// The transaction and the store return values that include its changes. Until the commit,
/// providers and relations show the values from before the transaction.
@MainActor
public struct EntityTransaction: ~Copyable {
  private let store: EntityStore

  init(_ store: EntityStore) {
    self.store = store
  }

  /// Returns an entity, including changes of the transaction, or `nil` if it does not exist.
  public subscript<E: Entity>(ref: EntityReference<E>) -> E? {
    store.graph.value(of: ref.key, as: EntityDescriptor.descriptor(for: E.self)) as? E
  }

  /// Returns the entities of a list, including changes of the transaction, or `nil` if the list is
  /// not in the store.
  public subscript<E: Entity>(list: ListKey<E>) -> [E]? {
    store.values(of: list)
  }

  /// Inserts or updates an entity with all its children.
  ///
  /// If the value contains an entity more than once, the first occurrence is used. If an entity is
  /// upserted more than once, the last value is used.
  ///
  /// - Throws: ``EntityError`` if the value is not valid. The store is then unchanged.
  public mutating func upsert<E: Entity>(_ entity: E) throws(EntityError) {
    try store.graph.upsert(entity, EntityDescriptor.descriptor(for: E.self))
  }

  /// Upserts entities, in order.
  ///
  /// If one of them is not valid, none is upserted.
  public mutating func upsert<E: Entity>(_ entities: some Sequence<E>) throws(EntityError) {
    try store.upsert(entities)
  }

  /// Deletes an entity and every entity that requires it.
  ///
  /// Removes it from all lists and all other parents.
  ///
  /// An entity that exists only in the cache is deleted there. If the entity does not exist, the
  /// method does nothing.
  public mutating func delete<E: Entity>(_ ref: EntityReference<E>) {
    // Registers the type. The cache may know the entity kind by a former name of the type.
    _ = EntityDescriptor.descriptor(for: E.self)
    store.delete(ref.key)
  }

  /// Deletes an entity that has an identity.
  public mutating func delete<E: Entity>(_ entity: E) {
    if entity.isIdentified { delete(EntityReference(entity)) }
  }

  /// Replaces the entities of a list and upserts the new ones with all their children.
  public mutating func set<E: Entity>(_ list: ListKey<E>, to values: [E]) throws(EntityError) {
    try store.edit(try store.list(list)) { $0.set(values) }
  }

  /// Edits a list as an array and upserts the inserted entities with all their children.
  ///
  /// If the store has neither the list nor a cache, the list is empty at first.
  ///
  /// - Throws: `EntityError.notLoaded` if the cache may have rows that are not loaded; another
  ///   ``EntityError`` if an entity is not valid.
  public mutating func edit<E: Entity>(
    _ list: ListKey<E>, _ body: (inout EntityRows<E>) -> Void
  ) throws(EntityError) {
    let existing = try store.list(list)
    if !existing.isLoaded || !existing.isFullyLoaded, store.hasCache {
      throw .notLoaded(list: list.name)
    }
    try store.edit(existing) { (rows: inout EntityRows<E>) in
      if !existing.isLoaded { rows.set([]) }
      body(&rows)
    }
  }
}
