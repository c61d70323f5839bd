import MocoaModel
import MocoaTestSupport
import Testing

@testable import MocoaStore

/// Tests the rows about Rocket Data in the article "Coming from Rocket Data,
/// MZRelationalCollectionController and the BindingHelper"
/// (`MocoaStore.docc/ComingFromDataLayers.md`).
///
/// Each row must compile and behave as described.
@MainActor
@Suite("Migrating from Rocket Data")
struct ComingFromRocketDataTests {
  private let store = EntityStore()

  @Test("replaces Model, modelIdentifier, map and merge")
  func models() throws {
    let draft = Parent(id: 1, name: "draft", child: Child1(1), isIdentified: false)
    #expect(!draft.isIdentified && Parent.children.count == 2)
    #expect(Child1(7).entityKey == EntityKey(entityName: "Child", id: 7))
    #expect(Child1(1).merging(FullChild(id: 1, name: "new", data: 2)).name == "new")
  }

  @Test("replaces DataProvider: setData, fetch, an observed identifier, delegate, isPaused")
  func provider() throws {
    let provider = EntityProvider(store, EntityReference<Child1>(1))
    var told: [String?] = []
    let token = provider.observe { told.append($0.after?.name ?? ($0.context as? String)) }
    #expect(provider.value == nil)
    try store.upsert(Child1(1, "one"), context: "elsewhere")
    try provider.set(Child1(1, "two"), context: "own", persist: false)
    provider.isPaused = true
    try store.upsert(Child1(1, "three"))
    #expect(provider.value?.name == "two")
    provider.isPaused = false
    provider.follow(EntityReference(2))
    var loaded = false
    provider.load { _ in loaded = true }
    #expect(told == ["one", "two", "three", nil] && loaded && provider.ref == EntityReference(2))
    withExtendedLifetime(token) {}
  }

  @Test("replaces CollectionDataProvider: setData, insert, append, update, remove, clear, cacheKey")
  func collection() throws {
    let key = ListKey<Child1>("all")
    let (one, other) = (try CollectionProvider(store, key), try CollectionProvider(store, key))
    var updates: [ListUpdate] = []
    let token = other.observe { updates.append($0) }
    try one.set([Child1(1)])
    try one.append([Child1(2)])
    try one.insert([Child1(3)], at: 0)
    try one.update(Child1(2, "new"), at: 2)
    try one.remove(at: 1)
    #expect(other.values.map(\.id) == [3, 2] && updates.count == 5)
    #expect(throws: EntityError.indexOutOfRange(9, count: 2)) { try one.remove(at: 9) }
    try one.edit { $0.swapAt(0, 1) }
    #expect(other[0]?.name == "new" && other.key == key)
    try one.removeAll()
    #expect(other.count == 0 && other.isLoaded)
    withExtendedLifetime(token) {}
  }

  @Test("replaces the static mutators, BatchDataProviderListener and lastUpdated")
  func transactions() throws {
    let key = ListKey<Child1>("all")
    var revisions: [Int] = []
    let token = store.observe { revisions.append($0.revision) }
    try store.write(context: "both") { transaction throws(EntityError) in
      try transaction.edit(key) { $0.append(Child1(1)) }
      try transaction.upsert(Child1(2))
      try transaction.upsert([Child1(3), Child1(4)])
    }
    #expect(store[key]?.count == 1 && revisions == [store.revision])
    withExtendedLifetime(token) {}
  }

  @Test("replaces updateModel, deleteModel, the updates listener and its map")
  func managers() async throws {
    var commits: [EntityCommit] = []
    let token = store.observe { commits.append($0) }
    let sequence = store.commits()
    try store.upsert(Parent(1, Child1(1)), context: 4)
    store.delete(EntityReference<Child1>(1), context: 5)
    #expect(commits.map { $0.context as? Int } == [4, 5])
    #expect(commits.last?.deleted == [Child1(1).entityKey, Parent(1, Child1(1)).entityKey])
    var iterator = sequence.makeAsyncIterator()
    #expect(await iterator.next()?.revision == commits[0].revision)
    #expect(await iterator.next()?.revision == commits[1].revision)
    withExtendedLifetime(token) {}
  }

  @Test("commits() stops observing the store when its reader ends")
  func commitsEnd() async throws {
    weak var gone: EntityStore?
    do {
      let store = EntityStore()
      gone = store
      var task: Task<Void, Never>? = Task { for await _ in store.commits() {} }
      await Task.yield()
      task?.cancel()
      await task?.value
      task = nil
    }
    await eventually("the store is gone") { gone == nil }
  }

  @Test("replaces garbageCollectionInterval and cleanMemory: compact() evicts unused entities")
  func compacting() throws {
    let (list, provider) = (ListKey<Child1>("l"), EntityProvider(store, EntityReference<Child1>(3)))
    try store.write { transaction throws(EntityError) in
      try transaction.set(list, to: [Child1(1)])
      try transaction.upsert([Child1(2), Child1(3)])
      try transaction.upsert(Parent(7, Child1(4), others: [Child1(5)]))
    }
    let own = EntityProvider<Parent>(store)
    try own.set(Parent(id: 0, name: "own", child: Child1(6), isIdentified: false))
    store.compact()
    #expect(
      (1...6).map { store[EntityReference<Child1>($0)] != nil } == [
        true, false, true, false, false, true,
      ])
    #expect(store[EntityReference<Parent>(7)] == nil && provider.value?.id == 3)
    try store.upsert(Child1(4, "again"))
    #expect(
      store[EntityReference<Child1>(4)]?.name == "again" && store[EntityReference<Parent>(7)] == nil
    )
    try store.upsert(Child1(6, "new"))
    #expect(own.value?.child.name == "new")
    store.write { $0.delete(EntityReference<Child1>(6)) }
    #expect(own.value == nil)
    // Neither parents nor lists of evicted entities remain.
    try store.write { transaction throws(EntityError) in try transaction.set(list, to: []) }
    store.compact()
    #expect(store[EntityReference<Child1>(1)] == nil && store[list] == [])
  }

  @Test("loads evicted entities from a cache, and evicts none before saving")
  func compactingWithCache() async throws {
    let store = EntityStore(cache: MemoryEntityCache())
    try store.upsert(Parent(1, Child1(2, "kept")))
    store.compact()
    #expect(store[EntityReference<Parent>(1)] != nil)
    try await store.flush()
    store.compact()
    #expect(store[EntityReference<Parent>(1)] == nil && store[EntityReference<Child1>(2)] == nil)
    #expect(try await store.load(EntityReference<Parent>(1))?.child.name == "kept")
  }

  // MARK: - Cache and network at once

  @Test("a refresh replaces older values, but keeps values written during it")
  func refreshing() throws {
    let list = ListKey<Parent>("p")
    try store.write { transaction throws(EntityError) in
      try transaction.set(list, to: (1...4).map { Parent($0, Child1($0)) })
    }
    let refresh = store.refresh(list)
    try store.upsert(Child1(1, "mine"))
    store.delete(EntityReference<Parent>(2))
    store.delete(EntityReference<Child1>(3))
    try refresh.finish(
      (1...5).map { Parent($0, Child1($0, "theirs"), name: "new") }, context: "net")
    #expect(store[list]?.map(\.id) == [1, 4, 5])
    #expect(store[list]?.map(\.child.name) == ["mine", "theirs", "theirs"])
    #expect(store[list]?.allSatisfy { $0.name == "new" } == true)
    try refresh.finish([])
    #expect(store[list]?.count == 3, "once")
  }

  @Test("keeps values written during a refresh, saved or not, until it ends")
  func refreshingWritten() async throws {
    let (cache, list) = (MemoryEntityCache(), ListKey<Child1>("c"))
    let store = EntityStore(cache: cache)
    try store.upsert(Child1(1, "before"))
    try await store.flush()
    let refresh = store.refresh(list)
    try store.write(persist: false) { transaction throws(EntityError) in
      try transaction.upsert(Child1(1, "written"))
    }
    try store.upsert(Child1(2, "written"))
    try await store.flush()
    store.compact()
    try refresh.finish([Child1(1, "fetched"), Child1(2, "fetched"), Child1(3, "fetched")])
    #expect(store[list]?.map(\.name) == ["written", "written", "fetched"])
  }

  @Test("a list edited during a refresh keeps its rows, with new values")
  func refreshingEdited() throws {
    let list = ListKey<Child1>("c")
    try store.write { transaction throws(EntityError) in
      try transaction.set(list, to: [Child1(1), Child1(2)])
    }
    let refresh = store.refresh(list)
    try store.write { transaction throws(EntityError) in
      try transaction.edit(list) { $0.remove(at: 0) }
    }
    try refresh.finish([Child1(1, "new"), Child1(2, "new"), Child1(3, "new")])
    #expect(store[list]?.map(\.name) == ["new"])
  }

  @Test("a refresh replaces cached values, in either order of arrival")
  func refreshingOverCache() async throws {
    let cache = MemoryEntityCache()
    let list = ListKey<Child1>("c")
    let former = EntityStore(cache: cache)
    try former.write { transaction throws(EntityError) in
      try transaction.set(list, to: [Child1(1), Child1(2)])
    }
    try await former.flush()
    for loadsFirst in [true, false] {
      let store = EntityStore(cache: cache)
      let refresh = store.refresh(list)
      if loadsFirst { _ = try await store.load(list) }
      try refresh.finish([Child1(2, "fetched")])
      _ = try await store.load(list)
      #expect(store[list] == [Child1(2, "fetched")])
    }
  }

  @Test("refresh(_:fetch:) awaits its fetch; a failed fetch changes nothing")
  func refreshingAwaited() async throws {
    struct TestError: Error {}
    let list = ListKey<Child1>("c")
    await #expect(throws: TestError.self) { try await store.refresh(list) { throw TestError() } }
    #expect(store[list] == nil && store.loadCount == 0)
    try await store.refresh(list) { [Child1(1)] }
    #expect(store[list]?.count == 1)
    do { _ = store.refresh(list) }
    #expect(store.loadCount == 0, "one that is let go is over")
  }
}
