/// The changes between two lists, sufficient to convert the old list into the new one.
///
/// Deletions and the sources of moves and updates are indexes in the *old* list. Insertions and
/// destinations are indexes in the *new* list. Each old path is deleted or moved from at most once;
/// each new path is inserted or moved to at most once. A moved element whose content also changed
/// is in `moves` and in `updates`. The items of a deleted or inserted section are not listed
/// separately.
///
/// Adjacent indexes are stored as ranges: a million appended items are one insertion.
public struct ChangeSet: Sendable, Equatable {
  /// An element that is at `from` in the old list and at `to` in the new list.
  public struct Step<Position: Sendable & Equatable>: Sendable, Equatable {
    /// The index or path in the old list.
    public var from: Position

    /// The index or path in the new list.
    public var to: Position

    /// Creates a step.
    public init(from: Position, to: Position) {
      self.from = from
      self.to = to
    }
  }

  /// A range of adjacent items in one section.
  public struct Run: Sendable, Equatable {
    /// The index of the section.
    public var section: Int

    /// The indexes of the items.
    ///
    /// Never empty.
    public var range: Range<Int>

    /// Creates a run of items in one section.
    public init(section: Int, range: Range<Int>) {
      self.section = section
      self.range = range
    }
  }

  /// The number of items in each section of the old list.
  ///
  /// The change set can be applied only to a list with these numbers.
  public var countsBefore: [Int]

  /// The number of items in each section of the new list.
  public var countsAfter: [Int]

  /// The deleted sections, in ascending order.
  public var sectionDeletions: [Int] = []

  /// The inserted sections, in ascending order.
  public var sectionInsertions: [Int] = []

  /// The sections that moved relative to the other sections that are in both lists, sorted by new
  /// index.
  public var sectionMoves: [Step<Int>] = []

  /// The sections whose header, footer, supplements or module changed, sorted by new index.
  public var sectionUpdates: [Step<Int>] = []

  /// The deleted items, in ascending order.
  public var deletions: [Run] = []

  /// The inserted items, in ascending order.
  public var insertions: [Run] = []

  /// The items that moved relative to the other items that are in both lists, sorted by new path.
  public var moves: [Step<ItemPath>] = []

  /// The items with the same identity and different content, sorted by new path.
  public var updates: [Step<ItemPath>] = []

  /// The new paths of the items that need a new view model.
  public var reloads: [ItemPath] = []

  /// Creates a change set without changes.
  ///
  /// - Parameters:
  ///   - countsBefore: The number of items in each section of the old list.
  ///   - countsAfter: The number of items in each section of the new list.
  public init(countsBefore: [Int], countsAfter: [Int]) {
    self.countsBefore = countsBefore
    self.countsAfter = countsAfter
  }

  /// A Boolean value that indicates whether the change set has no changes.
  public var isEmpty: Bool {
    sectionDeletions.isEmpty && sectionInsertions.isEmpty && sectionMoves.isEmpty
      && sectionUpdates.isEmpty && deletions.isEmpty && insertions.isEmpty && moves.isEmpty
      && updates.isEmpty && reloads.isEmpty
  }
}

extension ChangeSet {
  /// A Boolean value that indicates whether the change set only appends items to sections.
  ///
  /// It is also `true` for an empty change set.
  public var isAppend: Bool {
    var others = self
    others.insertions = []
    return others.isEmpty
      && insertions.allSatisfy { $0.range.upperBound == countsAfter[$0.section] }
  }

  /// Returns a change set without changes for a list.
  public static func unchanged(_ list: ListSnapshot) -> ChangeSet {
    ChangeSet(countsBefore: list.itemCounts, countsAfter: list.itemCounts)
  }

  /// Returns a change set that appends a number of items to one section.
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

  /// Returns a change set that replaces the items of one section, starting at an index.
  ///
  /// Items that still have the same index are updated or unchanged. From the first item whose
  /// identity differs, all old items are deleted and all new items are inserted.
  ///
  /// - Complexity: O(items of the old list from the index).
  public static func replacingSuffix(
    ofSection section: Int, from position: Int, of before: ListSnapshot, with after: ListSnapshot
  ) -> ChangeSet {
    var changes = ChangeSet(countsBefore: before.itemCounts, countsAfter: after.itemCounts)
    let counts = (changes.countsBefore[section], changes.countsAfter[section])
    var start = position
    while start < min(counts.0, counts.1) {
      let path = ItemPath(section: section, item: start)
      guard before.id(at: path) == after.id(at: path) else { break }
      if !after.isContentEqual(at: path, in: before, at: path) {
        changes.updates.append(Step(from: path, to: path))
      }
      start += 1
    }
    if start < counts.0 { changes.deletions = [Run(section: section, range: start..<counts.0)] }
    if start < counts.1 { changes.insertions = [Run(section: section, range: start..<counts.1)] }
    return changes
  }

  /// Returns a change set that replaces all items of one section.
  public static func replacingItems(
    ofSection section: Int, of before: ListSnapshot, with after: ListSnapshot
  ) -> ChangeSet {
    var changes = ChangeSet(countsBefore: before.itemCounts, countsAfter: after.itemCounts)
    let counts = (changes.countsBefore[section], changes.countsAfter[section])
    if counts.0 > 0 { changes.deletions = [Run(section: section, range: 0..<counts.0)] }
    if counts.1 > 0 { changes.insertions = [Run(section: section, range: 0..<counts.1)] }
    return changes
  }

  /// Returns a change set that deletes every section of the old list and inserts every section of
  /// the new one.
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

extension ChangeSet: CustomStringConvertible {
  /// The changes as text, with one line for each kind of change that occurs.
  public var description: String {
    let lines = [
      Self.line("deleted sections", sectionDeletions.map { "\($0)" }),
      Self.line("inserted sections", sectionInsertions.map { "\($0)" }),
      Self.line("moved sections", sectionMoves.map { "\($0.from) → \($0.to)" }),
      Self.line("updated sections", sectionUpdates.map { "\($0.from) → \($0.to)" }),
      Self.line("deleted items", deletions.map(\.description)),
      Self.line("inserted items", insertions.map(\.description)),
      Self.line("moved items", moves.map { "\($0.from) → \($0.to)" }),
      Self.line("updated items", updates.map { "\($0.from) → \($0.to)" }),
      Self.line("reloaded items", reloads.map(\.description)),
    ]
    let found = lines.compactMap { $0 }
    return found.isEmpty ? "no changes" : found.joined(separator: "\n")
  }

  /// Returns a line with the first 12 changes of a kind and the number of further changes.
  ///
  /// - Returns: `nil` if no change of this kind occurs.
  private static func line(_ kind: String, _ changes: [String]) -> String? {
    if changes.isEmpty { return nil }
    let limit = 12
    let more = changes.count > limit ? ", and \(changes.count - limit) more" : ""
    return "\(kind): \(changes.prefix(limit).joined(separator: ", "))\(more)"
  }
}

extension ChangeSet.Run: CustomStringConvertible {
  /// The path of the only item as `[section, item]`, or the paths of the first and the last item.
  public var description: String {
    let first = ItemPath(section: section, item: range.lowerBound)
    return range.count == 1
      ? "\(first)" : "\(first)…\(ItemPath(section: section, item: range.upperBound - 1))"
  }
}
