import MocoaModel
import MocoaTestSupport
import Testing

@testable import MocoaStore

/// Tests how providers receive the changes that other programs make in the cache of a store.
@Suite("External changes of a cache")
@MainActor
struct ExternalChangesTests {
  private let cache = ControlledCache()
  private let key = ListKey<Child1>("list")

  /// Runs the main loop until all loads end.
  private func settle(_ store: EntityStore) async {
    await withCheckedContinuation { done in MainActorScheduler.schedule { done.resume() } }
    await eventually("the answers") { store.loadCount == 0 }
  }

  /// Commits a change as another program, and notifies the store.
  private func change(_ store: EntityStore, _ body: (inout EntityBatch) -> Void) async {
    let batch = EntityBatch.of(body)
    let news = ExternalChanges(
      changed: Set(batch.upserts.map(\.value.entityKey)), deleted: Set(batch.deletions),
      lists: Set(batch.listEdits.map(\.list)))
    cache.change(news, body)
    await settle(store)
  }

  @Test("providers of missing entities and lists receive them after external creation")
  func awaited() async throws {
    let store = EntityStore(cache: cache)
    let (one, list) = (
      EntityProvider(store, EntityReference<Child1>(9)), try CollectionProvider(store, key)
    )
    let (other, elsewhere) = (
      EntityProvider(store, EntityReference<Child1>(8)), ListKey<Child1>("other")
    )
    let otherList = try CollectionProvider(store, elsewhere)
    one.load()
    list.load()
    await settle(store)
    let (heard, heardList) = (EntityUpdateRecorder(one), UpdateRecorder(list))
    await change(store) {
      $0.upsert(Child1(8), Child1(9))
      $0.set(key, [9.itemID])
      $0.set(elsewhere, [8.itemID])
    }
    #expect(heard.news == [Child1(9)] && heardList.news == ["insert 0"])
    #expect(other.value == nil && !otherList.isLoaded, "these were not requested")
  }

  @Test("providers receive an awaited entity from changes without details")
  func everything() async throws {
    let store = EntityStore(cache: cache)
    let (one, list) = (
      EntityProvider(store, EntityReference<Child1>(9)), try CollectionProvider(store, key)
    )
    one.load()
    list.load()
    await settle(store)
    var news = ExternalChanges()
    news.affectsEverything = true
    cache.change(news) {
      $0.upsert(Child1(9))
      $0.set(key, [9.itemID])
    }
    await settle(store)
    #expect(one.value == Child1(9) && list.values == [Child1(9)])
  }

  @Test("an entity known as one type loads as another when that arrives")
  func awaitedType() async throws {
    let store = EntityStore(cache: cache)
    try store.upsert(Child1(1))
    let one = EntityProvider(store, EntityReference<FullChild>(1))
    one.load()
    await settle(store)
    await change(store) { $0.upsert(FullChild(id: 1, name: "new", data: 7)) }
    #expect(one.value == FullChild(id: 1, name: "new", data: 7))
    #expect(store[EntityReference<Child1>(1)]?.name == "new")
  }

  @Test("one external commit is loaded and shown in one update")
  func whole() async throws {
    let count = 200
    let store = EntityStore(cache: cache)
    let children = (1...count).map { Child1($0) }
    try store.upsert(Parent(1, Child1(0), others: children))
    try store.write { try $0.set(key, to: children) }
    try await store.flush()
    let (list, parent) = (
      UpdateRecorder(try CollectionProvider(store, key)),
      EntityUpdateRecorder(EntityProvider(store, EntityReference<Parent>(1)))
    )
    let commits = CommitRecorder(store)
    await change(store) { for id in 1...count { $0.upsert(Child1(id, "new")) } }
    let news = commits.news
    #expect(news.count == 1 && news.first?.changed.count == count + 1)
    #expect(list.updates.map(\.changes.updates.count) == [count])
    #expect(parent.news.map { Set($0?.others.map(\.name) ?? []) } == [["new"]])
  }

  @Test("a value that waited for others does not replace a newer one", arguments: [false, true])
  func newerThanWaiting(isExternal: Bool) async throws {
    let store = EntityStore(cache: cache)
    let count = 500
    let inner = count..<(2 * count)
    for id in 0..<count {
      try store.upsert(Tree(id: id, data: 0, rest: [Tree(id: count + id, data: 0)]))
    }
    try await store.flush()
    func news(_ ids: Range<Int>) -> ExternalChanges {
      ExternalChanges(changed: Set(ids.map { EntityReference<Tree>($0).key }))
    }
    var isChanged = false
    let token = store.observe { [cache] commit in
      guard !isChanged, commit.context is ExternalChanges else { return }
      isChanged = true
      if isExternal {
        cache.change(news(inner)) { for id in inner { $0.upsert(Tree(id: id, data: 2)) } }
      } else {
        for id in inner { try? store.upsert(Tree(id: id, data: 2)) }
      }
    }
    // Others reverse each pair, so an inner one that is read first waits for its outer one.
    cache.change(news(0..<(2 * count))) { batch in
      for id in 0..<count {
        let tree = Tree(id: count + id, data: 1, rest: [Tree(id: id, data: 1)])
        batch.upsert(tree, tree.rest[0])
      }
    }
    await settle(store)
    token.cancel()
    #expect(isChanged && inner.allSatisfy { store[EntityReference<Tree>($0)]?.data == 2 })
  }

  @Test("a reload retries a limited number of entities per turn, and ends")
  func boundedRetries() {
    let keys = (0..<1000).map { EntityReference<Child1>($0).key }
    let reload = EntityReload(keys, ExternalChanges())
    let requestTime = EntityStore.RequestTime(revision: 0, deletions: 0)
    var (turns, most) = (0, 0)
    while !reload.isDone, turns < 100 {
      turns += 1
      for key in reload.isRead ? [] : reload.next() {
        let request = EntityRequest(key, EntityDescriptor.descriptor(for: Child1.self))
        reload.loaded.append(.init(request: request, value: Child1(0), requestTime: requestTime))
      }
      let loaded = reload.nextLoaded()
      most = max(most, loaded.count)
      // The first 10 can be adopted after all others were tried.
      let failed = loaded.filter { item in
        !keys.prefix(10).contains(item.request.key) || !reload.isRead
      }
      reload.retry(failed, of: loaded.count)
    }
    #expect(most == EntityReload.sliceSize)
    // Four turns with requests, then one round with successes, and one round without.
    #expect(turns > 6 && turns < 14)
  }

  @Test("a child that others replaced and deleted does not delete its parent")
  func takenOut() async throws {
    let store = EntityStore(cache: cache)
    let parents = ListKey<Parent>("parents")
    try store.write { try $0.set(parents, to: [Parent(1, Child1(1)), Parent(2, Child1(2))]) }
    try await store.flush()
    let heard = UpdateRecorder(try CollectionProvider(store, parents))
    await change(store) {
      $0.delete(EntityReference<Child1>(1))
      $0.upsert(Child1(3), Parent(1, Child1(3)))
    }
    #expect(heard.news == ["update 0"] && store[EntityReference<Child1>(1)] == nil)
    #expect(store[parents]?.map(\.child.id) == [3, 2])
  }

  @Test("accepts an external reversal of a chain, in any order", arguments: 0..<8)
  func turnedRound(first: Int) async throws {
    let store = EntityStore(cache: cache)
    let (outer, inner) = (first, first + 1)
    try store.upsert(Tree(id: outer, data: 0, rest: [Tree(id: inner, data: 0)]))
    try await store.flush()
    await change(store) {
      let tree = Tree(id: inner, data: 1, rest: [Tree(id: outer, data: 1)])
      $0.upsert(tree, tree.rest[0])
    }
    #expect(store[EntityReference<Tree>(outer)] == Tree(id: outer, data: 1))
    #expect(store[EntityReference<Tree>(inner)]?.rest == [Tree(id: outer, data: 1)])
  }
}
