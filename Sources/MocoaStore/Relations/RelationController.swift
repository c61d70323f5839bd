public import MocoaModel
public import Observation

/// A live view of a list, filtered and sorted by a pipeline.
///
/// The source is a list of a store, the children of an entity, any `ListSource`, or a graph of
/// `@Observable` objects. The cost of a change is O(k log² n) for k changed elements of n, if the
/// source is a list or a declared child field. A new pipeline is published as a change set like any
/// other change.
///
/// ```swift
/// let albums = try RelationController(
///   store, of: EntityReference<Artist>(7), \.albums,
///   RelationPipeline().filter { !$0.isLive }.sort(by: \.releaseDate))
/// ```
@MainActor
public final class RelationController<Element: CellModel & Equatable>: ListSource {
  /// The filtered and sorted list.
  public private(set) var snapshot: ListSnapshot

  /// The loading phase: the phase set with ``setPhase(_:)``, if any, and otherwise that of the
  /// source.
  public var phase: ListPhase {
    if let sorting { return .loading(fraction: sorting.fraction) }
    return ownPhase == .finished ? source?.phase ?? .finished : ownPhase
  }
  private var ownPhase = ListPhase.finished

  /// The filters and the sort order.
  public var pipeline: RelationPipeline<Element> {
    didSet { recomputeAll(nil) }
  }

  /// A Boolean value that indicates whether changes are deferred.
  ///
  /// When the value becomes `false`, the difference, if any, is published as one update.
  public var isPaused = false {
    didSet { if !isPaused { recomputeAll(pausedContext) } }
  }

  /// The source list, or `nil` if the source is not a list.
  private var source: (any ListSource)?
  private var tokens: [ObservationToken] = []

  /// The elements of the source: of a list, of an entity, or of a graph of objects.
  private var rows = Rows()
  private typealias Rows = RelationRows<Element>
  private var pausedContext: (any Sendable)?

  /// The maximum number of elements that are filtered and sorted on the main thread.
  ///
  /// More elements are filtered and sorted in the background.
  private static var maxSynchronousElements: Int { 4096 }

  /// The running sort in the background, or `nil`.
  private var sorting: Sorting?

  private struct Sorting {
    let cancellation = CancellationToken()

    /// The completed fraction of the sort, from 0 to 1, or `nil` before the first report.
    var fraction: Double?
  }

  /// The changes of the source that arrived during the running sort, in order.
  private var waiting: [Waiting] = []

  private enum Waiting {
    case change(ListUpdate)
    case elements([Element], context: (any Sendable)?)

    var context: (any Sendable)? {
      switch self {
      case .change(let change): change.context
      case .elements(_, let context): context
      }
    }
  }

  /// The list that observers received with the last update.
  ///
  /// Values that the pipeline does not observe may have changed since, but no row has moved.
  private var notifiedSnapshot = ListSnapshot()
  private let updates = UpdateQueue<ListUpdate>()

  private init(_ pipeline: RelationPipeline<Element>) {
    self.pipeline = pipeline
    snapshot = EntityStore.snapshot(of: ElementSequence())
    notifiedSnapshot = snapshot
  }

  /// Creates a relation over the elements of all sections of a list.
  ///
  /// Elements that do not have the type `Element` are omitted.
  public convenience init(
    _ source: any ListSource, _ pipeline: RelationPipeline<Element> = RelationPipeline()
  ) {
    self.init(pipeline)
    self.source = source
    rows = RelationRows(source.snapshot)
    showFirst()
    if let source = source as? any CommittedList {
      // Its part of a commit is adopted together with all other parts. Observers are notified
      // afterwards.
      tokens = [
        source.adopted.add { [weak self] in self?.take($0) },
        source.observe { [weak self] in self?.notify($0) },
      ]
    } else {
      tokens = [
        source.observe { [weak self] in
          self?.take($0)
          self?.notify($0)
        }
      ]
    }
  }

  /// Creates a relation over the list with a key.
  ///
  /// - Throws: `EntityError.typeMismatch` if the list has entities of another type.
  public convenience init(
    _ store: EntityStore, _ list: ListKey<Element>,
    _ pipeline: RelationPipeline<Element> = RelationPipeline()
  ) throws(EntityError) where Element: Entity {
    self.init(try CollectionProvider(store, list), pipeline)
  }

  /// The filtered and sorted elements.
  ///
  /// - Complexity: O(n).
  public var items: [Element] {
    let items = snapshot.sections[0].items
    return (0..<items.count).compactMap { items.element(at: $0) as? Element }
  }

  /// The number of elements that pass the filters.
  public var count: Int { snapshot.sections[0].items.count }

  /// Adds an observer of every change.
  ///
  /// It is active until the token is canceled or released.
  public func observe(_ perform: @escaping @MainActor (ListUpdate) -> Void) -> ObservationToken {
    updates.observe(perform)
  }

  isolated deinit {
    sorting?.cancellation.cancel()
  }

  /// Retains an observation for as long as the relation exists.
  private func retain(_ token: ObservationToken) { tokens.append(token) }

  // MARK: - Changes of the source

  /// Applies a change of the source to the relation without notifying observers.
  private func take(_ change: ListUpdate) {
    if sorting != nil { return waiting.append(.change(change)) }
    guard !isPaused else {
      pausedContext = change.context
      rows = RelationRows(change.after)
      return
    }
    if let (after, changes) = rows.apply(change, pipeline, to: snapshot) {
      show(after, changes, change.context)
    } else {
      rows = RelationRows(change.after)
      prepareAll(change.context)
    }
  }

  /// Sets the initial elements without notifying observers.
  private func begin(_ elements: [Element]) {
    rows = RelationRows(elements)
    showFirst()
  }

  /// Shows the initial rows without notifying observers.
  ///
  /// If the relation has many rows, they are filtered and sorted in the background and shown in a
  /// later update.
  private func showFirst() {
    if !pipeline.isPlain, sortInBackground(nil) { return }
    snapshot = rows.visibleSnapshot(pipeline)
    notifiedSnapshot = snapshot
  }

  /// Sets the elements without notifying observers.
  private func prepare(_ elements: [Element], _ context: (any Sendable)?) {
    if sorting != nil { return waiting = [.elements(elements, context: context)] }
    rows = RelationRows(elements)
    if isPaused { pausedContext = context } else { prepareAll(context) }
  }

  /// Sets the elements and notifies observers.
  private func take(_ elements: [Element], _ context: (any Sendable)?) {
    prepare(elements, context)
    updates.deliver()
  }

  /// Sets the loading phase for a source that does not report one, such as an entity.
  public func setPhase(_ phase: ListPhase) {
    guard phase != ownPhase else { return }
    ownPhase = phase
    updates.add(ListUpdate(before: snapshot, after: snapshot, changes: .unchanged(snapshot)))
    updates.deliver()
  }

  /// Notifies observers of a change that the relation already shows.
  ///
  /// They are also notified if only the phase changed.
  private func notify(_ change: ListUpdate) {
    if updates.isEmpty, change.changes.isEmpty, !isPaused {
      updates.add(
        ListUpdate(
          before: notifiedSnapshot, after: notifiedSnapshot, changes: .unchanged(notifiedSnapshot)))
    }
    updates.deliver()
  }

  private func recomputeAll(_ context: (any Sendable)?) {
    pausedContext = nil
    guard !isPaused else { return }
    prepareAll(context)
    updates.deliver()
  }

  /// Computes the list again and its difference from the last update.
  private func prepareAll(_ context: (any Sendable)?) {
    if sortInBackground(context) {
      // Publishes the new phase.
      return updates.add(
        ListUpdate(
          before: notifiedSnapshot, after: notifiedSnapshot, changes: .unchanged(notifiedSnapshot),
          context: context))
    }
    let after = rows.visibleSnapshot(pipeline)
    show(after, ChangeSet(from: notifiedSnapshot, to: after), context)
  }

  /// Filters and sorts many elements in the background.
  ///
  /// The current list stays visible until the sort ends.
  ///
  /// - Returns: `false` if the elements can be sorted on the main thread, or if no thread can be
  ///   created.
  private func sortInBackground(_ context: (any Sendable)?) -> Bool {
    sorting?.cancellation.cancel()
    sorting = nil
    takeWaitingRows()
    guard rows.all.count > Self.maxSynchronousElements else { return false }
    let sorting = Sorting()
    let (pipeline, elements, before) = (pipeline, rows.all, notifiedSnapshot)
    let cancellation = sorting.cancellation
    let isStarted = BackgroundThread.run { [weak self] in
      let sorted = try? SortedRows(of: elements, pipeline, from: before, cancellation) { fraction in
        MainActorScheduler.schedule { [weak self] in self?.showProgress(fraction, of: cancellation)
        }
      }
      guard let sorted else { return }
      MainActorScheduler.schedule { [weak self] in
        guard let self, self.sorting?.cancellation === cancellation else { return }
        finishSorting(sorted, context)
      }
    }
    if isStarted { self.sorting = sorting }
    return isStarted
  }

  private func showProgress(_ fraction: Double, of cancellation: CancellationToken) {
    guard sorting?.cancellation === cancellation else { return }
    sorting?.fraction = fraction
    updates.add(
      ListUpdate(
        before: notifiedSnapshot, after: notifiedSnapshot, changes: .unchanged(notifiedSnapshot)))
    updates.deliver()
  }

  /// Sets the rows to the latest rows of the source after a sort whose result is discarded.
  private func takeWaitingRows() {
    switch waiting.last {
    case .change(let change): rows = RelationRows(change.after)
    case .elements(let elements, _): rows = RelationRows(elements)
    case nil: break
    }
    waiting = []
  }

  private func finishSorting(_ sorted: SortedRows, _ context: (any Sendable)?) {
    if count > Self.maxSynchronousElements { BackgroundRelease.release(notifiedSnapshot) }
    sorting = nil
    rows.adopt(sorted.takeIndexes())
    if isPaused {
      pausedContext = context
    } else {
      publish(sorted.after, sorted.changes, context)
    }
    takeWaiting()
    // The phase has changed, even if the rows are the same.
    if updates.isEmpty {
      updates.add(
        ListUpdate(
          before: notifiedSnapshot, after: notifiedSnapshot, changes: .unchanged(notifiedSnapshot)))
    }
    updates.deliver()
  }

  /// Applies the changes that arrived during a sort, after the sort has finished.
  ///
  /// A few changes are applied one by one, and many by another sort.
  private func takeWaiting() {
    let weight = waiting.reduce(0) { count, next in
      if case .change(let update) = next { count + 1 + Rows.count(update.changes) } else { count }
    }
    if weight > Rows.maxChangesPerTurn, !isPaused { return prepareAll(waiting.last?.context) }
    let pending = waiting
    waiting = []
    for next in pending {
      switch next {
      case .change(let change): take(change)
      case .elements(let elements, let context): prepare(elements, context)
      }
    }
  }

  private func show(_ after: ListSnapshot, _ changes: ChangeSet, _ context: (any Sendable)?) {
    publish(after, pipeline.relevant(changes, from: notifiedSnapshot, to: after), context)
  }

  private func publish(_ after: ListSnapshot, _ changes: ChangeSet, _ context: (any Sendable)?) {
    let before = notifiedSnapshot
    snapshot = after
    guard !changes.isEmpty else { return }
    notifiedSnapshot = after
    updates.add(ListUpdate(before: before, after: after, changes: changes, context: context))
  }
}

/// A list that adopts the changes of a commit before any observer is notified.
@MainActor
protocol CommittedList: ListSource {
  /// The observers that receive each update as soon as the list shows it.
  var adopted: Observers<ListUpdate> { get }
}

extension RelationController {
  /// Creates a relation over the children in a field of an entity, in their order.
  ///
  /// The relation is empty if the entity does not exist.
  ///
  /// The key path refers to a field that `Entity.children` declares with `ChildField.many`.
  ///
  /// - Complexity: O(k log² n) for k of n children that change or are deleted, if no subscriber
  ///   shows the whole entity and no cache saves it. O(n) if the entity itself is written with all
  ///   its children.
  public convenience init<Parent: Entity>(
    _ store: EntityStore, of ref: EntityReference<Parent>,
    _ children: any KeyPath<Parent, [Element]> & Sendable,
    _ pipeline: RelationPipeline<Element> = RelationPipeline()
  ) where Element: Entity {
    if let list = CollectionProvider(store, in: ref, children) {
      self.init(list, pipeline)
    } else {
      self.init(EntityProvider(store, ref), { $0[keyPath: children] }, pipeline)
    }
  }

  /// Creates a relation over the elements that a closure computes from an entity, in their order.
  ///
  /// The relation is empty if the entity does not exist.
  ///
  /// - Complexity: O(n) for each change of the entity or of a descendant. With the key path of a
  ///   declared field, the cost is proportional to the change.
  public convenience init<Parent: Entity>(
    _ store: EntityStore, of ref: EntityReference<Parent>,
    _ children: @escaping @Sendable (Parent) -> [Element],
    _ pipeline: RelationPipeline<Element> = RelationPipeline()
  ) {
    self.init(EntityProvider(store, ref), children, pipeline)
  }

  /// Creates a relation over elements that a closure computes from the entity of a provider, in
  /// their order.
  ///
  /// The relation is empty if the entity does not exist.
  ///
  /// If the provider observes another entity, the relation publishes the difference like any other
  /// change.
  ///
  /// - Complexity: O(n) for each change of the entity or of a descendant, because each of them
  ///   changes the value of the provider.
  public convenience init<Parent: Entity>(
    _ provider: EntityProvider<Parent>, _ children: @escaping @Sendable (Parent) -> [Element],
    _ pipeline: RelationPipeline<Element> = RelationPipeline()
  ) {
    self.init(pipeline)
    begin(provider.value.map(children) ?? [])
    retain(
      provider.adopted.add { [weak self] update in
        self?.prepare(update.after.map(children) ?? [], update.context)
      })
    // The observation retains the provider.
    retain(
      provider.observe { [weak self, provider] _ in
        withExtendedLifetime(provider) { self?.updates.deliver() }
      })
  }

  /// Creates a relation over a graph of observable objects.
  ///
  /// The relation observes every property that the closures read, at any depth. Change the objects
  /// on the main thread. All changes in one turn of the main loop are published as one change.
  ///
  /// - Parameters:
  ///   - root: The root of the graph.
  ///   - objects: A closure that returns the objects, in order.
  ///   - row: A closure that returns an immutable element for an object.
  ///   - pipeline: The filters and the sort order.
  public convenience init<Root: Observable & AnyObject, Object>(
    observing root: Root, _ objects: @escaping @MainActor (Root) -> some Sequence<Object>,
    row: @escaping @MainActor (Object) -> Element,
    _ pipeline: RelationPipeline<Element> = RelationPipeline()
  ) {
    self.init(pipeline)
    let graph = ObservedGraph { objects(root).map(row) }
    graph.onChange = { [weak self] in self?.take($0, nil) }
    begin(graph.elements)
    retain(ObservationToken { graph.end() })
  }

  /// Creates a relation over the newest array of an asynchronous sequence.
  ///
  /// A task waits for the arrays and ends with the relation.
  public convenience init<Arrays: AsyncSequence & Sendable>(
    newestOf arrays: Arrays, _ pipeline: RelationPipeline<Element> = RelationPipeline()
  ) where Arrays.Element == [Element] {
    self.init(pipeline)
    let task = Task { @MainActor [weak self] in
      do {
        for try await elements in arrays { self?.take(elements, nil) }
        self?.setPhase(.finished)
      } catch is CancellationError {
      } catch {
        self?.setPhase(.failed("\(error)"))
      }
    }
    setPhase(.loading(fraction: nil))
    retain(ObservationToken { task.cancel() })
  }
}

/// The elements of a graph of observable objects, which are computed again after each change.
@MainActor
private final class ObservedGraph<Element> {
  private let make: @MainActor () -> [Element]
  private(set) var elements: [Element] = []
  private var isEnded = false
  var onChange: (@MainActor ([Element]) -> Void)?

  init(_ make: @escaping @MainActor () -> [Element]) {
    self.make = make
    read()
  }

  /// Stops the observation.
  ///
  /// Notifications that are already scheduled are ignored.
  func end() { isEnded = true }

  private func read() {
    withObservationTracking {
      elements = make()
    } onChange: {
      // The callback comes once, before the change. Deferring it combines all changes of the turn.
      MainActorScheduler.schedule { [weak self] in self?.didChange() }
    }
  }

  private func didChange() {
    guard !isEnded else { return }
    read()
    onChange?(elements)
  }
}
