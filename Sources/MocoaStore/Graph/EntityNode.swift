internal import MocoaModel

/// An entity in a store: its values, its parents and the lists that contain it.
@MainActor
final class EntityNode {
  /// The state of the entity, which a rollback restores as a whole.
  struct State {
    /// The values of the entity, one for each of its types; empty if the entity does not exist.
    var projections: [Projection] = []

    /// A Boolean value that indicates whether the values do not yet contain a change of a child.
    ///
    /// All parents are then stale too.
    var isStale = false

    /// A Boolean value that indicates whether the transaction wrote the entity, not only its
    /// children.
    var isWritten = false

    /// The direct children, each once.
    ///
    /// While the node is stale, children that were removed since are included.
    var children: [EntityNode] = []

    /// The children that the entity requires.
    var required: [EntityNode] = []

    /// A Boolean value that indicates whether the values still contain children that were removed.
    ///
    /// The node is then stale. The removed children are the elements of `children` that do not have
    /// the node as a parent.
    var lacksChildren = false

    /// A Boolean value that indicates whether the transaction replaced the value, not only a child
    /// in it.
    var isReplaced = false
  }

  /// The value of the entity for one of its types.
  struct Projection {
    let shape: EntityDescriptor
    var value: any Entity
  }

  /// The key of the entity, or `nil` for a value without identity, which belongs to one list or
  /// provider.
  let key: EntityKey?

  /// A Boolean value that indicates whether the node has no identity.
  var isAnonymous: Bool { key == nil }

  var state = State()

  /// The entities that contain this entity directly.
  var parents = BackReferences<EntityNode>()

  /// The lists that contain the entity, each once.
  var lists = BackReferences<EntityList>()

  /// The nesting depth of the transaction that last recorded the state of the node.
  var layer = 0

  /// The number of the last upsert that wrote the node, counted in its graph.
  var pass = 0

  /// The revision of the last commit in which the node was examined for changes.
  var seenIn = 0

  /// The revision of the last commit that passed the node to the cache.
  var writtenIn = 0

  /// The identity of the list row that shows the value, if the value has no identity.
  var rowID: ItemID?

  /// A Boolean value that indicates whether the last write excluded the entity from saving.
  var isInMemoryOnly = false

  /// The revision of the last commit that changed the entity, whether or not it was saved.
  ///
  /// Loading the entity from the cache does not set it.
  var changedIn = 0

  /// The provider or list that holds a node without identity.
  weak var owner: (any EntitySubscriber)?

  /// A Boolean value that indicates whether the node was released and is not linked to any other
  /// node.
  var isReleased = false

  init(_ key: EntityKey?) {
    self.key = key
  }

  /// A Boolean value that indicates whether the entity exists.
  var exists: Bool { !state.projections.isEmpty }

  /// Returns the value of the entity as an entity type, or `nil` if it has none.
  ///
  /// The value may be stale.
  func value(as shape: EntityDescriptor) -> (any Entity)? {
    state.projections.first { $0.shape === shape }?.value
  }
}

/// The objects that contain an entity: its parents or its lists.
///
/// There are usually none or one, but sometimes a hundred thousand. Each object outlives the
/// entity, or removes itself from the set.
@MainActor
struct BackReferences<Target: AnyObject> {
  /// A reference to an object.
  ///
  /// The identifier of the object is valid also during its deinitialization.
  private struct Link {
    let id: ObjectIdentifier
    unowned let target: Target

    init(_ target: Target) {
      (id, self.target) = (ObjectIdentifier(target), target)
    }
  }

  private static var fewLimit: Int { 8 }

  private var few: [Link] = []
  private var many: [ObjectIdentifier: Link] = [:]

  var isEmpty: Bool { few.isEmpty && many.isEmpty }

  var all: [Target] {
    var all: [Target] = []
    forEach { all.append($0) }
    return all
  }

  /// Calls a closure with each object.
  ///
  /// A property with a sequence would create a key path for each call, because the type is generic.
  func forEach(_ body: (Target) -> Void) {
    for link in few { body(link.target) }
    if many.isEmpty { return }
    for link in many.values { body(link.target) }
  }

  func contains(_ target: Target) -> Bool {
    let id = ObjectIdentifier(target)
    return few.contains { $0.id == id } || many[id] != nil
  }

  /// Inserts an object that is not in the set.
  mutating func insert(_ target: Target) {
    let link = Link(target)
    if many.isEmpty, few.count < Self.fewLimit { return few.append(link) }
    for other in few { many[other.id] = other }
    few = []
    many[link.id] = link
  }

  mutating func remove(_ target: Target) {
    let id = ObjectIdentifier(target)
    few.removeAll { $0.id == id }
    many[id] = nil
  }
}
