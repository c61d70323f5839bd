extension ChangeSet {
  /// Where everything goes to, and comes from: an index over the changes, to be kept for as long as
  /// there are questions.
  ///
  /// - Complexity: O(changes × log changes), whatever the length of the list; each question then
  ///   O(log changes).
  public var positions: Positions { Positions(self) }

  /// The way between the positions of two lists.
  public struct Positions: Sendable {
    private let sections: Way<Int>
    private let items: Way<ItemPath>

    /// What leaves and what arrives, and where to what is moved goes.
    private struct Way<Position: Sendable & Equatable>: Sendable {
      let leaving: TakenPlaces
      let arriving: TakenPlaces
      /// By their sources, and by their destinations.
      let departures: [Step<Position>]
      let arrivals: [Step<Position>]
    }

    init(_ changes: ChangeSet) {
      sections = Way(
        leaving: TakenPlaces(places: changes.sectionDeletions + changes.sectionMoves.map(\.from)),
        arriving: TakenPlaces(places: changes.sectionInsertions + changes.sectionMoves.map(\.to)),
        departures: changes.sectionMoves.sorted { $0.from < $1.from },
        arrivals: changes.sectionMoves.sorted { $0.to < $1.to })
      items = Way(
        leaving: TakenPlaces(changes.deletions, changes.moves.map(\.from)),
        arriving: TakenPlaces(changes.insertions, changes.moves.map(\.to)),
        departures: changes.moves.sorted { $0.from < $1.from },
        arrivals: changes.moves.sorted { $0.to < $1.to })
    }

    /// Where a section of the list before stands after; nil when it is gone.
    public func newPosition(ofSection section: Int) -> Int? {
      let index = sections.departures.firstPlace { $0.from >= section }
      if index < sections.departures.count, sections.departures[index].from == section {
        return sections.departures[index].to
      }
      return sections.leaving.rank(of: ItemPath(section: 0, item: section)).map {
        sections.arriving.place(ofRank: $0, in: 0)
      }
    }

    /// Where a section of the list after stood before; nil when it is new.
    public func oldPosition(ofSection section: Int) -> Int? {
      let index = sections.arrivals.firstPlace { $0.to >= section }
      if index < sections.arrivals.count, sections.arrivals[index].to == section {
        return sections.arrivals[index].from
      }
      return sections.arriving.rank(of: ItemPath(section: 0, item: section)).map {
        sections.leaving.place(ofRank: $0, in: 0)
      }
    }

    /// Where an item of the list before stands after; nil when it is gone.
    public func newPosition(of path: ItemPath) -> ItemPath? {
      let index = items.departures.firstPlace { $0.from >= path }
      if index < items.departures.count, items.departures[index].from == path {
        return items.departures[index].to
      }
      guard let section = newPosition(ofSection: path.section),
        let rank = items.leaving.rank(of: path)
      else { return nil }
      return ItemPath(section: section, item: items.arriving.place(ofRank: rank, in: section))
    }

    /// Where an item of the list after stood before; nil when it is new.
    public func oldPosition(of path: ItemPath) -> ItemPath? {
      let index = items.arrivals.firstPlace { $0.to >= path }
      if index < items.arrivals.count, items.arrivals[index].to == path {
        return items.arrivals[index].from
      }
      guard let section = oldPosition(ofSection: path.section),
        let rank = items.arriving.rank(of: path)
      else { return nil }
      return ItemPath(section: section, item: items.leaving.place(ofRank: rank, in: section))
    }

    /// What a section of the list before loses, and what one of the list after gains, in order.
    func taken(old: Int, new: Int) -> (leaving: [Range<Int>], arriving: [Range<Int>]) {
      (items.leaving.ranges(in: old), items.arriving.ranges(in: new))
    }
  }
}
