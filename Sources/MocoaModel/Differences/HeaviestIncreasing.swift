extension ArraySlice<MatchedRun> {
  /// Which of the runs, in the order of the list after, do not stay where they are; by their place
  /// in this collection.
  ///
  /// Those outside of a range of the list before; and those that are not in a heaviest subsequence
  /// of the others whose positions before increase too: no smaller number could be moved.
  ///
  /// A longest increasing subsequence of elements takes a run whole or not at all, or can be made
  /// to; so runs weighed by their counts give the exact minimum. For the same reason runs that
  /// follow each other in both lists, whatever was deleted or inserted between them, are weighed
  /// as one: of thousands of edits only those that move something are left to be thought about.
  ///
  /// - Parameters:
  ///   - ranks: those of the runs in the order of the list before; nil where they increase.
  ///   - preferences: a number for each run; of several heaviest subsequences, the one with the
  ///     greatest sum stays. If nil, any of them stays.
  /// - Complexity: O(runs) where they increase already, else O(runs + blocks × log blocks).
  func moving<Failure>(
    from home: Range<Int>, ranks: ArraySlice<UInt32>?, preferences: ArraySlice<UInt32>? = nil,
    _ pace: inout Pace<Failure>
  ) throws(Failure) -> PositionSet {
    var moving = PositionSet(count: count)
    guard let ranks else {
      for (place, run) in enumerated() where !home.contains(run.old) { moving.insert(place) }
      return moving
    }
    var blocks = RunBlocks()
    for (place, (run, rank)) in zip(self, ranks).enumerated() {
      if home.contains(run.old) {
        let preference = preferences.map { $0[$0.startIndex + place] } ?? 0
        blocks.add(place, run.count, preference, rank: rank)
      } else {
        moving.insert(place)
      }
    }
    try pace.count(count)
    try blocks.forEachMoving(before: count, &pace) { moving.insert($0) }
    return moving
  }
}

/// Runs that follow each other in both lists, joined; in the order of the list after.
private struct RunBlocks {
  private struct Block {
    /// The place of the first run.
    let place: UInt32

    /// The rank of the first run in the order of the list before.
    let rank: UInt32

    /// The number of elements above the preference for them: one addition and one comparison of
    /// words are enough for both.
    var weight: UInt64
  }

  private var blocks: [Block] = []

  /// The rank of a run that would belong to the last block.
  private var next: UInt32 = 0

  mutating func add(_ place: Int, _ count: Int, _ preference: UInt32, rank: UInt32) {
    let weight = UInt64(UInt32(clamping: count)) << 32 | UInt64(preference)
    if rank == next, let last = blocks.indices.last {
      blocks[last].weight &+= weight
    } else {
      blocks.append(Block(place: UInt32(place), rank: rank, weight: weight))
    }
    next = rank &+ 1
  }

  /// Calls `body` with the places from each block that is not in the heaviest chain of increasing
  /// ranks to the next.
  func forEachMoving<Failure>(
    before end: Int, _ pace: inout Pace<Failure>, _ body: (Range<Int>) -> Void
  ) throws(Failure) {
    var (index, stop) = (blocks.count - 1, end)
    for kept in try heaviestChain(&pace) + [-1] {
      // Behind the one that is kept, and before the one that was kept before it.
      while index >= 0, index >= kept {
        let start = Int(blocks[index].place)
        if index > kept { body(start..<stop) }
        stop = start
        index -= 1
      }
    }
  }

  /// The blocks of the heaviest chain of increasing ranks, the last first.
  private func heaviestChain<Failure>(_ pace: inout Pace<Failure>) throws(Failure) -> [Int] {
    let ranks = denseRanks
    // A Fenwick tree of maxima: at each node the heaviest chain of the ranks it covers, as its
    // weight and the number, from 1, of the block that it ends with.
    var weights = Array<UInt64>(repeating: 0, count: blocks.count + 1)
    var ends = Array<UInt32>(repeating: 0, count: blocks.count + 1)
    var previous = Array<UInt32>(repeating: 0, count: blocks.count)
    for (index, rank) in ranks.enumerated() {
      var (best, end): (UInt64, UInt32) = (0, 0)
      var node = Int(rank)
      while node > 0 {
        if (weights[node], ends[node]) > (best, end) { (best, end) = (weights[node], ends[node]) }
        node &= node &- 1
      }
      previous[index] = end
      let chain = best &+ blocks[index].weight
      node = Int(rank) + 1
      // A node knows of no heavier chain than those above it.
      while node < weights.count, weights[node] < chain {
        (weights[node], ends[node]) = (chain, UInt32(index + 1))
        node &+= node & -node
      }
      try pace.count(4)
    }
    var chain: [Int] = []
    var last = zip(weights, ends).max { $0 < $1 }?.1 ?? 0
    while last > 0 {
      chain.append(Int(last) - 1)
      last = previous[Int(last) - 1]
    }
    return chain
  }

  /// The ranks among the blocks, from 0.
  private var denseRanks: [UInt32] {
    let least = blocks.reduce(UInt32.max) { min($0, $1.rank) }
    let most = blocks.reduce(least) { max($0, $1.rank) }
    var starts = PositionSet(count: Int(most - least) + 1)
    for block in blocks { starts.insert(Int(block.rank - least)) }
    let counted = starts.ranks
    return blocks.map { UInt32(truncatingIfNeeded: counted.rank(of: Int($0.rank - least))) }
  }
}
