extension [MatchedRun] {
  /// Which of the runs, in the order of the list after, stay where they are.
  ///
  /// Those of a heaviest subsequence whose positions before increase too. All others are moved, and
  /// no smaller number could be.
  ///
  /// A longest increasing subsequence of elements takes a run whole or not at all, or can be made
  /// to; so runs weighed by their counts give the exact minimum.
  ///
  /// - Complexity: O(runs) where they increase already, else O(runs × log runs).
  func staying<Failure>(_ pace: inout Pace<Failure>) throws(Failure) -> [Bool] {
    if indices.dropFirst().allSatisfy({ self[$0 - 1].old < self[$0].old }) {
      return Array<Bool>(repeating: true, count: count)
    }
    let chain = try heaviestChain(&pace)
    var stays = Array<Bool>(repeating: false, count: count)
    var index = chain.last
    while index >= 0 {
      stays[index] = true
      index = chain.previous[index]
    }
    return stays
  }

  /// The end of the heaviest chain, and before each run the one that its best chain comes from.
  private func heaviestChain<Failure>(
    _ pace: inout Pace<Failure>
  ) throws(Failure) -> (last: Int, previous: [Int]) {
    var rank = Array<Int>(repeating: 0, count: count)
    for (place, index) in indices.sorted(by: { self[$0].old < self[$1].old }).enumerated() {
      rank[index] = place + 1
    }
    var weights = Array<Int>(repeating: 0, count: count)
    var previous = Array<Int>(repeating: -1, count: count)
    // A Fenwick tree: at each node the run that ends the heaviest chain of the ranks it covers.
    var tree = Array<Int>(repeating: -1, count: count + 1)
    var heaviest = -1
    for index in indices {
      var best = -1
      var node = rank[index] - 1
      while node > 0 {
        let run = tree[node]
        if run >= 0, best < 0 || weights[run] > weights[best] { best = run }
        node &= node - 1
      }
      previous[index] = best
      weights[index] = self[index].count + (best < 0 ? 0 : weights[best])
      if heaviest < 0 || weights[index] > weights[heaviest] { heaviest = index }
      node = rank[index]
      while node <= count {
        if tree[node] < 0 || weights[tree[node]] < weights[index] { tree[node] = index }
        node += node & -node
      }
      try pace.count(8)
    }
    return (heaviest, previous)
  }
}
