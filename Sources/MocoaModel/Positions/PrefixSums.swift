/// Counts in a row, whose sums from the first on are known though each may change: a Fenwick tree.
struct PrefixSums {
  /// At each node the sum of as many counts, up to it, as its lowest bit says; node 0 is unused.
  private var tree: [Int]

  /// The sum of all.
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

  /// The sum of the counts before a place.
  func sum(before place: Int) -> Int {
    var (node, sum) = (place, 0)
    while node > 0 {
      sum += tree[node]
      node &= node - 1
    }
    return sum
  }

  /// Adds to the count at a place.
  mutating func add(_ difference: Int, at place: Int) {
    total += difference
    var node = place + 1
    while node < tree.count {
      tree[node] += difference
      node += node & -node
    }
  }

  /// The place whose count holds a position below `total`, and the position in it.
  func place(of position: Int) -> (place: Int, offset: Int) {
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
