import MocoaModel
import MocoaTestSupport
import Testing

@testable import MocoaData

@MainActor
@Suite("Several who load the same at a time")
struct LoadSharingTests {
  private let cache = ControlledCache()
  private let store: EntityStore
  private let ref = Ref<Child1>(1)
  private let key = ListKey<Child1>("list")

  init() async {
    store = EntityStore(cache: cache)
    await cache.keep { batch in
      batch.upsert(Child1(1, "kept"), Child1(2, "kept"))
      batch.set(key, [1, 2])
    }
    cache.hold()
  }

  @Test("read the cache once, and all get the answer")
  func once() async {
    let (children, lists) = (Told<String?>(), Told<Int?>())
    for _ in 0..<3 {
      store.load(ref) { children.tell((try? $0.get())?.name) }
      store.load(key) { lists.tell((try? $0.get())?.count) }
    }
    #expect(cache.asked == ["Child 1", "list list"])
    #expect(children.values.isEmpty && lists.values.isEmpty)
    cache.release()
    await eventually("all have it") { children.values.count == 3 && lists.values.count == 3 }
    #expect(children.values == ["kept", "kept", "kept"] && lists.values == [2, 2, 2])
    #expect(store.loadCount == 0)
    store.load(ref) { children.tell((try? $0.get())?.name) }
    #expect(children.values.count == 4 && cache.asked.count == 2, "it is known now")
  }

  @Test("read it for each type, as which they load it")
  func types() async {
    let told = Told<Bool>()
    store.load(ref) { _ in told.tell(true) }
    store.load(Ref<FullChild>(1)) { _ in told.tell(true) }
    store.load(ref) { _ in told.tell(true) }
    #expect(cache.asked.count == 2)
    cache.release()
    await eventually("all have it") { told.values.count == 3 }
  }

  @Test("all hear of a failure, and the next one tries again")
  func failing() async {
    cache.fail(
      with: EntityCacheError(.notReadable, "no such disk"),
      EntityCacheError(.notReadable, "no such list"))
    let told = Told<String>()
    func hear<Value>(_ result: Result<Value, EntityCacheError>) {
      switch result {
      case .success: told.tell("success")
      case .failure(let error): told.tell(error.description)
      }
    }
    for _ in 0..<2 {
      store.load(ref) { hear($0) }
    }
    for _ in 0..<2 {
      store.load(key) { hear($0) }
    }
    cache.release()
    await eventually("all have heard") { told.values.count == 4 }
    #expect(Set(told.values).count == 2 && !told.values.contains("success"))
    store.load(ref) { hear($0) }
    store.load(key) { hear($0) }
    await eventually("all have heard") { told.values.count == 6 }
    #expect(told.values.suffix(2) == ["success", "success"] && cache.asked.count == 4)
  }

  @Test("get the answer where one of them is cancelled")
  func cancelling() async throws {
    let (ref, key, store) = (ref, key, store)
    let children = (0..<3).map { _ in Task { try await store.load(ref)?.name } }
    let lists = (0..<3).map { _ in Task { try await store.load(key)?.count } }
    await eventually("both were asked for") { cache.asked.count == 2 && store.loadCount > 0 }
    for _ in 0..<10 { await Task.yield() }
    children[0].cancel()
    lists[1].cancel()
    cache.release()
    // Also who was cancelled: an answer that is there already hurts nobody.
    for child in children { #expect(try await child.value == "kept") }
    for list in lists { #expect(try await list.value == 2) }
    #expect(cache.asked == ["Child 1", "list list"] || cache.asked == ["list list", "Child 1"])
  }

  @Test("read it again where it was changed by others meanwhile")
  func news() async {
    let told = Told<Int?>()
    store.load(key) { told.tell((try? $0.get())?.count) }
    cache.change(EntityNews(lists: ["list"])) { $0.set(key, [2]) }
    #expect(cache.waitingCount == 2 && !store.sharedLoads.isEmpty)
    cache.give(1)
    await eventually("the news has come") { store.sharedLoads.isEmpty }
    store.load(key) { told.tell((try? $0.get())?.count) }
    #expect(cache.asked == ["list list", "list list"])
    cache.release()
    await eventually("both have it") { told.values.count == 2 }
  }

  @Test("who asks in an answer is answered")
  func nesting() async {
    let told = Told<String?>()
    store.load(ref) { [store, ref] _ in
      MainActor.assumeIsolated { store.load(ref) { told.tell((try? $0.get())?.name) } }
    }
    store.load(ref) { told.tell((try? $0.get())?.name) }
    cache.release()
    await eventually("both have it") { told.values.count == 2 }
    #expect(cache.asked.count == 1)
  }
}
