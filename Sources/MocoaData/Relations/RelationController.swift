public import MocoaModel

/// Shows what a pipeline makes of a list: filtered, sorted, and told of as it changes.
///
/// It is over the list of a store, over what is in an entity, over any `ListSource`, or over a graph of
/// `@Observable` objects. What is over a list, or over the declared children of an entity, costs in
/// proportion to what changed: O(k log² n) for k changed elements of n. A change of the
/// pipeline is a change like any other, told of with what came, went and moved.
///
/// ```swift
/// let albums = try RelationController(
///   store, of: Ref<Artist>(7), \.albums,
///   Pipeline().filter { !$0.isLive }.sort(by: \.releaseDate))
/// ```
@MainActor
public final class RelationController<Element: CellModel & Equatable>: ListSource {
  /// The list as it is shown.
  public private(set) var snapshot: ListSnapshot

  /// How far loading has come, as somebody has said, or else the list that it is over.
  public var phase: ListPhase {
    if let sorting { return .loading(fraction: sorting.fraction) }
    return ownPhase == .finished ? source?.phase ?? .finished : ownPhase
  }
  private var ownPhase = ListPhase.finished

  /// What is shown, and in what order.
  public var pipeline: Pipeline<Element> {
    didSet { showAll(nil) }
  }

  /// Whether changes wait; those that have waited are one update then, if any is left.
  public var isPaused = false {
    didSet { if !isPaused { showAll(pausedContext) } }
  }

  /// What it is over.
  private var source: (any ListSource)?
  private var tokens: [ObservationToken] = []

  /// What is over the graph of objects, or comes from elsewhere.
  private var rows = Rows()
  private typealias Rows = RelationRows<Element>
  private var pausedContext: (any Sendable)?

  /// More elements than this are filtered and sorted in the background.
  static var mostAtOnce: Int { 4096 }

  /// The filtering and sorting that goes on in the background.
  private var sorting: Sorting?

  private struct Sorting {
    let cancellation = Cancellation()

    /// How much of it is done, 0 to 1; nil at first.
    var fraction: Double?
  }

  /// What came meanwhile, in order.
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

  /// The list as it was told of last: what is not observed may have changed since, but no row's place.
  private var told = ListSnapshot()
  let updates = UpdateQueue<ListUpdate>()

  init(_ pipeline: Pipeline<Element>) {
    self.pipeline = pipeline
    snapshot = EntityStore.snapshot(of: ElementSequence())
    told = snapshot
  }

  /// Over the elements of a list, those of all its sections in one; others than of this type are left
  /// out.
  public convenience init(
    _ source: any ListSource, _ pipeline: Pipeline<Element> = Pipeline()
  ) {
    self.init(pipeline)
    self.source = source
    rows = RelationRows(source.snapshot)
    showFirst()
    if let source = source as? any CommittedList {
      // Its part of a commit is taken over with all the others, and told of afterwards.
      tokens = [
        source.adopted.add { [weak self] in self?.take($0) },
        source.observe { [weak self] in self?.tell($0) },
      ]
    } else {
      tokens = [
        source.observe { [weak self] in
          self?.take($0)
          self?.tell($0)
        }
      ]
    }
  }

  /// Over the list with a key.
  ///
  /// - Throws: `EntityError.otherType` where it has entities of another type.
  public convenience init(
    _ store: EntityStore, _ list: ListKey<Element>, _ pipeline: Pipeline<Element> = Pipeline()
  ) throws(EntityError) where Element: Entity {
    self.init(try CollectionProvider(store, list), pipeline)
  }

  /// The elements that are shown.
  ///
  /// - Complexity: O(n).
  public var items: [Element] {
    let items = snapshot.sections[0].items
    return (0..<items.count).compactMap { items.element(at: $0) as? Element }
  }

  /// The number of elements that are shown.
  public var count: Int { snapshot.sections[0].items.count }

  /// Tells of every change from now on, until the token is cancelled or let go.
  public func observe(_ perform: @escaping @MainActor (ListUpdate) -> Void) -> ObservationToken {
    updates.observe(perform)
  }

  isolated deinit {
    sorting?.cancellation.cancel()
  }

  /// Observes what keeps it going, as long as it lives.
  func keep(_ token: ObservationToken) { tokens.append(token) }

  // MARK: - Following

  /// Takes over a change of what it is over, and tells nobody yet.
  func take(_ change: ListUpdate) {
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

  /// Begins with elements, of which nobody is told.
  func begin(_ elements: [Element]) {
    rows = RelationRows(elements)
    showFirst()
  }

  /// Shows the first rows, of which nobody is told; many of them later, in an update.
  private func showFirst() {
    if sortInBackground(nil) { return }
    snapshot = rows.shown(pipeline)
    told = snapshot
  }

  /// Takes over other elements, and tells nobody yet.
  func prepare(_ elements: [Element], _ context: (any Sendable)?) {
    if sorting != nil { return waiting = [.elements(elements, context: context)] }
    rows = RelationRows(elements)
    if isPaused { pausedContext = context } else { prepareAll(context) }
  }

  /// Takes over other elements, and tells of it.
  func take(_ elements: [Element], _ context: (any Sendable)?) {
    prepare(elements, context)
    updates.tell()
  }

  /// Takes note of how far what it is over has come, where that does not say so itself, as an entity
  /// does not.
  public func setPhase(_ phase: ListPhase) {
    guard phase != ownPhase else { return }
    ownPhase = phase
    updates.add(ListUpdate(before: snapshot, after: snapshot, changes: .unchanged(snapshot)))
    updates.tell()
  }

  /// Tells what was taken over; what changed nothing but the phase as well.
  private func tell(_ change: ListUpdate) {
    if updates.isEmpty, change.changes.isEmpty, !isPaused {
      updates.add(ListUpdate(before: told, after: told, changes: .unchanged(told)))
    }
    updates.tell()
  }

  private func showAll(_ context: (any Sendable)?) {
    pausedContext = nil
    guard !isPaused else { return }
    prepareAll(context)
    updates.tell()
  }

  /// Finds by comparing what is to be shown now.
  private func prepareAll(_ context: (any Sendable)?) {
    if sortInBackground(context) {
      // The phase is another.
      return updates.add(
        ListUpdate(before: told, after: told, changes: .unchanged(told), context: context))
    }
    let after = rows.shown(pipeline)
    show(after, ChangeSet(from: told, to: after), context)
  }

  /// Filters and sorts many elements in the background; what is shown stays until that is done.
  ///
  /// - Returns: false if there are few, or no thread can be had.
  private func sortInBackground(_ context: (any Sendable)?) -> Bool {
    sorting?.cancellation.cancel()
    sorting = nil
    takeWaitingRows()
    guard rows.all.count > Self.mostAtOnce else { return false }
    let sorting = Sorting()
    let (pipeline, elements, before) = (pipeline, rows.all, told)
    let cancellation = sorting.cancellation
    let isStarted = BackgroundThread.run { [weak self] in
      let sorted = try? SortedRows(of: elements, pipeline, from: before, cancellation) { fraction in
        MainTurn.afterThis { [weak self] in self?.showProgress(fraction, of: cancellation) }
      }
      guard let sorted else { return }
      MainTurn.afterThis { [weak self] in
        guard let self, self.sorting?.cancellation === cancellation else { return }
        finishSorting(sorted, context)
      }
    }
    if isStarted { self.sorting = sorting }
    return isStarted
  }

  private func showProgress(_ fraction: Double, of cancellation: Cancellation) {
    guard sorting?.cancellation === cancellation else { return }
    sorting?.fraction = fraction
    updates.add(ListUpdate(before: told, after: told, changes: .unchanged(told)))
    updates.tell()
  }

  /// Takes over the newest rows that came during a sort that is not finished.
  private func takeWaitingRows() {
    switch waiting.last {
    case .change(let change): rows = RelationRows(change.after)
    case .elements(let elements, _): rows = RelationRows(elements)
    case nil: break
    }
    waiting = []
  }

  private func finishSorting(_ sorted: SortedRows, _ context: (any Sendable)?) {
    if count > Self.mostAtOnce { BackgroundRelease.release(told) }
    sorting = nil
    rows.adopt(sorted.takeIndexes())
    if isPaused {
      pausedContext = context
    } else {
      publish(sorted.after, sorted.changes, context)
    }
    takeWaiting()
    // The phase is another, also where the rows are the same.
    if updates.isEmpty {
      updates.add(ListUpdate(before: told, after: told, changes: .unchanged(told)))
    }
    updates.tell()
  }

  /// Takes over what came during a sort that is finished: one by one, or if it is much by another sort.
  private func takeWaiting() {
    let weight = waiting.reduce(0) { count, next in
      if case .change(let update) = next { count + 1 + Rows.count(update.changes) } else { count }
    }
    if weight > Rows.mostAtOnce, !isPaused { return prepareAll(waiting.last?.context) }
    let rest = waiting
    waiting = []
    for next in rest {
      switch next {
      case .change(let change): take(change)
      case .elements(let elements, let context): prepare(elements, context)
      }
    }
  }

  private func show(_ after: ListSnapshot, _ changes: ChangeSet, _ context: (any Sendable)?) {
    publish(after, pipeline.relevant(changes, from: told, to: after), context)
  }

  private func publish(_ after: ListSnapshot, _ changes: ChangeSet, _ context: (any Sendable)?) {
    let before = told
    snapshot = after
    guard !changes.isEmpty else { return }
    told = after
    updates.add(ListUpdate(before: before, after: after, changes: changes, context: context))
  }
}

/// A list that takes over its part of a commit before anybody is told.
@MainActor
protocol CommittedList: ListSource {
  /// Told of each update before those who observe it.
  var adopted: Observers<ListUpdate> { get }
}
