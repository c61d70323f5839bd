/// What changed between two lists: enough to make the second of the first.
///
/// Coordinates follow the field's rule. Deletions, sources of moves and of updates are positions in
/// the list *before*; insertions and destinations are positions in the list *after*. Each old
/// position is deleted or moved from at most once, each new one inserted or moved to at most once.
/// A moved element whose content changed as well stands in `moves` and in `updates`. The items of a
/// deleted or inserted section are implied by it and not listed.
///
/// Neighbouring positions are kept as ranges: a million appended items are one insertion.
public struct ChangeSet: Sendable, Equatable {
  /// One thing that is at `from` before and at `to` after.
  public struct Step<Position: Sendable & Equatable>: Sendable, Equatable {
    /// The position before.
    public var from: Position

    /// The position after.
    public var to: Position

    /// A step from one position to another.
    public init(from: Position, to: Position) {
      self.from = from
      self.to = to
    }
  }

  /// Neighbouring items of one section.
  public struct Run: Sendable, Equatable {
    /// The position of the section.
    public var section: Int

    /// The positions of the items; never empty.
    public var range: Range<Int>

    /// Items of one section.
    public init(section: Int, range: Range<Int>) {
      self.section = section
      self.range = range
    }
  }

  /// The number of items in each section before; the change set fits no other list.
  public var countsBefore: [Int]

  /// The number of items in each section after.
  public var countsAfter: [Int]

  /// Sections that are gone, ascending.
  public var sectionDeletions: [Int] = []

  /// Sections that are new, ascending.
  public var sectionInsertions: [Int] = []

  /// Sections that stand elsewhere among those that stayed, by their positions after.
  public var sectionMoves: [Step<Int>] = []

  /// Sections whose header, footer or module changed, by their positions after.
  public var sectionUpdates: [Step<Int>] = []

  /// Items that are gone, ascending.
  public var deletions: [Run] = []

  /// Items that are new, ascending.
  public var insertions: [Run] = []

  /// Items that stand elsewhere among those that stayed, by their positions after.
  public var moves: [Step<ItemPath>] = []

  /// Items that are the same by identity and have other content, by their positions after.
  public var updates: [Step<ItemPath>] = []

  /// Items, by their position after, whose view models are to be made anew.
  public var reloads: [ItemPath] = []

  /// No change of a list with so many items in each section.
  public init(countsBefore: [Int], countsAfter: [Int]) {
    self.countsBefore = countsBefore
    self.countsAfter = countsAfter
  }

  /// Whether nothing changed.
  public var isEmpty: Bool {
    sectionDeletions.isEmpty && sectionInsertions.isEmpty && sectionMoves.isEmpty
      && sectionUpdates.isEmpty && deletions.isEmpty && insertions.isEmpty && moves.isEmpty
      && updates.isEmpty && reloads.isEmpty
  }
}

extension ChangeSet {
  /// Whether nothing happened but that items were added at the ends of sections.
  public var isAppend: Bool {
    var others = self
    others.insertions = []
    return others.isEmpty
      && insertions.allSatisfy { $0.range.upperBound == countsAfter[$0.section] }
  }

  /// No change of a list.
  public static func unchanged(_ list: ListSnapshot) -> ChangeSet {
    ChangeSet(countsBefore: list.itemCounts, countsAfter: list.itemCounts)
  }

  /// Items added at the end of one section.
  public static func appending(_ count: Int, toSection section: Int, of before: ListSnapshot)
    -> ChangeSet
  {
    var changes = unchanged(before)
    guard count > 0 else { return changes }
    let start = changes.countsBefore[section]
    changes.countsAfter[section] += count
    changes.insertions = [Run(section: section, range: start..<(start + count))]
    return changes
  }

  /// The items of one section from a position on have become others: those that are still at their
  /// position are updated or the same, all others deleted and inserted.
  ///
  /// - Complexity: O(items from the position on in the list before).
  public static func replacingEnd(
    ofSection section: Int, from position: Int, of before: ListSnapshot, with after: ListSnapshot
  ) -> ChangeSet {
    var changes = ChangeSet(countsBefore: before.itemCounts, countsAfter: after.itemCounts)
    let counts = (changes.countsBefore[section], changes.countsAfter[section])
    var start = position
    while start < min(counts.0, counts.1) {
      let path = ItemPath(section: section, item: start)
      guard before.id(at: path) == after.id(at: path) else { break }
      if !after.isContentEqual(at: path, before, at: path) {
        changes.updates.append(Step(from: path, to: path))
      }
      start += 1
    }
    if start < counts.0 { changes.deletions = [Run(section: section, range: start..<counts.0)] }
    if start < counts.1 { changes.insertions = [Run(section: section, range: start..<counts.1)] }
    return changes
  }

  /// All items of one section have become others.
  public static func replacingItems(
    ofSection section: Int, of before: ListSnapshot, with after: ListSnapshot
  ) -> ChangeSet {
    var changes = ChangeSet(countsBefore: before.itemCounts, countsAfter: after.itemCounts)
    let counts = (changes.countsBefore[section], changes.countsAfter[section])
    if counts.0 > 0 { changes.deletions = [Run(section: section, range: 0..<counts.0)] }
    if counts.1 > 0 { changes.insertions = [Run(section: section, range: 0..<counts.1)] }
    return changes
  }

  /// Every section gone, and every section of the other list new.
  public static func replacing(_ before: ListSnapshot, with after: ListSnapshot) -> ChangeSet {
    var changes = ChangeSet(countsBefore: before.itemCounts, countsAfter: after.itemCounts)
    changes.sectionDeletions = Array(before.sections.indices)
    changes.sectionInsertions = Array(after.sections.indices)
    return changes
  }
}

extension ListSnapshot {
  /// The number of items in each section.
  public var itemCounts: [Int] { sections.map(\.items.count) }
}
