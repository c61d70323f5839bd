import MocoaModel
import MocoaSQLite
import MocoaTestSupport
import Testing

@testable import MocoaStore

/// Ports of the Rocket Data tests of its manager, of several observers, and of defects: RD-52 to
/// RD-62.
///
/// Deliberate differences: A batch of changes is a transaction, which notifies each list once. To
/// receive one call for several lists, observe the store, which notifies last.
@Suite("Rocket Data: the store")
@MainActor
struct RocketDataStoreTests {
  private let cache = ControlledCache()
  private let key = ListKey<Child1>("list")

  @Test(
    "RD-52: an upsert from any thread updates all rows, saved on request",
    arguments: [true, false])
  func upserting(isKept: Bool) async throws {
    let store = EntityStore(cache: cache)
    let list = try CollectionProvider(store, key)
    try list.set([Child1(1), Child1(2), Child1(1)], persist: false)
    let heard = UpdateRecorder(list)
    await Task.detached {
      await MainActor.run {
        store.write(context: 1, persist: isKept) { _ = try? $0.upsert(Child1(1, "new")) }
      }
    }.value
    #expect(heard.news == ["update 0, update 2"] && heard.newContexts == [1])
    #expect(cache.batches.map(\.short) == (isKept ? [["keep Child 1"]] : []))
  }

  @Test(
    "RD-53: entities upserted together are one update and one ordered batch",
    arguments: [true, false])
  func upsertingTogether(isKept: Bool) async throws {
    let store = EntityStore(cache: cache)
    let list = try CollectionProvider(store, key)
    try list.set([Child1(1), Child1(2)], persist: false)
    let heard = UpdateRecorder(list)
    await Task.detached {
      await MainActor.run {
        store.write(context: 1, persist: isKept) {
          _ = try? $0.upsert([Child1(2, "new"), Child1(1, "new")])
        }
      }
    }.value
    #expect(heard.news == ["update 0, update 1"] && heard.newContexts == [1])
    let batch = ["keep Child 2", "keep Child 1"]
    #expect(cache.batches.map(\.short) == (isKept ? [batch] : []))
  }

  /// A displayed entity, a displayed list, and their store.
  @MainActor
  private final class Batch {
    let store = EntityStore()
    let entity: EntityUpdateRecorder<Child1>
    let list: CollectionProvider<Child1>
    let rows: UpdateRecorder
    let commits: CommitRecorder

    init() throws {
      try store.upsert(Child1(1))
      entity = EntityUpdateRecorder(EntityProvider<Child1>(store, EntityReference(1)))
      list = try CollectionProvider(store, ListKey("list"))
      try list.set([Child1(2), Child1(3)])
      (rows, commits) = (UpdateRecorder(list), CommitRecorder(store))
    }
  }

  @Test(
    "RD-54: a list change notifies its providers, then the store observers")
  func oneOfTwo() throws {
    let batch = try Batch()
    var order: [String] = []
    let tokens = [
      batch.store.observe { _ in order.append("store") },
      batch.list.observe { _ in order.append("list") },
    ]
    try batch.store.upsert(Child1(2, "new"), context: 1)
    #expect(batch.entity.news == [] && batch.rows.news == ["update 0"])
    let commits = batch.commits.news
    #expect(commits.map(\.lists) == [["list"]] && commits.map { $0.context as? Int } == [1])
    #expect(order == ["list", "store"])
    withExtendedLifetime(tokens) {}
  }

  @Test("RD-56: a transaction that changes both notifies each once, afterwards")
  func both() throws {
    let batch = try Batch()
    var seen: [String?] = []
    let token = batch.list.observe { _ in seen.append(batch.store[EntityReference<Child1>(1)]?.name)
    }
    try batch.store.write(context: 2) { transaction in
      try transaction.upsert(Child1(1, "new"))
      try transaction.upsert(Child1(2, "new"))
      try transaction.upsert(Child1(3, "new"))
    }
    #expect(batch.entity.news == [Child1(1, "new")] && batch.entity.newContexts == [2])
    #expect(batch.rows.news == ["update 0, update 1"] && batch.rows.newContexts == [2])
    #expect(batch.commits.news.count == 1 && seen == ["new"])
    withExtendedLifetime(token) {}
  }

  @Test(
    "RD-57: a list follows rows that are inserted individually",
    arguments: [false, true])
  func puttingIn(isInserted: Bool) throws {
    let batch = try Batch()
    let child = Child1(9)
    if isInserted {
      try batch.list.insert([child], at: 1)
    } else {
      try batch.list.update(child, at: 1)
    }
    _ = (batch.rows.news, batch.commits.news)
    try batch.store.upsert(Child1(9, "new"))
    #expect(batch.rows.news == ["update 1"] && batch.commits.news.map(\.lists) == [["list"]])
    #expect(batch.entity.news == [])
  }

  /// Types with one entity name and different encodings, as in two versions of a program.
  private enum Former {
    struct Thing: Entity {
      let id: Int
      var name = "thing"
    }
  }

  private enum Present {
    struct Thing: Entity {
      let id: Int
      var size = 0
    }
  }

  @Test("RD-60: a cached entity of another type is a miss, but remains")
  func otherTypes() async throws {
    let folder = try TemporaryFolder()
    let caches: [any EntityCache] = [
      MemoryEntityCache(), SQLiteEntityCache(path: folder.path(of: "cache.db")),
    ]
    for cache in caches {
      let former = EntityStore(cache: cache)
      let things = ListKey<Former.Thing>("things")
      try former.write { try $0.set(things, to: [Former.Thing(id: 1), Former.Thing(id: 2)]) }
      try former.upsert(Child1(1))
      try await former.flush()
      let store = EntityStore(cache: cache)
      #expect(try await store.load(EntityReference<Present.Thing>(1)) == nil)
      #expect(
        try await store.load(EntityReference<FullChild>(1)) == nil,
        "a projection that was never kept")
      if cache is SQLiteEntityCache {
        await #expect(throws: EntityCacheError.self, "entities of another name") {
          try await store.load(ListKey<Child1>("things"))
        }
      }
      #expect(try await store.load(EntityReference<Former.Thing>(1)) == Former.Thing(id: 1))
      #expect(try await EntityStore(cache: cache).load(things)?.count == 2)
    }
  }

  @Test(
    "RD-60: unreadable entities are reported; the other rows load"
  )
  func otherBytes() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "cache.db")
    let log = CallbackRecorder<String>()
    do {
      let store = EntityStore(cache: SQLiteEntityCache(path: path))
      try store.write { try $0.set(key, to: [Child1(1), Child1(2)]) }
      try await store.flush()
    }
    let database = try SQLiteDatabase(path: path, .readWrite)
    try database.execute("UPDATE entity SET body = X'7B7D' WHERE id = 1")
    let store = EntityStore(cache: SQLiteEntityCache(path: path) { log.tell($0) })
    #expect(try await store.load(key) == [Child1(2)])
    #expect(log.values.contains { $0.contains("cannot read Child 1") })
    #expect(store.unreadable(in: key).count == 1)
  }

  @Test("RD-61: after many rapid updates, the newest value is saved last")
  func rapid() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "cache.db")
    let store = EntityStore(cache: SQLiteEntityCache(path: path))
    for number in 0..<300 { try store.upsert(Child1(1, "\(number)")) }
    let controlled = EntityStore(cache: cache)
    for number in 0..<300 { try controlled.upsert(Child1(1, "\(number)")) }
    try await store.flush()
    #expect(
      try await EntityStore(cache: SQLiteEntityCache(path: path)).load(EntityReference<Child1>(1))?
        .name
        == "299")
    #expect(cache.batches.map(\.revision) == Array(1...300))
    #expect(
      cache.batches.map { ($0.upserts.first?.value as? Child1)?.name }
        == (0..<300).map { "\($0)" })
  }

  @Test("RD-62: newer values in memory replace any cached values")
  func fresher() async throws {
    let writer = EntityStore(cache: cache)
    try writer.write { try $0.set(key, to: [Child1(1, "stale"), Child1(2, "stale")]) }
    try writer.upsert(Parent(1, Child1(1, "stale"), others: [Child1(2, "stale")]))
    let store = EntityStore(cache: cache)
    try store.write(persist: false) { try $0.upsert(Child1(1, "fresh")) }
    let list = try CollectionProvider(store, key)
    #expect(
      try await store.load(EntityReference<Parent>(1))?.child.name == "fresh",
      "what is in it as well")
    #expect(try await store.load(key)?.map(\.name) == ["fresh", "stale"])
    #expect(list.values.map(\.name) == ["fresh", "stale"])
    #expect(try await store.load(EntityReference<Child1>(1))?.name == "fresh")
  }
}
