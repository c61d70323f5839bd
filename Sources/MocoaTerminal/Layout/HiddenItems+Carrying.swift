internal import MocoaModel

extension HiddenItems {
  /// Carries what is known to the list after a change; what has other content, and what came to
  /// another section, is to be looked at again.
  ///
  /// - Complexity: O(known runs + changed runs × log); for appended items O(changed runs).
  mutating func carry(through update: ListUpdate) {
    let changes = update.changes
    if !changes.isAppend { move(through: changes) }
    for step in changes.sectionUpdates { forgetEnds(step, of: update) }
    for step in changes.updates { forget(step.to) }
    for path in changes.reloads { forget(path) }
    // Whatever came to a section may be seen in it.
    for run in changes.insertions { sections.remove(run.section) }
    for step in changes.moves { sections.remove(step.to.section) }
  }

  private mutating func move(through changes: ChangeSet) {
    guard self != HiddenItems() else { return }
    let passage = Passage(
      leaving: changes.sectionDeletions.map { $0..<($0 + 1) }, changes.sectionMoves,
      arriving: changes.sectionInsertions.map { $0..<($0 + 1) })
    let shifts = Shifts(of: changes, sections: passage)
    var moved: [Int: RangeSet<Int>] = [:]
    for (section, ranges) in items {
      guard let new = passage.place(of: section) else { continue }
      moved[new] = shifts.passage(from: section, to: new).map { $0.carry(ranges) } ?? ranges
    }
    items = moved
    headers = passage.carry(headers)
    footers = passage.carry(footers)
    sections = passage.carry(sections)
    count = items.values.reduce(0) { $0 + $1.size }
  }

  private mutating func forgetEnds(_ step: ChangeSet.Step<Int>, of update: ListUpdate) {
    let (before, after) = (update.before.sections[step.from], update.after.sections[step.to])
    if before.moduleName != after.moduleName {
      forget(.section(step.to))
    } else {
      forget(.header(section: step.to))
      forget(.footer(section: step.to))
    }
  }
}

/// The changes of items, by section: all that leaves it before, all that comes to it after.
private struct Shifts {
  private var leaving: [Int: [Range<Int>]] = [:]
  private var arriving: [Int: [Range<Int>]] = [:]
  private var moves: [Int: [ChangeSet.Step<Int>]] = [:]

  init(of changes: ChangeSet, sections: Passage) {
    for run in changes.deletions { leaving[run.section, default: []].append(run.range) }
    for run in changes.insertions { arriving[run.section, default: []].append(run.range) }
    for step in changes.moves {
      let (from, to) = (step.from, step.to)
      if sections.place(of: from.section) == to.section {
        moves[from.section, default: []].append(.init(from: from.item, to: to.item))
      } else {
        leaving[from.section, default: []].append(from.item..<(from.item + 1))
        arriving[to.section, default: []].append(to.item..<(to.item + 1))
      }
    }
  }

  /// The way of a section's items; nil where they stay where they are.
  func passage(from section: Int, to new: Int) -> Passage? {
    let (leaving, moves, arriving) = (leaving[section], moves[section], arriving[new])
    if leaving == nil, moves == nil, arriving == nil { return nil }
    return Passage(leaving: leaving ?? [], moves ?? [], arriving: arriving ?? [])
  }
}

/// The way of the elements of one row from before a change to after it.
private struct Passage {
  /// What leaves, and what comes, in order; each with the number of those before it.
  private let leaving: [(range: Range<Int>, before: Int)]
  private let arriving: [(range: Range<Int>, before: Int)]
  private let moves: [ChangeSet.Step<Int>]

  init(leaving: [Range<Int>], _ moves: [ChangeSet.Step<Int>], arriving: [Range<Int>]) {
    self.leaving = Self.counted(leaving + moves.map { $0.from..<($0.from + 1) })
    self.arriving = Self.counted(arriving + moves.map { $0.to..<($0.to + 1) })
    self.moves = moves.sorted { $0.from < $1.from }
  }

  private static func counted(_ ranges: [Range<Int>]) -> [(range: Range<Int>, before: Int)] {
    var before = 0
    return ranges.sorted { $0.lowerBound < $1.lowerBound }.map { range in
      defer { before += range.count }
      return (range, before)
    }
  }

  /// Where one element goes; nil for one that is gone.
  func place(of position: Int) -> Int? {
    let place = moves.partitioned { $0.from >= position }
    if place < moves.count, moves[place].from == position { return moves[place].to }
    let index = leaving.partitioned { $0.range.upperBound > position }
    if index < leaving.count, leaving[index].range.contains(position) { return nil }
    return self.place(ofRank: position - gone(before: index))
  }

  /// The ranges at which the elements of others stand afterwards.
  func carry(_ ranges: RangeSet<Int>) -> RangeSet<Int> {
    var carried = RangeSet<Int>()
    for range in ranges.ranges {
      var rest = range
      var index = leaving.partitioned { $0.range.upperBound > range.lowerBound }
      while !rest.isEmpty {
        let gap = index < leaving.count ? leaving[index].range : rest.upperBound..<rest.upperBound
        let kept = rest.lowerBound..<max(rest.lowerBound, min(rest.upperBound, gap.lowerBound))
        let before = gone(before: index)
        insert(ranks: (kept.lowerBound - before)..<(kept.upperBound - before), into: &carried)
        rest = min(rest.upperBound, max(kept.upperBound, gap.upperBound))..<rest.upperBound
        index += 1
      }
    }
    for move in moves where ranges.contains(move.from) { carried.insert(move.to) }
    return carried
  }

  /// Puts elements, by their rank among those that stay, at the places that nobody new takes.
  private func insert(ranks: Range<Int>, into carried: inout RangeSet<Int>) {
    var rest = ranks
    while !rest.isEmpty {
      let index = arrivals(beforeRank: rest.lowerBound)
      let shift = arrived(before: index)
      // As far as the next that comes in between.
      let end = index < arriving.count ? arriving[index].range.lowerBound - shift : rest.upperBound
      let part = rest.lowerBound..<min(rest.upperBound, end)
      carried.insert(contentsOf: (part.lowerBound + shift)..<(part.upperBound + shift))
      rest = part.upperBound..<rest.upperBound
    }
  }

  private func place(ofRank rank: Int) -> Int {
    rank + arrived(before: arrivals(beforeRank: rank))
  }

  /// How many of the runs that come stand before an element that has a rank among those that stay.
  private func arrivals(beforeRank rank: Int) -> Int {
    arriving.partitioned { $0.range.lowerBound - $0.before > rank }
  }

  private func arrived(before index: Int) -> Int { Self.count(of: arriving, before: index) }

  private func gone(before index: Int) -> Int { Self.count(of: leaving, before: index) }

  private static func count(of runs: [(range: Range<Int>, before: Int)], before index: Int) -> Int {
    guard index > 0 else { return 0 }
    return runs[index - 1].before + runs[index - 1].range.count
  }
}

extension Array {
  /// The first place from which on a condition holds, where it holds for all behind that.
  fileprivate func partitioned(where isBehind: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isBehind(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
