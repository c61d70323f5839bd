internal import MocoaModel

/// The items that were marked: a mark goes wherever its item goes.
///
/// An item that is gone and comes back, as in another version of its list, is marked again.
struct ItemMarks: Sendable {
  private(set) var items = ItemRanges()

  /// Marked items that are not in the list now.
  private var absent: Set<ItemID> = []

  /// More marks than these are lost with their items: looking at every one takes its time.
  private static let limit = 10_000

  /// How many items of the list are marked.
  var count: Int { items.count }

  func contains(_ path: ItemPath) -> Bool { items.contains(path) }

  /// The item that was marked last, or whose mark was taken away; nil where it is gone.
  private(set) var last: ItemPath?

  /// Marks an item, or takes its mark away.
  mutating func toggle(_ path: ItemPath) {
    last = path
    if !items.remove(path) { items.insert(path) }
  }

  /// Marks items.
  mutating func insert(_ others: ItemRanges, last: ItemPath? = nil) {
    items = items.isEmpty ? others : items.union(others)
    self.last = last ?? self.last
  }

  /// Marks those of some items that are not marked, and takes the marks of the others away.
  mutating func invert(_ others: ItemRanges) { items = items.symmetricDifference(others) }

  /// Takes all marks away, also those of items that are gone.
  mutating func removeAll() { self = ItemMarks() }

  /// Carries the marks to the list after a change.
  ///
  /// - Complexity: O((marks + changes) × log changes).
  mutating func carry(through update: ListUpdate, _ positions: ChangeSet.Positions) {
    if !items.isEmpty, !update.changes.isAppend {
      if items.count <= Self.limit { remember(update.before, positions) }
      items.carry(through: positions)
    }
    last = last.flatMap { positions.newPosition(of: $0) }
    if !absent.isEmpty { recognise(update) }
  }

  private mutating func remember(_ before: ListSnapshot, _ positions: ChangeSet.Positions) {
    for run in items.runs {
      for item in run.range {
        let path = ItemPath(section: run.section, item: item)
        guard positions.newPosition(of: path) == nil, absent.count < Self.limit else { continue }
        absent.insert(before.id(at: path))
      }
    }
  }

  private mutating func recognise(_ update: ListUpdate) {
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
