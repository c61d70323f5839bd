import MocoaModel
import MocoaTestSupport
import Testing

@testable import MocoaStore

/// Ports of the Rocket Data tests of one displayed list, RD-25 to RD-38.
///
/// Deliberate differences: The author of a change is notified as well. Each change is the exact
/// difference, never a reset. Updates are sent in the order of the rows.
@Suite("Rocket Data: one displayed list")
@MainActor
struct RocketDataCollectionTests {
  private let cache = ControlledCache()
  private let store = EntityStore()
  private let key = ListKey<Child1>("list")

  /// Creates a list without a key and records its updates.
  private func list<E: Entity>(_ values: [E]) throws -> (CollectionProvider<E>, UpdateRecorder) {
    let list = CollectionProvider<E>(store)
    try list.set(values)
    return (list, UpdateRecorder(list))
  }

  @Test("RD-25: a list has the count and entities that were set")
  func setting() throws {
    let list = CollectionProvider<Child1>(store)
    #expect(list.count == 0 && list[0] == nil)
    try list.set([Child1(1), Child1(2), Child1(1)])
    #expect(list.count == 3 && list[2] == Child1(1) && list[3] == nil && list[-1] == nil)
    #expect(list.values.map(\.id) == [1, 2, 1])
    try list.set([])
    #expect(list.count == 0 && list.isLoaded)
  }

  @Test("RD-26: each change saves one batch, which recreates the list")
  func keeping() async throws {
    let store = EntityStore(cache: cache)
    let list = try CollectionProvider(store, key)
    let heard = UpdateRecorder(list)
    try list.set([Child1(1)], context: 1)
    try list.insert([Child1(2), Child1(3)], at: 0, context: 2)
    try list.append([Child1(4)], context: 3)
    try list.update(Child1(5), at: 1, context: 4)
    try list.remove(at: 0, context: 5)
    // Only the changes are saved: the edit of a list, not the complete list.
    #expect(
      cache.batches.map(\.short) == [
        ["keep Child 1", #"list all ["1"]"#],
        ["keep Child 2", "keep Child 3", #"list 0 ["2", "3"]"#],
        ["keep Child 4", #"list 3 ["4"]"#],
        ["keep Child 5", #"list 1 -["3"] ["5"]"#],
        [#"list 0 -["2"] []"#],
      ])
    #expect(heard.newContexts == [1, 2, 3, 4, 5])
    #expect(try await cache.list(key)?.map(\.id) == [5, 1, 4])
    try list.set([Child1(9)], persist: false)
    #expect(cache.batches.count == 5)
  }

  @Test("RD-28: loads a saved list once, and reports failures and misses")
  func loading() async throws {
    let writer = EntityStore(cache: cache)
    try CollectionProvider(writer, key).set([Child1(1), Child1(2)])
    let store = EntityStore(cache: cache)
    let list = try CollectionProvider(store, key)
    let heard = UpdateRecorder(list)
    var answers: [Result<[Child1]?, EntityCacheError>] = []
    let error = EntityCacheError(.notReadable, "it burns")
    cache.fail(with: error)
    list.load { answers.append($0) }
    await eventually("the failure") { answers.count == 1 }
    #expect(answers == [.failure(error)] && list.phase == .failed("it burns") && !list.isLoaded)
    list.load { answers.append($0) }
    await eventually("the answer") { answers.count == 2 }
    #expect(answers[1] == .success([Child1(1), Child1(2)]) && list.phase == .finished)
    #expect(heard.news.filter { !$0.isEmpty } == ["insert 0, insert 1"])
    list.load { answers.append($0) }
    #expect(answers.count == 3 && cache.asked == ["list list", "list list"], "at once")
    let missing = try CollectionProvider(store, ListKey<Child1>("none"))
    missing.load { answers.append($0) }
    await eventually("the miss") { answers.count == 4 }
    #expect(answers[3] == .success(nil) && !missing.isLoaded && missing.count == 0)
    let given = try CollectionProvider(store, ListKey<Child1>("given"))
    try given.set([Child1(7)])
    given.load { answers.append($0) }
    #expect(answers.last == .success([Child1(7)]) && cache.asked.count == 3)
  }

  @Test("RD-29: a row set by another list is updated with the context")
  func settingTheSame() throws {
    let (_, heard) = try list([Child1(1)])
    let other = CollectionProvider<Child1>(store)
    try other.set([Child1(1, "new")], context: 2)
    #expect(heard.news == ["update 0"] && heard.newContexts == [2])
  }

  @Test("RD-30: deleting an entity deletes all its rows")
  func deleting() throws {
    let (list, heard) = try list([Child1(1), Child1(2), Child1(1)])
    store.delete(EntityReference<Child1>(1), context: 3)
    #expect(list.values == [Child1(2)])
    #expect(heard.news == ["delete 0, delete 2"] && heard.newContexts == [3])
  }

  @Test("RD-32: a row is deleted with its required child")
  func deletingRequired() throws {
    let (list, heard) = try list([Parent(1, Child1(1)), Parent(2, Child1(2))])
    store.delete(EntityReference<Child1>(1))
    #expect(list.values.map(\.id) == [2] && heard.news == ["delete 0"])
  }

  @Test("RD-33: an entity inserted into one list updates its row in another", arguments: 0..<3)
  func inserting(way: Int) throws {
    let (one, heardByOne) = try list([Child1(1)])
    let (other, heardByOther) = try list([Child1(8), Child1(9)])
    switch way {
    case 0: try other.insert([Child1(1, "new")], at: 1, context: 4)
    case 1: try other.append([Child1(1, "new")], context: 4)
    default: try other.update(Child1(1, "new"), at: 1, context: 4)
    }
    let ids = [[8, 1, 9], [8, 9, 1], [8, 1]]
    let news = ["insert 1", "insert 2", "delete 1, insert 1"]
    #expect(other.values.map(\.id) == ids[way] && heardByOther.news == [news[way]])
    #expect(one.values == [Child1(1, "new")] && heardByOne.news == ["update 0"])
    #expect(heardByOne.newContexts == [4])
  }

  @Test("RD-34: a list follows entities that are inserted later", arguments: 0..<3)
  func followingTheNew(way: Int) throws {
    let (one, heard) = try list([Child1(8)])
    switch way {
    case 0: try one.insert([Child1(1)], at: 0)
    case 1: try one.append([Child1(1)])
    default: try one.update(Child1(1), at: 0)
    }
    _ = (heard.news, heard.newContexts)
    let (_, _) = try list([Child1(1, "new")])
    #expect(heard.news == [["update 0", "update 1", "update 0"][way]])
  }

  // The rows are in the order of all change sets. A replay is exact in any order.
  @Test("RD-36: several rows that one change updates are one update")
  func updatingTogether() throws {
    let (list, heard) = try list([
      Parent(1, Child1(3)), Parent(2, Child1(2), others: [Child1(3)]), Parent(4, Child1(4)),
    ])
    try store.upsert(Child1(3, "new"), context: 5)
    #expect(heard.news == ["update 0, update 1"] && heard.newContexts == [5])
    #expect(list[1]?.others == [Child1(3, "new")] && list[0]?.child == Child1(3, "new"))
  }

  @Test("RD-37: several rows that one deletion removes are one update")
  func deletingTogether() throws {
    let (list, heard) = try list([Parent(1, Child1(3)), Parent(2, Child1(3)), Parent(4, Child1(4))])
    store.delete(EntityReference<Child1>(3), context: 6)
    #expect(heard.news == ["delete 0, delete 1"] && heard.newContexts == [6])
    #expect(list.values.map(\.id) == [4])
  }

  // A wrong number of rows is impossible, because change sets are created from the edits. Invalid
  // edits are rejected before any change.
  @Test("RD-38: rejects an index out of range without an update")
  func refusing() throws {
    let (list, heard) = try list([Child1(1)])
    for position in [-1, 2, Int.max, Int.min] {
      let error = EntityError.indexOutOfRange(position, count: 1)
      #expect(throws: error) { try list.insert([Child1(2)], at: position) }
      #expect(throws: error) { try list.update(Child1(2), at: position) }
      #expect(throws: error) { try list.remove(at: position) }
    }
    #expect(throws: EntityError.indexOutOfRange(1, count: 1)) { try list.remove(at: 1) }
    #expect(
      list.values == [Child1(1)] && heard.news == [] && store[EntityReference<Child1>(2)] == nil)
    try list.insert([Child1(2)], at: 1)
    #expect(heard.news == ["insert 1"])
  }

  @Test(
    "RD-38: updates replay exactly after random edits",
    arguments: 0..<30)
  func replaying(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let (list, heard) = try list((0..<6).map { Child1($0) })
    var model = list.values
    for step in 0..<40 {
      let value = Child1(.random(in: 0..<9, using: &random), "\(step)")
      let place = Int.random(in: 0...model.count, using: &random)
      switch Int.random(in: 0..<6, using: &random) {
      case 0:
        try list.append([value])
        model.append(value)
      case 1:
        try list.insert([value, value], at: place)
        model.insert(contentsOf: [value, value], at: place)
      case 2 where place < model.count:
        try list.update(value, at: place)
        model[place] = value
      case 3 where place < model.count:
        try list.remove(at: place)
        model.remove(at: place)
      case 4:
        store.delete(EntityReference(value))
        model.removeAll { $0.id == value.id }
      default:
        let others = model.shuffled(using: &random)
        try list.set(others)
        model = others
      }
      if model.contains(where: { $0 == value }) {
        model = model.map { $0.id == value.id ? value : $0 }
      }
      try #require(list.values == model, "step \(step)")
    }
    #expect(heard.updates.count > 10)
  }
}
