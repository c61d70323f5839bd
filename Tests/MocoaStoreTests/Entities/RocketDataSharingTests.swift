import MocoaModel
import MocoaTestSupport
import Testing

@testable import MocoaStore

/// Ports of the Rocket Data tests of one list with several providers, RD-40 to RD-45.
///
/// Deliberate differences: All providers of a list are notified in the same way, including the
/// author of a change. Transactions that edit a list by its key replace the static functions.
@Suite("Rocket Data: one list with several providers")
@MainActor
struct RocketDataSharingTests {
  private let cache = ControlledCache()
  private let key = ListKey<Child1>("list")

  /// A list with three providers.
  @MainActor
  private final class Shared {
    let store: EntityStore
    let lists: [CollectionProvider<Child1>]
    let heard: [UpdateRecorder]

    init(_ key: ListKey<Child1>, _ values: [Child1], in store: EntityStore = EntityStore())
      throws
    {
      self.store = store
      try store.write { try $0.set(key, to: values) }
      lists = try (0..<3).map { _ in try CollectionProvider(store, key) }
      heard = lists.map { UpdateRecorder($0) }
    }

    /// Returns a Boolean value that indicates whether each provider shows the values and has sent
    /// exactly one update, with the text and the context.
    func all(show values: [Child1], told news: String, _ context: Int) -> Bool {
      lists.allSatisfy { $0.values == values }
        && heard.allSatisfy { $0.news == [news] && $0.newContexts == [context] }
    }
  }

  @Test(
    "RD-40: an equal value is neither sent nor saved",
    arguments: [false, true])
  func settingTheEqual(isInTransaction: Bool) throws {
    let values = [Child1(1), Child1(2)]
    let shared = try Shared(key, values, in: EntityStore(cache: cache))
    let revisions = CommitRecorder(shared.store)
    if isInTransaction {
      try shared.store.write { try $0.set(key, to: values) }
    } else {
      try shared.lists[0].set(values)
    }
    #expect(shared.heard.allSatisfy { $0.news == [] } && revisions.news.isEmpty)
    #expect(shared.lists.allSatisfy { $0.values == values })
  }

  enum Way: CaseIterable {
    case set, update, insert, append, remove
  }

  @Test(
    "RD-41, 42: all providers send the same change and follow new rows",
    arguments: Way.allCases, [false, true])
  func changing(way: Way, isInTransaction: Bool) throws {
    let shared = try Shared(key, [Child1(1)])
    let commits = CommitRecorder(shared.store)
    let (two, three) = (Child1(2), Child1(3))
    let list = shared.lists[1]
    switch (way, isInTransaction) {
    case (.set, false): try list.set([two], context: 1)
    case (.update, false): try list.update(two, at: 0, context: 1)
    case (.insert, false): try list.insert([two], at: 0, context: 1)
    case (.append, false): try list.append([two, three], context: 1)
    case (.remove, false): try list.remove(at: 0, context: 1)
    default:
      try shared.store.write(context: 1) { transaction in
        switch way {
        case .set: try transaction.set(key, to: [two])
        case .update: try transaction.edit(key) { $0[0] = two }
        case .insert: try transaction.edit(key) { $0.insert(two, at: 0) }
        case .append: try transaction.edit(key) { $0 += [two, three] }
        case .remove: try transaction.edit(key) { $0.remove(at: 0) }
        }
      }
    }
    let (values, news): ([Child1], String) =
      switch way {
      case .set, .update: ([two], "delete 0, insert 0")
      case .insert: ([two, Child1(1)], "insert 0")
      case .append: ([Child1(1), two, three], "insert 1, insert 2")
      case .remove: ([], "delete 0")
      }
    #expect(shared.all(show: values, told: news, 1))
    #expect(commits.news.map(\.lists) == [["list"]], "and to who hears of all, once")
    // Another writer changes the current entities and the removed ones.
    try shared.store.write(context: 2) { transaction in
      for id in 1...3 { try transaction.upsert(Child1(id, "new")) }
    }
    if values.isEmpty {
      #expect(shared.heard.allSatisfy { $0.news == [] })
    } else {
      let news = values.indices.map { "update \($0)" }.joined(separator: ", ")
      #expect(shared.all(show: values.map { Child1($0.id, "new") }, told: news, 2))
    }
  }

  @Test(
    "RD-41: an update changes all rows of the entity in all providers")
  func updating() throws {
    let shared = try Shared(key, [Child1(1), Child1(2), Child1(1)])
    try shared.lists[0].update(Child1(1, "new"), at: 0, context: 3)
    #expect(
      shared.all(
        show: [Child1(1, "new"), Child1(2), Child1(1, "new")], told: "update 0, update 2", 3))
  }

  @Test("RD-44: a loading provider shows a list that another one sets")
  func loadingWhileSetting() async throws {
    try CollectionProvider(EntityStore(cache: cache), key).set([Child1(8), Child1(9)])
    let store = EntityStore(cache: cache)
    let (waiting, setting) = (
      try CollectionProvider(store, key), try CollectionProvider(store, key)
    )
    let heard = UpdateRecorder(waiting)
    cache.hold()
    var answers: [[Child1]?] = []
    waiting.load { answers.append(try? $0.get()) }
    #expect(waiting.key == key && !waiting.isLoaded, "the key is given, whatever is known")
    try setting.set([Child1(1)], context: 5)
    #expect(waiting.values == [Child1(1)] && waiting.isLoaded && answers.isEmpty)
    cache.release()
    await eventually("the answer") { answers.count == 1 }
    #expect(answers == [[Child1(1)]] && waiting.values == [Child1(1)])
    #expect(heard.news.filter { !$0.isEmpty } == ["insert 0"] && waiting.phase == .finished)
    #expect(
      store[EntityReference<Child1>(9)] == nil, "a result that is no longer needed is dropped")
  }

  @Test("RD-44: all loading providers receive the list once")
  func loadingTogether() async throws {
    try CollectionProvider(EntityStore(cache: cache), key).set([Child1(8), Child1(9)])
    let store = EntityStore(cache: cache)
    let lists = try (0..<3).map { _ in try CollectionProvider(store, key) }
    let heard = lists.map { UpdateRecorder($0) }
    var answers: [[Child1]?] = []
    for list in lists { list.load { answers.append(try? $0.get()) } }
    await eventually("the answers") { answers.count == 3 }
    for (list, heard) in zip(lists, heard) {
      #expect(list.values.map(\.id) == [8, 9] && list.phase == .finished)
      #expect(heard.news.filter { !$0.isEmpty } == ["insert 0, insert 1"])
    }
  }

  @Test("RD-45: a released provider receives no update; each change is saved once")
  func leaving() throws {
    let store = EntityStore(cache: cache)
    let list = try CollectionProvider(store, key)
    try list.set([Child1(1)])
    weak var gone: CollectionProvider<Child1>?
    var count = 0
    do {
      let other = try CollectionProvider(store, key)
      let token = other.observe { _ in count += 1 }
      gone = other
      try list.append([Child1(2)])
      #expect(other.count == 2 && count == 1)
      withExtendedLifetime(token) {}
    }
    #expect(gone == nil)
    try list.append([Child1(3)])
    #expect(list.values.map(\.id) == [1, 2, 3] && count == 1)
    #expect(cache.batches.count == 3)
    _ = try CollectionProvider(store, key)
    #expect(try store.list(key).subscribers.count <= 2, "who is gone is forgotten")
  }
}
