import MocoaModel
import MocoaTestSupport
import Testing

@testable import MocoaStore

/// Ports of the Rocket Data tests of one displayed entity, RD-01 to RD-24.
///
/// Deliberate differences: A change is sent to all providers at once, including its author, with
/// the context. No completion handler also means "draw again".
@Suite("Rocket Data: one displayed entity")
@MainActor
struct RocketDataProviderTests {
  private let cache = ControlledCache()
  private let one = EntityReference<Child1>(1)

  private func provider(_ store: EntityStore) -> (
    EntityProvider<Child1>, EntityUpdateRecorder<Child1>
  ) {
    let provider = EntityProvider(store, one)
    return (provider, EntityUpdateRecorder(provider))
  }

  /// Returns a store whose cache contains the first child.
  private func keptStore() async throws -> EntityStore {
    let store = EntityStore(cache: cache)
    try store.upsert(Child1(1))
    try await store.flush()
    return EntityStore(cache: cache)
  }

  @Test("RD-01: a set value is shown at once; nil does not change the store")
  func setting() throws {
    let store = EntityStore()
    let provider = EntityProvider<Child1>(store)
    let heard = EntityUpdateRecorder(provider)
    try provider.set(Child1(1))
    #expect(provider.value == Child1(1) && provider.ref == one)
    try provider.set(nil)
    #expect(provider.value == nil && provider.ref == nil)
    #expect(heard.news == [Child1(1), nil])
    #expect(store[one] == Child1(1))
    try store.upsert(Child1(1, "later"))
    #expect(provider.value == nil && heard.news == [], "it follows nothing")
  }

  @Test("RD-02: saves a set value once, or only in memory on request")
  func keeping() throws {
    let store = EntityStore(cache: cache)
    let provider = EntityProvider<Child1>(store)
    let heard = EntityUpdateRecorder(provider)
    try provider.set(Child1(1), context: 7)
    // Only observers receive the context. The cache does not.
    #expect(cache.batches.map(\.short) == [["keep Child 1"]])
    #expect(heard.newContexts == [7])
    try provider.set(Child1(1, "memory"), persist: false)
    #expect(cache.batches.count == 1 && provider.value?.name == "memory")
  }

  @Test("RD-04: loads a cached entity, shows it and returns it")
  func loading() async throws {
    let (provider, heard) = provider(try await keptStore())
    var answers: [Child1?] = []
    provider.load { answers.append(try? $0.get()) }
    #expect(provider.value == nil && answers.isEmpty, "the cache takes its time")
    await eventually("the answer") { !answers.isEmpty }
    #expect(answers == [Child1(1)] && provider.value == Child1(1) && heard.news == [Child1(1)])
    #expect(cache.asked == ["Child 1"])
  }

  @Test("RD-05: a failing cache reports its error, and no value is shown")
  func failing() async throws {
    let (provider, heard) = provider(try await keptStore())
    let error = EntityCacheError(.notReadable, "it burns")
    cache.fail(with: error)
    var answers: [Result<Child1?, EntityCacheError>] = []
    provider.load { answers.append($0) }
    await eventually("the answer") { !answers.isEmpty }
    #expect(answers == [.failure(error)] && provider.value == nil && heard.news == [])
    provider.load()
    await eventually("the second answer") { provider.value == Child1(1) }
  }

  @Test("RD-06: returns a loaded value at once, without another cache read")
  func loadingTwice() async throws {
    let (provider, heard) = provider(try await keptStore())
    provider.load()
    await eventually("the answer") { provider.value != nil }
    var answers: [Child1?] = []
    provider.load { answers.append(try? $0.get()) }
    #expect(answers == [Child1(1)] && cache.asked.count == 1 && heard.news == [Child1(1)])
  }

  @Test("RD-08: returns a set value at once, without a cache read")
  func loadingWhatIsSet() throws {
    let (provider, _) = provider(EntityStore(cache: cache))
    try provider.set(Child1(1, "set"))
    var answers: [Child1?] = []
    provider.load { answers.append(try? $0.get()) }
    #expect(answers == [Child1(1, "set")] && cache.asked == [])
  }

  // A cache cannot be read by context, because anonymous entities are not saved.
  @Test("RD-09: a provider without an identity returns its value without a load")
  func loadingNothing() throws {
    let provider = EntityProvider<Parent>(EntityStore(cache: cache))
    var answers: [Parent?] = []
    provider.load { answers.append(try? $0.get()) }
    var draft = Parent(1, Child1(1))
    draft.isIdentified = false
    try provider.set(draft)
    provider.load { answers.append(try? $0.get()) }
    #expect(answers == [nil, draft] && cache.asked == [])
  }

  @Test("RD-10: all providers show and send a set value with its context")
  func settingTheSame() throws {
    let store = EntityStore()
    let (one, heardByOne) = provider(store)
    let (other, heardByOther) = provider(store)
    try one.set(Child1(1))
    #expect(heardByOne.news == [Child1(1)] && heardByOther.news == [Child1(1)])
    _ = (heardByOne.newContexts, heardByOther.newContexts)
    try other.set(Child1(1, "new"), context: 4)
    #expect(one.value?.name == "new" && other.value?.name == "new")
    for heard in [heardByOne, heardByOther] {
      #expect(heard.news == [Child1(1, "new")] && heard.newContexts == [4])
    }
  }

  @Test("RD-12: a changed child is one change and keeps other fields")
  func subtree() throws {
    let store = EntityStore()
    let provider = EntityProvider<Parent>(store)
    try provider.set(Parent(1, Child1(3), name: "mine"))
    let heard = EntityUpdateRecorder(provider)
    try EntityProvider<Parent>(store).set(Parent(4, Child1(3, "new"), name: "theirs"), context: 1)
    #expect(provider.value == Parent(1, Child1(3, "new"), name: "mine"))
    #expect(heard.news.count == 1 && heard.newContexts == [1])
  }

  @Test("RD-13: a deletion clears the provider, and deletes once in the cache")
  func deleting() throws {
    let store = EntityStore(cache: cache)
    let (provider, heard) = provider(store)
    try provider.set(Child1(1))
    _ = (heard.news, heard.newContexts)
    store.delete(one, context: 5)
    #expect(provider.value == nil && heard.news == [nil] && heard.newContexts == [5])
    #expect(cache.batches.dropFirst().map(\.short) == [["delete Child 1"]])
    try store.upsert(Child1(1, "again"))
    #expect(provider.value?.name == "again", "it is waited for")
  }

  @Test("RD-14: a parent remains without its deleted optional child")
  func deletingOptional() throws {
    let store = EntityStore()
    let provider = EntityProvider<Parent>(store)
    try provider.set(Parent(1, Child1(1), others: [Child1(2)]))
    let heard = EntityUpdateRecorder(provider)
    store.delete(EntityReference<Child1>(2))
    #expect(provider.value == Parent(1, Child1(1)) && heard.news == [Parent(1, Child1(1))])
  }

  // No change is in transit, so each change is sent, in order.
  @Test("RD-16: successive values are sent to all providers in order")
  func settingInTurn() throws {
    let store = EntityStore()
    let (one, heardByOne) = provider(store)
    let (other, heardByOther) = provider(store)
    let values = ["1", "2", "3"].map { Child1(1, $0) }
    try one.set(values[0])
    try other.set(values[1])
    try one.set(values[2])
    #expect(one.value == values[2] && other.value == values[2])
    #expect(heardByOne.news == values && heardByOther.news == values)
  }

  // All providers have a change before any observer is notified, so no change arrives late.
  @Test("RD-17: a value set during a notification follows the older one")
  func late() throws {
    let store = EntityStore()
    let (provider, heard) = provider(store)
    let token = store.observe { commit in
      guard commit.context as? Int == 1 else { return }
      // The provider is created after the change, so it does not send the change.
      let (young, heardByYoung) = self.provider(store)
      try? young.set(Child1(1, "newer"), context: 2)
      #expect(store[self.one]?.name == "newer")
      #expect(young.value?.name == "newer" && heardByYoung.newContexts == [2])
    }
    try store.upsert(Child1(1, "older"), context: 1)
    #expect(provider.value?.name == "newer")
    #expect(heard.news.map { $0?.name } == ["older", "newer"] && heard.newContexts == [1, 2])
    withExtendedLifetime(token) {}
  }

  @Test("RD-18: a change in one projection is one change in the other")
  func projection() throws {
    let store = EntityStore()
    let provider = EntityProvider<FullChild>(store)
    try provider.set(FullChild(id: 1, name: "i", data: 42))
    let heard = EntityUpdateRecorder(provider)
    try EntityProvider<Child1>(store).set(Child1(1, "n"))
    #expect(provider.value == FullChild(id: 1, name: "n", data: 42) && heard.news.count == 1)
  }

  @Test("RD-20: follows an entity that was loaded from the cache")
  func followingTheLoaded() async throws {
    let store = try await keptStore()
    let (provider, heard) = provider(store)
    provider.load()
    await eventually("the answer") { provider.value != nil }
    try EntityProvider<Child1>(store).set(Child1(1, "newer"), context: 3)
    #expect(heard.news == [Child1(1), Child1(1, "newer")])
    #expect(heard.newContexts == [nil, 3])
  }

  @Test(
    "RD-21, 22: receives an awaited entity within another one, and follows it",
    arguments: [false, true])
  func awaiting(isLoadedBefore: Bool) async throws {
    let store = EntityStore(cache: cache)
    let (provider, heard) = provider(store)
    if isLoadedBefore {
      var answers: [Child1?] = []
      provider.load { answers.append(try? $0.get()) }
      await eventually("the answer") { answers == [nil] }
      #expect(heard.news == [] && provider.ref == one)
    }
    try EntityProvider<Parent>(store).set(Parent(1, Child1(1)), context: 6)
    #expect(provider.value == Child1(1) && heard.news == [Child1(1)] && heard.newContexts == [6])
    try store.upsert(Child1(1, "second"), context: 7)
    #expect(heard.news == [Child1(1, "second")] && heard.newContexts == [7])
  }

  @Test("RD-24: a paused provider shows its old value, then sends one update")
  func pausing() throws {
    let store = EntityStore()
    let (provider, heard) = provider(store)
    try provider.set(Child1(1))
    _ = (heard.news, heard.newContexts)
    provider.isPaused = true
    try store.upsert(Child1(1, "first"), context: 1)
    try store.upsert(Child1(1, "second"), context: 2)
    #expect(provider.value == Child1(1) && heard.news == [])
    provider.isPaused = false
    #expect(provider.value?.name == "second")
    #expect(heard.news == [Child1(1, "second")] && heard.newContexts == [2])
  }
}
