/// A map between the path of an item and its *flat index*, which counts the items of all sections.
struct FlatList: Sendable {
  /// The flat index of the first item of each section, followed by the number of all items.
  let starts: [Int]

  init(_ counts: [Int]) {
    var sum = 0
    var starts = [0]
    starts.reserveCapacity(counts.count + 1)
    for count in counts {
      sum += count
      starts.append(sum)
    }
    self.starts = starts
  }

  var sectionCount: Int { starts.count - 1 }

  /// The number of items.
  var count: Int { starts[sectionCount] }

  func range(of section: Int) -> Range<Int> { starts[section]..<starts[section + 1] }

  /// Returns the section that contains a flat index.
  func section(of position: Int) -> Int { starts.partitioningIndex { $0 > position } - 1 }

  func path(of position: Int) -> ItemPath {
    let section = section(of: position)
    return ItemPath(section: section, item: position - starts[section])
  }

  func position(of path: ItemPath) -> Int { starts[path.section] + path.item }

  /// Returns the items of some sections that are in none of the given runs.
  ///
  /// - Parameters:
  ///   - runs: The runs, in ascending order.
  ///   - start: A closure that returns the flat index of the first element of a run in this list.
  ///   - isListed: A closure that returns `true` for the sections to include.
  func uncovered(
    by runs: [MatchedRun], from start: (MatchedRun) -> Int, where isListed: (Int) -> Bool
  ) -> [ChangeSet.Run] {
    let gaps = gaps(in: runs, from: start)
    if sectionCount == 1 { return isListed(0) ? gaps : [] }
    var runs: [ChangeSet.Run] = []
    for gap in gaps {
      var section = section(of: gap.range.lowerBound)
      var remainder = gap.range
      while !remainder.isEmpty {
        let bounds = range(of: section)
        let part = remainder.clamped(to: bounds)
        if !part.isEmpty, isListed(section) {
          let start = bounds.lowerBound
          runs.append(
            .init(section: section, range: (part.lowerBound - start)..<(part.upperBound - start)))
        }
        remainder = part.upperBound..<remainder.upperBound
        section += 1
      }
    }
    return runs
  }

  /// Returns the items that are in none of the given runs, as if the list had one section.
  ///
  /// The loop has no branch, because a branch on the existence of a gap would often be
  /// mispredicted.
  private func gaps(
    in runs: [MatchedRun], from start: (MatchedRun) -> Int
  ) -> [ChangeSet.Run] {
    withUnsafeTemporaryAllocation(of: ChangeSet.Run.self, capacity: runs.count + 1) { gaps in
      var (count, position) = (0, 0)
      for run in runs {
        let next = start(run)
        gaps.initializeElement(at: count, to: ChangeSet.Run(section: 0, range: position..<next))
        count &+= next > position ? 1 : 0
        position = next &+ run.count
      }
      if position < self.count {
        gaps.initializeElement(
          at: count, to: ChangeSet.Run(section: 0, range: position..<self.count))
        count &+= 1
      }
      return Array(gaps[..<count])
    }
  }
}

/// The sections that two lists have in common, as a map of indexes in both directions.
///
/// The index of a section that is only in one list maps to `nil`.
struct SectionMatch: Sendable {
  var newOf: [Int?]
  var oldOf: [Int?]

  init(old: Int, new: Int, _ runs: [MatchedRun]) {
    newOf = Array(repeating: nil, count: old)
    oldOf = Array(repeating: nil, count: new)
    for run in runs {
      for offset in 0..<run.count {
        newOf[run.old + offset] = run.new + offset
        oldOf[run.new + offset] = run.old + offset
      }
    }
  }

  /// A Boolean value that indicates whether both lists have only one section, and it is the same
  /// section.
  var isSingle: Bool { oldOf.count == 1 && newOf.count == 1 && oldOf[0] != nil }

  /// The sections that are in both lists, as runs in the order of the new list.
  var pairs: [MatchedRun] {
    oldOf.indices.compactMap { new in
      oldOf[new].map { MatchedRun(old: $0, new: new, count: 1) }
    }
  }
}
