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
  /// - Parameter ranks: those of the runs in the order of the list before; nil where they increase.
  /// - Complexity: O(runs) where they increase already, else O(runs + blocks × log blocks).
  func moving<Failure>(
    from home: Range<Int>, ranks: ArraySlice<UInt32>?, _ pace: inout Pace<Failure>
  ) throws(Failure) -> PositionSet {
    var moving = PositionSet(count: count)
    guard let ranks else {
      for (place, run) in enumerated() where !home.contains(run.old) { moving.insert(place) }
      return moving
    }
    var blocks = RunBlocks()
    for (place, (run, rank)) in zip(self, ranks).enumerated() {
      if home.contains(run.old) {
        blocks.add(place, run.count, rank: rank)
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

    /// The number of elements.
    var weight: UInt32
  }

  private var blocks: [Block] = []

  /// The rank of a run that would belong to the last block.
  private var next: UInt32 = 0

  mutating func add(_ place: Int, _ count: Int, rank: UInt32) {
    let weight = UInt32(clamping: count)
    if rank == next, let last = blocks.indices.last {
      blocks[last].weight = UInt32(clamping: UInt64(blocks[last].weight) + UInt64(weight))
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
    // weight above the number, from 1, of the block that it ends with.
    var tree = Array<UInt64>(repeating: 0, count: blocks.count + 1)
    var previous = Array<UInt32>(repeating: 0, count: blocks.count)
    for (index, rank) in ranks.enumerated() {
      var best: UInt64 = 0
      var node = Int(rank)
      while node > 0 {
        best = max(best, tree[node])
        node &= node &- 1
      }
      previous[index] = UInt32(truncatingIfNeeded: best)
      let chain = ((best >> 32) &+ UInt64(blocks[index].weight)) << 32 | UInt64(index + 1)
      node = Int(rank) + 1
      // A node knows of no heavier chain than those above it.
      while node < tree.count, tree[node] >> 32 < chain >> 32 {
        tree[node] = chain
        node &+= node & -node
      }
      try pace.count(4)
    }
    var chain: [Int] = []
    var last = UInt32(truncatingIfNeeded: tree.reduce(0, max))
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
