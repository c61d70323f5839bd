/// A set of items of a list, stored as ranges, such as the marked or hidden items.
///
/// The items are identified by path, and the set is remapped at every change of the list. A million
/// adjacent items need as much memory as one.
public struct ItemRanges: Sendable, Equatable {
  private var ranges: [Int: RangeSet<Int>] = [:]

  /// The number of items in the set.
  public private(set) var count = 0

  /// Creates an empty set.
  public init() {}

  /// A Boolean value that indicates whether the set is empty.
  public var isEmpty: Bool { count == 0 }

  /// Returns `true` if the set contains an item.
  ///
  /// - Complexity: O(log ranges).
  public func contains(_ path: ItemPath) -> Bool { run(containing: path) != nil }

  /// Returns the range of adjacent items that contains an item, or `nil` if the item is not in the
  /// set.
  ///
  /// - Complexity: O(log ranges).
  public func run(containing path: ItemPath) -> Range<Int>? {
    guard let ranges = ranges[path.section]?.ranges else { return nil }
    let index = ranges.partitioningIndex { $0.upperBound > path.item }
    return index < ranges.count && ranges[index].contains(path.item) ? ranges[index] : nil
  }

  /// The items in the set as runs, in the order of the list.
  public var runs: [ChangeSet.Run] {
    ranges.sorted { $0.key < $1.key }.flatMap { section, ranges in
      ranges.ranges.map { ChangeSet.Run(section: section, range: $0) }
    }
  }

  /// Inserts an item.
  ///
  /// - Precondition: The index of the item is not negative.
  /// - Returns: `true` if the item was not in the set.
  @discardableResult
  public mutating func insert(_ path: ItemPath) -> Bool {
    guard ranges[path.section, default: RangeSet()].insert(path.item, within: 0..<Int.max) else {
      return false
    }
    count += 1
    return true
  }

  /// Inserts a run of items.
  public mutating func insert(_ run: ChangeSet.Run) {
    guard !run.range.isEmpty else { return }
    var section = ranges[run.section] ?? RangeSet()
    count -= section.size
    section.insert(contentsOf: run.range)
    count += section.size
    ranges[run.section] = section
  }

  /// Inserts ranges of items of one section, in ascending order.
  ///
  /// - Complexity: O(ranges), if they follow the ranges that are already in the section.
  public mutating func insert(_ runs: [Range<Int>], inSection number: Int) {
    var section = ranges.removeValue(forKey: number) ?? RangeSet()
    count -= section.size
    for run in runs { section.insert(contentsOf: run) }
    count += section.size
    ranges[number] = section.isEmpty ? nil : section
  }

  /// Inserts items, whose paths may be in any order.
  ///
  /// - Precondition: The indexes of the items are not negative.
  /// - Complexity: O(n log n).
  public mutating func insert(contentsOf paths: [ItemPath]) {
    for (section, paths) in Dictionary(grouping: paths, by: \.section) {
      // In ascending order, each range is appended. In any other order, each insertion would shift
      // ranges.
      let added = paths.map(\.item).sorted()
      var new = ItemRanges()
      new.insert(added.map { $0..<($0 + 1) }, inSection: section)
      self = union(new)
    }
  }

  /// Removes an item.
  ///
  /// - Returns: `true` if the item was in the set.
  @discardableResult
  public mutating func remove(_ path: ItemPath) -> Bool {
    guard contains(path) else { return false }
    ranges[path.section]?.remove(contentsOf: path.item..<(path.item + 1))
    if ranges[path.section]?.isEmpty == true { ranges[path.section] = nil }
    count -= 1
    return true
  }

  /// Removes a run of items.
  public mutating func remove(_ run: ChangeSet.Run) {
    guard !run.range.isEmpty, var section = ranges[run.section] else { return }
    count -= section.size
    section.remove(contentsOf: run.range)
    count += section.size
    ranges[run.section] = section.isEmpty ? nil : section
  }

  /// Removes all items of a section.
  public mutating func removeAll(inSection section: Int) {
    count -= ranges.removeValue(forKey: section)?.size ?? 0
  }

  // MARK: - Combining

  /// Returns the items of two sets that satisfy a condition on their membership.
  ///
  /// - Parameters:
  ///   - other: The other set.
  ///   - isIncluded: A closure that returns `true` if items belong to the result. It receives
  ///     whether they are in this set and whether they are in the other set. It is not called for
  ///     items that are in neither.
  /// - Complexity: O(ranges of both).
  private func combined(
    with other: ItemRanges, where isIncluded: (_ mine: Bool, _ others: Bool) -> Bool
  ) -> ItemRanges {
    var result = ItemRanges()
    for section in Set(ranges.keys).union(other.ranges.keys) {
      let combined = RangeSet.combining(ranges[section], other.ranges[section], where: isIncluded)
      guard !combined.isEmpty else { continue }
      result.ranges[section] = combined
      result.count += combined.size
    }
    return result
  }

  /// Returns the items that are in either set or in both.
  public func union(_ other: ItemRanges) -> ItemRanges {
    combined(with: other) { _, _ in true }
  }

  /// Returns the items that are in exactly one of the sets.
  public func symmetricDifference(_ other: ItemRanges) -> ItemRanges {
    combined(with: other, where: !=)
  }

  /// Returns the items of this set that are not in the other set.
  public func subtracting(_ other: ItemRanges) -> ItemRanges {
    combined(with: other) { mine, others in mine && !others }
  }

  /// Replaces the paths of the items by their new paths after a change of the list, and removes
  /// deleted items.
  ///
  /// - Complexity: O((ranges + changes) × log changes).
  public mutating func remap(through positions: ChangeSet.PathMap) {
    guard !isEmpty else { return }
    var carried: [Int: RangeSet<Int>] = [:]
    for (section, ranges) in ranges {
      for run in positions.newPositions(of: ranges, inSection: section) {
        carried[run.section, default: RangeSet()].insert(contentsOf: run.range)
      }
    }
    ranges = carried
    count = carried.values.reduce(0) { $0 + $1.size }
  }
}

extension RangeSet<Int> {
  /// The number of integers in the set.
  fileprivate var size: Int { ranges.reduce(0) { $0 + $1.count } }

  /// Returns the integers whose membership in two sets satisfies a condition, in one pass over both
  /// sets.
  ///
  /// Inserting the ranges of one set into the other one by one would shift the following ranges
  /// each time.
  fileprivate static func combining(
    _ one: RangeSet?, _ other: RangeSet?, where isIncluded: (Bool, Bool) -> Bool
  ) -> RangeSet {
    var (mine, others) = (Edges(one), Edges(other))
    var result = RangeSet()
    var start: Int?
    while let edge = [mine.next, others.next].compactMap(\.self).min() {
      mine.pass(edge)
      others.pass(edge)
      let isKept = (mine.isInside || others.isInside) && isIncluded(mine.isInside, others.isInside)
      if let begin = start, !isKept {
        result.insert(contentsOf: begin..<edge)
        start = nil
      } else if start == nil, isKept {
        start = edge
      }
    }
    return result
  }
}

/// The boundaries of the ranges of a set, which are read in ascending order.
private struct Edges {
  private let ranges: RangeSet<Int>.Ranges
  private var index = 0

  /// A Boolean value that indicates whether the last boundary that was passed begins a range.
  private(set) var isInside = false

  init(_ set: RangeSet<Int>?) { ranges = (set ?? RangeSet()).ranges }

  /// The first boundary after the current value, or `nil` if there is none.
  var next: Int? {
    guard index < ranges.count else { return nil }
    return isInside ? ranges[index].upperBound : ranges[index].lowerBound
  }

  /// Advances to a value, which must not exceed the next boundary.
  mutating func pass(_ edge: Int) {
    guard next == edge else { return }
    if isInside { index += 1 }
    isInside.toggle()
  }
}
