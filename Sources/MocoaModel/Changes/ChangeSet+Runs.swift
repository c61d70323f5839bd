extension ChangeSet {
  /// The flat indexes of one element in the old and in the new list.
  struct Pair: Sendable {
    var old: Int
    var new: Int
  }

  /// Creates a change set from the runs of elements that two lists have in common.
  ///
  /// All other elements are deleted or inserted.
  ///
  /// - Parameters:
  ///   - countsBefore: The number of items in each section of the old list.
  ///   - countsAfter: The number of items in each section of the new list.
  ///   - sections: The sections that are in both lists.
  ///   - runs: The runs of common elements in flat indexes, in the order of the new list. Parts in
  ///     a section that is not in both lists are ignored.
  ///   - updated: The updated elements, in the order of the new list.
  ///   - hints: The elements that should move if several sets of moves are equally small. By
  ///     default, these are the updated elements.
  ///   - pace: The checkpoint that is called regularly during the computation.
  init<Failure>(
    countsBefore: [Int], countsAfter: [Int], sections: SectionMatch, runs: [MatchedRun],
    updated: [Pair], hints: MoveHints? = nil, _ pace: inout Checkpoint<Failure>
  ) throws(Failure) {
    self.init(countsBefore: countsBefore, countsAfter: countsAfter)
    let (old, new) = (FlatList(countsBefore), FlatList(countsAfter))
    sectionDeletions = sections.newOf.indices.filter { sections.newOf[$0] == nil }
    sectionInsertions = sections.oldOf.indices.filter { sections.oldOf[$0] == nil }
    let pairs = sections.pairs
    let pairRanks = pairs.isInOrderBefore ? nil : pairs.ranks(before: countsBefore.count)[...]
    try pairs[...].moving(from: 0..<countsBefore.count, ranks: pairRanks, &pace)
      .forEach(below: pairs.count) {
        sectionMoves.append(Step(from: pairs[$0].old, to: pairs[$0].new))
      }
    let runs = Self.split(runs, old, new, sections)
    let ranks = runs.isInOrderBefore ? nil : runs.ranks(before: old.count)
    let kept = runs.reduce(0) { $0 + $1.count }
    if kept < new.count {
      insertions = new.uncovered(by: runs, from: { $0.new }, where: { sections.oldOf[$0] != nil })
    }
    if kept < old.count {
      deletions = old.uncovered(
        by: ranks.map(runs.inOrder(ofRanks:)) ?? runs, from: { $0.old },
        where: { sections.newOf[$0] != nil })
    }
    let hints = hints ?? MoveHints(changed: ranks == nil ? [] : updated.map(\.new))
    moves = try Self.moves(
      runs, ranks, ranks == nil ? nil : hints.preferences(for: runs), old, new, sections, &pace)
    for pair in updated {
      let step = Step(from: old.path(of: pair.old), to: new.path(of: pair.new))
      if sections.newOf[step.from.section] != nil, sections.oldOf[step.to.section] != nil {
        updates.append(step)
      }
    }
  }

  /// Returns the runs divided at section boundaries.
  ///
  /// Runs in a section that is not in both lists are omitted.
  private static func split(
    _ runs: [MatchedRun], _ old: FlatList, _ new: FlatList, _ sections: SectionMatch
  ) -> [MatchedRun] {
    if sections.isSingle { return runs }
    var result: [MatchedRun] = []
    result.reserveCapacity(runs.count)
    // Most runs are in the same sections as the previous run.
    var (from, to) = (0, 0)
    for run in runs {
      var remainder = run
      while remainder.count > 0 {
        if !old.range(of: from).contains(remainder.old) { from = old.section(of: remainder.old) }
        if !new.range(of: to).contains(remainder.new) { to = new.section(of: remainder.new) }
        let count = min(
          remainder.count, old.starts[from + 1] - remainder.old, new.starts[to + 1] - remainder.new)
        if sections.newOf[from] != nil, sections.oldOf[to] != nil {
          result.append(MatchedRun(old: remainder.old, new: remainder.new, count: count))
        }
        remainder = MatchedRun(
          old: remainder.old + count, new: remainder.new + count, count: remainder.count - count)
      }
    }
    return result
  }

  /// Returns the smallest possible set of moves.
  ///
  /// An element moves if it comes from another section, or if it does not keep its order among the
  /// elements that stay in its section.
  private static func moves<Failure>(
    _ runs: [MatchedRun], _ ranks: [UInt32]?, _ preferences: [UInt32]?, _ old: FlatList,
    _ new: FlatList, _ sections: SectionMatch, _ pace: inout Checkpoint<Failure>
  ) throws(Failure) -> [Step<ItemPath>] {
    if sections.isSingle, ranks == nil { return [] }
    var moves: [Step<ItemPath>] = []
    var end = 0
    while end < runs.count {
      let start = end
      let section = new.section(of: runs[start].new)
      while end < runs.count, runs[end].new < new.starts[section + 1] { end += 1 }
      let moving = try runs[start..<end].moving(
        from: sections.oldOf[section].map(old.range) ?? 0..<0, ranks: ranks?[start..<end],
        preferences: preferences?[start..<end], &pace)
      var count = 0
      moving.forEach(below: end - start) { count += runs[start + $0].count }
      if sections.isSingle { moves.reserveCapacity(count) }
      try moving.forEach(below: end - start) { index throws(Failure) in
        let run = runs[start + index]
        let (from, firstItem) = (old.path(of: run.old), run.new - new.starts[section])
        for offset in 0..<run.count {
          moves.append(
            Step(
              from: ItemPath(section: from.section, item: from.item + offset),
              to: ItemPath(section: section, item: firstItem + offset)))
        }
        try pace.advance(by: run.count)
      }
    }
    return moves
  }

  // MARK: - Converting to runs

  /// Returns the elements that stay or move, as runs in the order of the new list.
  func runs(_ positions: PathMap) -> [MatchedRun] {
    let (old, new) = (FlatList(countsBefore), FlatList(countsAfter))
    var runs = moves.map {
      MatchedRun(old: old.position(of: $0.from), new: new.position(of: $0.to), count: 1)
    }
    for from in countsBefore.indices {
      guard let to = positions.newIndex(ofSection: from) else { continue }
      let (leaving, arriving) = positions.ranges(old: from, new: to)
      var kept = Self.complement(of: leaving, in: 0..<countsBefore[from])[...]
      var targets = Self.complement(of: arriving, in: 0..<countsAfter[to])[...]
      while let first = kept.first, let target = targets.first {
        let count = min(first.count, target.count)
        runs.append(
          MatchedRun(
            old: old.starts[from] + first.lowerBound, new: new.starts[to] + target.lowerBound,
            count: count))
        kept.dropFirst(elements: count)
        targets.dropFirst(elements: count)
      }
    }
    return runs.sorted { $0.new < $1.new }
  }

  private static func complement(of ranges: [Range<Int>], in bounds: Range<Int>) -> [Range<Int>] {
    var gaps: [Range<Int>] = []
    var position = bounds.lowerBound
    for range in ranges {
      if range.lowerBound > position { gaps.append(position..<range.lowerBound) }
      position = range.upperBound
    }
    if position < bounds.upperBound { gaps.append(position..<bounds.upperBound) }
    return gaps
  }
}

extension ArraySlice<Range<Int>> {
  /// Removes `count` numbers from the first range, and the range itself if it becomes empty.
  fileprivate mutating func dropFirst(elements count: Int) {
    self[startIndex] = (self[startIndex].lowerBound + count)..<self[startIndex].upperBound
    if self[startIndex].isEmpty { removeFirst() }
  }
}
