internal import MocoaModel

/// One entity as a store has it: what it is now, and what it stands in.
@MainActor
final class EntityNode {
  /// What it is now; put back as a whole when a transaction fails.
  struct State {
    /// Its values, one for each type that shows it; none for one that is not there.
    var projections: [Projection] = []

    /// Whether a child has changed that its values do not have yet; then so it is with all it is in.
    var isStale = false

    /// Whether it changed itself in the transaction, and not only in its children.
    var isWritten = false

    /// What is directly in it, each once; what was taken out since it became stale as well.
    var children: [EntityNode] = []

    /// What it cannot be without.
    var required: [EntityNode] = []

    /// Whether children were taken out of it, as its values do not know yet.
    ///
    /// Then it is stale; they are those among the children that do not have it as a parent.
    var hasTaken = false

    /// Whether it was given another value in the transaction, itself and not by a child.
    var isReplaced = false
  }

  /// Its value as one type shows it.
  struct Projection {
    let shape: EntityShape
    var value: any Entity
  }

  /// Which entity it is; nil for one without identity, which is its holder's alone.
  let key: EntityKey?

  /// Whether it has no identity.
  var isAnonymous: Bool { key == nil }

  var state = State()

  /// What it is directly in.
  var parents = Links<EntityNode>()

  /// The lists that it stands in, each once.
  var lists = Links<EntityList>()

  /// The layer of the journal in which its state was kept.
  var layer = 0

  /// The upsert in which it was written last.
  var pass = 0

  /// The commit that looked at it last.
  var seenIn = 0

  /// The commit that was to keep it last.
  var writtenIn = 0

  /// The identity of the row that it is, where it has none of its own.
  var rowID: ItemID?

  /// Whether it was last written by somebody who did not want it kept.
  var isInMemoryOnly = false

  /// The commit that changed it last, be it to be kept or not; not one of what was loaded.
  var changedIn = 0

  /// Who holds it, where it has no identity.
  weak var holder: (any EntitySubscriber)?

  /// Whether whoever was in need of it is gone, so that it is in nothing any more, nor anything in it.
  var isReleased = false

  init(_ key: EntityKey?) {
    self.key = key
  }

  /// Whether there is such an entity.
  var isThere: Bool { !state.projections.isEmpty }

  /// Its value as a type shows it, which may be stale.
  func value(as shape: EntityShape) -> (any Entity)? {
    state.projections.first { $0.shape === shape }?.value
  }
}

/// Objects that something stands in: mostly none or one, sometimes a hundred thousand.
///
/// They live longer than what is in them, or take themselves out.
@MainActor
struct Links<Target: AnyObject> {
  /// One of them, found by its identity also while it is going.
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

  /// Calls with each of them. (A key path would be made anew each time, this type being generic.)
  func forEach(_ body: (Target) -> Void) {
    for link in few { body(link.target) }
    if many.isEmpty { return }
    for link in many.values { body(link.target) }
  }

  func contains(_ target: Target) -> Bool {
    let id = ObjectIdentifier(target)
    return few.contains { $0.id == id } || many[id] != nil
  }

  /// Adds one that is not among them.
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
