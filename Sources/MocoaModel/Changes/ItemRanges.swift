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
}
