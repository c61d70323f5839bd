public import MocoaModel

extension ListViewModel {
  /// The view models that the renderer of a list displays, and the offscreen ones that may be
  /// released.
  @MainActor
  struct Display {
    /// The displayed view models, from top to bottom.
    ///
    /// They are retained while they are displayed.
    fileprivate(set) var visibleCells: [AnyCellViewModel] = [] {
      didSet { visibleKeys = Set(visibleCells.map { ObjectIdentifier($0) }) }
    }

    private(set) var visibleKeys: Set<ObjectIdentifier> = []

    /// The part of the list in which the next frame searches for offscreen view models.
    ///
    /// If it is `nil`, all existing view models are checked.
    var watched: ElementWindow?

    /// A number that increases with every frame and whenever the positions of items change.
    fileprivate var turn = 0

    /// The number of view models created since the last frame.
    private var createdCount = 0

    /// The maximum number of created view models whose positions are recorded until the next frame.
    private static let createdLimit = 4096

    /// The offscreen view models that could not be released because other code retains them.
    var deferredReleases = DeferredReleases()

    /// Records the position of a view model that was created.
    mutating func recordCreation(section: Int, rank: Int? = nil) {
      createdCount += 1
      if createdCount > Self.createdLimit { watched = nil }
      watched?.insert(section: section, rank: rank)
    }

    /// Discards the recorded positions, because items have moved.
    mutating func discardWatchedPositions() {
      watched = nil
      turn += 1
    }

    /// Sets the part of the list that the next frame searches, and returns the previous part.
    mutating func watch(_ nearby: ElementWindow?) -> ElementWindow? {
      defer { watched = nearby }
      createdCount = 0
      return watched
    }
  }

  /// The distance from the displayed elements within which view models are retained, in screens.
  private static let retainedScreens = 4

  /// Sets the elements that a renderer displays.
  ///
  /// Notifies the view models that became visible or offscreen, and releases distant view models.
  ///
  /// View models more than four screens away are released, unless other code retains them or
  /// `retainsStateOffscreen` is `true`. A release is not a removal: the list creates a new view
  /// model when the item is accessed again. At most one renderer shows a list at a time. The
  /// renderer calls this method once for each frame, after layout. Elements that `snapshot` does
  /// not contain are ignored.
  ///
  /// - Parameters:
  ///   - elements: The displayed elements, from top to bottom.
  ///   - rows: The height of the screen in rows, which limits the number of items visible at once.
  ///   - keepsRemoved: A Boolean value that indicates whether removed elements are still visible,
  ///     for example in an animation. They are notified in the first frame in which it is `false`.
  /// - Complexity: O(*n*), where *n* is the number of displayed elements and of positions that
  ///   enter or leave the retained distance.
  public final func setDisplayedElements(
    _ elements: [ListElement], rowCount rows: Int, keepingRemoved keepsRemoved: Bool = false
  ) {
    let elements = elements.filter(snapshot.contains)
    let nearby = ElementWindow(
      visible: elements, reach: Self.retainedScreens * max(0, rows), in: snapshot)
    display.turn += 1
    let turn = display.turn
    let removed = keepsRemoved ? display.visibleCells.filter { $0.parent?.parent !== self } : []
    show(elements.compactMap { viewModel(for: $0) } + removed)
    // If a notified view model has changed the list, the next frame releases the view models.
    if display.turn == turn { release(outside: nearby) }
  }

  /// Releases all view models that are not displayed, unless other code retains them or their
  /// `retainsStateOffscreen` is `true`.
  ///
  /// Use this method after code has read all cells of a list that is not displayed.
  public final func releaseOffscreenViewModels() {
    release(outside: ElementWindow())
  }

  /// Notifies the list that none of its elements is displayed, because the page was left.
  ///
  /// Existing view models remain.
  public final func endDisplaying() {
    display.discardWatchedPositions()
    show([])
  }

  /// Sets the displayed view models and notifies each one that became visible or offscreen.
  ///
  /// A notified view model may change the list and cause a nested call. Each view model is
  /// therefore notified of the state at the time of its call.
  private func show(_ now: [AnyCellViewModel]) {
    let before = display.visibleCells
    display.visibleCells = now
    for viewModel in before where viewModel.isDisplayed && !isVisible(viewModel) {
      viewModel.isDisplayed = false
      viewModel.didEndDisplaying()
    }
    for viewModel in now where !viewModel.isDisplayed && isVisible(viewModel) {
      viewModel.isDisplayed = true
      viewModel.willDisplay()
    }
  }

  private func isVisible(_ viewModel: AnyCellViewModel) -> Bool {
    display.visibleKeys.contains(ObjectIdentifier(viewModel))
  }
}

extension ListViewModel {
  /// Releases the view models whose positions were recorded and are outside a part of the list.
  private final func release(outside nearby: ElementWindow) {
    let watched = display.watch(nearby) ?? allExistingElements()
    var outcome = ReleaseOutcome()
    for (position, ranks) in watched.sections {
      guard let section = sections[position] else { continue }
      let left = nearby.sections[position].map { ranks.subtracting($0) } ?? ranks
      for rank in left.ranges.joined() { section.release(rank, &outcome) }
    }
    for position in watched.sections.keys where !nearby.contains(section: position) {
      releaseSection(position, &outcome)
    }
    releaseDeferred(outside: nearby, &outcome)
    for viewModel in outcome.retained { display.deferredReleases.append(viewModel) }
  }

  private func allExistingElements() -> ElementWindow {
    var made = ElementWindow()
    for (position, section) in sections {
      made.insert(section: position)
      for child in section.children where !child.isReleaseDeferred {
        if let rank = section.rank(of: child) { made.insert(section: position, rank: rank) }
      }
    }
    return made
  }

  /// Releases the view model of a section, unless one of its elements has a view model or other
  /// code retains it.
  private func releaseSection(_ position: Int, _ outcome: inout ReleaseOutcome) {
    let index = insertionIndex(ofRank: position) { ($0 as? SectionViewModel)?.shownPosition } - 1
    guard index >= 0, (children[index] as? SectionViewModel)?.shownPosition == position else {
      return
    }
    let isReleased = release(childAt: index, &outcome) { child in
      guard let section = child as? SectionViewModel else { return false }
      return !section.children.contains { section.rank(of: $0) != nil }
    }
    if isReleased { sections[position] = nil }
  }

  /// Checks again some of the view models whose release was deferred.
  private func releaseDeferred(outside nearby: ElementWindow, _ outcome: inout ReleaseOutcome) {
    for _ in 0..<min(DeferredReleases.share, display.deferredReleases.count) {
      guard let next = display.deferredReleases.next(in: self) else { continue }
      switch next {
      case .section(let position):
        if !nearby.contains(section: position) { releaseSection(position, &outcome) }
      case .child(let position, let rank):
        guard !nearby.contains(section: position, rank: rank) else { continue }
        sections[position]?.release(rank, &outcome)
        if !nearby.contains(section: position) { releaseSection(position, &outcome) }
      }
    }
  }
}

extension SectionViewModel {
  /// Releases the cell, header, supplement or footer with a rank, if it exists and no other code
  /// retains it.
  ///
  /// Otherwise its release is deferred.
  fileprivate final func release(_ rank: Int, _ outcome: inout ReleaseOutcome) {
    let index = insertionIndex(ofRank: rank) { self.rank(of: $0) } - 1
    guard index >= 0, self.rank(of: children[index]) == rank else { return }
    if release(childAt: index, &outcome, if: { _ in true }) {
      cells[rank] = nil
      boundaries[rank] = nil
    }
  }
}

extension ViewModel {
  /// Releases a child that no other code retains and whose `retainsStateOffscreen` is `false`.
  ///
  /// Otherwise its release is deferred.
  ///
  /// - Returns: `true` if the child was released.
  fileprivate final func release(
    childAt index: Int, _ outcome: inout ReleaseOutcome, if isFree: (ViewModel) -> Bool
  ) -> Bool {
    guard !children[index].retainsStateOffscreen, isFree(children[index]),
      solelyOwns(childAt: index)
    else {
      outcome.retained.append(children[index])
      return false
    }
    let child = children.remove(at: index)
    child.parent = nil
    if let cell = child as? AnyCellViewModel { (cell.shownPath, cell.boundary) = (nil, nil) }
    outcome.released.append(child)
    return true
  }

  /// Returns `true` if no other code retains a child or any of its descendants.
  ///
  /// If a retained descendant lost its ancestors, its emissions would not reach the list.
  private func solelyOwns(childAt index: Int) -> Bool {
    isKnownUniquelyReferenced(&children[index]) && children[index].solelyOwnsChildren
  }

  private var solelyOwnsChildren: Bool {
    children.indices.allSatisfy { solelyOwns(childAt: $0) }
  }
}

/// The view models that were released, and those whose release must be deferred.
///
/// The structure retains the released view models until all are processed, because their
/// deinitializers may call the list.
private struct ReleaseOutcome {
  var released: [ViewModel] = []
  var retained: [ViewModel] = []
}

/// Offscreen view models that could not be released, in the order in which they are checked again.
///
/// A list is not notified when other code releases its last reference to a view model. Therefore a
/// fixed number of entries is checked in every frame.
@MainActor
struct DeferredReleases {
  /// The number of entries that are checked in each frame.
  static let share = 16

  /// The position of a view model in its list.
  enum Position {
    case section(Int)
    case child(section: Int, rank: Int)
  }

  private struct Entry {
    weak var viewModel: ViewModel?
  }

  private var entries: [Entry] = []
  /// The index of the first entry that was not removed yet.
  ///
  /// Earlier entries are removed together, which makes `next` O(1) on average.
  private var start = 0

  var count: Int { entries.count - start }

  mutating func append(_ viewModel: ViewModel) {
    guard !viewModel.isReleaseDeferred else { return }
    viewModel.isReleaseDeferred = true
    entries.append(Entry(viewModel: viewModel))
  }

  /// Removes the next entry and returns the position of its view model, or `nil` if the view model
  /// is no longer in the list.
  ///
  /// The method does not return the view model, because the list could not distinguish that
  /// reference from one of other code.
  mutating func next(in list: ListViewModel) -> Position? {
    guard start < entries.count else { return nil }
    let viewModel = entries[start].viewModel
    start += 1
    if start > entries.count / 2 {
      entries.removeFirst(start)
      start = 0
    }
    viewModel?.isReleaseDeferred = false
    if let section = viewModel as? SectionViewModel {
      return section.parent === list ? .section(section.shownPosition) : nil
    }
    guard let viewModel, let section = viewModel.parent as? SectionViewModel,
      section.parent === list, let rank = section.rank(of: viewModel)
    else { return nil }
    return .child(section: section.shownPosition, rank: rank)
  }
}

/// A part of a list, as a set of positions in each section.
///
/// The position of an item is its index. Headers, footers and supplements have negative positions.
/// The part may contain a section with an empty set of positions.
struct ElementWindow {
  private(set) var sections: [Int: RangeSet<Int>] = [:]

  /// Creates an empty part.
  init() {}

  /// Creates the part that contains all positions within a distance of the displayed elements.
  ///
  /// The header and the footer of every section count for the distance, even if they do not exist.
  /// The method therefore does not visit a million adjacent empty sections. Supplements share the
  /// position of the header.
  ///
  /// - Parameters:
  ///   - visible: The displayed elements, from top to bottom.
  ///   - reach: The maximum distance, as a number of positions.
  ///   - list: The displayed list.
  /// - Complexity: O(*displayed elements* + *sections within the distance*).
  init(visible: [ListElement], reach: Int, in list: ListSnapshot) {
    let positions = visible.map { Position($0, in: list) }
    guard let first = positions.first, let last = positions.last else { return }
    extend(from: first, reach, forward: false, in: list)
    for (position, next) in zip(positions, positions.dropFirst()) {
      // Two adjacent elements share the positions between them. Others have separate ranges.
      if extend(from: position, reach, forward: true, until: next, in: list) { continue }
      extend(from: next, reach, forward: false, until: position, in: list)
    }
    extend(from: last, reach, forward: true, in: list)
  }

  func contains(section: Int, rank: Int) -> Bool {
    sections[section]?.contains(rank) ?? false
  }

  func contains(section: Int) -> Bool { sections[section] != nil }

  mutating func insert(section: Int, rank: Int? = nil) {
    sections[section, default: RangeSet()].insert(contentsOf: rank.map { $0..<($0 + 1) } ?? 0..<0)
  }

  /// A position of an element in list order.
  ///
  /// The header has the offset -1, an item its index, and the footer the number of items.
  private struct Position {
    let section: Int
    let offset: Int

    init(_ element: ListElement, in list: ListSnapshot) {
      section = element.section
      switch element {
      case .boundary(.header, _), .boundary(.supplement, _): offset = -1
      case .item(let path): offset = path.item
      case .boundary(.footer, _): offset = list.sections[section].items.count
      }
    }
  }

  /// Inserts positions in one direction, until a distance or the position `end` is reached.
  ///
  /// - Parameters:
  ///   - start: The first position.
  ///   - reach: The distance, as a number of positions.
  /// - Returns: `true` if `end` was reached.
  @discardableResult
  private mutating func extend(
    from start: Position, _ reach: Int, forward: Bool, until end: Position? = nil,
    in list: ListSnapshot
  ) -> Bool {
    var (section, left) = (start.section, reach + 1)
    var offset: Int? = start.offset
    while left > 0, list.sections.indices.contains(section) {
      let count = list.sections[section].items.count
      let all = -1..<(count + 1)
      let from = offset ?? (forward ? all.lowerBound : count)
      var range =
        forward
        ? from..<min(all.upperBound, from + left)
        : max(all.lowerBound, from - left + 1)..<(from + 1)
      left -= range.count
      var isMet = false
      if let end, end.section == section, range.contains(end.offset) {
        range = forward ? range.lowerBound..<end.offset : end.offset..<range.upperBound
        isMet = true
      }
      insert(range, of: list.sections[section], section: section)
      if isMet { return true }
      section += forward ? 1 : -1
      offset = nil
    }
    return false
  }

  private mutating func insert(_ range: Range<Int>, of snapshot: SectionSnapshot, section: Int) {
    let count = snapshot.items.count
    var ranks = sections[section] ?? RangeSet()
    func insert(_ end: ListElement.Boundary) { ranks.insert(contentsOf: end.rank..<(end.rank + 1)) }
    ranks.insert(contentsOf: range.clamped(to: 0..<count))
    if range.contains(-1) {
      insert(.header)
      for position in snapshot.supplements.indices { insert(.supplement(position)) }
    }
    if range.contains(count) { insert(.footer) }
    sections[section] = ranks
  }
}

extension ListElement.Boundary {
  /// The rank of the header, supplement or footer among the children of its section.
  ///
  /// It is negative. The rank of an item is its index, so items follow in the order of the
  /// children.
  var rank: Int {
    switch self {
    case .header: .min
    case .footer: .min + 1
    case .supplement(let position): .min + 2 + position
    }
  }
}
