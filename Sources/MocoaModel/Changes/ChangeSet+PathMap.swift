extension ChangeSet {
  /// Returns the map between the paths of the old and the new list.
  ///
  /// Retain it for several lookups.
  ///
  /// - Complexity: O(changes × log changes), independent of the length of the list. Each lookup is
  ///   O(log changes).
  public func makePathMap() -> PathMap { PathMap(self) }

  /// A map between the indexes and paths of the old list and those of the new list.
  public struct PathMap: Sendable {
    private let forward: PathTranslation
    private let backward: PathTranslation

    init(_ changes: ChangeSet) {
      let sections = AxisTranslation(
        leaving: OccupiedRanges(
          indexes: changes.sectionDeletions + changes.sectionMoves.map(\.from)),
        arriving: OccupiedRanges(
          indexes: changes.sectionInsertions + changes.sectionMoves.map(\.to)),
        moves: changes.sectionMoves.map {
          Step(from: ItemPath(section: 0, item: $0.from), to: ItemPath(section: 0, item: $0.to))
        })
      let items = AxisTranslation(
        leaving: OccupiedRanges(changes.deletions, changes.moves.map(\.from)),
        arriving: OccupiedRanges(changes.insertions, changes.moves.map(\.to)), moves: changes.moves)
      forward = PathTranslation(sections: sections, items: items)
      backward = PathTranslation(sections: sections.reversed, items: items.reversed)
    }

    private init(forward: PathTranslation, backward: PathTranslation) {
      (self.forward, self.backward) = (forward, backward)
    }

    /// The map from the new list to the old one.
    package var inverse: PathMap { PathMap(forward: backward, backward: forward) }

    /// Returns the new index of a section of the old list, or `nil` if it was deleted.
    public func newIndex(ofSection section: Int) -> Int? { forward.index(ofSection: section) }

    /// Returns the old index of a section of the new list, or `nil` if it was inserted.
    public func oldIndex(ofSection section: Int) -> Int? { backward.index(ofSection: section) }

    /// Returns the new path of an item of the old list, or `nil` if it was deleted.
    public func newPath(of path: ItemPath) -> ItemPath? { forward.path(of: path) }

    /// Returns the old path of an item of the new list, or `nil` if it was inserted.
    public func oldPath(of path: ItemPath) -> ItemPath? { backward.path(of: path) }

    /// Returns the new indexes of sections of the old list.
    ///
    /// Deleted sections are omitted.
    public func newIndexes(ofSections sections: RangeSet<Int>) -> RangeSet<Int> {
      forward.sections.remap(sections, from: 0, to: 0).reduce(into: RangeSet()) { result, run in
        result.insert(contentsOf: run.range)
      }
    }

    /// Returns the new paths of items in one section of the old list.
    ///
    /// Deleted items are omitted.
    ///
    /// - Returns: Runs in unspecified order.
    /// - Complexity: O((ranges + changes of the section) × log changes).
    func newPositions(of items: RangeSet<Int>, inSection section: Int) -> [Run] {
      forward.runs(of: items, inSection: section)
    }

    /// Returns the ranges of deleted or moved items in an old section, and of inserted or moved
    /// items in a new section.
    ///
    /// Both are in order.
    func ranges(old: Int, new: Int) -> (leaving: [Range<Int>], arriving: [Range<Int>]) {
      (forward.items.leaving.ranges(in: old), forward.items.arriving.ranges(in: new))
    }
  }
}

/// A translation of the indexes and paths of one list to those of the other.
private struct PathTranslation: Sendable {
  let sections: AxisTranslation
  let items: AxisTranslation

  func index(ofSection section: Int) -> Int? {
    sections.destination(of: ItemPath(section: 0, item: section), to: 0)?.item
  }

  func path(of path: ItemPath) -> ItemPath? {
    items.destination(of: path, to: index(ofSection: path.section))
  }

  func runs(of ranges: RangeSet<Int>, inSection section: Int) -> [ChangeSet.Run] {
    items.remap(ranges, from: section, to: index(ofSection: section))
  }
}

/// A translation of indexes from one list to another, for sections or for items.
///
/// Elements that are not deleted, inserted or moved keep their order.
private struct AxisTranslation: Sendable {
  let leaving: OccupiedRanges
  let arriving: OccupiedRanges

  /// The moves, sorted by the path in the source list.
  let moves: [ChangeSet.Step<ItemPath>]

  init(leaving: OccupiedRanges, arriving: OccupiedRanges, moves: [ChangeSet.Step<ItemPath>]) {
    (self.leaving, self.arriving) = (leaving, arriving)
    self.moves = moves.sorted { $0.from < $1.from }
  }

  var reversed: AxisTranslation {
    AxisTranslation(
      leaving: arriving, arriving: leaving, moves: moves.map { .init(from: $0.to, to: $0.from) })
  }

  /// Returns the path of an element in the other list, or `nil` if the element is not in it.
  ///
  /// - Parameters:
  ///   - path: The path of the element.
  ///   - section: The new index of its section, for an element that did not move.
  func destination(of path: ItemPath, to section: Int?) -> ItemPath? {
    let index = moves.partitioningIndex { $0.from >= path }
    if index < moves.count, moves[index].from == path { return moves[index].to }
    guard let section, let rank = leaving.rank(of: path) else { return nil }
    return ItemPath(section: section, item: arriving.index(ofRank: rank, in: section))
  }

  /// Returns the indexes in the other list of the elements in some ranges of a section, as runs.
  func remap(_ ranges: RangeSet<Int>, from section: Int, to new: Int?) -> [ChangeSet.Run] {
    var carried: [ChangeSet.Run] = []
    if let new {
      for range in ranges.ranges {
        // The elements that stay have consecutive ranks, even if elements between them leave.
        let ranks = leaving.ranks(of: range, in: section)
        carried += arriving.indexes(ofRanks: ranks, in: new).map { .init(section: new, range: $0) }
      }
    }
    let first = moves.partitioningIndex { $0.from.section >= section }
    for move in moves[first...].prefix(while: { $0.from.section == section })
    where ranges.contains(move.from.item) {
      carried.append(.init(section: move.to.section, range: move.to.item..<(move.to.item + 1)))
    }
    return carried
  }
}
