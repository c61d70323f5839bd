import Glibc
import MocoaModel
import MocoaTestSupport
import Testing

@testable import MocoaStore

@Suite("Caches that remove unreferenced entities")
@MainActor
struct CollectingTests {
  struct Leaf: Entity {
    let id: Int
    var text = ""
  }

  struct Knot: Entity {
    let id: Int
    var leaves: [Leaf] = []
    var knots: [Knot] = []
    static var children: [ChildField<Knot>] { [.many(\.leaves), .many(\.knots)] }
  }

  private let folder: TemporaryFolder
  private let path: String
  private let leaves = ListKey<Leaf>("leaves")
  private let knots = ListKey<Knot>("knots")
  private let albums = ListKey<Knot>("albums")

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path(of: "cache.db")
  }

  private func opened() -> SQLiteEntityCache { SQLiteEntityCache(path: path) }

  private var count: Int { OtherConnection(path).number("SELECT count(*) FROM entity") }

  private var size: Int {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : -1
  }

  private func isClosed() async {
    await eventually("no connection has the file open") { access("\(path)-wal", F_OK) != 0 }
  }

  private func compact(
    _ cache: SQLiteEntityCache, keeping kept: Set<EntityKey> = []
  ) async -> EntityCacheError? {
    await withCheckedContinuation { done in
      cache.compact {
        kept.intersection($0)
      } completion: {
        done.resume(returning: $0)
      }
    }
  }

  @Test("keep the file small over thousands of commits")
  func commits() async throws {
    let store = EntityStore(cache: opened())
    try store.write { try $0.set(leaves, to: []) }
    for number in 0..<2000 {
      try store.write { transaction in
        let text = String(repeating: "\(number) ", count: 20)
        try transaction.edit(leaves) { rows in
          rows.append(Leaf(id: number, text: text))
          if rows.count > 80 { rows.remove(at: 0) }
        }
        try transaction.upsert(Knot(id: 7, leaves: [Leaf(id: 10_000 + number)]))
      }
      if number % 100 == 99 {
        try await store.flush()
        // The store must evict the entities as well. Otherwise, the cache keeps them.
        store.compact()
      }
    }
    try await store.flush()
    await eventually("it is collected") {
      store.compact()
      return self.count == 82
    }
    #expect(store[leaves]?.map(\.id) == Array(1920..<2000))
    let cache = opened()
    #expect(try await cache.list(leaves)?.map(\.id) == Array(1920..<2000))
    #expect(try await cache.entity(EntityReference<Knot>(7))?.leaves == [Leaf(id: 11_999)])
    // The record of the last 1,000 commits is the largest part of the file.
    #expect(size < 400_000, "\(size)")
  }

  @Test("keep entities in memory, in listed entities, or never referenced")
  func kept() async throws {
    let cache = opened()
    await cache.keep {
      $0.upsert(Leaf(id: 1), Leaf(id: 2), Leaf(id: 3), Leaf(id: 4), Leaf(id: 5))
      $0.upsert(Knot(id: 1, leaves: [Leaf(id: 4), Leaf(id: 5)]))
      $0.set(leaves, [2, 3, 4])
      $0.set(knots, [1])
    }
    await cache.keep { $0.edit(leaves, at: 0, removing: [2, 3, 4]) }
    #expect(await compact(cache, keeping: [EntityReference<Leaf>(3).key]) == nil)
    for (id, isThere) in [(1, true), (2, false), (3, true), (4, true), (5, true)] {
      #expect(try await (cache.entity(EntityReference<Leaf>(id)) != nil) == isThere, "\(id)")
    }
    #expect(try await cache.list(knots)?.first?.leaves.map(\.id) == [4, 5])
    // Removing the knot also removes the entities that only it contains.
    await cache.keep { $0.set(knots, []) }
    #expect(await compact(cache) == nil)
    #expect(try await cache.entity(EntityReference<Leaf>(1)) != nil)
    #expect(count == 1)
  }

  @Test("remove entities that only contain each other")
  func cycle() async throws {
    let cache = opened()
    await cache.keep {
      $0.upsert(
        Knot(id: 1, knots: [Knot(id: 2)]), Knot(id: 2, knots: [Knot(id: 1)]),
        Knot(id: 3, knots: [Knot(id: 1)]))
    }
    await cache.keep { $0.upsert(Knot(id: 3)) }
    #expect(await compact(cache) == nil)
    #expect(count == 1)
    #expect(try await cache.entity(EntityReference<Knot>(3)) == Knot(id: 3))
  }

  @Test("remove no entities while another program has the file open")
  func others() async throws {
    let cache = opened()
    var other: SQLiteEntityCache? = opened()
    await cache.keep {
      $0.upsert(Leaf(id: 1))
      $0.set(leaves, [1])
    }
    #expect(try await other?.list(leaves)?.count == 1)
    await cache.keep { $0.set(leaves, []) }
    #expect(await compact(cache) == nil)
    #expect(count == 1)
    #expect(await other?.keep { $0.set(leaves, [1]) } == nil)
    other = nil
    #expect(try await cache.list(leaves) == [Leaf(id: 1)])
    await cache.keep { $0.set(leaves, []) }
    while count > 0 { #expect(await compact(cache) == nil) }
    #expect(try await opened().entity(EntityReference<Leaf>(1)) == nil)
  }

  @Test("keep entities that this program cannot read, with their children")
  func unreadable() async throws {
    await opened().keep {
      $0.upsert(Leaf(id: 1), Leaf(id: 2), Knot(id: 1, leaves: [Leaf(id: 2)]))
      $0.set(leaves, [1])
      $0.set(knots, [1])
    }
    await isClosed()
    try OtherConnection(path).run("UPDATE name SET text = 'Shop.Old' WHERE text LIKE '%.Knot'")
    try CacheFixture.reseal(path)
    let cache = opened()
    await cache.keep {
      $0.set(leaves, [])
      $0.set(knots, [])
    }
    #expect(await compact(cache) == nil)
    #expect(count == 2 && OtherConnection(path).number("SELECT count(*) FROM reference") == 1)
  }

  // MARK: - Damage

  /// Tests that damaged bytes never cause missing or different values without an error.
  @Test(
    "report lost rows, wherever bytes of the file are damaged",
    arguments: 0..<TestLength.choose(short: 3, long: 30 as UInt64))
  func damaged(seed: UInt64) async throws {
    let all = (0..<60).map { id in
      Knot(id: id, leaves: [Leaf(id: id, text: "t\(id)")], knots: id == 0 ? [] : [Knot(id: 1000)])
    }
    await opened().keep { batch in
      for knot in all {
        batch.upsert(knot)
        for leaf in knot.leaves { batch.upsert(leaf) }
      }
      batch.upsert(Knot(id: 1000), Leaf(id: 5000))
      batch.set(albums, all.map { ItemID($0.id) } + [999])
      batch.set(leaves, (0..<60).map { ItemID($0) })
    }
    var cache: SQLiteEntityCache? = opened()
    await cache?.keep {
      $0.delete(EntityReference<Leaf>(5000))
      $0.upsert(Leaf(id: 5000, text: "again"))
      $0.edit(leaves, at: 59, removing: [59], after: 58, inserting: [5000, 59])
    }
    let whole = try await read(cache)
    #expect(whole.losses.isEmpty)
    cache = nil
    await isClosed()
    let bytes = try CacheFixture.bytes(path)
    var random = SeededGenerator(seed: seed)
    for round in 0..<40 {
      var copy = bytes
      for _ in 0..<(1 << random.below(5)) {
        copy[100 + random.below(copy.count - 100)] = UInt8(truncatingIfNeeded: random.next())
      }
      let name = folder.path(of: "copy-\(seed)-\(round).db")
      try folder.write("copy-\(seed)-\(round).db", copy)
      let found = try await read(SQLiteEntityCache(path: name, mode: .readOnly))
      for (key, value) in whole.values where found.values[key] != value {
        #expect(found.losses.contains(key), "seed \(seed) round \(round): \(key)")
      }
    }
  }

  @Test("read all other entities if one is damaged")
  func restReadable() async throws {
    let all = (0..<60).map { Knot(id: $0, leaves: [Leaf(id: $0, text: "t")]) }
    await opened().keep { batch in
      for knot in all {
        batch.upsert(knot)
        for leaf in knot.leaves { batch.upsert(leaf) }
      }
      batch.set(albums, all.map { ItemID($0.id) })
      batch.set(leaves, (0..<60).map { ItemID($0) })
    }
    await isClosed()
    let whole = try await read(opened())
    await isClosed()
    try OtherConnection(path).run(
      """
      UPDATE entity SET body = x'00' WHERE id = 7
        AND kind = (SELECT number FROM name WHERE text = 'Leaf')
      """)
    let found = try await read(opened())
    // The lists and the entities that contain the damaged entity are reported as losses.
    #expect(
      found.losses == [
        "leaves", "albums", "\(EntityReference<Leaf>(7).key)", "\(EntityReference<Knot>(7).key)",
      ])
    for (key, value) in whole.values where !found.losses.contains(key) {
      #expect(found.values[key] == value, "\(key)")
    }
    #expect(found.values["leaves"]?.count(where: { $0 == ":" }) ?? 0 > 100)
  }

  private func read(
    _ cache: SQLiteEntityCache?
  ) async throws -> (values: [String: String], losses: Set<String>) {
    let cache = try #require(cache)
    var (values, losses): ([String: String], Set<String>) = ([:], [])
    func read<E: Entity>(_ key: ListKey<E>) async {
      let result = await withCheckedContinuation { done in
        cache.readList(key.name, of: .descriptor(for: E.self)) { done.resume(returning: $0) }
      }
      if let list = try? result.get() {
        values[key.name] = "\(list.entities)"
        if !list.unreadable.isEmpty { losses.insert(key.name) }
      } else if case .failure = result {
        losses.insert(key.name)
      }
    }
    func read<E: Entity>(_ ref: EntityReference<E>) async {
      do {
        if let value = try await cache.entity(ref) { values["\(ref.key)"] = "\(value)" }
      } catch {
        losses.insert("\(ref.key)")
      }
    }
    await read(albums)
    await read(leaves)
    await read(ListKey<Leaf>("none"))
    for id in stride(from: 0, to: 60, by: 7) {
      await read(EntityReference<Knot>(id))
      await read(EntityReference<Leaf>(id))
    }
    return (values, losses)
  }
}
