/// The items of all sections in one row, so that a position is one number.
struct FlatList: Sendable {
  /// Where each section begins, and where the last one ends.
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

  /// The section that holds a position.
  func section(of position: Int) -> Int { starts.firstPlace { $0 > position } - 1 }

  func path(of position: Int) -> ItemPath {
    let section = section(of: position)
    return ItemPath(section: section, item: position - starts[section])
  }

  func position(of path: ItemPath) -> Int { starts[path.section] + path.item }

  /// What of some sections is not covered by runs, which are in order.
  func uncovered(
    by runs: [MatchedRun], from start: (MatchedRun) -> Int, where isListed: (Int) -> Bool
  ) -> [ChangeSet.Run] {
    let gaps = gaps(in: runs, from: start)
    if sectionCount == 1 { return isListed(0) ? gaps : [] }
    var runs: [ChangeSet.Run] = []
    for gap in gaps {
      var section = section(of: gap.range.lowerBound)
      var rest = gap.range
      while !rest.isEmpty {
        let bounds = range(of: section)
        let part = rest.clamped(to: bounds)
        if !part.isEmpty, isListed(section) {
          let start = bounds.lowerBound
          runs.append(
            .init(section: section, range: (part.lowerBound - start)..<(part.upperBound - start)))
        }
        rest = part.upperBound..<rest.upperBound
        section += 1
      }
    }
    return runs
  }

  /// What is not covered by runs, as if there were one section.
  ///
  /// Written without a branch: whether there is a gap is as good as random.
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

/// Which sections of two lists are the same, by their positions; nil for those that are not in
/// both.
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

  /// Whether both lists have one section, the same.
  var isSingle: Bool { oldOf.count == 1 && newOf.count == 1 && oldOf[0] != nil }

  /// The sections that are in both lists, in the order of the list after.
  var pairs: [MatchedRun] {
    oldOf.indices.compactMap { new in
      oldOf[new].map { MatchedRun(old: $0, new: new, count: 1) }
    }
  }
}
