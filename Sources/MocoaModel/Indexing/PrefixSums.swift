/// The prefix sums of a sequence of counts that may change, as a Fenwick tree.
struct PrefixSums {
  /// The nodes of the tree.
  ///
  /// Node 0 is unused.
  ///
  /// Each node has the sum of the last counts up to its index; the lowest set bit of the index is
  /// the number of these counts.
  private var tree: [Int]

  /// The sum of all counts.
  private(set) var total: Int

  init(_ counts: [Int]) {
    tree = [0] + counts
    total = 0
    for (place, count) in counts.enumerated() {
      total += count
      let node = place + 1
      let parent = node + (node & -node)
      if parent < tree.count { tree[parent] += tree[node] }
    }
  }

  /// Returns the sum of the counts before an index.
  func sum(before place: Int) -> Int {
    var (node, sum) = (place, 0)
    while node > 0 {
      sum += tree[node]
      node &= node - 1
    }
    return sum
  }

  /// Adds a difference to the count at an index.
  mutating func add(_ difference: Int, at place: Int) {
    total += difference
    var node = place + 1
    while node < tree.count {
      tree[node] += difference
      node += node & -node
    }
  }

  /// Returns the index of the count that contains an offset, and the offset in that count.
  ///
  /// - Parameter position: An offset below `total`.
  func location(of position: Int) -> (place: Int, offset: Int) {
    var (node, rest) = (0, position)
    var step = 1 << (Int.bitWidth - 1 - max(tree.count - 1, 1).leadingZeroBitCount)
    while step > 0 {
      if node + step < tree.count, tree[node + step] <= rest {
        node += step
        rest -= tree[node]
      }
      step >>= 1
    }
    return (node, rest)
  }
}
