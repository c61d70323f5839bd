public import MocoaModel

/// One entity that is shown: follows the one at a place, whether it is there or not.
///
/// It tells of every change, its own ones among them.
@MainActor
public final class EntityProvider<E: Entity> {
  /// What an entity was, and what it is now.
  public struct Update: Sendable {
    /// The value before; nil where there was none.
    public let before: E?

    /// The value after; nil where there is none any more.
    public let after: E?

    /// What whoever made the change said of it.
    public let context: (any Sendable)?
  }

  /// The store that has the entity.
  public let store: EntityStore

  /// The place that it follows; nil for a value without identity, and for none.
  public private(set) var ref: Ref<E>?

  /// The entity as it is shown.
  public private(set) var value: E?

  /// Whether changes of others wait; those that have waited are one change then, if any is left.
  ///
  /// What is done with this provider is shown at once all the same.
  public var isPaused = false {
    didSet { if !isPaused { catchUp(pausedContext) } }
  }

  private(set) var revision: Int
  private var pausedContext: (any Sendable)?
  private let updates = UpdateQueue<Update>()

  /// Told of each update before those who observe it.
  let adopted = Observers<Update>()

  /// The node of a value without identity.
  private var held: EntityNode?

  /// Whether the entity that it follows was asked for.
  private var isAwaiting = false

  /// Follows the entity at a place; nil for none yet.
  public init(_ store: EntityStore, _ ref: Ref<E>? = nil) {
    (self.store, self.ref, revision) = (store, ref, store.revision)
    value = ref.flatMap { store.committed($0) }
    if let ref { store.telling.subscribe(self, to: ref.key) }
  }

  isolated deinit {
    if let ref { store.telling.unsubscribe(self, from: ref.key) }
    if let held { store.graph.release(held) }
  }

  /// Tells of every change from now on, until the token is cancelled or let go.
  public func observe(_ perform: @escaping @MainActor (Update) -> Void) -> ObservationToken {
    updates.observe(perform)
  }

  /// Follows another place; nil for none.
  ///
  /// Within a transaction it does so when that is done.
  public func follow(_ ref: Ref<E>?, context: (any Sendable)? = nil) {
    store.afterTransaction { [self] in
      turn(to: ref)
      catchUp(context)
    }
  }

  /// Upserts a value and follows it; nil to show nothing, which changes the store in nothing.
  ///
  /// A value without identity is this provider's own: it is not saved, and only what is in it is
  /// shared. Within a transaction the value is shown when that is done.
  public func set(_ value: E?, context: (any Sendable)? = nil, persist: Bool = true)
    throws(EntityError)
  {
    guard let value else { return follow(nil, context: context) }
    if value.isIdentified {
      try write(context, persist) { graph, shape throws(EntityError) in
        try graph.upsert(value, shape)
      }
      return follow(Ref(value), context: context)
    }
    let node = held ?? EntityNode(nil)
    try write(context, persist) { graph, shape throws(EntityError) in
      try graph.hold(value, shape, in: node)
    }
    store.afterTransaction { [self] in
      if held !== node { turn(to: nil) }
      (held, node.holder) = (node, self)
      catchUp(context)
    }
  }

  private func write(
    _ context: (any Sendable)?, _ persist: Bool,
    _ body: (EntityGraph, EntityShape) throws(EntityError) -> Void
  ) throws(EntityError) {
    try store.write(context: context, persist: persist) { _ throws(EntityError) in
      try body(store.graph, EntityShape.of(E.self))
    }
  }

  /// Loads the entity from the cache where it is not known; calls when that is done.
  ///
  /// One that is not there is waited for: it is shown when it comes, be it from another program that
  /// has the same cache.
  public func load(
    then: @escaping @MainActor @Sendable (Result<E?, EntityCacheError>) -> Void = { _ in }
  ) {
    guard let ref else { return then(.success(value)) }
    isAwaiting = true
    store.load(ref, then: then)
  }

  private func turn(to ref: Ref<E>?) {
    if let former = self.ref { store.telling.unsubscribe(self, from: former.key) }
    if let held { store.graph.release(held) }
    (self.ref, held, isAwaiting) = (ref, nil, false)
    if let ref { store.telling.subscribe(self, to: ref.key) }
  }

  /// The entity as the store has it.
  private var present: E? {
    if let held { return store.graph.value(of: held, as: EntityShape.of(E.self)) as? E }
    return ref.flatMap { store.committed($0) }
  }

  /// Shows what there is now, and tells of it.
  private func catchUp(_ context: (any Sendable)?) {
    pausedContext = nil
    revision = store.revision
    _ = take(present, context)
    tell()
  }

  private func take(_ present: E?, _ context: (any Sendable)?) -> Bool {
    guard present != value else { return false }
    let update = Update(before: value, after: present, context: context)
    value = present
    updates.add(update)
    adopted.send(update)
    return true
  }
}

extension EntityProvider: EntitySubscriber {
  func adopt(_ change: EntityChange, _ commit: EntityTelling.Publication) -> Bool {
    guard case .entity(let projections) = change else { return false }
    guard !isPaused else {
      pausedContext = commit.context
      return false
    }
    revision = commit.revision
    let shape = EntityShape.of(E.self)
    return take(projections.first { $0.shape === shape }?.value as? E, commit.context)
  }

  var awaitedShape: EntityShape? { isAwaiting && value == nil ? EntityShape.of(E.self) : nil }

  func tell() { updates.tell() }
}
