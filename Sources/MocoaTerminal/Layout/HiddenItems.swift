internal import MocoaModel

/// The items that are known to take no row: placeholders, outside of debug mode.
///
/// They are found by looking, and looked at once: a layout leaps over a known run. So a list of a
/// million hidden items is searched in slices, and its count is the count of those seen so far.
public struct HiddenItems: Sendable, Equatable {
  private var sections: [Int: RangeSet<Int>] = [:]

  /// How many items are known to be hidden.
  public private(set) var count = 0

  /// None are known.
  public init() {}

  /// Notes a hidden item.
  mutating func insert(_ path: ItemPath) {
    guard sections[path.section, default: RangeSet()].insert(path.item, within: 0..<Int.max)
    else { return }
    count += 1
  }

  /// Forgets what may not be hidden any more.
  mutating func forget(_ redraw: ListUpdate.Redraw) {
    switch redraw {
    case .item(let path):
      guard run(around: path) != nil else { return }
      sections[path.section]?.remove(path.item, within: 0..<Int.max)
      count -= 1
    case .section(let section):
      count -= sections[section]?.ranges.reduce(0) { $0 + $1.count } ?? 0
      sections[section] = nil
    case .header, .footer: break
    }
  }

  /// The run of hidden items that an item belongs to; nil where it is not known to be hidden.
  func run(around path: ItemPath) -> Range<Int>? {
    guard let ranges = sections[path.section]?.ranges else { return nil }
    var (low, high) = (0, ranges.count)
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].upperBound <= path.item { low = middle + 1 } else { high = middle }
    }
    guard low < ranges.count, ranges[low].contains(path.item) else { return nil }
    return ranges[low]
  }
}
