import MocoaModel
import MocoaTestSupport
import Testing

@testable import MocoaStore

/// Ports of the Rocket Data tests of pausing, RD-46 to RD-50 and RD-58, and tests of edits during a
/// pause.
///
/// Deliberate difference: Deferred changes are one exact update, never a reset.
@Suite("Rocket Data: pausing")
@MainActor
struct RocketDataPausingTests {
  private let store = EntityStore()
  private let key = ListKey<Child1>("list")

  /// Creates a list of some children and records its updates.
  private func list(
    _ key: ListKey<Child1>? = nil, _ ids: [Int] = []
  ) throws -> (CollectionProvider<Child1>, UpdateRecorder) {
    let list = try key.map { try CollectionProvider(store, $0) } ?? CollectionProvider(store)
    if !ids.isEmpty { try list.set(ids.map { Child1($0) }) }
    return (list, UpdateRecorder(list))
  }

  @Test("RD-46: a paused list shows its old rows, then all changes")
  func pausing() throws {
    let (one, _) = try list(key, [1, 2])
    let (second, heardBySecond) = try list(key)
    let (third, heardByThird) = try list(key)
    (second.isPaused, third.isPaused) = (true, true)
    try one.set([Child1(3)], context: 1)
    try one.insert([Child1(4)], at: 0, context: 2)
    try one.append([Child1(5)], context: 3)
    try one.update(Child1(3, "new"), at: 1, context: 4)
    try one.remove(at: 0, context: 5)
    #expect(one.values == [Child1(3, "new"), Child1(5)])
    for (list, heard) in [(second, heardBySecond), (third, heardByThird)] {
      #expect(list.values.map(\.id) == [1, 2] && heard.news == [])
      list.isPaused = false
      #expect(list.values == one.values, "at once")
      #expect(heard.news == ["delete 0, delete 1, insert 0, insert 1"])
      #expect(heard.newContexts == [5])
    }
    try store.upsert(Child1(3, "newer"), context: 6)
    #expect(heardBySecond.news == ["update 0"] && heardByThird.newContexts == [6])
  }

  @Test("RD-48: the author of a deferred change may be released")
  func authorGone() throws {
    let (list, heard) = try list(key, [1])
    list.isPaused = true
    weak var gone: CollectionProvider<Child1>?
    do {
      let author = try CollectionProvider(store, key)
      try author.set([Child1(2), Child1(3)], context: 4)
      gone = author
    }
    #expect(gone == nil && list.values.map(\.id) == [1])
    list.isPaused = false
    #expect(list.values.map(\.id) == [2, 3] && heard.newContexts == [4])
    #expect(heard.news == ["delete 0, insert 0, insert 1"])
  }

  @Test("RD-49: paused lists show their own values; the last value counts")
  func lastOne() throws {
    let lists = try (0..<3).map { _ in try list(key) }
    for (list, _) in lists { list.isPaused = true }
    for (id, (list, _)) in lists.enumerated() { try list.set([Child1(id)], context: id) }
    #expect(lists.map { $0.0.values.map(\.id) } == [[0], [1], [2]])
    #expect(store[key]?.map(\.id) == [2])
    for (list, heard) in lists {
      _ = (heard.news, heard.newContexts)
      list.isPaused = false
      #expect(list.values.map(\.id) == [2])
    }
    #expect(lists.map { $0.1.newContexts } == [[2], [2], []])
  }

  @Test(
    "RD-50: edits of a paused list remain after changes by others",
    arguments: [false, true])
  func ownChanges(isShared: Bool) throws {
    let (list, heard) = try list(isShared ? key : nil, [1])
    list.isPaused = true
    try list.append([Child1(2)], context: 1)
    #expect(list.values.map(\.id) == [1, 2] && heard.news == ["insert 1"], "it is shown at once")
    try store.upsert(Child1(1, "new"), context: 2)
    #expect(list.values == [Child1(1), Child1(2)] && heard.news == [])
    list.isPaused = false
    #expect(list.values == [Child1(1, "new"), Child1(2)])
    #expect(heard.news == ["update 0"] && heard.newContexts == [1, 2])
  }

  @Test("RD-50: edits of a paused list refer to its displayed rows")
  func editingWhatIsShown() throws {
    let (other, _) = try list(key, [1, 2, 3])
    let (list, heard) = try list(key)
    list.isPaused = true
    // The rows are now 9, 1 (new), 3 and 8. The paused list does not show these changes.
    try other.insert([Child1(9)], at: 0, context: 1)
    try store.upsert(Child1(1, "new"), context: 2)
    try other.remove(at: 2, context: 3)
    try other.append([Child1(8)], context: 4)
    try list.remove(at: 2, context: 5)
    #expect(list.values == [Child1(1), Child1(2)] && other.values.map(\.id) == [9, 1, 8])
    try list.update(Child1(2, "back"), at: 1)
    #expect(list.values == [Child1(1), Child1(2, "back")])
    #expect(other.values.map(\.id) == [9, 1, 8, 2], "where it stood there is nothing")
    try list.insert([Child1(4)], at: 0)
    try list.append([Child1(5)])
    try list.edit { rows in
      rows.move(from: 0, to: rows.count - 1)
      rows.remove(at: 0)
    }
    #expect(list.values.map(\.id) == [2, 4, 5] || list.values.map(\.id) == [2, 5, 4])
    #expect(throws: EntityError.indexOutOfRange(4, count: 3)) { try list.insert([], at: 4) }
    #expect(throws: EntityError.indexOutOfRange(3, count: 3)) { try list.remove(at: 3) }
    #expect(!heard.news.isEmpty)
    _ = heard.newContexts
    list.isPaused = false
    #expect(list.values == other.values && heard.newContexts == [4])
    #expect(Set(list.values.map(\.id)) == [9, 8, 2, 4, 5])
  }

  @Test("a paused list that is set shows exactly the new entities")
  func settingWhilePaused() throws {
    let (other, _) = try list(key, [1, 2])
    let (list, heard) = try list(key)
    list.isPaused = true
    try other.append([Child1(3)], context: 1)
    try list.set([Child1(2, "mine"), Child1(4)], context: 2)
    #expect(list.values == [Child1(2, "mine"), Child1(4)] && other.values == list.values)
    #expect(heard.newContexts == [2])
    _ = heard.news
    list.isPaused = false
    #expect(heard.news == [], "there is nothing left")
    list.isPaused = true
    try list.removeAll()
    #expect(list.count == 0 && other.count == 0)
  }

  @Test("a paused list defers edits of a transaction until its pause ends")
  func transactions() throws {
    struct TestError: Error {}
    let (list, heard) = try list(key, [1])
    list.isPaused = true
    try store.write { _ in
      try list.append([Child1(2)])
      try list.update(Child1(3), at: 1)
    }
    #expect(list.values.map(\.id) == [1] && store[key]?.map(\.id) == [1, 3])
    try? store.write { _ in
      try list.append([Child1(4)])
      throw TestError()
    }
    #expect(heard.news == [])
    list.isPaused = false
    #expect(list.values.map(\.id) == [1, 3] && heard.news == ["insert 1"])
  }

  @Test("a rejected edit of a paused list changes no rows")
  func refused() throws {
    let trees = CollectionProvider<Tree>(store)
    let heard = UpdateRecorder(trees)
    trees.isPaused = true
    #expect(throws: EntityError.self) {
      try trees.append([Tree(id: 1, data: 0, rest: [Tree(id: 1, data: 0)])])
    }
    #expect(trees.count == 0 && heard.news == [] && store[EntityReference<Tree>(1)] == nil)
    let unknown = try CollectionProvider(EntityStore(cache: ControlledCache()), key)
    unknown.isPaused = true
    #expect(throws: EntityError.notLoaded(list: "list")) { try unknown.append([Child1(1)]) }
    #expect(unknown.count == 0)
  }

  @Test("a paused provider shows its own values and followed entities at once")
  func entity() throws {
    let provider = EntityProvider<Child1>(store, EntityReference(1))
    let heard = EntityUpdateRecorder(provider)
    provider.isPaused = true
    try store.upsert(Child1(1, "theirs"), context: 1)
    #expect(provider.value == nil)
    try provider.set(Child1(1, "mine"), context: 2)
    #expect(provider.value?.name == "mine" && store[EntityReference<Child1>(1)]?.name == "mine")
    try store.upsert(Child1(2, "other"))
    try store.upsert(Child1(1, "later"), context: 3)
    provider.follow(EntityReference(2), context: 4)
    #expect(provider.value?.name == "other")
    try store.upsert(Child1(2, "hidden"), context: 5)
    #expect(heard.news.map { $0?.name } == ["mine", "other"] && heard.newContexts == [2, 4])
    provider.isPaused = false
    #expect(heard.news.map { $0?.name } == ["hidden"] && heard.newContexts == [5])
  }

  @Test("RD-58: several paused providers each send one update, with the latest context")
  func several() throws {
    let provider = EntityProvider<Child1>(store, EntityReference(1))
    let heardEntity = EntityUpdateRecorder(provider)
    let (list, heard) = try list(key, [1, 2])
    _ = (heardEntity.news, heardEntity.newContexts)
    let commits = CommitRecorder(store)
    (provider.isPaused, list.isPaused) = (true, true)
    try store.upsert(Child1(1, "first"), context: 1)
    try store.write(context: 2) { transaction in
      try transaction.upsert(Child1(1, "second"))
      try transaction.upsert(Child1(2, "second"))
    }
    #expect(heard.news == [] && heardEntity.news == [] && commits.news.count == 2)
    (provider.isPaused, list.isPaused) = (false, false)
    #expect(heard.news == ["update 0, update 1"] && heard.newContexts == [2])
    #expect(heardEntity.news == [Child1(1, "second")] && heardEntity.newContexts == [2])
    #expect(provider.isPaused == list.isPaused)
  }
}
