internal import MocoaModel

extension ListViewModel {
  /// Releases the view models whose positions were recorded and are outside a part of the list.
  final func release(outside nearby: ElementWindow) {
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

  /// Releases a section whose cells and boundaries were all released.
  private func releaseSection(_ position: Int, _ outcome: inout ReleaseOutcome) {
    let place = insertionIndex(ofRank: position) { ($0 as? SectionViewModel)?.shownPosition } - 1
    guard place >= 0, (children[place] as? SectionViewModel)?.shownPosition == position else {
      return
    }
    let isReleased = release(childAt: place, &outcome) { child in
      guard let section = child as? SectionViewModel else { return false }
      return !section.children.contains { section.rank(of: $0) != nil }
    }
    if isReleased { sections[position] = nil }
  }

  /// Checks again some of the view models whose release was deferred.
  private func releaseDeferred(outside nearby: ElementWindow, _ outcome: inout ReleaseOutcome) {
    for _ in 0..<min(DeferredReleases.share, display.deferredReleases.count) {
      guard let place = display.deferredReleases.next(in: self) else { continue }
      switch place {
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
  /// Releases the child with a rank, if it exists and no other code retains it.
  ///
  /// Otherwise its release is deferred.
  fileprivate final func release(_ rank: Int, _ outcome: inout ReleaseOutcome) {
    let place = insertionIndex(ofRank: rank) { self.rank(of: $0) } - 1
    guard place >= 0, self.rank(of: children[place]) == rank else { return }
    if release(childAt: place, &outcome, if: { _ in true }) {
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
    childAt place: Int, _ outcome: inout ReleaseOutcome, if isFree: (ViewModel) -> Bool
  ) -> Bool {
    guard !children[place].retainsStateOffscreen, isFree(children[place]),
      solelyOwns(childAt: place)
    else {
      outcome.retained.append(children[place])
      return false
    }
    let child = children.remove(at: place)
    child.parent = nil
    if let cell = child as? AnyCellViewModel { (cell.shownPath, cell.boundary) = (nil, nil) }
    outcome.released.append(child)
    return true
  }

  /// Returns `true` if no other code retains a child or a descendant of it.
  ///
  /// If a retained descendant lost its ancestors, its emissions would not reach them.
  private func solelyOwns(childAt place: Int) -> Bool {
    isKnownUniquelyReferenced(&children[place]) && children[place].solelyOwnsChildren
  }

  private var solelyOwnsChildren: Bool {
    children.indices.allSatisfy { solelyOwns(childAt: $0) }
  }
}

/// The view models that were released, and those whose release must be deferred.
///
/// It retains the view models until all are processed, because their deinitializers may call the
/// list.
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

  /// The position in the list of the view model of an entry.
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
