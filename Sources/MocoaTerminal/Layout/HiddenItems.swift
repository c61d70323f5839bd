internal import MocoaModel

/// The elements of a list that are known to have a height of 0 rows.
///
/// Placeholders outside of debug mode and elements without content are hidden. Elements are
/// measured once, when a layout needs them, so only measured elements are known. A layout skips
/// known runs of hidden items and known runs of sections without visible elements. When the list
/// changes, the paths of the hidden items are updated.
public struct HiddenItems: Sendable, Equatable {
  /// The hidden items.
  var items = ItemRanges()

  /// For each kind of boundary, the indexes of the sections in which it is hidden.
  ///
  /// A boundary is a header, a footer or a supplement.
  var boundaries: [ListElement.Boundary: RangeSet<Int>] = [:]

  /// The sections without any visible element.
  var sections = RangeSet<Int>()

  /// The number of items that are known to be hidden.
  public var count: Int { items.count }

  /// Creates an empty set.
  public init() {}

  /// Adds a hidden element.
  mutating func insert(_ element: ListElement) {
    switch element {
    case .item(let path): items.insert(path)
    case .boundary(let end, let section): boundaries[end, default: RangeSet()].insert(section)
    }
  }

  /// Adds a section if all of its elements are known to be hidden.
  mutating func insertSectionIfHidden(_ section: Int, in list: ListSnapshot) {
    let snapshot = list.sections[section]
    let count = snapshot.items.count
    guard snapshot.boundaries.allSatisfy({ contains(.boundary($0, section: section)) }),
      count == 0 || run(around: ItemPath(section: section, item: 0))?.count == count
    else { return }
    sections.insert(section)
  }

  /// Removes the elements that were requested to be drawn again, because they may be visible now.
  mutating func remove(_ redraw: ListUpdate.Redraw) {
    switch redraw {
    case .element(.item(let path)): remove(path)
    case .element(.boundary(let end, let section)):
      boundaries[end]?.remove(section)
      sections.remove(section)
    case .section(let section):
      items.removeAll(inSection: section)
      removeBoundaries(ofSection: section)
    }
  }

  /// Removes the header, the supplements and the footer of a section, because they may be visible
  /// now.
  mutating func removeBoundaries(ofSection section: Int) {
    for end in Array(boundaries.keys) { boundaries[end]?.remove(section) }
    sections.remove(section)
  }

  /// Removes an item, because it may be visible now.
  mutating func remove(_ path: ItemPath) {
    if items.remove(path) { sections.remove(path.section) }
  }

  /// Returns `true` if an element is known to be hidden.
  func contains(_ element: ListElement) -> Bool {
    switch element {
    case .item(let path): items.contains(path)
    case .boundary(let end, let section): boundaries[end]?.contains(section) ?? false
    }
  }

  /// Returns the run of hidden items that contains an item, or `nil` if the item is not known to be
  /// hidden.
  ///
  /// - Complexity: O(log n).
  func run(around path: ItemPath) -> Range<Int>? { items.run(containing: path) }

  /// Returns the run of sections without visible elements that contains a section, or `nil` if the
  /// section is not known to be hidden.
  ///
  /// - Complexity: O(log n).
  func run(aroundSection section: Int) -> Range<Int>? { sections.run(around: section) }
}

extension RangeSet<Int> {
  mutating func insert(_ value: Int) { insert(contentsOf: value..<(value + 1)) }

  mutating func remove(_ value: Int) { remove(contentsOf: value..<(value + 1)) }

  /// Returns the range that contains a value, or `nil` if the value is not in the set.
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
