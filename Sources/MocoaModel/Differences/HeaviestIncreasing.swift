extension ArraySlice<MatchedRun> {
  /// Returns the indexes of the runs that must move.
  ///
  /// The runs are in the order of the new list.
  ///
  /// A run can stay if its old index is in `home`. Of these runs, a heaviest subsequence with
  /// increasing old indexes stays; all other runs move. This moves the smallest possible number of
  /// elements.
  ///
  /// The weight of a run is its number of elements. A longest increasing subsequence of elements
  /// can always be chosen so that it contains each run completely or not at all. Therefore the
  /// result is an exact minimum. For the same reason, runs that follow each other in both lists are
  /// weighted as one block, independent of the deletions and insertions between them. Only edits
  /// that move elements add blocks.
  ///
  /// - Parameters:
  ///   - home: The range of the old list in which runs can stay.
  ///   - ranks: The ranks of the runs in the order of the old list, or `nil` if they increase.
  ///   - preferences: A number for each run, or `nil`. Of several heaviest subsequences, the one
  ///     with the greatest sum of these numbers stays; if `nil`, any of them.
  ///   - pace: The checkpoint of the computation.
  /// - Complexity: O(runs) if the ranks increase, otherwise O(runs + blocks × log blocks).
  func moving<Failure>(
    from home: Range<Int>, ranks: ArraySlice<UInt32>?, preferences: ArraySlice<UInt32>? = nil,
    _ pace: inout Checkpoint<Failure>
  ) throws(Failure) -> IndexBitmap {
    var moving = IndexBitmap(count: count)
    guard let ranks else {
      for (index, run) in enumerated() where !home.contains(run.old) { moving.insert(index) }
      return moving
    }
    var blocks = RunBlocks(hasPreferences: preferences != nil)
    for (index, (run, rank)) in zip(self, ranks).enumerated() {
      if home.contains(run.old) {
        let preference = preferences.map { $0[$0.startIndex + index] } ?? 0
        blocks.add(index, run.count, preference, rank: rank)
      } else {
        moving.insert(index)
      }
    }
    try pace.advance(by: count)
    try blocks.forEachMoving(before: count, &pace) { moving.insert($0) }
    return moving
  }
}

/// Blocks of runs, in the order of the new list.
///
/// The runs of one block follow each other in both lists.
private struct RunBlocks {
  private struct Block {
    /// The index of the first run of the block.
    let index: UInt32

    /// The rank of the first run of the block in the order of the old list.
    let rank: UInt32

    /// The weight: the number of elements in the upper half, and the sum of their preferences in
    /// the lower half.
    ///
    /// One addition and one comparison of words process both.
    var weight: UInt64
  }

  /// A Boolean value that indicates whether the lower halves of weights are not all 0.
  private let hasPreferences: Bool

  private var blocks: [Block] = []

  /// The rank that extends the last block by one run.
  private var next: UInt32 = 0

  init(hasPreferences: Bool) { self.hasPreferences = hasPreferences }

  mutating func add(_ index: Int, _ count: Int, _ preference: UInt32, rank: UInt32) {
    let weight = UInt64(UInt32(clamping: count)) << 32 | UInt64(preference)
    if rank == next, let last = blocks.indices.last {
      blocks[last].weight &+= weight
    } else {
      blocks.append(Block(index: UInt32(index), rank: rank, weight: weight))
    }
    next = rank &+ 1
  }

  /// Calls `body` with the range of the runs in each block that moves.
  ///
  /// A block moves if it is not in the heaviest chain of blocks with increasing ranks.
  func forEachMoving<Failure>(
    before end: Int, _ pace: inout Checkpoint<Failure>, _ body: (Range<Int>) -> Void
  ) throws(Failure) {
    var (index, stop) = (blocks.count - 1, end)
    let chain =
      hasPreferences
      ? try heaviestChain(UInt128.self, &pace) : try heaviestChain(UInt64.self, &pace)
    for kept in chain + [-1] {
      // The blocks between this kept block and the previously visited one.
      while index >= 0, index >= kept {
        let start = Int(blocks[index].index)
        if index > kept { body(start..<stop) }
        stop = start
        index -= 1
      }
    }
  }

  /// Returns the indexes of the blocks in the heaviest chain with increasing ranks, last block
  /// first.
  ///
  /// - Parameter word: The type of the nodes of the search tree. In 64 bits, preferences have no
  ///   effect.
  private func heaviestChain<Word: FixedWidthInteger & UnsignedInteger, Failure>(
    _ word: Word.Type, _ pace: inout Checkpoint<Failure>
  ) throws(Failure) -> [Int] {
    let ranks = denseRanks
    // A Fenwick tree of maxima. Each node has the heaviest chain of the ranks that it covers: its
    // weight in the upper half, and the number, from 1, of its last block in the lower half.
    let half = Word.bitWidth / 2
    var tree = Array<Word>(repeating: 0, count: blocks.count + 1)
    var previous = Array<UInt32>(repeating: 0, count: blocks.count)
    for (index, rank) in ranks.enumerated() {
      var best: Word = 0
      var node = Int(rank)
      while node > 0 {
        best = max(best, tree[node])
        node &= node &- 1
      }
      previous[index] = UInt32(truncatingIfNeeded: best)
      let weight = Word(truncatingIfNeeded: blocks[index].weight >> (64 - half))
      let chain = ((best >> half) &+ weight) << half | Word(truncatingIfNeeded: index + 1)
      node = Int(rank) + 1
      // The chain of a node is never heavier than those of its ancestors.
      while node < tree.count, tree[node] >> half < chain >> half {
        tree[node] = chain
        node &+= node & -node
      }
      try pace.advance(by: 4)
    }
    var chain: [Int] = []
    var last = UInt32(truncatingIfNeeded: tree.reduce(0, max))
    while last > 0 {
      chain.append(Int(last) - 1)
      last = previous[Int(last) - 1]
    }
    return chain
  }

  /// The ranks of the blocks in the order of the old list, from 0 and without gaps.
  private var denseRanks: [UInt32] {
    let least = blocks.reduce(UInt32.max) { min($0, $1.rank) }
    let most = blocks.reduce(least) { max($0, $1.rank) }
    // If no run was joined to a block, such as in a shuffled list, the ranks have no gaps.
    if Int(most - least) + 1 == blocks.count { return blocks.map { $0.rank - least } }
    var starts = IndexBitmap(count: Int(most - least) + 1)
    for block in blocks { starts.insert(Int(block.rank - least)) }
    let counted = starts.ranks
    return blocks.map { UInt32(truncatingIfNeeded: counted.rank(of: Int($0.rank - least))) }
  }
}

/// The elements that should move if several sets of moves are equally small.
///
/// If two adjacent elements change places, either of them can move. The hints select the element
/// that changed, or that was removed and inserted elsewhere, because users expect this element to
/// move.
struct MoveHints {
  /// The elements that were not edited, as runs in the order of both lists, or `nil` if they are
  /// unknown.
  var matchedRuns: [MatchedRun]?

  /// The new indexes of elements that are known to have moved, in ascending order.
  var moved: [Int] = []

  /// The new indexes of the elements that changed, in ascending order.
  var changed: [Int]

  /// Returns the preference of each run to stay in place.
  ///
  /// A run with a greater number should stay. An element in `matchedRuns` counts twice as much as
  /// an element that did not change.
  ///
  /// - Parameter runs: The runs, in the order of the new list.
  /// - Returns: `nil` if all three properties are empty.
  /// - Complexity: O(runs + kept + moved + changed).
  func preferences(for runs: [MatchedRun]) -> [UInt32]? {
    if matchedRuns == nil, moved.isEmpty, changed.isEmpty { return nil }
    var (kept, moved, changed) = (matchedRuns?[...], moved[...], changed[...])
    return runs.map { run in
      let staying = kept?.takeCount(in: run) ?? run.count
      return UInt32(
        clamping: 2 * (staying - moved.takeCount(in: run)) + run.count
          - changed.takeCount(in: run))
    }
  }
}

extension ArraySlice<Int> {
  /// Removes the indexes before the end of a run, and returns the number of removed indexes in the
  /// run.
  fileprivate mutating func takeCount(in run: MatchedRun) -> Int {
    let start = partitioningIndex { $0 >= run.new }
    let end = partitioningIndex { $0 >= run.newEnd }
    self = self[end...]
    return end - start
  }
}

extension ArraySlice<MatchedRun> {
  /// Returns the number of elements that these runs and another run have in common.
  ///
  /// The runs that end before or with the other run are removed.
  fileprivate mutating func takeCount(in run: MatchedRun) -> Int {
    var count = 0
    while let first, first.new < run.newEnd {
      count += Swift.max(0, Swift.min(run.newEnd, first.newEnd) - Swift.max(run.new, first.new))
      if first.newEnd > run.newEnd { break }
      removeFirst()
    }
    return count
  }
}
