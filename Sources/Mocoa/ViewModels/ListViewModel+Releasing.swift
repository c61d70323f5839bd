internal import MocoaModel

extension ListViewModel {
  /// Lets go of the view models that were watched and are outside of a part of the list.
  final func release(outside nearby: Nearby) {
    let watched = display.watch(nearby) ?? everythingMade()
    var outcome = ReleaseOutcome()
    for (position, ranks) in watched.sections {
      guard let section = sections[position] else { continue }
      let left = nearby.sections[position].map { ranks.subtracting($0) } ?? ranks
      for rank in left.ranges.joined() { section.release(rank, &outcome) }
    }
    for position in watched.sections.keys where !nearby.contains(section: position) {
      releaseSection(position, &outcome)
    }
    releaseLeftBehind(outside: nearby, &outcome)
    for viewModel in outcome.kept { display.leftBehind.append(viewModel) }
  }

  private func everythingMade() -> Nearby {
    var made = Nearby()
    for (position, section) in sections {
      made.insert(section: position)
      for child in section.children where !child.isLeftBehind {
        if let rank = section.rank(of: child) { made.insert(section: position, rank: rank) }
      }
    }
    return made
  }

  /// Lets go of a section in which nothing is left.
  private func releaseSection(_ position: Int, _ outcome: inout ReleaseOutcome) {
    let place = place(ofRank: position) { ($0 as? SectionViewModel)?.shownPosition } - 1
    guard place >= 0, (children[place] as? SectionViewModel)?.shownPosition == position else {
      return
    }
    let isReleased = release(childAt: place, &outcome) { child in
      guard let section = child as? SectionViewModel else { return false }
      return !section.children.contains { section.rank(of: $0) != nil }
    }
    if isReleased { sections[position] = nil }
  }

  /// Looks again at some of those that somebody else had.
  private func releaseLeftBehind(outside nearby: Nearby, _ outcome: inout ReleaseOutcome) {
    for _ in 0..<min(LeftBehind.share, display.leftBehind.count) {
      guard let place = display.leftBehind.next(in: self) else { continue }
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
  /// Lets go of the child with a rank, if there is one and nobody else has it.
  fileprivate final func release(_ rank: Int, _ outcome: inout ReleaseOutcome) {
    let place = place(ofRank: rank) { self.rank(of: $0) } - 1
    guard place >= 0, self.rank(of: children[place]) == rank else { return }
    if release(childAt: place, &outcome, if: { _ in true }) {
      cells[rank] = nil
      ends[rank] = nil
    }
  }
}

extension ViewModel {
  /// Lets go of a child that nobody else has and that need not be kept; another is left behind.
  ///
  /// - Returns: whether it was let go.
  fileprivate final func release(
    childAt place: Int, _ outcome: inout ReleaseOutcome, if isFree: (ViewModel) -> Bool
  ) -> Bool {
    guard !children[place].keepsState, isFree(children[place]), ownsAlone(childAt: place) else {
      outcome.kept.append(children[place])
      return false
    }
    let child = children.remove(at: place)
    child.parent = nil
    if let cell = child as? AnyCellViewModel { (cell.shownPath, cell.end) = (nil, nil) }
    outcome.released.append(child)
    return true
  }

  /// Whether nobody else has a child, nor anything below it: that would lose those it reports to.
  private func ownsAlone(childAt place: Int) -> Bool {
    isKnownUniquelyReferenced(&children[place]) && children[place].ownsChildrenAlone
  }

  private var ownsChildrenAlone: Bool {
    children.indices.allSatisfy { ownsAlone(childAt: $0) }
  }
}

/// What came of letting go: the view models are held until all is done, for what their ends set off
/// may come back to the list.
private struct ReleaseOutcome {
  var released: [ViewModel] = []
  var kept: [ViewModel] = []
}

/// View models that are far from what is shown and could not be let go, in the order in which they
/// are looked at again.
///
/// Nobody tells when the last other reference to a view model goes. So a few of them are looked at
/// with every frame, whatever their number.
@MainActor
struct LeftBehind {
  /// How many are looked at in a frame.
  static let share = 16

  /// Where one of them is.
  enum Place {
    case section(Int)
    case child(section: Int, rank: Int)
  }

  private struct Entry {
    weak var viewModel: ViewModel?
  }

  private var entries: [Entry] = []
  /// Those before it are done with; they leave in bulk, so that each costs the same.
  private var start = 0

  var count: Int { entries.count - start }

  mutating func append(_ viewModel: ViewModel) {
    guard !viewModel.isLeftBehind else { return }
    viewModel.isLeftBehind = true
    entries.append(Entry(viewModel: viewModel))
  }

  /// Takes the next one out, and says where it is; nil where it is not in the list any more.
  ///
  /// The place, and not the view model: a reference to it would count as somebody else's.
  mutating func next(in list: ListViewModel) -> Place? {
    guard start < entries.count else { return nil }
    let viewModel = entries[start].viewModel
    start += 1
    if start > entries.count / 2 {
      entries.removeFirst(start)
      start = 0
    }
    viewModel?.isLeftBehind = false
    if let section = viewModel as? SectionViewModel {
      return section.parent === list ? .section(section.shownPosition) : nil
    }
    guard let viewModel, let section = viewModel.parent as? SectionViewModel,
      section.parent === list, let rank = section.rank(of: viewModel)
    else { return nil }
    return .child(section: section.shownPosition, rank: rank)
  }
}
