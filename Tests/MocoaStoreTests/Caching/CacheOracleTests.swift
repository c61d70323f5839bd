import MocoaModel
import MocoaTestSupport
import Testing

@testable import MocoaStore

/// Applies random batches to a cache in a file and to a simple cache in memory.
@Suite("SQLite cache compared with a simple cache")
struct CacheOracleTests {
  /// An entity with required, optional and many children, of the same type and of another type.
  struct Node: Entity {
    let id: String
    var name = 0
    var leaf: Leaf?
    var leaves: [Leaf] = []
    var nodes: [Node] = []

    var core = Core(id: 0, leaf: nil)

    struct Core: Entity {
      let id: Int
      var leaf: Leaf?
      var isIdentified: Bool { id != 0 }
      static var children: [ChildField<Core>] { [.optional(\.leaf)] }
    }

    static var children: [ChildField<Node>] {
      [.required(\.core), .optional(\.leaf), .many(\.leaves), .many(\.nodes)]
    }
  }

  struct Leaf: Entity {
    let id: Int
    var name = 0
  }

  private struct Random {
    var generator: SeededGenerator
    let lists = (0..<4).map { "list \($0)" }

    mutating func below(_ limit: Int) -> Int { generator.below(limit) }
    mutating func leafID() -> Int { below(8) }

    mutating func leaf() -> Leaf { Leaf(id: leafID(), name: below(1000)) }

    mutating func nodeID() -> String { "n\(below(6))" }

    /// Returns a node whose nested nodes mostly have greater identities, so that cycles are rare.
    mutating func node(_ id: String) -> Node {
      var node = Node(id: id, name: below(1000))
      if below(2) == 0 { node.leaf = leaf() }
      node.core = Node.Core(id: below(3), leaf: below(2) == 0 ? leaf() : nil)
      node.leaves = (0..<below(4)).map { _ in leaf() }
      if below(2) == 0 {
        node.nodes = (0..<below(3)).map { _ in Node(id: nodeID()) }
        if below(10) > 0 { node.nodes.removeAll { $0.id <= id } }
      }
      return node
    }

    mutating func batch() -> EntityBatch {
      var batch = EntityBatch(revision: 1)
      for _ in 0..<below(4) { batch.upsert(leaf()) }
      for _ in 0..<below(3) { batch.upsert(node(nodeID())) }
      for _ in 0..<below(2) { batch.upsert(Node.Core(id: 1 + below(2), leaf: leaf())) }
      for _ in 0..<(below(3) == 0 ? 1 + below(2) : 0) {
        switch below(3) {
        case 0: batch.delete(EntityReference<Leaf>(leafID()))
        case 1: batch.delete(EntityReference<Node>(nodeID()))
        default: batch.delete(EntityReference<Node.Core>(1 + below(2)))
        }
      }
      for _ in 0..<below(3) {
        let list = below(lists.count)
        let isLeaf = list < 2
        let count = below(below(4) == 0 ? 30 : 4)
        let ids = (0..<count).map { _ in isLeaf ? ItemID(leafID()) : ItemID(nodeID()) }
        func edit<E: Entity>(_ key: ListKey<E>, _ id: () -> ItemID) {
          if below(5) == 0 { return batch.set(key, ids) }
          // The edit often refers to another version of the list.
          let removed = (0..<below(4)).map { _ in id() }
          batch.edit(
            key, at: below(20), removing: removed, after: below(4) == 0 ? nil : id(),
            inserting: ids)
        }
        if isLeaf {
          edit(ListKey<Leaf>(lists[list])) { ItemID(leafID()) }
        } else {
          edit(ListKey<Node>(lists[list])) { ItemID(nodeID()) }
        }
      }
      return batch
    }
  }

  private func expectSame(
    _ cache: some EntityCache, _ oracle: some EntityCache, _ random: Random
  ) async throws {
    for id in 0..<8 {
      let ref = EntityReference<Leaf>(id)
      #expect(try await cache.entity(ref) == oracle.entity(ref))
    }
    for id in 0..<6 {
      let ref = EntityReference<Node>("n\(id)")
      // Neither cache returns an entity that contains itself.
      #expect(try await cache.readable(ref) == oracle.readable(ref), "\(ref.key)")
    }
    for (place, name) in random.lists.enumerated() {
      if place < 2 {
        let list = ListKey<Leaf>(name)
        #expect(try await cache.list(list) == oracle.list(list), "\(name)")
      } else {
        let list = ListKey<Node>(name)
        #expect(try await cache.list(list) == oracle.list(list), "\(name)")
      }
    }
  }

  @Test(
    "contains the same data after random batches and restarts",
    arguments: 0..<TestLength.choose(short: 3, long: 40 as UInt64))
  func random(seed: UInt64) async throws {
    let folder = try TemporaryFolder()
    let oracle = MemoryEntityCache()
    var random = Random(generator: SeededGenerator(seed: seed))
    for _ in 0..<5 {
      let cache = SQLiteEntityCache(path: folder.path(of: "cache.db"))
      for _ in 0..<40 {
        let batch = random.batch()
        #expect(await cache.keep(batch) == nil)
        await oracle.keep(batch)
        if random.below(8) == 0 { try await expectSame(cache, oracle, random) }
      }
      try await expectSame(cache, oracle, random)
    }
  }

  @Test(
    "contains the same long lists after any edits and deletions",
    arguments: 0..<TestLength.choose(short: 1, long: 10 as UInt64))
  func lists(seed: UInt64) async throws {
    let cache = SQLiteEntityCache(path: "", mode: .inMemory)
    let oracle = MemoryEntityCache()
    let list = ListKey<Leaf>("leaves")
    var random = SeededGenerator(seed: seed)
    var batch = EntityBatch(revision: 1)
    batch.upserts = (0..<3000).map { .init(Leaf(id: $0)) }
    batch.set(list, (0..<2000).map { ItemID($0) })
    await cache.keep(batch)
    await oracle.keep(batch)
    var former = oracle.ids(ofList: list.name)
    for round in 0..<360 {
      var batch = EntityBatch(revision: 1)
      if random.below(3) == 0 {
        // A large number of deletions makes the cache remove the rows from its list permanently.
        let count = random.below(40) == 0 ? 700 : random.below(6)
        let gone = (0..<count).map { _ in random.below(3000) }
        batch.deletions = gone.map { EntityReference<Leaf>($0).key }
        if random.below(2) == 0 { batch.upserts = gone.map { .init(Leaf(id: $0)) } }
      }
      for _ in 0..<random.below(3) {
        // Half of the edits refer to the current list, and the others to an old version.
        let knowsIt = round % 2 == 0
        let known = knowsIt ? oracle.ids(ofList: list.name) : former
        let first = random.below(known.count + 1)
        let count = random.below(random.below(30) == 0 && knowsIt ? 1500 : 4)
        let ids = (0..<random.below(random.below(30) == 0 ? 1500 : 5)).map { _ in
          ItemID(random.below(3000))
        }
        batch.edit(
          list, at: first, removing: Array(known[first...].prefix(count)),
          after: first == 0 ? nil : known[first - 1], inserting: ids)
        if random.below(20) == 0 { former = known }
      }
      if random.below(5) == 0 { batch.upserts.append(.init(Leaf(id: random.below(3000)))) }
      await cache.keep(batch)
      await oracle.keep(batch)
      if round % 60 == 59 {
        #expect(try await cache.list(list)?.map(\.id) == oracle.list(list)?.map(\.id))
      }
    }
  }
}
