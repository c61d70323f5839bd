import MocoaModel
import MocoaTestSupport
import Testing

@testable import MocoaStore

@MainActor
@Suite("Simultaneous loads of the same data")
struct LoadSharingTests {
  private let cache = ControlledCache()
  private let store: EntityStore
  private let ref = EntityReference<Child1>(1)
  private let key = ListKey<Child1>("list")

  init() async {
    store = EntityStore(cache: cache)
    await cache.keep { batch in
      batch.upsert(Child1(1, "kept"), Child1(2, "kept"))
      batch.set(key, [1, 2])
    }
    cache.hold()
  }

  @Test("read the cache once, and all return the result")
  func once() async {
    let (children, lists) = (CallbackRecorder<String?>(), CallbackRecorder<Int?>())
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

  @Test("read the cache once for each type")
  func types() async {
    let told = CallbackRecorder<Bool>()
    store.load(ref) { _ in told.tell(true) }
    store.load(EntityReference<FullChild>(1)) { _ in told.tell(true) }
    store.load(ref) { _ in told.tell(true) }
    #expect(cache.asked.count == 2)
    cache.release()
    await eventually("all have it") { told.values.count == 3 }
  }

  @Test("all report a failure, and the next load tries again")
  func failing() async {
    cache.fail(
      with: EntityCacheError(.notReadable, "no such disk"),
      EntityCacheError(.notReadable, "no such list"))
    let told = CallbackRecorder<String>()
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

  @Test("return the result if one of them is canceled")
  func cancelling() async throws {
    let (ref, key, store) = (ref, key, store)
    let children = (0..<3).map { _ in Task { try await store.load(ref)?.name } }
    let lists = (0..<3).map { _ in Task { try await store.load(key)?.count } }
    await eventually("both were asked for") { cache.asked.count == 2 && store.loadCount > 0 }
    for _ in 0..<10 { await Task.yield() }
    children[0].cancel()
    lists[1].cancel()
    cache.release()
    // Canceled tasks return the result, too, because it is already available.
    for child in children { #expect(try await child.value == "kept") }
    for list in lists { #expect(try await list.value == 2) }
    #expect(cache.asked == ["Child 1", "list list"] || cache.asked == ["list list", "Child 1"])
  }

  @Test("read the cache again after an external change")
  func news() async {
    let told = CallbackRecorder<Int?>()
    store.load(key) { told.tell((try? $0.get())?.count) }
    cache.change(ExternalChanges(lists: ["list"])) { $0.set(key, [2]) }
    #expect(cache.waitingCount == 2 && !store.sharedLoads.isEmpty)
    cache.give(1)
    await eventually("the news has come") { store.sharedLoads.isEmpty }
    store.load(key) { told.tell((try? $0.get())?.count) }
    #expect(cache.asked == ["list list", "list list"])
    cache.release()
    await eventually("both have it") { told.values.count == 2 }
  }

  @Test("a load that starts in a completion handler is completed")
  func nesting() async {
    let told = CallbackRecorder<String?>()
    store.load(ref) { [store, ref] _ in
      MainActor.assumeIsolated { store.load(ref) { told.tell((try? $0.get())?.name) } }
    }
    store.load(ref) { told.tell((try? $0.get())?.name) }
    cache.release()
    await eventually("both have it") { told.values.count == 2 }
    #expect(cache.asked.count == 1)
  }
}
