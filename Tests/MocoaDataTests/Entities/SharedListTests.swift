import MocoaModel
import MocoaTestSupport
import Testing

@testable import MocoaData

/// Whatever is done to a list here is done to the same rows where it is kept.
///
/// It may be another one there: others have just changed it, or a row of it cannot be read.
@Suite("A list that others edit too")
@MainActor
struct SharedListTests {
  /// Cannot be kept while it is bad, as a row of a later version may not be readable.
  struct Picky: Entity {
    let id: Int
    var isBad = false

    private enum Refusal: Error { case bad }

    func encode(to encoder: any Encoder) throws {
      if isBad { throw Refusal.bad }
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

  /// Waits, with this thread, until something is kept: nothing is taken over meanwhile.
  private func waitUntilKept(_ cache: SQLiteEntityCache) {
    let isKept = Monitor(false)
    cache.flush { _ in isKept.update { $0 = true } }
    _ = isKept.wait { $0 }
  }

  private func settle(_ store: EntityStore, _ ids: [Int]) async throws {
    await eventually("both have what both did") {
      // Where the system has no watch left, a cache looks for others whenever it is asked something.
      store.flush { _ in }
      return store[list]?.map(\.id) == ids && store.saveState == .saved
    }
    #expect(try await kept() == ids)
  }

  @Test("keeps what both did to it in the same moment")
  func both() async throws {
    let first = EntityStore(cache: openCache())
    try first.write { try $0.set(list, to: [Child1(1), Child1(2), Child1(3)]) }
    try await first.flush()
    let (cache, theirs) = (openCache(), openCache())
    let (store, other) = (EntityStore(cache: cache), EntityStore(cache: theirs))
    _ = try await store.load(list)
    _ = try await other.load(list)
    try other.write { try $0.edit(list) { $0.insert(Child1(9), at: 0) } }
    waitUntilKept(theirs)
    // It does not know of that yet, and means the rows that it knows.
    try store.write { try $0.edit(list) { $0.remove(at: 2) } }
    try await settle(store, [9, 1, 2])
    try other.write { try $0.edit(list) { $0.removeSubrange(0..<2) } }
    waitUntilKept(theirs)
    try store.write { try $0.edit(list) { $0.append(Child1(4)) } }
    waitUntilKept(cache)
    try store.write { try $0.edit(list) { $0.insert(Child1(5), at: 2) } }
    // What it was put behind is gone, and so it comes where it would stand.
    try await settle(store, [2, 4, 5])
    await eventually("the other too") {
      other.flush { _ in }
      return other[list]?.map(\.id) == [2, 4, 5]
    }
  }

  @Test("is what was fetched last, where both have fetched all of it")
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
    waitUntilKept(theirs)
    try store.write { try $0.set(list, to: fetched) }
    try await settle(store, [9, 1, 2])
  }

  @Test("is not what others have deleted and made again, where these have it in it no more")
  func madeAgain() async throws {
    let first = EntityStore(cache: openCache())
    try first.write { try $0.set(list, to: [Child1(1), Child1(2)]) }
    try await first.flush()
    let store = EntityStore(cache: openCache())
    _ = try await store.load(list)
    try first.write { transaction in
      transaction.delete(Ref<Child1>(1))
      try transaction.upsert(Child1(1, "again"))
    }
    try await first.flush()
    try await settle(store, [2])
    #expect(store[Ref<Child1>(1)]?.name == "again")
  }

  @Test("is edited around rows that cannot be read")
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
    // Somebody who can read it still finds it where it was.
    try await first.load(Ref<Picky>(1)).map { _ in try first.upsert(Picky(id: 1)) }
    try await first.flush()
    #expect(try await EntityStore(cache: openCache()).load(key)?.map(\.id) == [1, 2, 5, 4])
  }

  /// Others insert a row in front; here one is added at the end, and then taken out again.
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
    cache.change(EntityNews(changed: [Ref<Child1>(9).key], lists: ["list"])) {
      $0.upsert(Child1(9))
      $0.edit(list, at: 0, inserting: [9])
    }
  }

  @Test("is what both made of it, where the news come while something is not kept yet")
  func newsWhileUnsaved() async throws {
    let cache = ControlledCache()
    let store = try await loaded(cache)
    cache.hold()
    insertElsewhere(cache)
    try store.write { try $0.edit(list) { $0.append(Child1(3)) } }
    try await addAndRemove(cache, store)
  }

  @Test("is what both made of it, where it is edited while it is loaded again")
  func editedWhileReloading() async throws {
    let cache = ControlledCache()
    let store = try await loaded(cache)
    insertElsewhere(cache)
    cache.hold()
    // The news are heard, and the list is asked for.
    await withCheckedContinuation { done in MainTurn.afterThis { done.resume() } }
    try store.write { try $0.edit(list) { $0.append(Child1(3)) } }
    try await addAndRemove(cache, store)
  }

  @Test("is kept with rows that were in memory only, and all that is in them")
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
