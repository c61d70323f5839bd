/// The indexes of the deleted, inserted or moved elements in a list, called *occupied*.
///
/// All other indexes are *free*. Their elements keep their order, so each is identified by its rank
/// among the free indexes.
struct OccupiedRanges: Sendable {
  /// A range of occupied indexes, with the number of occupied indexes before it in its section.
  private struct Segment {
    let section: Int
    let range: Range<Int>
    let before: Int
  }

  private let segments: [Segment]

  /// Creates a set from runs and single paths, in any order and without duplicates.
  init(_ runs: [ChangeSet.Run], _ singles: [ItemPath]) {
    let all = runs + singles.map { .init(section: $0.section, range: $0.item..<($0.item + 1)) }
    let sorted = all.sorted {
      ($0.section, $0.range.lowerBound) < ($1.section, $1.range.lowerBound)
    }
    var (section, before) = (-1, 0)
    segments = sorted.map { run in
      if run.section != section { (section, before) = (run.section, 0) }
      defer { before += run.range.count }
      return Segment(section: run.section, range: run.range, before: before)
    }
  }

  /// Creates a set of indexes in a list that has only one section.
  init(indexes: [Int]) {
    self.init([], indexes.map { ItemPath(section: 0, item: $0) })
  }

  /// Returns the number of free indexes before a path in its section, or `nil` if the path is
  /// occupied.
  func rank(of path: ItemPath) -> Int? {
    let index = segments.partitioningIndex {
      ($0.section, $0.range.upperBound) > (path.section, path.item)
    }
    if index < segments.count, segments[index].section == path.section,
      segments[index].range.contains(path.item)
    {
      return nil
    }
    return path.item - occupiedCount(before: index, in: path.section)
  }

  /// Returns the free index of a section that has `rank` free indexes before it.
  func index(ofRank rank: Int, in section: Int) -> Int {
    let index = segments.partitioningIndex {
      ($0.section, $0.range.lowerBound - $0.before) > (section, rank)
    }
    return rank + occupiedCount(before: index, in: section)
  }

  /// Returns the ranks of the free indexes in a range of indexes.
  ///
  /// They are consecutive.
  func ranks(of range: Range<Int>, in section: Int) -> Range<Int> {
    freeCount(
      before: range.lowerBound, in: section)..<freeCount(before: range.upperBound, in: section)
  }

  /// Returns the free indexes of a section whose ranks are in a range, in order.
  func indexes(ofRanks ranks: Range<Int>, in section: Int) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var remainder = ranks
    while !remainder.isEmpty {
      let next = segments.partitioningIndex {
        ($0.section, $0.range.lowerBound - $0.before) > (section, remainder.lowerBound)
      }
      let shift = occupiedCount(before: next, in: section)
      // Up to the next occupied range.
      let isLast = next == segments.count || segments[next].section != section
      let end = isLast ? remainder.upperBound : segments[next].range.lowerBound - shift
      let part = remainder.lowerBound..<min(remainder.upperBound, end)
      ranges.append((part.lowerBound + shift)..<(part.upperBound + shift))
      remainder = part.upperBound..<remainder.upperBound
    }
    return ranges
  }

  /// Returns the number of free indexes before an index.
  private func freeCount(before bound: Int, in section: Int) -> Int {
    let index = segments.partitioningIndex {
      ($0.section, $0.range.upperBound) > (section, bound)
    }
    let isWithin =
      index < segments.count && segments[index].section == section
      && segments[index].range.lowerBound < bound
    let edge = isWithin ? segments[index].range.lowerBound : bound
    return edge - occupiedCount(before: index, in: section)
  }

  /// Returns the occupied ranges of a section, in order.
  func ranges(in section: Int) -> [Range<Int>] {
    let start = segments.partitioningIndex { $0.section >= section }
    return segments[start...].prefix { $0.section == section }.map(\.range)
  }

  private func occupiedCount(before index: Int, in section: Int) -> Int {
    guard index > 0, segments[index - 1].section == section else { return 0 }
    return segments[index - 1].before + segments[index - 1].range.count
  }
}
