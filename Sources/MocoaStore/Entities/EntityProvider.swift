public import MocoaModel

/// Observes the entity of a reference, whether or not it exists.
///
/// Publishes every change of the entity, including changes made through this provider.
@MainActor
public final class EntityProvider<E: Entity> {
  /// A change of the displayed entity.
  public struct Update: Sendable {
    /// The value before the change, or `nil` if the entity did not exist.
    public let before: E?

    /// The value after the change, or `nil` if the entity does not exist.
    public let after: E?

    /// The context that the writer passed with the change.
    public let context: (any Sendable)?
  }

  /// The store that holds the entity.
  public let store: EntityStore

  /// The reference to the observed entity, or `nil` for no value or a value without identity.
  public private(set) var ref: EntityReference<E>?

  /// The displayed value, or `nil` if there is none.
  public private(set) var value: E?

  /// A Boolean value that indicates whether changes made elsewhere are deferred.
  ///
  /// When the value becomes `false`, the difference, if any, is published as one change. Changes
  /// made through this provider appear immediately.
  public var isPaused = false {
    didSet { if !isPaused { catchUp(pausedContext) } }
  }

  private(set) var revision: Int
  private var pausedContext: (any Sendable)?
  private let updates = UpdateQueue<Update>()

  /// The observers that receive each update when the provider shows it.
  ///
  /// Observers that `observe` adds receive it later, when all providers show the commit.
  let adopted = Observers<Update>()

  /// The node of the displayed value if it has no identity, or `nil`.
  private var anonymousNode: EntityNode?

  /// A Boolean value that indicates whether a load of the entity was requested.
  private var isLoadRequested = false

  /// Creates a provider that observes the entity of a reference, or no entity if the reference is
  /// `nil`.
  public init(_ store: EntityStore, _ ref: EntityReference<E>? = nil) {
    (self.store, self.ref, revision) = (store, ref, store.revision)
    value = ref.flatMap { store.committed($0) }
    if let ref { store.notifier.subscribe(self, to: ref.key) }
  }

  isolated deinit {
    if let ref { store.notifier.unsubscribe(self, from: ref.key) }
    if let anonymousNode { store.graph.release(anonymousNode) }
  }

  /// Adds an observer of every change.
  ///
  /// It is active until the token is canceled or released.
  public func observe(_ perform: @escaping @MainActor (Update) -> Void) -> ObservationToken {
    updates.observe(perform)
  }

  /// Observes the entity of another reference, or no entity if the reference is `nil`.
  ///
  /// During a transaction, the change takes effect after the commit.
  public func follow(_ ref: EntityReference<E>?, context: (any Sendable)? = nil) {
    store.afterTransaction { [self] in
      turn(to: ref)
      catchUp(context)
    }
  }

  /// Upserts a value and observes its entity.
  ///
  /// `nil` shows no value and does not change the store.
  ///
  /// A value without identity is private to this provider. It is not saved, and only the children
  /// in it are shared. During a transaction, the value appears after the commit.
  ///
  /// - Throws: ``EntityError`` if the value is not valid.
  public func set(_ value: E?, context: (any Sendable)? = nil, persist: Bool = true)
    throws(EntityError)
  {
    guard let value else { return follow(nil, context: context) }
    if value.isIdentified {
      try write(context, persist) { graph, shape throws(EntityError) in
        try graph.upsert(value, shape)
      }
      return follow(EntityReference(value), context: context)
    }
    let node = anonymousNode ?? EntityNode(nil)
    try write(context, persist) { graph, shape throws(EntityError) in
      try graph.setValue(value, shape, in: node)
    }
    store.afterTransaction { [self] in
      if anonymousNode !== node { turn(to: nil) }
      (anonymousNode, node.owner) = (node, self)
      catchUp(context)
    }
  }

  private func write(
    _ context: (any Sendable)?, _ persist: Bool,
    _ body: (EntityGraph, EntityDescriptor) throws(EntityError) -> Void
  ) throws(EntityError) {
    try store.write(context: context, persist: persist) { _ throws(EntityError) in
      try body(store.graph, EntityDescriptor.descriptor(for: E.self))
    }
  }

  /// Loads the entity from the cache if it is not in the store.
  ///
  /// If the entity does not exist, the provider shows it as soon as it is inserted, also by another
  /// program with the same cache.
  ///
  /// - Parameter completion: A closure that is called after the load, immediately if the entity is
  ///   in the store.
  public func load(
    completion: @escaping @MainActor @Sendable (Result<E?, EntityCacheError>) -> Void = { _ in }
  ) {
    guard let ref else { return completion(.success(value)) }
    isLoadRequested = true
    store.load(ref, completion: completion)
  }

  private func turn(to ref: EntityReference<E>?) {
    if let former = self.ref { store.notifier.unsubscribe(self, from: former.key) }
    if let anonymousNode { store.graph.release(anonymousNode) }
    (self.ref, anonymousNode, isLoadRequested) = (ref, nil, false)
    if let ref { store.notifier.subscribe(self, to: ref.key) }
  }

  /// The value of the observed entity in the store, or `nil` if the entity is not in the store.
  private var present: E? {
    if let anonymousNode {
      return store.graph.value(of: anonymousNode, as: EntityDescriptor.descriptor(for: E.self))
        as? E
    }
    return ref.flatMap { store.committed($0) }
  }

  /// Shows the value in the store and publishes the difference from the displayed value.
  private func catchUp(_ context: (any Sendable)?) {
    pausedContext = nil
    revision = store.revision
    _ = take(present, context)
    notifyObservers()
  }

  private func take(_ present: E?, _ context: (any Sendable)?) -> Bool {
    guard present != value else { return false }
    let update = Update(before: value, after: present, context: context)
    value = present
    updates.add(update)
    adopted.notify(update)
    return true
  }
}

extension EntityProvider: EntitySubscriber {
  func adopt(_ change: EntityChange, _ commit: EntityNotifier.Publication) -> Bool {
    guard case .entity(let projections) = change else { return false }
    guard !isPaused else {
      pausedContext = commit.context
      return false
    }
    revision = commit.revision
    let shape = EntityDescriptor.descriptor(for: E.self)
    return take(projections.first { $0.shape === shape }?.value as? E, commit.context)
  }

  var requestedDescriptor: EntityDescriptor? {
    isLoadRequested && value == nil ? EntityDescriptor.descriptor(for: E.self) : nil
  }

  func notifyObservers() { updates.deliver() }
}
