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

  func range(of section: Int) -> Range<Int> { starts[section]..<starts[section + 1] }

  /// The section that holds a position.
  func section(of position: Int) -> Int { starts.firstPlace { $0 > position } - 1 }

  func path(of position: Int) -> ItemPath {
    let section = section(of: position)
    return ItemPath(section: section, item: position - starts[section])
  }

  func position(of path: ItemPath) -> Int { starts[path.section] + path.item }

  /// What of some sections is not covered by ranges, which are in order.
  func uncovered(by ranges: [Range<Int>], where isListed: (Int) -> Bool) -> [ChangeSet.Run] {
    var runs: [ChangeSet.Run] = []
    var index = 0
    for section in 0..<sectionCount {
      let bounds = range(of: section)
      var position = bounds.lowerBound
      func note(_ end: Int) {
        guard end > position, isListed(section) else { return }
        let start = bounds.lowerBound
        runs.append(.init(section: section, range: (position - start)..<(end - start)))
      }
      while index < ranges.count, ranges[index].lowerBound < bounds.upperBound {
        note(ranges[index].lowerBound)
        position = ranges[index].upperBound
        index += 1
      }
      note(bounds.upperBound)
    }
    return runs
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

  /// The sections that are in both lists, in the order of the list after.
  var pairs: [MatchedRun] {
    oldOf.indices.compactMap { new in
      oldOf[new].map { MatchedRun(old: $0, new: new, count: 1) }
    }
  }
}
