internal import MocoaModel

/// The marked items of a list.
///
/// Marks move with their items. If a marked item is removed and later inserted again, for example
/// by a reload, it is still marked.
struct MarkSet: Sendable {
  private(set) var items = ItemRanges()

  /// The identities of marked items that were removed from the list.
  private var absent: Set<ItemID> = []

  /// The maximum number of marks that are retained for removed items.
  ///
  /// In a list with more marks, the marks of removed items are discarded, because looking up their
  /// identities would take too long.
  private static let limit = 10_000

  /// The number of marked items in the list.
  var count: Int { items.count }

  func contains(_ path: ItemPath) -> Bool { items.contains(path) }

  /// The path of the item whose mark was changed last, or `nil` if that item was removed.
  private(set) var last: ItemPath?

  /// Toggles the mark of an item.
  mutating func toggle(_ path: ItemPath) {
    last = path
    if !items.remove(path) { items.insert(path) }
  }

  /// Marks items.
  mutating func insert(_ others: ItemRanges, last: ItemPath? = nil) {
    items = items.isEmpty ? others : items.union(others)
    self.last = last ?? self.last
  }

  /// Inverts the marks of items.
  mutating func invert(_ others: ItemRanges) { items = items.symmetricDifference(others) }

  /// Removes all marks, including those of removed items.
  mutating func removeAll() { self = MarkSet() }

  /// Updates the paths of the marked items after a change of the list.
  ///
  /// - Complexity: O((marks + changes) × log changes).
  mutating func remap(through update: ListUpdate, _ positions: ChangeSet.PathMap) {
    if !items.isEmpty, !update.changes.isAppend {
      if items.count <= Self.limit { retainRemoved(update.before, positions) }
      items.remap(through: positions)
    }
    last = last.flatMap { positions.newPath(of: $0) }
    if !absent.isEmpty { restoreReinserted(update) }
  }

  private mutating func retainRemoved(_ before: ListSnapshot, _ positions: ChangeSet.PathMap) {
    for run in items.runs {
      for item in run.range {
        let path = ItemPath(section: run.section, item: item)
        guard positions.newPath(of: path) == nil, absent.count < Self.limit else { continue }
        absent.insert(before.id(at: path))
      }
    }
  }

  private mutating func restoreReinserted(_ update: ListUpdate) {
    let (changes, after) = (update.changes, update.after)
    var runs = changes.insertions
    for section in changes.sectionInsertions {
      runs.append(.init(section: section, range: 0..<changes.countsAfter[section]))
    }
    guard runs.reduce(0, { $0 + $1.range.count }) <= Self.limit else { return }
    for run in runs {
      for item in run.range {
        let path = ItemPath(section: run.section, item: item)
        if absent.remove(after.id(at: path)) != nil { items.insert(path) }
      }
    }
  }
}
