/// Some of the items of a list, as ranges: what is marked, what is hidden.
///
/// The items are known by their position and carried through every change. A million neighbouring
/// items cost as much as one.
public struct ItemRanges: Sendable, Equatable {
  private var ranges: [Int: RangeSet<Int>] = [:]

  /// How many items there are.
  public private(set) var count = 0

  /// No items.
  public init() {}

  /// Whether there are none.
  public var isEmpty: Bool { count == 0 }

  /// Whether an item is among them.
  ///
  /// - Complexity: O(log ranges).
  public func contains(_ path: ItemPath) -> Bool { run(around: path) != nil }

  /// The positions of neighbouring items to which one belongs; nil where it is not among them.
  ///
  /// - Complexity: O(log ranges).
  public func run(around path: ItemPath) -> Range<Int>? {
    guard let ranges = ranges[path.section]?.ranges else { return nil }
    let index = ranges.firstPlace { $0.upperBound > path.item }
    return index < ranges.count && ranges[index].contains(path.item) ? ranges[index] : nil
  }

  /// All of them in the order of the list.
  public var runs: [ChangeSet.Run] {
    ranges.sorted { $0.key < $1.key }.flatMap { section, ranges in
      ranges.ranges.map { ChangeSet.Run(section: section, range: $0) }
    }
  }

  /// Adds an item.
  ///
  /// - Precondition: its position in the section is not negative.
  /// - Returns: whether it is new.
  @discardableResult
  public mutating func insert(_ path: ItemPath) -> Bool {
    guard ranges[path.section, default: RangeSet()].insert(path.item, within: 0..<Int.max) else {
      return false
    }
    count += 1
    return true
  }

  /// Adds neighbouring items.
  public mutating func insert(_ run: ChangeSet.Run) {
    guard !run.range.isEmpty else { return }
    var section = ranges[run.section] ?? RangeSet()
    count -= section.size
    section.insert(contentsOf: run.range)
    count += section.size
    ranges[run.section] = section
  }

  /// Adds neighbouring items of one section, run by run in ascending order.
  ///
  /// - Complexity: O(runs), where they stand behind what is there.
  public mutating func insert(_ runs: [Range<Int>], inSection number: Int) {
    var section = ranges.removeValue(forKey: number) ?? RangeSet()
    count -= section.size
    for run in runs { section.insert(contentsOf: run) }
    count += section.size
    ranges[number] = section.isEmpty ? nil : section
  }

  /// Adds items in whatever order.
  ///
  /// - Precondition: their positions in their sections are not negative.
  /// - Complexity: O(n log n).
  public mutating func insert(contentsOf paths: [ItemPath]) {
    for (section, paths) in Dictionary(grouping: paths, by: \.section) {
      // From behind, each would move those that are there.
      let added = paths.map(\.item).sorted()
      var new = ItemRanges()
      new.insert(added.map { $0..<($0 + 1) }, inSection: section)
      self = union(new)
    }
  }

  /// Takes an item out.
  ///
  /// - Returns: whether it was among them.
  @discardableResult
  public mutating func remove(_ path: ItemPath) -> Bool {
    guard contains(path) else { return false }
    ranges[path.section]?.remove(contentsOf: path.item..<(path.item + 1))
    if ranges[path.section]?.isEmpty == true { ranges[path.section] = nil }
    count -= 1
    return true
  }

  /// Takes neighbouring items out.
  public mutating func remove(_ run: ChangeSet.Run) {
    guard !run.range.isEmpty, var section = ranges[run.section] else { return }
    count -= section.size
    section.remove(contentsOf: run.range)
    count += section.size
    ranges[run.section] = section.isEmpty ? nil : section
  }

  /// Takes all items of a section out.
  public mutating func removeAll(inSection section: Int) {
    count -= ranges.removeValue(forKey: section)?.size ?? 0
  }

  // MARK: - With others

  /// Those of two lots of items that are kept for being in the one, in the other, or in both.
  ///
  /// - Parameter keeps: whether an item is kept, from whether it is in this one and in the other; never
  ///   asked of what is in neither.
  /// - Complexity: O(ranges of both).
  private func combined(
    with other: ItemRanges, where keeps: (_ mine: Bool, _ others: Bool) -> Bool
  ) -> ItemRanges {
    var result = ItemRanges()
    for section in Set(ranges.keys).union(other.ranges.keys) {
      let combined = RangeSet.combining(ranges[section], other.ranges[section], where: keeps)
      guard !combined.isEmpty else { continue }
      result.ranges[section] = combined
      result.count += combined.size
    }
    return result
  }

  /// The items that are in this one, in the other, or in both.
  public func union(_ other: ItemRanges) -> ItemRanges {
    combined(with: other) { _, _ in true }
  }

  /// The items that are in one of them only.
  public func symmetricDifference(_ other: ItemRanges) -> ItemRanges {
    combined(with: other, where: !=)
  }

  /// The items that are not in the other.
  public func subtracting(_ other: ItemRanges) -> ItemRanges {
    combined(with: other) { mine, others in mine && !others }
  }

  /// Carries the items to the list after a change; those that are gone are taken out.
  ///
  /// - Complexity: O((ranges + changes) × log changes).
  public mutating func carry(through positions: ChangeSet.Positions) {
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
  /// The number of values.
  fileprivate var size: Int { ranges.reduce(0) { $0 + $1.count } }

  /// What of two sets is kept, found in one walk along both: to insert one into the other range by range
  /// would move what stands behind each.
  fileprivate static func combining(
    _ one: RangeSet?, _ other: RangeSet?, where keeps: (Bool, Bool) -> Bool
  ) -> RangeSet {
    var (mine, others) = (Edges(one), Edges(other))
    var result = RangeSet()
    var start: Int?
    while let place = [mine.next, others.next].compactMap(\.self).min() {
      mine.pass(place)
      others.pass(place)
      let isKept = (mine.isInside || others.isInside) && keeps(mine.isInside, others.isInside)
      if let begin = start, !isKept {
        result.insert(contentsOf: begin..<place)
        start = nil
      } else if start == nil, isKept {
        start = place
      }
    }
    return result
  }
}

/// The places at which one gets into the ranges of a set, and out of them.
private struct Edges {
  private let ranges: RangeSet<Int>.Ranges
  private var index = 0

  /// Whether one is inside of a range.
  private(set) var isInside = false

  init(_ set: RangeSet<Int>?) { ranges = (set ?? RangeSet()).ranges }

  /// The next edge; nil behind the last.
  var next: Int? {
    guard index < ranges.count else { return nil }
    return isInside ? ranges[index].upperBound : ranges[index].lowerBound
  }

  /// Goes on to a place, which is not behind the next edge.
  mutating func pass(_ place: Int) {
    guard next == place else { return }
    if isInside { index += 1 }
    isInside.toggle()
  }
}
