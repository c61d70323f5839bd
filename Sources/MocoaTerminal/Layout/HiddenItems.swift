internal import MocoaModel

/// What is known to take no row: placeholders, outside of debug mode, and what has nothing to show.
///
/// It is found by looking, and looked at once: a layout leaps over a known run, and over a run of
/// sections in which nothing is to be seen. So a list of a million hidden items is searched in
/// slices, and its count is the count of those seen so far. When the list changes, what is known
/// moves with its items.
public struct HiddenItems: Sendable, Equatable {
  /// The items.
  var items = ItemRanges()

  /// The sections whose headers, supplements and footers take no row.
  var ends: [ListElement.End: RangeSet<Int>] = [:]

  /// The sections in which nothing at all is to be seen.
  var sections = RangeSet<Int>()

  /// How many items are known to be hidden.
  public var count: Int { items.count }

  /// None are known.
  public init() {}

  /// Notes something hidden.
  mutating func insert(_ element: ListElement) {
    switch element {
    case .item(let path): items.insert(path)
    case .end(let end, let section): ends[end, default: RangeSet()].insert(section)
    }
  }

  /// Notes a section in which nothing is to be seen, if all of it is known to be hidden.
  mutating func noteSection(_ section: Int, of list: ListSnapshot) {
    let snapshot = list.sections[section]
    let count = snapshot.items.count
    guard snapshot.ends.allSatisfy({ contains(.end($0, section: section)) }),
      count == 0 || run(around: ItemPath(section: section, item: 0))?.count == count
    else { return }
    sections.insert(section)
  }

  /// Forgets what may not be hidden any more.
  mutating func forget(_ redraw: ListUpdate.Redraw) {
    switch redraw {
    case .element(.item(let path)): forget(path)
    case .element(.end(let end, let section)):
      ends[end]?.remove(section)
      sections.remove(section)
    case .section(let section):
      items.removeAll(inSection: section)
      forgetEnds(ofSection: section)
    }
  }

  /// Forgets header, supplements and footer of a section, which may not be hidden any more.
  mutating func forgetEnds(ofSection section: Int) {
    for end in Array(ends.keys) { ends[end]?.remove(section) }
    sections.remove(section)
  }

  /// Forgets an item that may not be hidden any more.
  mutating func forget(_ path: ItemPath) {
    if items.remove(path) { sections.remove(path.section) }
  }

  /// Whether an element is known to be hidden.
  func contains(_ element: ListElement) -> Bool {
    switch element {
    case .item(let path): items.contains(path)
    case .end(let end, let section): ends[end]?.contains(section) ?? false
    }
  }

  /// The run of hidden items that an item belongs to; nil where it is not known to be hidden.
  ///
  /// - Complexity: O(log n).
  func run(around path: ItemPath) -> Range<Int>? { items.run(around: path) }

  /// The run of sections to which one belongs in which nothing is to be seen; nil for another.
  ///
  /// - Complexity: O(log n).
  func run(aroundSection section: Int) -> Range<Int>? { sections.run(around: section) }
}

extension RangeSet<Int> {
  mutating func insert(_ value: Int) { insert(contentsOf: value..<(value + 1)) }

  mutating func remove(_ value: Int) { remove(contentsOf: value..<(value + 1)) }

  /// The range that a value belongs to.
  func run(around value: Int) -> Range<Int>? {
    let ranges = ranges
    var (low, high) = (0, ranges.count)
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].upperBound <= value { low = middle + 1 } else { high = middle }
    }
    guard low < ranges.count, ranges[low].contains(value) else { return nil }
    return ranges[low]
  }
}
