internal import MocoaLocalization
public import MocoaModel

/// A live view of a base list that is filtered, sorted and grouped by a query.
///
/// Lists of more than 1,024 items are evaluated on background threads. Partial results appear while
/// all other parts keep their previous results. A new query cancels the running one. Items keep
/// their identity, so that observers can preserve their state.
@MainActor
public final class QueryResults: DerivedListSource {
  /// The list of results.
  public var snapshot: ListSnapshot { displayed.snapshot }

  /// The loading phase of the running query, or of the base list if no query is running.
  public var phase: ListPhase {
    if let progress { return .loading(fraction: progress) }
    return base.phase
  }

  /// The fraction of the running query that is done, from 0 to 1.
  ///
  /// `nil` if no query is running, or if its progress is not reported yet.
  public private(set) var progress: Double?

  /// A Boolean value that indicates whether a query is running.
  ///
  /// While it is running, some or all results are those of an earlier query.
  public var isUpdatingResults: Bool { pass != nil }

  /// The filter, sort order and grouping.
  public var query = ListQuery() {
    didSet {
      guard query != oldValue else { return }
      if query.filter != oldValue.filter || query.ranking != oldValue.ranking {
        changeFilter(from: oldValue)
      }
      if query.group != oldValue.group { folding = FoldState() }
      isUserChange = true
      if missed.isEmpty { evaluate(availableParts, showsParts: true) } else { evaluateMissed() }
    }
  }

  /// The reason why the results may lack matching items, or `nil` if they are complete.
  public private(set) var errorMessage: String?

  /// A closure that returns the flat index in this list of the first visible item.
  ///
  /// The query is evaluated there first.
  public var priorityIndex: (@MainActor () -> Int)?

  /// The context of the latest pending change of the base list.
  private var context: (any Sendable)?

  /// The message to show if the list is empty, or `nil`.
  public var emptyMessage: String? {
    let count = base.snapshot.itemCount
    guard count > 0, let filter = query.filter else { return base.emptyMessage }
    let text = filter.text.drop(while: \.isWhitespace)
    return localized(
      "Nothing matches \(String(text)). Esc shows all \(Self.grouped(count)) rows, f edits.")
  }

  /// Returns a number with digits in groups of three.
  private static func grouped(_ number: Int) -> String {
    number < 1000
      ? "\(number)" : grouped(number / 1000) + "," + "\(1000 + number % 1000)".dropFirst()
  }

  /// The base list.
  public let base: any ListSource

  private let observers = Observers<ListUpdate>()
  private var waiting: [@MainActor () -> Void] = []
  private var token: ObservationToken?

  /// The revision of the filter.
  ///
  /// Each part of the list stores the revision of the filter that was applied to it.
  private var filterNumber = 0

  /// The first revision of the filter since which each filter has narrowed the one before.
  private var narrowedSince = 0

  /// The scores of the ranking, or `nil` if the items are not ranked.
  private var scorer: FilterScorer?
  private var displayed: VisibleList {
    didSet { (pathMap, items) = (nil, nil) }
  }
  private var pass: FilterPass?

  /// The map from the paths of the results to the paths in the base list that was evaluated, or
  /// `nil` until it is needed.
  private var pathMap: VisiblePathMap?
  private var items: ItemRanges?
  /// The changes of the base list since the base list of the results was evaluated.
  private var drift: [ChangeSet.PathMap] = []

  /// A Boolean value that indicates whether the running query was started by a change of `query`,
  /// not of the base list.
  private var isUserChange = false

  /// The changes of the base list since the running query started.
  private var missed: [ChangeSet.PathMap] = []

  /// A Boolean value that indicates whether all changes in `missed` have only appended items at the
  /// end of the base list.
  private var hasOnlyGrown = true

  /// The maximum number of items in a list that is evaluated on the main thread.
  private static let smallCount = 1024

  /// The maximum number of results that are replaced by the complete base list on the main thread.
  private static let endedCount = 20_000

  /// Creates a list that shows all items of a base list.
  public init(_ base: any ListSource) {
    self.base = base
    displayed = VisibleList(allOf: base.snapshot)
    token = base.observe { [weak self] in self?.follow($0) }
  }

  isolated deinit { pass?.cancellation.cancel() }

  /// Adds an observer of every change.
  ///
  /// It is active until the token is canceled or released.
  public func observe(_ perform: @escaping @MainActor (ListUpdate) -> Void) -> ObservationToken {
    observers.add(perform)
  }

  /// Calls a closure when the results are up to date.
  ///
  /// The call is immediate if no query is running. Later changes may start another query.
  public func onUpToDate(_ perform: @escaping @MainActor () -> Void) {
    if pass == nil { perform() } else { waiting.append(perform) }
  }

  /// The number of items at the start of the list whose indexes do not change while the base list
  /// only grows.
  ///
  /// If the base list is loaded and no query is running, this is the number of all items.
  /// Otherwise, the value is 0 if the list has several sections or is sorted or grouped.
  ///
  /// - Complexity: O(p), where p is the number of parts.
  public var finalItemCount: Int {
    if !phase.isLoading, pass == nil { return snapshot.itemCount }
    if base.snapshot.sections.count > 1 || displayed.isOrdered || !arrangement.isIdentity {
      return 0
    }
    if query.isEmpty, pass == nil { return snapshot.itemCount }
    return displayed.parts.prefix { $0.filterRevision == filterNumber }.reduce(0) { $0 + $1.count }
  }

  /// The progress of the running query, or `nil` if no query is running.
  ///
  /// The tuple contains the number of matching items and the number of items that were evaluated
  /// until now.
  ///
  /// - Complexity: O(p), where p is the number of parts.
  public var partialCount: (passing: Int, tested: Int)? {
    guard let pass else { return nil }
    return pass.results.parts.reduce(into: (0, 0)) { counts, part in
      guard part.filterRevision == filterNumber else { return }
      counts = (counts.0 + part.count, counts.1 + part.leaf.range.count)
    }
  }

  // MARK: - Derived list

  /// A Boolean value that indicates whether the results have the order of the base list.
  public var preservesBaseOrder: Bool { !displayed.isOrdered }

  /// Returns the path of an item in the base list.
  ///
  /// - Returns: `nil` if the item was deleted in the base list and is still shown.
  /// - Complexity: O(log p), where p is the number of parts, after the first call.
  public func basePath(for path: ItemPath) -> ItemPath? {
    drift.reduce(makePathMap().basePath(of: path)) { current, positions in
      current.flatMap(positions.newPath)
    }
  }

  /// Returns the path in this list of an item of the base list.
  ///
  /// - Returns: `nil` if the list does not show the item.
  /// - Complexity: O(log p), where p is the number of parts, after the first call. O(n) if the list
  ///   is sorted or grouped.
  public func visiblePath(forBasePath path: ItemPath) -> ItemPath? {
    let original = drift.reversed().reduce(Optional(path)) { current, positions in
      current.flatMap(positions.oldPath)
    }
    return original.flatMap(makePathMap().visiblePath)
  }

  /// Returns the map of the paths, which is created once for all calls.
  private func makePathMap() -> VisiblePathMap {
    let map = pathMap ?? VisiblePathMap(displayed)
    pathMap = map
    return map
  }

  /// A Boolean value that indicates whether the list shows the base list unchanged.
  public var showsEntireBase: Bool { query.isEmpty && pass == nil && displayed.isAll }

  /// Returns the index of a section in the base list, or `nil` for a group.
  public func baseIndex(ofSection section: Int) -> Int? {
    guard displayed.groups == nil, displayed.sections.indices.contains(section) else { return nil }
    return drift.reduce(displayed.sections[section]) { index, positions in
      index.flatMap { positions.newIndex(ofSection: $0) }
    }
  }

  /// The items of the base list that this list shows.
  public var visibleBaseItems: ItemRanges {
    if let items { return items }
    var items = makePathMap().makeItems()
    for positions in drift { items.remap(through: positions) }
    self.items = items
    return items
  }

  /// Returns the items of the base list that some items of this list represent.
  ///
  /// Items that were deleted in the base list are omitted.
  ///
  /// - Complexity: O(*items*) in parts with hidden items, and O(n) if the list is sorted or grouped.
  public func baseItems(for items: ItemRanges) -> ItemRanges {
    var items = makePathMap().baseItems(for: items)
    for positions in drift { items.remap(through: positions) }
    return items
  }

  /// Returns those of some items of the base list that this list shows.
  ///
  /// - Complexity: O(*ranges* × log p), where p is the number of parts, and O(n) if the list is
  ///   sorted or grouped.
  public func visibleItems(forBaseItems items: ItemRanges) -> ItemRanges {
    var items = items
    for positions in drift.reversed() { items.remap(through: positions.inverse) }
    return makePathMap().visibleItems(forBaseItems: items)
  }

  // MARK: - Groups

  /// The number of items in the results, including those of folded groups.
  ///
  /// - Complexity: O(s), where s is the number of sections.
  public var itemCount: Int {
    displayed.groups?.itemCount ?? snapshot.itemCount
  }

  /// The fold states of the groups.
  private var folding = FoldState()

  /// The sort order, grouping and fold states of the results.
  private var arrangement: ResultOrdering {
    ResultOrdering(
      orders: query.orders, group: query.group, folding: folding,
      isRanked: scorer != nil && query.orders.isEmpty && query.group == nil)
  }

  /// Folds an unfolded group into a single item that represents it, or unfolds a folded group.
  ///
  /// - Parameter section: The index of the group's section in this list.
  /// - Returns: The flat index of the group's first item after the change, or `nil` if the group
  ///   does not exist.
  /// - Complexity: O(g), where g is the number of groups.
  public func toggleFolding(ofSection section: Int) -> Int? {
    guard displayed.groups != nil, snapshot.sections.indices.contains(section) else { return nil }
    folding.toggle(snapshot.sections[section].id)
    fold()
    return snapshot.flatIndex(of: ItemPath(section: section, item: 0))
  }

  /// Folds all groups, including groups that are added later.
  ///
  /// If all groups are folded, unfolds them.
  ///
  /// - Complexity: O(g), where g is the number of groups.
  public func toggleFoldingOfAllSections() {
    let areFolded = snapshot.sections.allSatisfy { folding.contains($0.id) }
    folding = FoldState(isAll: !areFolded)
    fold()
  }

  private func fold() {
    if case (let next, var update)? = displayed.folded(folding) {
      update.context = QueryChange()
      displayed = next
      observers.notify(update)
    }
    // The running query would show the previous fold states.
    if pass != nil { evaluateAll() }
  }

  // MARK: - Evaluation

  /// Starts a new revision of the filter.
  private func changeFilter(from former: ListQuery) {
    (filterNumber, errorMessage) = (filterNumber + 1, nil)
    let isNarrower = former.filter.flatMap { query.filter?.narrows($0) } ?? false
    if !isNarrower {
      narrowedSince = filterNumber
    }
    scorer = query.filter.flatMap { filter in
      query.ranking.flatMap { FilterScorer(filter, $0) }
    }
  }

  /// The parts of the base list, with their latest results.
  private var availableParts: [ChunkSlice] { pass?.results.parts ?? displayed.parts }

  /// Evaluates the parts to which the current filter was not applied yet.
  ///
  /// - Parameters:
  ///   - parts: The parts of the base list, with their latest results.
  ///   - showsParts: A Boolean value that indicates whether partial results are shown while all
  ///     other parts keep their previous results.
  private func evaluate(_ parts: [ChunkSlice], showsParts: Bool) {
    recordError()
    pass?.cancellation.cancel()
    (missed, hasOnlyGrown) = ([], true)
    let matcher = query.filter.flatMap { $0.isEmpty ? nil : FilterMatcher($0) }
    let position = priorityIndex?() ?? 0
    let pass = FilterPass(
      parts, matcher, matcher == nil ? nil : scorer, number: filterNumber,
      narrowedSince: narrowedSince, first: displayed.part(of: position))
    let question = QueryTask(
      pass, base: base.snapshot, arrangement, showsParts: showsParts, displayed, near: position)
    self.pass = pass
    if !isBrief(pass, parts) {
      let isStarted = question.start { [weak self, weak pass] output in
        guard let self, let pass, self.pass === pass else { return }
        show(output)
      }
      if isStarted { return }
      // Without a thread, the evaluation is synchronous.
    }
    show(question.runSynchronously())
  }

  /// Returns `true` if the query can be evaluated on the main thread, because it takes less time
  /// than a keystroke.
  ///
  /// This is the case if few items are evaluated and few results change.
  private func isBrief(_ pass: FilterPass, _ parts: [ChunkSlice]) -> Bool {
    let count = pass.countElements()
    if pass.matcher?.mayTakeLong == true, count > 0 { return false }
    if base.snapshot.itemCount <= Self.smallCount { return true }
    let isLittle =
      count <= Self.smallCount || query.isEmpty && snapshot.itemCount <= Self.endedCount
    return isLittle && arrangement.isIdentity && displayed.isAligned(with: parts, of: base.snapshot)
  }

  private func show(_ output: QueryTask.Output) {
    let before = (phase, errorMessage)
    recordError()
    if let next = output.results { (displayed, drift) = (next, missed) }
    progress = output.isLast ? nil : output.fraction
    let cause = isUserChange ? QueryChange() : context
    if output.isLast {
      pass = nil
      if missed.isEmpty { context = nil }
    }
    if var update = output.update {
      update.context = cause
      observers.notify(update)
    } else if (phase, errorMessage) != before {
      notifyPhase()
    }
    if pass != nil { return }
    let completions = waiting
    waiting = []
    for perform in completions { perform() }
    guard pass == nil, !missed.isEmpty else { return }
    // The query of the user is answered. The next results differ by changes of the base list.
    isUserChange = false
    evaluateMissed()
  }

  /// Stores the error of the running query, because the next query may reuse its results.
  private func recordError() {
    guard let pass, pass.number == filterNumber else { return }
    errorMessage = pass.matcher?.errorMessage ?? errorMessage
  }

  private func notifyPhase() {
    observers.notify(ListUpdate(before: snapshot, after: snapshot, changes: .unchanged(snapshot)))
  }

  // MARK: - Base list

  private func follow(_ update: ListUpdate) {
    if showsEntireBase {
      (displayed, drift) = (VisibleList(allOf: update.after), [])
      return observers.notify(update)
    }
    if update.changes.isEmpty { return notifyPhase() }
    let isAppend = update.changes.isAppend
    if pass == nil { isUserChange = false }
    context = update.context ?? context
    if pass == nil, isAppend, drift.isEmpty, evaluateAppended() { return }
    let positions = update.changes.makePathMap()
    drift.append(positions)
    items = nil
    // A query of a growing list, or one that sorts or groups, must run to its end. A list that
    // changes continuously would otherwise never show results.
    if pass != nil, isAppend || !arrangement.isIdentity {
      missed.append(positions)
      hasOnlyGrown = hasOnlyGrown && isAppend
    } else {
      evaluateAll()
    }
  }

  /// Evaluates the items that were appended to the base list.
  ///
  /// - Returns: `false` if the appended items cannot be evaluated separately from the others.
  private func evaluateAppended() -> Bool {
    guard let appended = displayed.appended(base.snapshot) else { return false }
    let parts = reusingResults(appended.parts)
    (displayed, drift) = (appended, [])
    evaluate(parts, showsParts: true)
    return true
  }

  /// Evaluates the base list with the changes that were made while the query was running.
  private func evaluateMissed() {
    // Other changes may precede the running query. Then the results cannot be extended.
    let isExtensible = hasOnlyGrown && drift.count == missed.count
    if isExtensible, evaluateAppended() { return }
    evaluateAll()
  }

  /// Evaluates the current base list.
  private func evaluateAll() {
    evaluate(reusingResults(VisibleList.parts(of: base.snapshot)), showsParts: false)
  }

  /// Returns parts of the base list with the results that are available for them.
  private func reusingResults(_ parts: [ChunkSlice]) -> [ChunkSlice] {
    var evaluated: [ObjectIdentifier: [ChunkSlice]] = [:]
    for part in availableParts where part.filterRevision == filterNumber {
      evaluated[ObjectIdentifier(part.leaf.chunk), default: []].append(part)
    }
    return parts.map { part in
      evaluated[ObjectIdentifier(part.leaf.chunk)]?.first { $0.isSamePart(as: part) } ?? part
    }
  }
}
