import MocoaModel
import MocoaTestSupport
import Testing

@testable import MocoaData

/// Rocket Data's tests of one entity that is shown, RD-01 to RD-24.
///
/// What is otherwise here, by design: a change is told to all who show something, to whoever made it
/// as well, at once and with the context; there are no completions that also mean "draw again".
@Suite("Rocket Data: one entity that is shown")
@MainActor
struct RocketDataProviderTests {
  private let cache = ControlledCache()
  private let one = Ref<Child1>(1)

  private func provider(_ store: EntityStore) -> (EntityProvider<Child1>, HeardEntity<Child1>) {
    let provider = EntityProvider(store, one)
    return (provider, HeardEntity(provider))
  }

  /// A store of which the cache has the first child.
  private func keptStore() async throws -> EntityStore {
    let store = EntityStore(cache: cache)
    try store.upsert(Child1(1))
    try await store.flush()
    return EntityStore(cache: cache)
  }

  @Test("RD-01: what is set is there at once, and nothing after nil; nil changes no store")
  func setting() throws {
    let store = EntityStore()
    let provider = EntityProvider<Child1>(store)
    let heard = HeardEntity(provider)
    try provider.set(Child1(1))
    #expect(provider.value == Child1(1) && provider.ref == one)
    try provider.set(nil)
    #expect(provider.value == nil && provider.ref == nil)
    #expect(heard.news == [Child1(1), nil])
    #expect(store[one] == Child1(1))
    try store.upsert(Child1(1, "later"))
    #expect(provider.value == nil && heard.news == [], "it follows nothing")
  }

  @Test("RD-02: what is set goes to the cache once, under its identity; in memory only on request")
  func keeping() throws {
    let store = EntityStore(cache: cache)
    let provider = EntityProvider<Child1>(store)
    let heard = HeardEntity(provider)
    try provider.set(Child1(1), context: 7)
    // The context is for those who listen: nobody but them is told why something changed.
    #expect(cache.batches.map(\.short) == [["keep Child 1"]])
    #expect(heard.newContexts == [7])
    try provider.set(Child1(1, "memory"), persist: false)
    #expect(cache.batches.count == 1 && provider.value?.name == "memory")
  }

  @Test("RD-04: what the cache has is loaded, shown, and given to whoever asked")
  func loading() async throws {
    let (provider, heard) = provider(try await keptStore())
    var answers: [Child1?] = []
    provider.load { answers.append(try? $0.get()) }
    #expect(provider.value == nil && answers.isEmpty, "the cache takes its time")
    await eventually("the answer") { !answers.isEmpty }
    #expect(answers == [Child1(1)] && provider.value == Child1(1) && heard.news == [Child1(1)])
    #expect(cache.asked == ["Child 1"])
  }

  @Test("RD-05: a cache that fails gives its own error, and nothing is shown")
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

  @Test("RD-06: what was loaded once is given at once, and the cache is not asked again")
  func loadingTwice() async throws {
    let (provider, heard) = provider(try await keptStore())
    provider.load()
    await eventually("the answer") { provider.value != nil }
    var answers: [Child1?] = []
    provider.load { answers.append(try? $0.get()) }
    #expect(answers == [Child1(1)] && cache.asked.count == 1 && heard.news == [Child1(1)])
  }

  @Test("RD-08: what was set is given at once, and the cache is never asked")
  func loadingWhatIsSet() throws {
    let (provider, _) = provider(EntityStore(cache: cache))
    try provider.set(Child1(1, "set"))
    var answers: [Child1?] = []
    provider.load { answers.append(try? $0.get()) }
    #expect(answers == [Child1(1, "set")] && cache.asked == [])
  }

  // There is no asking a cache by context: what has no identity is not kept.
  @Test("RD-09: a provider that follows nothing gives what it shows, and asks nobody")
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

  @Test("RD-10: what one sets all show and tell, whoever set it as well, with its context")
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

  @Test("RD-12: another value of what is in it is one change, and leaves the rest")
  func subtree() throws {
    let store = EntityStore()
    let provider = EntityProvider<Parent>(store)
    try provider.set(Parent(1, Child1(3), name: "mine"))
    let heard = HeardEntity(provider)
    try EntityProvider<Parent>(store).set(Parent(4, Child1(3, "new"), name: "theirs"), context: 1)
    #expect(provider.value == Parent(1, Child1(3, "new"), name: "mine"))
    #expect(heard.news.count == 1 && heard.newContexts == [1])
  }

  @Test("RD-13: what is deleted is gone for who shows it, and once in the cache")
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

  @Test("RD-14: what has a deleted child among others stays, without it")
  func deletingOptional() throws {
    let store = EntityStore()
    let provider = EntityProvider<Parent>(store)
    try provider.set(Parent(1, Child1(1), others: [Child1(2)]))
    let heard = HeardEntity(provider)
    store.delete(Ref<Child1>(2))
    #expect(provider.value == Parent(1, Child1(1)) && heard.news == [Parent(1, Child1(1))])
  }

  // Nothing is on its way, so that each of the changes is told of, in order.
  @Test("RD-16: what several set one after the other is told to all in that order")
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

  // A change is taken over by all before anybody is told, and so cannot come late.
  @Test("RD-17: who is told of a change and sets another is not told of the older one again")
  func late() throws {
    let store = EntityStore()
    let (provider, heard) = provider(store)
    let token = store.observe { commit in
      guard commit.context as? Int == 1 else { return }
      // Younger than the change that is being told of, which has nothing to tell it.
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

  @Test("RD-18: another projection of an entity changes what both have, in one change")
  func projection() throws {
    let store = EntityStore()
    let provider = EntityProvider<FullChild>(store)
    try provider.set(FullChild(id: 1, name: "i", data: 42))
    let heard = HeardEntity(provider)
    try EntityProvider<Child1>(store).set(Child1(1, "n"))
    #expect(provider.value == FullChild(id: 1, name: "n", data: 42) && heard.news.count == 1)
  }

  @Test("RD-20: what was loaded from the cache is followed")
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
    "RD-21, 22: who waits for an entity gets it within another one, and all that follows",
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

  @Test("RD-24: who is paused shows what it did, and tells one change with the latest context")
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
