import MocoaModel
import MocoaTestSupport
import Testing

@testable import MocoaStore

@Suite("Entity store with a cache")
@MainActor
struct EntityCachingTests {
  private let cache = MemoryEntityCache()
  private let folder: TemporaryFolder
  private let list = ListKey<Child1>("list")

  init() throws {
    folder = try TemporaryFolder()
  }

  private func child(_ id: Int, _ name: String = "old") -> Child1 { Child1(id: id, name: name) }

  /// Saves two children, a list of both and their parent to the cache.
  private func fill() async throws {
    let store = EntityStore(cache: cache)
    try store.write { try $0.set(list, to: [child(1), child(2)]) }
    try store.upsert(Parent(id: 1, name: "p", child: child(1), others: [child(2)]))
    try await store.flush()
  }

  @Test("RD-02, 26: each commit is one batch; equal values cause no batch")
  func batches() async throws {
    let store = EntityStore(cache: cache)
    let provider = try CollectionProvider(store, list)
    try provider.set([child(1)])
    try provider.append([child(2), child(3)])
    try provider.insert([child(4)], at: 0)
    try provider.update(child(5), at: 1)
    try provider.remove(at: 0)
    try store.upsert(child(2))
    try await store.flush()
    #expect(cache.counts.batches == 5 && store.saveState == .saved)
    let other = EntityStore(cache: cache)
    #expect(try await other.load(list)?.map(\.id) == [5, 2, 3])
    #expect(
      try await other.load(EntityReference<Child1>(4)) == child(4), "who leaves a list is kept")
  }

  @Test("never saves a list without a key, but its entities by default")
  func ownList() async throws {
    let store = EntityStore(cache: cache)
    let own = CollectionProvider<Parent>(store)
    try own.set([Parent(id: 1, name: "p", child: child(1))])
    try own.append([Parent(id: 2, name: "p", child: child(2))])
    try own.set([Parent(id: 3, name: "p", child: child(3))], persist: false)
    try await store.flush()
    let other = EntityStore(cache: cache)
    #expect(try await other.load(EntityReference<Child1>(1)) == child(1))
    #expect(try await other.load(EntityReference<Parent>(2))?.child == child(2))
    #expect(try await other.load(EntityReference<Parent>(3)) == nil)
    #expect(try await other.load(EntityReference<Child1>(3)) == nil)
    #expect(cache.ids(ofList: "") == [])
  }

  @Test("RD-04, 06, 08, 28: loads unknown entities once, returns known ones immediately")
  func loading() async throws {
    try await fill()
    let store = EntityStore(cache: cache)
    let loads = cache.counts.loads
    #expect(try await store.load(EntityReference<Parent>(1))?.others == [child(2)])
    #expect(try await store.load(EntityReference<Child1>(1)) == child(1), "it came with its parent")
    #expect(cache.counts.loads == loads + 1)
    var answers = 0
    store.load(EntityReference<Parent>(1)) { _ in answers += 1 }
    #expect(answers == 1, "at once")
    #expect(try await store.load(EntityReference<Child1>(9)) == nil)
    #expect(try await store.load(ListKey<Child1>("none")) == nil)
    let provider = try CollectionProvider(store, list)
    #expect(!provider.isLoaded && provider.count == 0)
    provider.load()
    #expect(provider.phase == .loading(fraction: nil))
    await eventually("the list") { provider.values.map(\.id) == [1, 2] }
    #expect(provider.phase == .finished && provider.isLoaded)
  }

  @Test("after detaching its cache, a store neither saves nor receives changes")
  func forgetting() async throws {
    try await fill()
    let store = EntityStore(cache: cache)
    #expect(try await store.load(list)?.count == 2)
    store.detachCache()
    let batches = cache.counts.batches
    try store.write { try $0.set(list, to: [child(3)]) }
    cache.tell(ExternalChanges(deleted: [EntityReference<Child1>(3).key], lists: ["list"]))
    await settle()
    #expect(store[list] == [child(3)] && store.saveState == .saved)
    #expect(cache.counts.batches == batches)
  }

  @Test("ignores the results of loads started before detaching the cache")
  func forgettingWhileLoading() async throws {
    try await fill()
    let store = EntityStore(cache: cache)
    let (provider, one) = (
      try CollectionProvider(store, list), EntityProvider(store, EntityReference<Parent>(1))
    )
    cache.hold()
    var answers = 0
    provider.load { _ in answers += 1 }
    one.load { _ in answers += 1 }
    store.detachCache()
    cache.release()
    await eventually("the answers") { answers == 2 }
    #expect(!provider.isLoaded && one.value == nil && store[EntityReference<Child1>(1)] == nil)
    #expect(provider.phase == .finished && store.loadCount == 0)
  }

  @Test("RD-05: a failing cache reports its error and changes no values")
  func failing() async throws {
    try await fill()
    let store = EntityStore(cache: cache)
    let error = EntityCacheError(.notReadable, "it burns")
    cache.fail(with: error, error)
    await #expect(throws: error) { try await store.load(EntityReference<Child1>(1)) }
    let provider = try CollectionProvider(store, list)
    provider.load()
    await eventually("the failure") { provider.phase == .failed("it burns") }
    #expect(try await store.load(EntityReference<Child1>(1)) == child(1))
    cache.fail(with: EntityCacheError(.notWritable, "it is full"))
    try store.upsert(child(1, "new"))
    await eventually("the failure") { store.saveState == .failed("it is full") }
    #expect(store[EntityReference<Child1>(1)]?.name == "new")
    // The store retries and omits no change.
    try await store.flush()
    #expect(store.saveState == .saved)
    #expect(try await EntityStore(cache: cache).load(EntityReference<Child1>(1))?.name == "new")
  }

  @Test("RD-44, 62: values set during a load are newer than its result")
  func stale() async throws {
    try await fill()
    let store = EntityStore(cache: cache)
    cache.hold()
    var answers: [Child1?] = []
    var lists: [[Child1]?] = []
    store.load(EntityReference<Child1>(1)) { answers.append(try? $0.get()) }
    store.load(EntityReference<Child1>(2)) { answers.append(try? $0.get()) }
    store.load(EntityReference<Parent>(1)) { _ in }
    let provider = try CollectionProvider(store, list)
    provider.load { lists.append(try? $0.get()) }
    try store.upsert(child(1, "new"))
    store.delete(EntityReference<Child1>(2))
    try provider.set([child(3)])
    cache.release()
    await eventually("all answers") { answers.count == 2 && lists.count == 1 }
    #expect(answers == [child(1, "new"), nil])
    #expect(lists == [[child(3)]] && provider.values == [child(3)])
    await eventually("the parent") { store[EntityReference<Parent>(1)] != nil }
    #expect(
      store[EntityReference<Parent>(1)]?.child.name == "new"
        && store[EntityReference<Parent>(1)]?.others == [])
    // A list whose entities change or are deleted while it loads.
    try await store.flush()
    let other = EntityStore(cache: cache)
    cache.hold()
    let shown = try CollectionProvider(other, list)
    shown.load()
    other.delete(EntityReference<Child1>(3))
    cache.release()
    await eventually("the list") { shown.isLoaded }
    #expect(shown.values == [])
  }

  @Test("a list that the cache may contain cannot be edited before loading")
  func notLoaded() async throws {
    try await fill()
    let store = EntityStore(cache: cache)
    let provider = try CollectionProvider(store, list)
    let error = #expect(throws: EntityError.self) { try provider.append([child(3)]) }
    #expect(error == .notLoaded(list: "list") && store[EntityReference<Child1>(3)] == nil)
    _ = try await store.load(list)
    try provider.append([child(3)])
    try await store.flush()
    #expect(try await EntityStore(cache: cache).load(list)?.map(\.id) == [1, 2, 3])
  }

  @Test("memory-only writes are not saved and do not disturb later writes")
  func memoryOnly() async throws {
    try await fill()
    let store = EntityStore(cache: cache)
    _ = try await store.load(list)
    try store.write(persist: false) { try $0.edit(list) { $0.remove(at: 0) } }
    try await store.flush()
    #expect(try await EntityStore(cache: cache).load(list)?.map(\.id) == [1, 2])
    try store.write { try $0.edit(list) { $0.append(Child1(id: 7, name: "seven")) } }
    try await store.flush()
    #expect(try await EntityStore(cache: cache).load(list)?.map(\.id) == [2, 7])
  }

  @Test("RD-21, 22: a provider receives an awaited entity and its later changes")
  func awaiting() async throws {
    let store = EntityStore(cache: cache)
    let provider = EntityProvider(store, EntityReference<Child1>(1))
    var updates: [String?] = []
    let token = provider.observe { updates.append($0.after?.name) }
    provider.load()
    try store.upsert(Parent(id: 1, name: "p", child: child(1)), context: 3)
    try store.upsert(child(1, "new"))
    store.delete(EntityReference<Child1>(1))
    #expect(updates == ["old", "new", nil])
    token.cancel()
  }

  @Test("receives external changes, except those of newer local values")
  func others() async throws {
    try await fill()
    let (one, other) = (EntityStore(cache: cache), EntityStore(cache: cache))
    _ = try await one.load(list)
    _ = try await one.load(EntityReference<Parent>(1))
    try other.upsert(child(1, "theirs"))
    other.delete(EntityReference<Child1>(2))
    try await other.flush()
    one.merge(
      ExternalChanges(
        changed: [EntityReference<Child1>(1).key], deleted: [EntityReference<Child1>(2).key],
        lists: ["list"]))
    await eventually("their change") { one[EntityReference<Child1>(1)]?.name == "theirs" }
    #expect(one[EntityReference<Parent>(1)]?.others == [] && one[list]?.map(\.name) == ["theirs"])
    cache.hold()
    try one.upsert(child(1, "mine"))
    one.merge(ExternalChanges(changed: [EntityReference<Child1>(1).key]))
    cache.release()
    try await one.flush()
    #expect(one[EntityReference<Child1>(1)]?.name == "mine")
  }

  @Test("restores all committed entities after each of many restarts", arguments: 0..<12)
  func restarts(seed: Int) async throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let path = folder.path(of: "cache.sqlite")
    let keys = [ListKey<Tree>("a"), ListKey<Tree>("b")]
    var store = EntityStore(cache: SQLiteEntityCache(path: path))
    try store.write { transaction in for key in keys { try transaction.set(key, to: []) } }
    for step in 0..<12 {
      for _ in 0..<6 {
        let key = keys[Int.random(in: 0..<2, using: &random)]
        try store.write { transaction in
          switch Int.random(in: 0..<6, using: &random) {
          case 0: transaction.delete(EntityReference<Tree>(.random(in: 0..<20, using: &random)))
          case 1: transaction.delete(EntityReference<Tree.Leaf>(.random(in: 0..<5, using: &random)))
          case 2: try transaction.upsert(Tree.random(&random))
          default:
            let trees = (0..<Int.random(in: 0...2, using: &random)).map { _ in Tree.random(&random)
            }
            try transaction.edit(key) { rows in
              let place = Int.random(in: 0...rows.count, using: &random)
              let count = Int.random(in: 0...min(2, rows.count - place), using: &random)
              rows.replaceSubrange(place..<(place + count), with: trees)
            }
          }
        }
      }
      try await store.flush()
      let next = EntityStore(cache: SQLiteEntityCache(path: path))
      for key in keys {
        #expect(try await next.load(key) == store[key], "list \(key.name), step \(step)")
      }
      for id in 0..<20 {
        let (kept, value) = (
          try await next.load(EntityReference<Tree>(id)), store[EntityReference<Tree>(id)]
        )
        try #require(kept == value, "tree \(id), step \(step)")
      }
      store = next
    }
  }
}

extension Tree {
  /// Returns a random tree in which children have higher numbers than parents, to avoid cycles.
  static func random(_ random: inout SeededGenerator, below floor: Int = 0) -> Tree {
    let id = Int.random(in: floor..<20, using: &random)
    var tree = Tree(id: id, data: .random(in: 0..<3, using: &random))
    if Bool.random(using: &random) {
      tree.first = Box(
        id: .random(in: 0..<5, using: &random),
        leaf: Leaf(
          id: .random(in: 0..<5, using: &random), data: .random(in: 0..<3, using: &random)))
    }
    if id < 19 {
      for _ in 0..<Int.random(in: 0...2, using: &random) {
        tree.rest.append(Tree.random(&random, below: id + 1))
      }
    }
    return tree
  }
}
