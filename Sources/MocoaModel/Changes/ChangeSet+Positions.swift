extension ChangeSet {
  /// Where everything goes to, and comes from: an index over the changes, to be kept for as long as
  /// there are questions.
  ///
  /// - Complexity: O(changes × log changes), whatever the length of the list; each question then
  ///   O(log changes).
  public var positions: Positions { Positions(self) }

  /// The way between the positions of two lists.
  public struct Positions: Sendable {
    private let forward: Passage
    private let backward: Passage

    init(_ changes: ChangeSet) {
      let sections = Way(
        leaving: TakenPlaces(places: changes.sectionDeletions + changes.sectionMoves.map(\.from)),
        arriving: TakenPlaces(places: changes.sectionInsertions + changes.sectionMoves.map(\.to)),
        moves: changes.sectionMoves.map {
          Step(from: ItemPath(section: 0, item: $0.from), to: ItemPath(section: 0, item: $0.to))
        })
      let items = Way(
        leaving: TakenPlaces(changes.deletions, changes.moves.map(\.from)),
        arriving: TakenPlaces(changes.insertions, changes.moves.map(\.to)), moves: changes.moves)
      forward = Passage(sections: sections, items: items)
      backward = Passage(sections: sections.reversed, items: items.reversed)
    }

    /// Where a section of the list before stands after; nil when it is gone.
    public func newPosition(ofSection section: Int) -> Int? { forward.place(ofSection: section) }

    /// Where a section of the list after stood before; nil when it is new.
    public func oldPosition(ofSection section: Int) -> Int? { backward.place(ofSection: section) }

    /// Where an item of the list before stands after; nil when it is gone.
    public func newPosition(of path: ItemPath) -> ItemPath? { forward.place(of: path) }

    /// Where an item of the list after stood before; nil when it is new.
    public func oldPosition(of path: ItemPath) -> ItemPath? { backward.place(of: path) }

    /// Where sections of the list before stand after, without those that are gone.
    public func newPositions(ofSections sections: RangeSet<Int>) -> RangeSet<Int> {
      forward.sections.carry(sections, from: 0, to: 0).reduce(into: RangeSet()) { result, place in
        result.insert(contentsOf: place.range)
      }
    }

    /// Where items of one section of the list before stand after, without those that are gone; in
    /// no order.
    ///
    /// - Complexity: O((ranges + changes of the section) × log changes).
    func newPositions(of items: RangeSet<Int>, inSection section: Int) -> [Run] {
      forward.places(of: items, inSection: section)
    }

    /// What a section of the list before loses, and what one of the list after gains, in order.
    func taken(old: Int, new: Int) -> (leaving: [Range<Int>], arriving: [Range<Int>]) {
      (forward.items.leaving.ranges(in: old), forward.items.arriving.ranges(in: new))
    }
  }
}

/// The way from one list to another.
private struct Passage: Sendable {
  let sections: Way
  let items: Way

  func place(ofSection section: Int) -> Int? {
    sections.destination(of: ItemPath(section: 0, item: section), to: 0)?.item
  }

  func place(of path: ItemPath) -> ItemPath? {
    items.destination(of: path, to: place(ofSection: path.section))
  }

  func places(of ranges: RangeSet<Int>, inSection section: Int) -> [ChangeSet.Run] {
    items.carry(ranges, from: section, to: place(ofSection: section))
  }
}

/// What leaves and what arrives, and where to what is moved goes; all else keeps its order.
private struct Way: Sendable {
  let leaving: TakenPlaces
  let arriving: TakenPlaces

  /// By their sources.
  let moves: [ChangeSet.Step<ItemPath>]

  init(leaving: TakenPlaces, arriving: TakenPlaces, moves: [ChangeSet.Step<ItemPath>]) {
    (self.leaving, self.arriving) = (leaving, arriving)
    self.moves = moves.sorted { $0.from < $1.from }
  }

  var reversed: Way {
    Way(
      leaving: arriving, arriving: leaving, moves: moves.map { .init(from: $0.to, to: $0.from) })
  }

  /// Where something goes; what is not moved, to the section that its own has become.
  func destination(of path: ItemPath, to section: Int?) -> ItemPath? {
    let index = moves.firstPlace { $0.from >= path }
    if index < moves.count, moves[index].from == path { return moves[index].to }
    guard let section, let rank = leaving.rank(of: path) else { return nil }
    return ItemPath(section: section, item: arriving.place(ofRank: rank, in: section))
  }

  /// Where ranges of a section go.
  func carry(_ ranges: RangeSet<Int>, from section: Int, to new: Int?) -> [ChangeSet.Run] {
    var carried: [ChangeSet.Run] = []
    if let new {
      for range in ranges.ranges {
        // What stays has neighbouring ranks, however much between it leaves.
        let ranks = leaving.ranks(of: range, in: section)
        carried += arriving.places(ofRanks: ranks, in: new).map { .init(section: new, range: $0) }
      }
    }
    let first = moves.firstPlace { $0.from.section >= section }
    for move in moves[first...].prefix(while: { $0.from.section == section })
    where ranges.contains(move.from.item) {
      carried.append(.init(section: move.to.section, range: move.to.item..<(move.to.item + 1)))
    }
    return carried
  }
}
