import MocoaModel
import MocoaTestSupport

@testable import MocoaStore

/// A generator of random trees with 2 to 100 nodes, each of which occurs once in a tree.
struct Forest {
  /// The nodes that have an identity.
  enum Identified: CaseIterable {
    case all, third, none
  }

  /// The maximum number of children of a node, from 1 to 10.
  private let branching: Int

  /// The maximum number of nodes of a tree.
  private let nodeCount: Int

  /// Creates a generator of trees of a random shape.
  init(_ random: inout SeededGenerator) {
    branching = .random(in: 1...10, using: &random)
    nodeCount = .random(in: 2...100, using: &random)
  }

  /// Returns a tree whose nodes have different numbers below a limit, in random order.
  mutating func tree(
    _ identified: Identified, below limit: Int = 150, _ random: inout SeededGenerator
  ) -> Tree {
    var ids = Array(0..<limit).shuffled(using: &random)
    var left = min(nodeCount, ids.count)
    return tree(identified, &ids, &left, depth: 0, &random)
  }

  private func tree(
    _ identified: Identified, _ ids: inout [Int], _ left: inout Int, depth: Int,
    _ random: inout SeededGenerator
  ) -> Tree {
    let id = ids.removeLast()
    var tree = Tree(id: id, data: .random(in: 0..<4, using: &random))
    tree.isIdentified = identified == .all || (identified == .third && id % 3 == 0)
    left -= 1
    // Three updates, nested in each other, must not exceed the depth limit.
    for _ in 0..<Int.random(in: 1...branching, using: &random) where left > 0 && depth < 24 {
      tree.rest.append(self.tree(identified, &ids, &left, depth: depth + 1, &random))
    }
    return tree
  }
}

extension Tree {
  /// The keys of all nodes that have an identity.
  var keys: Set<EntityKey> { Set(nodes.filter(\.isIdentified).map(\.entityKey)) }

  /// All nodes, beginning with the root.
  var nodes: [Tree] { [self] + rest.flatMap(\.nodes) }
}
