import MocoaModel
import MocoaTestSupport
import Testing

@testable import MocoaStore

/// A model of a store that recomputes all values from scratch.
private struct ReferenceLayout {
  struct Node: Equatable {
    var data: Int
    var first: Int?
    var rest: [Int]
  }

  var trees: [Int: Node] = [:]
  var boxes: [Int: Int] = [:]
  var leaves: [Int: Int] = [:]
  var list: [Int] = []

  mutating func upsert(_ tree: Tree) {
    var known: (trees: Set<Int>, boxes: Set<Int>, leaves: Set<Int>) = ([], [], [])
    upsert(tree, &known)
  }

  private mutating func upsert(
    _ tree: Tree, _ known: inout (trees: Set<Int>, boxes: Set<Int>, leaves: Set<Int>)
  ) {
    // The first of several occurrences counts.
    guard known.trees.insert(tree.id).inserted else { return }
    trees[tree.id] = Node(data: tree.data, first: tree.first?.id, rest: tree.rest.map(\.id))
    if let box = tree.first, known.boxes.insert(box.id).inserted {
      boxes[box.id] = box.leaf.id
      if known.leaves.insert(box.leaf.id).inserted { leaves[box.leaf.id] = box.leaf.data }
    }
    for child in tree.rest { upsert(child, &known) }
  }

  mutating func deleteTree(_ id: Int) {
    trees[id] = nil
    for key in trees.keys { trees[key]?.rest.removeAll { $0 == id } }
    list.removeAll { $0 == id }
  }

  mutating func deleteLeaf(_ id: Int) {
    leaves[id] = nil
    for (box, leaf) in boxes where leaf == id {
      boxes[box] = nil
      for key in trees.keys where trees[key]?.first == box { trees[key]?.first = nil }
    }
  }

  func value(_ id: Int) -> Tree? {
    guard let node = trees[id] else { return nil }
    let box = node.first.flatMap { box in
      boxes[box].flatMap { leaf in
        leaves[leaf].map { Tree.Box(id: box, leaf: Tree.Leaf(id: leaf, data: $0)) }
      }
    }
    return Tree(id: id, data: node.data, first: box, rest: node.rest.compactMap { value($0) })
  }
}

@Suite("Entity store compared with recomputation")
@MainActor
struct EntityOracleTests {
  @Test("matches the model after each of many random transactions", arguments: 0..<40)
  func random(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let store = EntityStore()
    let key = ListKey<Tree>("list")
    let provider = try CollectionProvider(store, key)
    let sleeper = try CollectionProvider(store, key)
    var shown = provider.snapshot
    var updates = 0
    let token = provider.observe { update in
      updates += 1
      #expect(Self.areEqual(update.before, shown))
      let applied = try? update.changes.applying(to: update.before, elementsFrom: update.after)
      #expect(applied.map { Self.areEqual($0, update.after) } == true)
      shown = update.after
    }
    var slept = sleeper.snapshot
    let sleeping = sleeper.observe { update in
      #expect(Self.areEqual(update.before, slept))
      slept = update.after
    }
    var oracle = ReferenceLayout()
    try store.write { try $0.set(key, to: []) }
    for step in 0..<60 {
      if Int.random(in: 0..<6, using: &random) == 0 { sleeper.isPaused.toggle() }
      let before = updates
      let old = oracle
      try store.write { transaction in
        for _ in 0..<Int.random(in: 1...4, using: &random) {
          try Self.act(&transaction, &oracle, key, &random)
        }
      }
      for id in 0..<12 {
        let (value, expected) = (store[EntityReference<Tree>(id)], oracle.value(id))
        try #require(
          value == expected, "step \(step): \(value?.short ?? "-") \(expected?.short ?? "-")")
      }
      let expected = oracle.list.compactMap { oracle.value($0) }
      #expect(store[key] == expected && provider.values == expected, "step \(step)")
      let hasChanged = old.list.compactMap { old.value($0) } != expected
      #expect(updates == before + (hasChanged ? 1 : 0), "one update a commit, step \(step)")
      if !sleeper.isPaused { #expect(sleeper.values == expected) }
    }
    sleeper.isPaused = false
    #expect(Self.areEqual(slept, shown))
    withExtendedLifetime((token, sleeping)) {}
  }

  private static func act(
    _ transaction: inout EntityTransaction, _ oracle: inout ReferenceLayout, _ key: ListKey<Tree>,
    _ random: inout SeededGenerator
  ) throws {
    switch Int.random(in: 0..<8, using: &random) {
    case 0...2:
      let tree = tree(&random, below: 0)
      try transaction.upsert(tree)
      oracle.upsert(tree)
    case 3:
      let leaf = Tree.Leaf(
        id: .random(in: 0..<5, using: &random), data: .random(in: 0..<3, using: &random))
      try transaction.upsert(leaf)
      oracle.leaves[leaf.id] = leaf.data
    case 4:
      let id = Int.random(in: 0..<12, using: &random)
      transaction.delete(EntityReference<Tree>(id))
      oracle.deleteTree(id)
    case 5:
      let id = Int.random(in: 0..<5, using: &random)
      transaction.delete(EntityReference<Tree.Leaf>(id))
      oracle.deleteLeaf(id)
    default:
      let trees = (0..<Int.random(in: 0...3, using: &random)).map { _ in tree(&random, below: 0) }
      let place = Int.random(in: 0...oracle.list.count, using: &random)
      let count = Int.random(in: 0...min(2, oracle.list.count - place), using: &random)
      try transaction.edit(key) { $0.replaceSubrange(place..<(place + count), with: trees) }
      for tree in trees { oracle.upsert(tree) }
      oracle.list.replaceSubrange(place..<(place + count), with: trees.map(\.id))
    }
  }

  /// Returns a random tree in which children have higher numbers than parents, to avoid cycles.
  private static func tree(_ random: inout SeededGenerator, below floor: Int) -> Tree {
    let id = Int.random(in: floor..<12, using: &random)
    var tree = Tree(id: id, data: .random(in: 0..<3, using: &random))
    if Bool.random(using: &random) {
      tree.first = Tree.Box(
        id: .random(in: 0..<5, using: &random),
        leaf: Tree.Leaf(
          id: .random(in: 0..<5, using: &random), data: .random(in: 0..<3, using: &random)))
    }
    if id < 11 {
      for _ in 0..<Int.random(in: 0...2, using: &random) {
        tree.rest.append(Self.tree(&random, below: id + 1))
      }
    }
    return tree
  }

  private static func areEqual(_ one: ListSnapshot, _ other: ListSnapshot) -> Bool {
    one.itemCounts == other.itemCounts
      && one.sections.indices.allSatisfy { section in
        (0..<one.sections[section].items.count).allSatisfy { item in
          let path = ItemPath(section: section, item: item)
          return one.id(at: path) == other.id(at: path)
            && one.isContentEqual(at: path, in: other, at: path)
        }
      }
  }
}

extension Tree {
  /// A short form of the tree for messages.
  fileprivate var short: String {
    let box = first.map { " b\($0.id)l\($0.leaf.id)=\($0.leaf.data)" } ?? ""
    return "(\(id)=\(data)\(box)\(rest.map { " " + $0.short }.joined()))"
  }
}
