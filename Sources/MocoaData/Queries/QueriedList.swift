internal import MocoaLanguage
public import MocoaModel

/// What of another list passes a filter, in an order of its own: a list that follows the other.
///
/// Long lists are asked on threads of their own. What is known is shown while the rest is still as it
/// was, and a new question ends the one before. An item that stays is the same item: those who show the
/// list keep their place with it.
@MainActor
public final class QueriedList: ListExcerpt {
  /// What is shown now.
  public var snapshot: ListSnapshot { shown.snapshot }

  /// How far loading has come: that of the question, or of the other list.
  public var phase: ListPhase {
    if let progress { return .loading(fraction: progress) }
    return base.phase
  }

  /// How much of a question is answered, 0 to 1, where that takes longer than a moment.
  public private(set) var progress: Double?

  /// Whether what is shown is still that of a question before, at least in part.
  public var isAsking: Bool { pass != nil }

  /// What is to be shown.
  public var query = ListQuery() {
    didSet {
      guard query != oldValue else { return }
      if query.filter != oldValue.filter { filterNumber += 1 }
      if query.group != oldValue.group { folding = Folding() }
      isAsked = true
      if missed.isEmpty { ask(known, showsParts: true) } else { askMissed() }
    }
  }

  /// The position in this list of what is looked at: the question begins there.
  public var focus: (@MainActor () -> Int)?

  /// The context of the changes of the other list that are not answered yet; the newest counts.
  private var context: (any Sendable)?

  /// Why there is nothing to see, where there would be.
  public var emptyNote: String? {
    base.snapshot.itemCount > 0
      ? phrase("nothing passes the filter (f changes it, Esc ends it)") : base.emptyNote
  }

  /// The list of which this shows some.
  public let base: any ListSource

  private let observers = Observers<ListUpdate>()
  private var waiting: [@MainActor () -> Void] = []
  private var token: ObservationToken?

  /// The number of the filter; parts of the list know which of them they have answered.
  private var filterNumber = 0
  private var shown: ShownList {
    didSet { (places, items) = (nil, nil) }
  }
  private var pass: QueryPass?

  /// Where what is shown stands in the other list, as that was when it was asked; and how the other list
  /// has changed since.
  private var places: ShownPlaces?
  private var items: ItemRanges?
  private var drift: [ChangeSet.Positions] = []

  /// Whether what is answered is what somebody has asked for, and not what the other list has become.
  private var isAsked = false

  /// How it has changed since it was asked what is not answered yet.
  private var missed: [ChangeSet.Positions] = []

  /// Whether it only became longer since then.
  private var hasOnlyGrown = true

  /// Lists of at most so many items are asked at once.
  private static let smallCount = 1024

  /// A filter that passes at most so many items is ended at once.
  private static let endedCount = 20_000

  /// Shows all of a list.
  public init(_ base: any ListSource) {
    self.base = base
    shown = ShownList(allOf: base.snapshot)
    token = base.observe { [weak self] in self?.follow($0) }
  }

  isolated deinit { pass?.cancellation.cancel() }

  /// Tells of every change from now on, until the token is cancelled or let go.
  public func observe(_ perform: @escaping @MainActor (ListUpdate) -> Void) -> ObservationToken {
    observers.add(perform)
  }

  /// Calls back, at once or later, when what is shown is the answer to a question, of which there may be
  /// others then.
  public func whenAnswered(_ perform: @escaping @MainActor () -> Void) {
    if pass == nil { perform() } else { waiting.append(perform) }
  }

  /// How many items, from the first on, are the answer, and stay as long as the other list only
  /// becomes longer: all where nothing is asked, and none of several sections, or of what has an
  /// order of its own, before it is complete.
  ///
  /// - Complexity: O(parts).
  public var settledCount: Int {
    if !phase.isLoading, pass == nil { return snapshot.itemCount }
    if base.snapshot.sections.count > 1 || shown.isOrdered || !arrangement.isNone { return 0 }
    if query.isPlain, pass == nil { return snapshot.itemCount }
    return shown.parts.prefix { $0.answered == filterNumber }.reduce(0) { $0 + $1.count }
  }

  /// What is known of a question that is being answered: how many items pass, of how many that were
  /// asked so far; nil when it is answered.
  ///
  /// - Complexity: O(parts).
  public var partialCount: (passing: Int, asked: Int)? {
    guard let pass else { return nil }
    return pass.answer.parts.reduce(into: (0, 0)) { counts, part in
      guard part.answered == filterNumber else { return }
      counts = (counts.0 + part.count, counts.1 + part.leaf.range.count)
    }
  }

  // MARK: - As an excerpt

  /// The list of which this shows some.
  public var whole: any ListSource { base }

  /// Whether it is not sorted.
  public var keepsOrder: Bool { !shown.isOrdered }

  /// Where an item stands in the other list; nil where it has just gone there, and is still shown.
  ///
  /// - Complexity: O(log parts), once what is shown was looked through.
  public func wholePosition(of path: ItemPath) -> ItemPath? {
    let places = places ?? ShownPlaces(shown)
    self.places = places
    return drift.reduce(places.wholePosition(of: path)) { place, positions in
      place.flatMap(positions.newPosition)
    }
  }

  /// Whether nothing is asked, and all is shown.
  public var showsWhole: Bool { query.isPlain && pass == nil && shown.isAll }

  /// Returns where a section stands in the other list; nil for a group.
  public func wholePosition(ofSection section: Int) -> Int? {
    guard shown.groups == nil, shown.sections.indices.contains(section) else { return nil }
    return drift.reduce(shown.sections[section]) { place, positions in
      place.flatMap { positions.newPosition(ofSection: $0) }
    }
  }

  /// The items of the other list that are shown.
  public var shownItems: ItemRanges {
    if let items { return items }
    var items = (places ?? ShownPlaces(shown)).items
    for positions in drift { items.carry(through: positions) }
    self.items = items
    return items
  }

  // MARK: - Groups

  /// How many items are shown, folded or not.
  ///
  /// - Complexity: O(sections).
  public var itemCount: Int {
    shown.groups?.itemCount ?? snapshot.itemCount
  }

  /// Which groups are folded.
  private var folding = Folding()

  /// Where all that is shown is to stand.
  private var arrangement: Arrangement {
    Arrangement(orders: query.orders, group: query.group, folding: folding)
  }

  /// Folds a group that is shown, so that one item stands for all of its own, or unfolds it.
  ///
  /// - Parameter section: its section in this list.
  /// - Returns: the position of its first item then, among all items; nil where there is no such group.
  /// - Complexity: O(groups).
  public func toggleFold(ofSection section: Int) -> Int? {
    guard shown.groups != nil, snapshot.sections.indices.contains(section) else { return nil }
    folding.toggle(snapshot.sections[section].id)
    fold()
    return snapshot.position(of: ItemPath(section: section, item: 0))
  }

  /// Folds all groups, also those that come; or unfolds them, where all are folded.
  ///
  /// - Complexity: O(groups).
  public func toggleFoldOfAll() {
    let areFolded = snapshot.sections.allSatisfy { folding.contains($0.id) }
    folding = Folding(isAll: !areFolded)
    fold()
  }

  private func fold() {
    if case (let next, var update)? = shown.folded(folding) {
      update.context = OtherExcerpt()
      shown = next
      observers.send(update)
    }
    // What is being asked would show them as they were.
    if pass != nil { askAnew() }
  }

  // MARK: - Asking

  /// What is known of the parts so far.
  private var known: [ListPart] { pass?.answer.parts ?? shown.parts }

  /// Asks what is not answered yet.
  ///
  /// - Parameters:
  ///   - parts: the parts of the other list, with what is known of them.
  ///   - showsParts: whether what is answered is shown while the rest is as it was.
  private func ask(_ parts: [ListPart], showsParts: Bool) {
    pass?.cancellation.cancel()
    (missed, hasOnlyGrown) = ([], true)
    let matcher = query.filter.flatMap { $0.isEmpty ? nil : FilterMatcher($0) }
    let position = focus?() ?? 0
    let pass = QueryPass(parts, matcher, number: filterNumber, first: shown.part(of: position))
    let question = Question(
      pass, base: base.snapshot, arrangement, showsParts: showsParts, shown, lookingAt: position)
    self.pass = pass
    if !isBrief(pass, parts) {
      let isStarted = question.start { [weak self, weak pass] answer in
        guard let self, let pass, self.pass === pass else { return }
        show(answer)
      }
      if isStarted { return }
      // Without a thread it takes as long as it takes.
    }
    show(question.answerAtOnce())
  }

  /// Whether something is answered so soon that no key would wait for it: it is about few items, and so
  /// is what changes.
  private func isBrief(_ pass: QueryPass, _ parts: [ListPart]) -> Bool {
    if base.snapshot.itemCount <= Self.smallCount { return true }
    let isLittle =
      pass.work <= Self.smallCount || query.isPlain && snapshot.itemCount <= Self.endedCount
    return isLittle && arrangement.isNone && shown.isAligned(with: parts, of: base.snapshot)
  }

  private func show(_ answer: Question.Answer) {
    let before = phase
    if let next = answer.shown { (shown, drift) = (next, missed) }
    progress = answer.isLast ? nil : answer.fraction
    defer { if answer.isLast, missed.isEmpty { context = nil } }
    if answer.isLast { pass = nil }
    if var update = answer.update {
      update.context = isAsked ? OtherExcerpt() : context
      observers.send(update)
    } else if phase != before {
      tellPhase()
    }
    if pass != nil { return }
    let answered = waiting
    waiting = []
    for perform in answered { perform() }
    if pass == nil, !missed.isEmpty { askMissed() }
  }

  private func tellPhase() {
    observers.send(ListUpdate(before: snapshot, after: snapshot, changes: .unchanged(snapshot)))
  }

  // MARK: - Following

  private func follow(_ update: ListUpdate) {
    if showsWhole {
      (shown, drift) = (ShownList(allOf: update.after), [])
      return observers.send(update)
    }
    if update.changes.isEmpty { return tellPhase() }
    let isAppend = update.changes.isAppend
    if pass == nil { isAsked = false }
    context = update.context ?? context
    if pass == nil, isAppend, drift.isEmpty, askAppended() { return }
    let positions = update.changes.positions
    drift.append(positions)
    items = nil
    // What is asked of a list that grows, or arranged as a whole, is to get to its end: of a list that
    // changes all the time it never would.
    if pass != nil, isAppend || !arrangement.isNone {
      missed.append(positions)
      hasOnlyGrown = hasOnlyGrown && isAppend
    } else {
      askAnew()
    }
  }

  /// Asks what was added to the list at its end; false where it cannot be told from the rest.
  private func askAppended() -> Bool {
    guard let appended = shown.appended(base.snapshot) else { return false }
    let parts = withAnswers(appended.parts)
    (shown, drift) = (appended, [])
    ask(parts, showsParts: true)
    return true
  }

  /// Asks the other list as it has become while it was asked.
  private func askMissed() {
    if hasOnlyGrown, askAppended() { return }
    askAnew()
  }

  /// Asks the other list as it is now.
  private func askAnew() {
    ask(withAnswers(ShownList.parts(of: base.snapshot)), showsParts: false)
  }

  /// Parts of the other list, with what is known of them.
  private func withAnswers(_ parts: [ListPart]) -> [ListPart] {
    var answered: [ObjectIdentifier: [ListPart]] = [:]
    for part in known where part.answered == filterNumber {
      answered[ObjectIdentifier(part.leaf.chunk), default: []].append(part)
    }
    return parts.map { part in
      answered[ObjectIdentifier(part.leaf.chunk)]?.first { $0.isSamePart(as: part) } ?? part
    }
  }
}
