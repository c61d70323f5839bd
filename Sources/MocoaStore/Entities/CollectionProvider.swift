internal import MocoaLocalization
public import MocoaModel

/// A list of entities that can be displayed: a shared list with a key, or a private list.
///
/// The provider is a `ListSource` that list view models observe. It publishes every change,
/// including changes made through it. Each update starts from the snapshot of the previous one.
@MainActor
public final class CollectionProvider<E: Entity>: ListSource {
  /// The store that has the entities.
  public let store: EntityStore

  /// The key of the list, or `nil` for a private list.
  public let key: ListKey<E>?

  /// The displayed list.
  public private(set) var snapshot: ListSnapshot

  /// The loading phase of the list.
  ///
  /// The phase is `loading` while some rows of the list are not displayed yet.
  public var phase: ListPhase {
    switch ownPhase {
    case .failed: ownPhase
    case .finished where key == nil || list.isFullyLoaded: .finished
    case .finished, .loading: .loading(fraction: list.load?.fraction)
    }
  }

  /// The loading phase of this provider, without loads of the list that other callers have
  /// requested.
  private var ownPhase = ListPhase.finished {
    didSet { if ownPhase != oldValue { notifyPhase() } }
  }

  /// The phase of the last notification.
  private var notifiedPhase = ListPhase.finished

  /// A Boolean value that indicates whether changes made elsewhere are deferred.
  ///
  /// When the value becomes `false`, the difference, if any, is published as one update.
  ///
  /// Changes made through this provider appear immediately. They apply to the displayed rows, and
  /// to the same rows of the list if it still has them.
  public var isPaused = false {
    didSet { if !isPaused { catchUp() } }
  }

  private(set) var revision: Int
  private let list: EntityList

  /// The object that retains a private list, or `nil` for a list with a key.
  private let owner: ListLifetime?
  private var pausedContext: (any Sendable)?
  private let updates = UpdateQueue<ListUpdate>()
  let adopted = Observers<ListUpdate>()

  /// Creates a provider of the list with a key.
  ///
  /// - Throws: `EntityError.typeMismatch` if the list has entities of another type.
  public convenience init(_ store: EntityStore, _ key: ListKey<E>) throws(EntityError) {
    self.init(store, key, try store.list(key))
  }

  /// Creates a provider of a new private list, which is empty.
  public convenience init(_ store: EntityStore) {
    let owner = ListLifetime(
      EntityList(nil, EntityDescriptor.descriptor(for: E.self), in: store.graph))
    self.init(store, nil, owner.list, owner)
  }

  /// Creates a provider of the entities in a field of an entity, whether or not the entity exists.
  ///
  /// Returns `nil` if the field is not declared as a child field, or during a transaction.
  ///
  /// - Complexity: O(n) for n children when the provider is created and whenever the entity itself
  ///   is written. O(k log² n) when only k of the children change.
  convenience init?<Parent: Entity>(
    _ store: EntityStore, in ref: EntityReference<Parent>,
    _ path: any KeyPath<Parent, [E]> & Sendable
  ) {
    let shape = EntityDescriptor.descriptor(for: Parent.self)
    guard !store.isWriting, let number = shape.field(at: path) else { return nil }
    let field = EntityField(key: ref.key, shape: shape, number: number)
    let owner = ListLifetime(
      EntityList(nil, EntityDescriptor.descriptor(for: E.self), in: store.graph, following: field))
    self.init(store, nil, owner.list, owner)
  }

  private init(
    _ store: EntityStore, _ key: ListKey<E>?, _ list: EntityList, _ owner: ListLifetime? = nil
  ) {
    (self.store, self.key, self.list, revision) = (store, key, list, store.revision)
    self.owner = owner
    snapshot = EntityStore.snapshot(of: list.committedRows)
    notifiedPhase = phase
    list.subscribers.removeAll { $0.subscriber == nil }
    list.subscribers.append(WeakSubscriber(subscriber: self))
  }

  /// A Boolean value that indicates whether all rows of the list are known, even if there are none.
  ///
  /// The value is `false` while the list is loading. A private list is always known.
  public var isLoaded: Bool { list.isLoaded && list.isFullyLoaded || key == nil }

  /// The number of displayed entities.
  public var count: Int { snapshot.sections[0].items.count }

  /// Returns the displayed entity at an index, or `nil` if the index is out of range.
  public subscript(position: Int) -> E? {
    guard (0..<count).contains(position) else { return nil }
    return snapshot.sections[0].items.element(at: position) as? E
  }

  /// The displayed entities.
  ///
  /// - Complexity: O(n).
  public var values: [E] { (0..<count).compactMap { self[$0] } }

  /// Adds an observer of every change.
  ///
  /// It is active until the token is canceled or released.
  public func observe(_ perform: @escaping @MainActor (ListUpdate) -> Void) -> ObservationToken {
    updates.observe(perform)
  }

  // MARK: - Changes

  /// Replaces the entities of the list.
  ///
  /// The entities are upserted in the store. They are saved in the cache even if the list has no
  /// key and is not saved itself. To display entities without saving them, pass `false` for
  /// `persist`.
  ///
  /// - Throws: ``EntityError`` if an entity is not valid.
  public func set(_ values: [E], context: (any Sendable)? = nil, persist: Bool = true)
    throws(EntityError)
  {
    var displayed = isPaused ? displayedRows : nil
    displayed?.replaceSubrange(0..<count, with: values)
    try write(context, persist: persist, showing: displayed) { $0.set(values) }
    if let key, !store.isWriting { store.unreadable[key.name] = nil }
    if case .failed = ownPhase { ownPhase = .finished }
  }

  /// Appends entities.
  public func append(_ values: [E], context: (any Sendable)? = nil) throws(EntityError) {
    try edit(context: context) { $0.append(contentsOf: values) }
  }

  /// Inserts entities at an index.
  public func insert(_ values: [E], at position: Int, context: (any Sendable)? = nil)
    throws(EntityError)
  {
    try edit(context: context, at: position, isRow: false) {
      $0.replaceSubrange(position..<position, with: values)
    }
  }

  /// Replaces the entity at an index.
  public func update(_ value: E, at position: Int, context: (any Sendable)? = nil)
    throws(EntityError)
  {
    try edit(context: context, at: position) { $0[position] = value }
  }

  /// Removes the entity at an index from the list.
  public func remove(at position: Int, context: (any Sendable)? = nil) throws(EntityError) {
    try edit(context: context, at: position) { $0.removeSubrange(position..<(position + 1)) }
  }

  /// Removes all entities from the list.
  public func removeAll(context: (any Sendable)? = nil) throws(EntityError) {
    try set([], context: context)
  }

  /// Edits the list as an array.
  ///
  /// All changes that the closure makes are one update.
  ///
  /// - Throws: `EntityError.notLoaded` if the cache may have rows that are not loaded; another
  ///   ``EntityError`` if an entity is not valid.
  public func edit(
    context: (any Sendable)? = nil, _ body: (inout EntityRows<E>) -> Void
  ) throws(EntityError) {
    if !list.isLoaded || !list.isFullyLoaded, store.hasCache {
      throw .notLoaded(list: key?.name ?? "")
    }
    guard var displayed = displayedRows else { return try write(context, body) }
    let former = displayed
    body(&displayed)
    try write(context, showing: isPaused ? displayed : nil) { $0.follow(displayed, from: former) }
  }

  private func edit(
    context: (any Sendable)?, at position: Int, isRow: Bool = true,
    _ body: (inout EntityRows<E>) -> Void
  ) throws(EntityError) {
    let count = displayedRows?.count ?? list.rows.count
    guard position >= 0, isRow ? position < count : position <= count else {
      throw .indexOutOfRange(position, count: count)
    }
    try edit(context: context, body)
  }

  /// The displayed rows, if they may differ from the rows of the list, so that edits must apply to
  /// both.
  ///
  /// The value is `nil` if edits apply only to the rows of the list, for example in a transaction.
  private var displayedRows: EntityRows<E>? {
    guard isPaused || revision < list.changedIn, !store.isWriting else { return nil }
    return EntityRows(snapshot.sections[0].items)
  }

  /// Edits the list.
  ///
  /// - Parameters:
  ///   - context: A value that observers receive with the update.
  ///   - persist: A Boolean value that indicates whether the cache saves the change.
  ///   - displayed: The rows to display, or `nil` to display the rows of the list.
  ///   - body: A closure that edits the rows of the list.
  private func write(
    _ context: (any Sendable)?, persist: Bool = true, showing displayed: EntityRows<E>? = nil,
    _ body: (inout EntityRows<E>) -> Void
  ) throws(EntityError) {
    let waiting = pausedContext
    try store.write(context: context, persist: persist) { _ throws(EntityError) in
      try store.edit(list) { (rows: inout EntityRows<E>) in
        if !list.isLoaded { rows.set([]) }
        body(&rows)
      }
      // All changes have succeeded, and no observer is notified yet.
      if let displayed { show(EntityStore.snapshot(of: displayed.elements), context) }
    }
    guard displayed != nil else { return }
    if waiting != nil { pausedContext = waiting }
    notifyObservers()
  }

  // MARK: - Loading

  /// Loads the list from the cache if its rows are not known, and calls a closure when loading has
  /// ended.
  ///
  /// The rows appear in slices, one in each turn of the main loop.
  public func load(
    completion: (@MainActor @Sendable (Result<[E]?, EntityCacheError>) -> Void)? = nil
  ) {
    guard let key else { return completion?(.success(values)) ?? () }
    if !isLoaded { ownPhase = .loading(fraction: nil) }
    let store = store
    // A provider that was released does not need the remaining rows.
    store.load(key, isWanted: { [weak self] in self != nil }) { [weak self] error in
      if let self { ownPhase = error.map { .failed($0.description) } ?? phaseOfRows }
      completion?(error.map { .failure($0) } ?? .success(store[key]))
    }
  }

  /// The phase after loading: `finished`, or a failure that reports the number of unreadable rows.
  private var phaseOfRows: ListPhase {
    guard let key, let error = store.unreadable(in: key).first else { return .finished }
    let count = store.unreadable(in: key).count
    return .failed(localized("\(count) of \(count + self.count) rows cannot be read: \(error)"))
  }

  private func notifyPhase() {
    guard phase != notifiedPhase else { return }
    updates.add(ListUpdate(before: snapshot, after: snapshot, changes: .unchanged(snapshot)))
    notifyObservers()
  }

  // MARK: - Updates

  /// Shows the current rows of the list and publishes the difference from the displayed rows.
  private func catchUp() {
    let context = pausedContext
    pausedContext = nil
    revision = store.revision
    show(EntityStore.snapshot(of: list.committedRows), context)
    notifyObservers()
  }

  private func show(_ present: ListSnapshot, _ context: (any Sendable)?) {
    let changes = ChangeSet(from: snapshot, to: present)
    guard !changes.isEmpty else { return }
    show(ListUpdate(before: snapshot, after: present, changes: changes, context: context))
  }
}

extension CollectionProvider: CommittedList {}

extension CollectionProvider: EntitySubscriber {
  func adopt(_ change: EntityChange, _ commit: EntityNotifier.Publication) -> Bool {
    guard case .list(let update) = change else { return false }
    guard !isPaused else {
      pausedContext = commit.context
      return false
    }
    revision = commit.revision
    show(update)
    return true
  }

  private func show(_ update: ListUpdate) {
    snapshot = update.after
    updates.add(update)
    adopted.notify(update)
  }

  func notifyObservers() {
    notifiedPhase = phase
    updates.deliver()
  }

  func phaseDidChange() { notifyPhase() }
}
