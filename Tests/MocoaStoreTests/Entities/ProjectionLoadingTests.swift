import Glibc
import MocoaModel
import MocoaTestSupport
import Testing

@testable import MocoaStore

/// Tests that all types of one entity have the same known values, from any origin.
@Suite("Loading and fetching several types of one entity")
@MainActor
struct ProjectionLoadingTests {
  private let folder: TemporaryFolder
  private let list = ListKey<Child1>("list")

  init() throws {
    folder = try TemporaryFolder()
  }

  private func opened() -> EntityStore {
    EntityStore(cache: SQLiteEntityCache(path: folder.path(of: "cache.sqlite")))
  }

  /// Writes values as another program, and waits until they are saved.
  private func keep(_ body: (EntityStore) throws -> Void) async throws {
    let store = opened()
    try body(store)
    try await store.flush()
  }

  /// Saves a child as two types.
  private func fill() async throws {
    try await keep { store in
      try store.upsert(FullChild(id: 1, name: "first", data: 42))
      try store.upsert(Child1(1, "first"))
    }
  }

  @Test("an older saved projection does not replace known values")
  func loadedLater() async throws {
    try await fill()
    let store = opened()
    _ = try await store.load(EntityReference<FullChild>(1))
    try store.upsert(FullChild(id: 1, name: "new", data: 42))
    try await store.flush()
    let heard = EntityUpdateRecorder(EntityProvider(store, EntityReference<FullChild>(1)))
    #expect(try await store.load(EntityReference<Child1>(1))?.name == "new")
    #expect(store[EntityReference<FullChild>(1)]?.name == "new" && heard.news.isEmpty)
  }

  @Test("the last saved value counts after a restart, in any type")
  func restarted() async throws {
    try await fill()
    try await keep { try $0.upsert(FullChild(id: 1, name: "new", data: 43)) }
    #expect(try await opened().load(EntityReference<Child1>(1))?.name == "new")
    #expect(try await opened().load(EntityReference<FullChild>(1))?.data == 43)
    try await keep { try $0.upsert(Child1(1, "newer")) }
    #expect(
      try await opened().load(EntityReference<FullChild>(1))
        == FullChild(id: 1, name: "newer", data: 43))
    try await keep { try $0.upsert(Parent(1, Child1(1, "newest"))) }
    #expect(try await opened().load(EntityReference<FullChild>(1))?.name == "newest")
    try await keep { try $0.upsert(FullChild(id: 1, name: "last", data: 44)) }
    #expect(try await opened().load(EntityReference<Parent>(1))?.child.name == "last")
  }

  @Test("a file cache and a simple cache return the same projections")
  func random() async throws {
    var random = SeededGenerator(seed: 7)
    let caches: [any EntityCache] = [
      SQLiteEntityCache(path: "", mode: .inMemory), MemoryEntityCache(),
    ]
    for step in 0..<300 {
      let batch = EntityBatch.of { batch in
        for _ in 0..<Int.random(in: 1...3, using: &random) {
          let (id, name) = (Int.random(in: 0..<3, using: &random), "\(step)")
          switch Int.random(in: 0..<7, using: &random) {
          case 0: batch.delete(EntityReference<Child1>(id))
          case 1, 2: batch.upsert(Child1(id, name))
          case 3, 4: batch.upsert(FullChild(id: id, name: name, data: step))
          default: batch.upsert(Child1(id, name), Parent(id, Child1(id, name)))
          }
        }
      }
      var said: [String] = []
      for cache in caches {
        #expect(await cache.keep(batch) == nil)
        var all: [Any?] = []
        for id in 0..<3 {
          all.append(try await cache.entity(EntityReference<Child1>(id)))
          all.append(try await cache.entity(EntityReference<FullChild>(id)))
          all.append(try await cache.entity(EntityReference<Parent>(id)))
        }
        said.append("\(all)")
      }
      try #require(said[0] == said[1], "step \(step)")
    }
  }

  @Test("migrates a file of the previous version with all its data")
  func versionBefore() async throws {
    try await fill()
    let order = ListKey<Child1>("order")
    try await keep { store in
      try store.write { try $0.set(order, to: [Child1(1, "first"), Child1(2), Child1(3)]) }
    }
    let path = folder.path(of: "cache.sqlite")
    await eventually("no connection has the file open") { access("\(path)-wal", F_OK) != 0 }
    try OtherConnection(path).run(
      CacheFixture.formatTwo + """
        ALTER TABLE entity DROP COLUMN since;
        ALTER TABLE list_edit DROP COLUMN removed; ALTER TABLE list_edit DROP COLUMN previous;
        -- As it was written then: what stands from 1 on is taken out, and 3 comes in its place.
        INSERT INTO list_edit (list, number, since, first, past, ids)
          SELECT number, 1, since, 1, 9, x'18' FROM list WHERE name = 'order';
        PRAGMA user_version = 1
        """)
    let reader = EntityStore(cache: SQLiteEntityCache(path: path, mode: .readOnly))
    await #expect(throws: EntityCacheError.self) {
      try await reader.load(EntityReference<FullChild>(1))
    }
    let store = opened()
    #expect(try await store.load(EntityReference<FullChild>(1))?.data == 42)
    #expect(try await store.load(order)?.map(\.id) == [1, 3])
    try store.upsert(FullChild(id: 1, name: "new", data: 42))
    try store.write { try $0.edit(order) { $0.append(Child1(2)) } }
    try await store.flush()
    #expect(try await opened().load(EntityReference<Child1>(1))?.name == "new")
    #expect(try await opened().load(order)?.map(\.id) == [1, 3, 2])
  }

  @Test("children of a loaded entity have known values of other types")
  func loadedWithin() async throws {
    try await fill()
    var store = opened()
    try store.upsert(Parent(1, Child1(1, "first")))
    try await store.flush()
    store = opened()
    _ = try await store.load(EntityReference<FullChild>(1))
    try store.upsert(FullChild(id: 1, name: "new", data: 42))
    #expect(try await store.load(EntityReference<Parent>(1))?.child.name == "new")
    #expect(store[EntityReference<FullChild>(1)]?.name == "new")
  }

  @Test("memory-only values remain after another type is loaded")
  func inMemoryOnly() async throws {
    try await fill()
    let store = opened()
    try store.write(persist: false) { try $0.upsert(FullChild(id: 1, name: "new", data: 1)) }
    _ = try await store.load(EntityReference<Child1>(1))
    try store.upsert(FullChild(id: 1, name: "new", data: 1))
    try await store.flush()
    #expect(try await opened().load(EntityReference<FullChild>(1))?.name == "new")
  }

  @Test("fetched values do not replace newer writes of another type")
  func fetched() throws {
    let store = EntityStore()
    let refresh = store.refresh(list)
    try store.upsert(FullChild(id: 1, name: "written", data: 3))
    try refresh.finish([Child1(1, "fetched"), Child1(2, "fetched")])
    #expect(store[EntityReference<FullChild>(1)] == FullChild(id: 1, name: "written", data: 3))
    #expect(store[list]?.map(\.name) == ["written", "fetched"])
  }
}
