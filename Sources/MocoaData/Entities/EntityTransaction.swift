internal import MocoaModel

/// The changes of a store that are made at once, or not at all.
///
/// It reads what it has written itself, and so does whoever asks the store meanwhile; providers and
/// relations show what there was before, until all of it is done.
@MainActor
public struct EntityTransaction: ~Copyable {
  private let store: EntityStore

  init(_ store: EntityStore) {
    self.store = store
  }

  /// The entity at a place; nil where there is none.
  public subscript<E: Entity>(ref: Ref<E>) -> E? {
    store.graph.value(of: ref.key, as: EntityShape.of(E.self)) as? E
  }

  /// The entities of a list; nil where it is not known.
  public subscript<E: Entity>(list: ListKey<E>) -> [E]? {
    store.values(of: list)
  }

  /// Takes over an entity with all that is in it, new or instead of what it was.
  ///
  /// What stands in it twice is taken as it stands first; of what is upserted twice, the last counts.
  ///
  /// - Throws: why it cannot be; nothing has changed then.
  public mutating func upsert<E: Entity>(_ entity: E) throws(EntityError) {
    try store.graph.upsert(entity, EntityShape.of(E.self))
  }

  /// Takes over entities, in order: all of them, or none.
  public mutating func upsert<E: Entity>(_ entities: some Sequence<E>) throws(EntityError) {
    try store.upsert(entities)
  }

  /// Takes an entity away: out of all lists and all that it is in; what cannot be without it goes too.
  ///
  /// One that is in the cache only goes there; one that is nowhere is gone already.
  public mutating func delete<E: Entity>(_ ref: Ref<E>) {
    // A cache may know the kind by a former name of the type.
    _ = EntityShape.of(E.self)
    store.delete(ref.key)
  }

  /// Takes an entity away, as `delete` of its place does.
  public mutating func delete<E: Entity>(_ entity: E) {
    if entity.isIdentified { delete(Ref(entity)) }
  }

  /// Gives a list other entities, which are taken over with all that is in them.
  public mutating func set<E: Entity>(_ list: ListKey<E>, to values: [E]) throws(EntityError) {
    try store.edit(try store.list(list)) { $0.set(values) }
  }

  /// Edits a list as an array; the entities that come into it are taken over with all that is in them.
  ///
  /// A list that is not known begins with nothing where there is no cache that may have it.
  ///
  /// - Throws: `EntityError.notLoaded` if a cache may have rows that are not loaded yet; why an entity
  ///   cannot be taken over.
  public mutating func edit<E: Entity>(
    _ list: ListKey<E>, _ body: (inout EntityRows<E>) -> Void
  ) throws(EntityError) {
    let known = try store.list(list)
    if !known.isKnown || !known.isFullyLoaded, store.hasCache {
      throw .notLoaded(list: list.name)
    }
    try store.edit(known) { (rows: inout EntityRows<E>) in
      if !known.isKnown { rows.set([]) }
      body(&rows)
    }
  }
}
