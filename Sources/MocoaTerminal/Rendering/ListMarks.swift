internal import Mocoa
internal import MocoaModel

/// What is marked in a list.
///
/// The marks are on the items of the content, whatever is displayed of it: they are neither lost nor
/// carried when one filters or sorts, however many there are.
@MainActor
final class ListMarks {
  private let list: ListViewModel
  private var marks = ItemMarks() {
    didSet { hidden = nil }
  }

  private var token: ObservationToken?

  /// How many marked items are not shown; nil where that has to be counted.
  private var hidden: Int?

  /// No marks in a list.
  init(_ list: ListViewModel) {
    self.list = list
    token = list.trackContent { [weak self] update in
      guard !update.changes.isEmpty else { return }
      self?.marks.carry(through: update, update.changes.positions)
    }
  }

  /// How many items are marked, also of those that are not shown.
  var count: Int { marks.count }

  /// How many of them are not shown.
  var hiddenCount: Int {
    guard let excerpt = list.excerpt, marks.count > 0 else { return 0 }
    let count = hidden ?? marks.items.subtracting(excerpt.shownItems).count
    hidden = count
    return count
  }

  /// Whether an item of the list is marked.
  func contains(_ path: ItemPath) -> Bool {
    marks.count > 0 && place(of: path).map(marks.contains) ?? false
  }

  /// Forgets what was counted of what the list displayed before.
  func receiveChange() { hidden = nil }

  /// Where an item that is shown has its mark.
  private func place(of path: ItemPath) -> ItemPath? { list.contentPath(of: path) }

  private var shownItems: ItemRanges {
    if let excerpt = list.excerpt { return excerpt.shownItems }
    var items = ItemRanges()
    for (number, section) in list.snapshot.sections.enumerated() {
      items.insert(.init(section: number, range: 0..<section.items.count))
    }
    return items
  }

  // MARK: - Marking

  /// Marks an item, or takes its mark away.
  ///
  /// - Returns: `true` if it can have a mark; what stands for several items cannot.
  func toggle(_ path: ItemPath) -> Bool {
    guard let place = place(of: path) else { return false }
    marks.toggle(place)
    return true
  }

  /// Marks all items that are shown.
  func markAll() { marks.insert(shownItems) }

  /// Marks what is not marked of the items that are shown, and takes the marks of the others away.
  func invert() { marks.invert(shownItems) }

  /// Takes all marks away.
  func clear() { marks.removeAll() }

  /// Marks all that is shown from the item that was marked last to another one.
  ///
  /// - Returns: false where none was marked last, or it is not shown.
  func mark(to path: ItemPath) -> Bool {
    guard let last = marks.last, let end = place(of: path) else { return false }
    guard let start = shownPath(ofPlace: last) else { return false }
    let (first, final) = start <= path ? (start, path) : (path, start)
    var run: [ItemPath] = []
    var items = ItemRanges()
    for (number, section) in list.snapshot.sections.enumerated() {
      guard (first.section...final.section).contains(number) else { continue }
      let lower = number == first.section ? first.item : 0
      let upper = number == final.section ? final.item + 1 : section.items.count
      guard list.excerpt != nil else {
        items.insert(.init(section: number, range: lower..<upper))
        continue
      }
      run += (lower..<upper).compactMap { place(of: ItemPath(section: number, item: $0)) }
    }
    items.insert(contentsOf: run)
    marks.insert(items, last: end)
    return true
  }

  /// Where something is shown.
  ///
  /// - Complexity: O(what is shown) in an excerpt.
  private func shownPath(ofPlace place: ItemPath) -> ItemPath? {
    guard list.excerpt != nil else { return list.snapshot.contains(place) ? place : nil }
    var path = list.snapshot.firstPath
    while let current = path, self.place(of: current) != place {
      path = list.snapshot.path(after: current)
    }
    return path
  }

  // MARK: - What is marked

  /// The marked items in the order of the list, and behind them, where that is sorted, those that are not
  /// shown.
  var items: ChosenItems {
    guard let excerpt = list.excerpt else {
      return ChosenItems(parts: [.init(list.snapshot, marks.items.runs)])
    }
    let whole = excerpt.whole.snapshot
    if excerpt.keepsOrder { return ChosenItems(parts: [.init(whole, marks.items.runs)]) }
    var shown: [ChangeSet.Run] = []
    for (number, section) in list.snapshot.sections.enumerated() {
      for item in 0..<section.items.count {
        guard contains(ItemPath(section: number, item: item)) else { continue }
        if let last = shown.last, last.section == number, last.range.upperBound == item {
          shown[shown.count - 1].range = last.range.lowerBound..<(item + 1)
        } else {
          shown.append(.init(section: number, range: item..<(item + 1)))
        }
      }
    }
    let rest = marks.items.subtracting(excerpt.shownItems).runs
    return ChosenItems(parts: [.init(list.snapshot, shown), .init(whole, rest)])
  }
}

/// Which items get marks, besides one by itself.
public enum Marking: Hashable, Sendable, CaseIterable {
  /// All that are shown.
  case all

  /// Those that are shown and have none; the others lose theirs.
  case inverse

  /// All from the one that was marked last to the cursor.
  case range

  /// None.
  case none
}
