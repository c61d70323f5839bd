internal import Mocoa
internal import MocoaModel

/// The marks of a list.
///
/// Marks belong to the items of the base list, which is the list before filtering and sorting. A
/// filter or another order therefore neither removes nor moves marks.
@MainActor
final class MarkController {
  private let list: ListViewModel
  private var marks = MarkSet() {
    didSet { hidden = nil }
  }

  private var token: ObservationToken?

  /// The cached number of marked items that are not shown because of a filter, or `nil`.
  private var hidden: Int?

  /// Creates the marks of a list, without marked items.
  init(_ list: ListViewModel) {
    self.list = list
    token = list.trackContent { [weak self] update in
      guard !update.changes.isEmpty else { return }
      self?.marks.remap(through: update, update.changes.makePathMap())
    }
  }

  /// The number of marked items, including items that are not shown because of a filter.
  var count: Int { marks.count }

  /// The number of marked items that are not shown because of a filter.
  var hiddenCount: Int {
    guard let excerpt = list.derivedList, marks.count > 0 else { return 0 }
    let count = hidden ?? marks.items.subtracting(excerpt.visibleBaseItems).count
    hidden = count
    return count
  }

  /// Returns `true` if an item of the displayed list is marked.
  func contains(_ path: ItemPath) -> Bool {
    marks.count > 0 && basePath(of: path).map(marks.contains) ?? false
  }

  /// Discards the cached number of hidden marks, because the list shows other items.
  func receiveChange() { hidden = nil }

  /// Converts the path of a shown item to its path in the base list.
  private func basePath(of path: ItemPath) -> ItemPath? { list.contentPath(of: path) }

  private var shownItems: ItemRanges {
    if let excerpt = list.derivedList { return excerpt.visibleBaseItems }
    var items = ItemRanges()
    for (number, section) in list.snapshot.sections.enumerated() {
      items.insert(.init(section: number, range: 0..<section.items.count))
    }
    return items
  }

  // MARK: - Marking

  /// Toggles the mark of an item.
  ///
  /// - Returns: `true` if the item can have a mark. A row that represents several items cannot.
  func toggle(_ path: ItemPath) -> Bool {
    guard let place = basePath(of: path) else { return false }
    marks.toggle(place)
    return true
  }

  /// Marks all shown items.
  func markAll() { marks.insert(shownItems) }

  /// Inverts the marks of the shown items.
  func invert() { marks.invert(shownItems) }

  /// Removes all marks.
  func clear() { marks.removeAll() }

  /// Marks all shown items from the item that was marked last to a given item.
  ///
  /// - Returns: `false` if no item was marked before, or if the item that was marked last is not
  ///   shown.
  func mark(to path: ItemPath) -> Bool {
    guard let last = marks.last, let end = basePath(of: path) else { return false }
    guard let start = list.displayedPath(ofContentPath: last) else { return false }
    let (first, final) = start <= path ? (start, path) : (path, start)
    var items = ItemRanges()
    for number in first.section...final.section {
      let lower = number == first.section ? first.item : 0
      let upper =
        number == final.section ? final.item + 1 : list.snapshot.sections[number].items.count
      items.insert(.init(section: number, range: lower..<upper))
    }
    marks.insert(list.contentItems(of: items), last: end)
    return true
  }

  // MARK: - Marked items

  /// The marked items in list order.
  ///
  /// If the displayed list has another order than its base list, marked items that are not shown
  /// come last.
  var items: ItemSubset {
    guard let excerpt = list.derivedList else {
      return ItemSubset(parts: [.init(list.snapshot, marks.items.runs)])
    }
    let whole = excerpt.base.snapshot
    if excerpt.preservesBaseOrder { return ItemSubset(parts: [.init(whole, marks.items.runs)]) }
    let shown = list.displayedItems(ofContentItems: marks.items).runs
    let rest = marks.items.subtracting(excerpt.visibleBaseItems).runs
    return ItemSubset(parts: [.init(list.snapshot, shown), .init(whole, rest)])
  }
}

/// A command that marks several items.
public enum MarkCommand: Hashable, Sendable, CaseIterable {
  /// All shown items.
  case all

  /// The shown items without a mark.
  ///
  /// The shown items that have a mark lose it.
  case inverse

  /// All shown items from the item that was marked last to the current item.
  case range

  /// No items: all marks are removed.
  case none
}
