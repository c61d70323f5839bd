import MocoaModel
import MocoaTestSupport
import Testing

@testable import MocoaStore

/// Tests that an edit of a list applies to the same rows in the saved list.
///
/// The saved list may differ: another program has just changed it, or a row is unreadable.
@Suite("Lists that other programs edit, too")
@MainActor
struct SharedListTests {
  /// An entity that cannot be encoded while it is bad, like an unreadable row of a later version.
  struct Picky: Entity {
    let id: Int
    var isBad = false

    private enum TestError: Error { case bad }

    func encode(to encoder: any Encoder) throws {
      if isBad { throw TestError.bad }
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(id, forKey: .id)
      try container.encode(isBad, forKey: .isBad)
    }
  }

  private let folder: TemporaryFolder
  private let list = ListKey<Child1>("list")

  init() throws {
    folder = try TemporaryFolder()
  }

  private func openCache() -> SQLiteEntityCache {
    SQLiteEntityCache(path: folder.path(of: "cache.sqlite"))
  }

  private func kept() async throws -> [Int]? {
    try await EntityStore(cache: openCache()).load(list)?.map(\.id)
  }

  /// Blocks the thread until the changes are saved.
  ///
  /// Stores receive no external changes until then.
  private func waitUntilSaved(_ cache: SQLiteEntityCache) {
    let isKept = Monitor(false)
    cache.flush { _ in isKept.update { $0 = true } }
    _ = isKept.wait { $0 }
  }

  private func settle(_ store: EntityStore, _ ids: [Int]) async throws {
    await eventually("both have what both did") {
      // Without a free file watch, a cache looks for external changes only when it is called.
      store.flush { _ in }
      return store[list]?.map(\.id) == ids && store.saveState == .saved
    }
    #expect(try await kept() == ids)
  }

  @Test("keep simultaneous edits of two programs")
  func both() async throws {
    let first = EntityStore(cache: openCache())
    try first.write { try $0.set(list, to: [Child1(1), Child1(2), Child1(3)]) }
    try await first.flush()
    let (cache, theirs) = (openCache(), openCache())
    let (store, other) = (EntityStore(cache: cache), EntityStore(cache: theirs))
    _ = try await store.load(list)
    _ = try await other.load(list)
    try other.write { try $0.edit(list) { $0.insert(Child1(9), at: 0) } }
    waitUntilSaved(theirs)
    // The store does not know the insertion yet. Its edit refers to the rows that it knows.
    try store.write { try $0.edit(list) { $0.remove(at: 2) } }
    try await settle(store, [9, 1, 2])
    try other.write { try $0.edit(list) { $0.removeSubrange(0..<2) } }
    waitUntilSaved(theirs)
    try store.write { try $0.edit(list) { $0.append(Child1(4)) } }
    waitUntilSaved(cache)
    try store.write { try $0.edit(list) { $0.insert(Child1(5), at: 2) } }
    // The row before it is gone, so the new row is inserted where it would be.
    try await settle(store, [2, 4, 5])
    await eventually("the other too") {
      other.flush { _ in }
      return other[list]?.map(\.id) == [2, 4, 5]
    }
  }

  @Test("contain the last fetched rows if two programs set all rows")
  func bothSet() async throws {
    let first = EntityStore(cache: openCache())
    try first.write { try $0.set(list, to: [Child1(1), Child1(2)]) }
    try await first.flush()
    let (cache, theirs) = (openCache(), openCache())
    let (store, other) = (EntityStore(cache: cache), EntityStore(cache: theirs))
    _ = try await store.load(list)
    _ = try await other.load(list)
    let fetched = [Child1(9), Child1(1), Child1(2)]
    try other.write { try $0.set(list, to: fetched) }
    waitUntilSaved(theirs)
    try store.write { try $0.set(list, to: fetched) }
    try await settle(store, [9, 1, 2])
  }

  @Test("do not contain an entity that others deleted and recreated")
  func madeAgain() async throws {
    let first = EntityStore(cache: openCache())
    try first.write { try $0.set(list, to: [Child1(1), Child1(2)]) }
    try await first.flush()
    let store = EntityStore(cache: openCache())
    _ = try await store.load(list)
    try first.write { transaction in
      transaction.delete(EntityReference<Child1>(1))
      try transaction.upsert(Child1(1, "again"))
    }
    try await first.flush()
    try await settle(store, [2])
    #expect(store[EntityReference<Child1>(1)]?.name == "again")
  }

  @Test("can be edited around unreadable rows")
  func unreadable() async throws {
    let key = ListKey<Picky>("picky")
    let first = EntityStore(cache: openCache())
    let rows = [Picky(id: 1, isBad: true), Picky(id: 2), Picky(id: 3), Picky(id: 4)]
    try first.write { try $0.set(key, to: rows) }
    try await first.flush()
    let store = EntityStore(cache: openCache())
    #expect(try await store.load(key)?.map(\.id) == [2, 3, 4])
    try store.write { try $0.edit(key) { $0.remove(at: 1) } }
    try store.write { try $0.edit(key) { $0.insert(Picky(id: 5), at: 1) } }
    try await store.flush()
    #expect(try await EntityStore(cache: openCache()).load(key)?.map(\.id) == [2, 5, 4])
    // A program that can read the row still finds it at its index.
    try await first.load(EntityReference<Picky>(1)).map { _ in try first.upsert(Picky(id: 1)) }
    try await first.flush()
    #expect(try await EntityStore(cache: openCache()).load(key)?.map(\.id) == [1, 2, 5, 4])
  }

  /// Checks the list after an external insertion and a local append, then removes the last row.
  private func addAndRemove(_ cache: ControlledCache, _ store: EntityStore) async throws {
    cache.release()
    await eventually("told and kept") {
      store[list]?.map(\.id) == [9, 1, 2, 3] && store.saveState == .saved
    }
    #expect(try await cache.list(list)?.map(\.id) == [9, 1, 2, 3])
    try store.write { try $0.edit(list) { $0.remove(at: 3) } }
    try await store.flush()
    #expect(try await cache.list(list)?.map(\.id) == [9, 1, 2])
  }

  private func loaded(_ cache: ControlledCache) async throws -> EntityStore {
    let first = EntityStore(cache: cache)
    try first.write { try $0.set(list, to: [Child1(1), Child1(2)]) }
    let store = EntityStore(cache: cache)
    _ = try await store.load(list)
    return store
  }

  private func insertElsewhere(_ cache: ControlledCache) {
    cache.change(ExternalChanges(changed: [EntityReference<Child1>(9).key], lists: ["list"])) {
      $0.upsert(Child1(9))
      $0.edit(list, at: 0, inserting: [9])
    }
  }

  @Test("merge an external change that arrives before a local save")
  func newsWhileUnsaved() async throws {
    let cache = ControlledCache()
    let store = try await loaded(cache)
    cache.hold()
    insertElsewhere(cache)
    try store.write { try $0.edit(list) { $0.append(Child1(3)) } }
    try await addAndRemove(cache, store)
  }

  @Test("merge a local edit that is made during a reload")
  func editedWhileReloading() async throws {
    let cache = ControlledCache()
    let store = try await loaded(cache)
    insertElsewhere(cache)
    cache.hold()
    // The store receives the notification and requests the list.
    await withCheckedContinuation { done in MainActorScheduler.schedule { done.resume() } }
    try store.write { try $0.edit(list) { $0.append(Child1(3)) } }
    try await addAndRemove(cache, store)
  }

  @Test("save rows that were only in memory, with their children")
  func rowsInMemory() async throws {
    let store = EntityStore(cache: openCache())
    let key = ListKey<Parent>("parents")
    let parent = Parent(1, Child1(2), others: [Child1(3)])
    try store.write(persist: false) { try $0.set(key, to: [parent]) }
    try store.write { try $0.edit(key) { $0.append(Parent(4, Child1(2))) } }
    try await store.flush()
    #expect(
      try await EntityStore(cache: openCache()).load(key) == [parent, Parent(4, Child1(2))])
  }
}
