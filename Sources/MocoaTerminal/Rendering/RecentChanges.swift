internal import MocoaModel

/// The latest refreshes of a list, which determine the marks of changed items.
///
/// A refresh is an update of the list with changes, or a run of a command without changes. The
/// marks of a refresh weaken with each later one and disappear after three, so that they need no
/// timer. With a baseline, all changes since then stay marked.
struct RecentChanges {
  /// The number of refreshes whose changes are marked.
  static let steps = 3

  /// The maximum number of updates that are kept, including updates that are not refreshes.
  private static let maxUpdates = 16

  /// The maximum number of updates since the baseline that are kept.
  ///
  /// Successive updates of the same kind count once.
  private static let maxUpdatesSinceBaseline = 64

  /// The maximum number of changed items of a refresh, or since the baseline, whose changes are
  /// marked.
  private static let maxItems = 10_000

  /// An update of the list.
  private struct Entry {
    let update: ListUpdate
    let changes: ElementChanges
    let isRefresh: Bool

    var before: ListSnapshot { update.before }
  }

  /// The updates, the newest first.
  private var entries: [Entry] = []

  /// The counts of the last refresh or since the baseline, or `nil` before the first refresh.
  private(set) var summary: ChangeSummary?

  /// The time of the baseline in seconds since 1970, or `nil` without a baseline.
  private(set) var baselineTime: Int?

  /// The number of the last refresh of the source, as counted by the page.
  private var lastRefresh: Int?

  /// A Boolean value that indicates whether the list has changed since the last refresh.
  private var hasChangedSinceRefresh = false

  /// Adds an update of the list.
  ///
  /// - Parameters:
  ///   - update: The update.
  ///   - isRefresh: A Boolean value that indicates whether the content of the list has changed. A
  ///     new filter, for example, changes only the visible part.
  mutating func add(_ update: ListUpdate, isRefresh: Bool) {
    if isRefresh { hasChangedSinceRefresh = true }
    guard isRefresh || !entries.isEmpty else { return }
    let update = combinedWithBaseline(update, isRefresh: isRefresh)
    guard !update.changes.isLarger(than: Self.maxItems) else {
      removeAll()
      summary = isRefresh ? ChangeSummary(update.changes) : nil
      return
    }
    entries.insert(
      Entry(update: update, changes: ElementChanges(update), isRefresh: isRefresh), at: 0)
    if isRefresh {
      let refreshes = entries.lazy.filter(\.isRefresh).map(\.update.changes)
      summary = ChangeSummary(refreshes.prefix(baselineTime == nil ? 1 : .max))
    }
    removeOldEntries()
  }

  /// Adds a refresh that has not changed the list.
  mutating func addUnchanged(_ list: ListSnapshot) {
    guard baselineTime == nil else { return }
    summary = ChangeSummary([])
    guard !entries.isEmpty else { return }
    let update = ListUpdate(before: list, after: list, changes: .unchanged(list))
    entries.insert(
      Entry(update: update, changes: ElementChanges(update), isRefresh: true), at: 0)
    removeOldEntries()
  }

  /// Records the number of refreshes of the source, which may not have changed the list.
  ///
  /// - Returns: `true` if marks have changed.
  mutating func setRefreshCount(_ count: Int, _ list: ListSnapshot) -> Bool {
    guard count != lastRefresh else { return false }
    defer { (lastRefresh, hasChangedSinceRefresh) = (count, false) }
    guard lastRefresh != nil, !hasChangedSinceRefresh else { return false }
    addUnchanged(list)
    return true
  }

  /// Retains the marks of all changes from now on.
  ///
  /// - Parameter time: The current time in seconds since 1970.
  mutating func setBaseline(at time: Int) {
    (entries, summary) = ([], ChangeSummary([]))
    baselineTime = time
  }

  /// Returns an update combined with the latest entry of the same kind, which the method removes.
  ///
  /// Without a baseline, returns the update.
  ///
  /// - Complexity: O(changes since the baseline).
  private mutating func combinedWithBaseline(
    _ update: ListUpdate, isRefresh: Bool
  ) -> ListUpdate {
    guard baselineTime != nil, let latest = entries.first, latest.isRefresh == isRefresh,
      let changes = try? latest.update.changes.composed(with: update.changes)
    else { return update }
    entries.removeFirst()
    return ListUpdate(before: latest.before, after: update.after, changes: changes)
  }

  private mutating func removeOldEntries() {
    if baselineTime != nil {
      // The marks end together with the baseline, so that they are never incomplete.
      if entries.count > Self.maxUpdatesSinceBaseline { removeAll() }
      return
    }
    if entries.count > Self.maxUpdates { entries.removeSubrange(Self.maxUpdates...) }
    var refreshCount = 0
    let end = entries.firstIndex { entry in
      if entry.isRefresh { refreshCount += 1 }
      return refreshCount > Self.steps
    }
    if let end { entries.removeSubrange(end...) }
  }

  /// Removes all marks, and the baseline.
  mutating func removeAll() { (entries, summary, baselineTime) = ([], nil, nil) }

  /// Returns the paths of the items that the last refresh changed, in list order.
  ///
  /// - Complexity: O(changed items × log changed items).
  func changedPaths() -> [ItemPath] {
    guard let refresh = entries.firstIndex(where: \.isRefresh) else { return [] }
    var paths = Array(entries[refresh].update.changes.changedPaths())
    for entry in entries[..<refresh].reversed() {
      paths = paths.compactMap { entry.changes.newElement(for: .item($0))?.path }
    }
    return paths.sorted()
  }

  /// Returns the recent change of an item, or `nil` if the item has not changed.
  ///
  /// - Parameter path: The path of the item in the list.
  func change(ofItemAt path: ItemPath) -> ItemChange? {
    var path = path
    var step = 0
    var change: ItemChange?
    for entry in entries {
      let element = ListElement.item(path)
      if entry.isRefresh {
        if entry.changes.isNew(element) {
          if change == nil { change = ItemChange(kind: .inserted, step: step) }
          return change
        }
        let isUpdated = entry.changes.isUpdated(element)
        if change == nil, isUpdated || entry.changes.isMoved(element) {
          change = ItemChange(kind: isUpdated ? .updated : .moved, step: step)
        }
      }
      guard let before = entry.changes.oldPath(of: path), entry.before.contains(before) else {
        return change
      }
      if entry.isRefresh {
        if entry.changes.isUpdated(element) {
          change?.formerItems.append(
            ItemChange.FormerItem(step: step, snapshot: entry.before, path: before))
        }
        if baselineTime == nil { step += 1 }
      }
      path = before
    }
    return change
  }
}

/// A recent change of an item.
struct ItemChange {
  /// The kind of the latest change.
  let kind: Transition.Mark

  /// The number of later refreshes: 0 to 2.
  let step: Int

  /// The former items, the newest first.
  var formerItems: [FormerItem] = []

  /// An item before a change, which is read only if its values are needed.
  struct FormerItem {
    /// The number of refreshes after the item was replaced.
    let step: Int

    /// The list that contains the item.
    let snapshot: ListSnapshot

    /// The path of the item in `snapshot`.
    let path: ItemPath

    /// Reads the item.
    func read() -> any CellModel { snapshot.element(at: path) }
  }
}

/// The number of items that a refresh has changed.
struct ChangeSummary: Equatable {
  let updated: Int
  let inserted: Int
  let deleted: Int
  let moved: Int

  init(_ changes: ChangeSet) { self.init([changes]) }

  /// Creates the sums of the counts of several change sets.
  init(_ sets: some Sequence<ChangeSet>) {
    var (updated, inserted, deleted, moved) = (0, 0, 0, 0)
    for changes in sets {
      updated += changes.updates.count + changes.reloads.count
      inserted += changes.insertions.reduce(0) { $0 + $1.range.count }
      deleted += changes.deletions.reduce(0) { $0 + $1.range.count }
      moved += changes.moves.count
    }
    (self.updated, self.inserted, self.deleted, self.moved) = (updated, inserted, deleted, moved)
  }
}

extension ChangeSet {
  /// Returns the paths of all items that are new, updated or moved, in any order.
  fileprivate func changedPaths() -> Set<ItemPath> {
    var paths = Set(updates.map(\.to)).union(reloads).union(moves.map(\.to))
    for run in insertions {
      for item in run.range { paths.insert(ItemPath(section: run.section, item: item)) }
    }
    return paths
  }
}
