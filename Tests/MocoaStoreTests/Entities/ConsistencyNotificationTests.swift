import MocoaModel
import MocoaTestSupport
import Testing

@testable import MocoaStore

/// Ports of the ConsistencyManager tests of listening: CM-01 to CM-04, CM-18 to CM-22, and CM-32
/// to CM-49 except pausing.
///
/// Deliberate differences: Observers do not register identities, because the store knows which
/// entity contains which. No work is queued, so no work can be canceled. No collection runs at
/// intervals, because a released observer unregisters itself.
@Suite("Consistency: listening")
@MainActor
struct ConsistencyNotificationTests {
  private let store = EntityStore()

  private func tree(_ id: Int, _ data: Int = 0, _ rest: [Tree] = []) -> Tree {
    Tree(id: id, data: data, rest: rest)
  }

  private func show(_ tree: Tree) throws -> (EntityProvider<Tree>, EntityUpdateRecorder<Tree>) {
    let provider = EntityProvider<Tree>(store)
    try provider.set(tree)
    return (provider, EntityUpdateRecorder(provider))
  }

  private var nodeKeys: Set<EntityKey> { Set(store.graph.nodes.compactMap(\.key)) }

  @Test("CM-01: follows exactly the identified entities, each once", arguments: 0..<30)
  func identities(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    var forest = Forest(&random)
    let tree = forest.tree(.allCases[seed % 3], &random)
    let (provider, heard) = try show(tree)
    #expect(nodeKeys == tree.keys)
    for node in store.graph.nodes {
      #expect(node.parents.all.count <= 1 && node.lists.isEmpty)
    }
    for (step, key) in tree.keys.sorted(by: { $0.description < $1.description }).enumerated() {
      var node = try #require(store.graph.value(of: key, as: .descriptor(for: Tree.self)) as? Tree)
      node.data = 1000 + step
      try store.upsert(node)
      #expect(heard.news.count == 1)
    }
    #expect(provider.value?.keys == tree.keys)
  }

  @Test("CM-02: following an entity ten times notifies once")
  func tenTimes() throws {
    let provider = EntityProvider<Tree>(store)
    for _ in 0..<10 { try provider.set(tree(0, 0, [tree(1)])) }
    for _ in 0..<10 { provider.follow(EntityReference(0)) }
    let heard = EntityUpdateRecorder(provider)
    try store.upsert(tree(1, 5), context: 1)
    #expect(heard.news.count == 1 && heard.newContexts == [1])
    var draft = tree(7, 0, [tree(1, 5)])
    draft.isIdentified = false
    for number in 0..<10 {
      draft.data = number
      try provider.set(draft)
    }
    #expect(
      store.graph.node(EntityReference<Tree>(1).key)?.parents.all.count == 2,
      "the root and the draft")
  }

  @Test(
    "CM-04: a store does not retain observers, and removes released ones", arguments: [true, false])
  func releasing(isIdentified: Bool) throws {
    weak var gone: EntityProvider<Tree>?
    var root = tree(0, 0, [tree(1)])
    root.isIdentified = isIdentified
    do {
      let (provider, _) = try show(root)
      gone = provider
    }
    #expect(gone == nil)
    let child = try #require(store.graph.node(EntityReference<Tree>(1).key))
    #expect(child.parents.isEmpty == !isIdentified, "what has no identity goes with its holder")
    try store.upsert(tree(1, 1))
    #expect(store[EntityReference<Tree>(1)]?.data == 1)
  }

  @Test("CM-18: following another entity during a notification notifies in order")
  func turning() throws {
    let (first, _) = try show(tree(1))
    try store.upsert(tree(2))
    let second = EntityProvider<Tree>(store, EntityReference(1))
    let heard = EntityUpdateRecorder(second)
    let token = first.observe { _ in second.follow(EntityReference(2), context: 7) }
    try store.upsert(tree(1, 5), context: 1)
    #expect(second.value == tree(2) && heard.news == [tree(1, 5), tree(2)])
    #expect(heard.newContexts == [1, 7])
    try store.upsert(tree(1, 6))
    #expect(heard.news == [])
    withExtendedLifetime(token) {}
  }

  @Test("CM-18: updates form a chain, even if an observer edits the list")
  func doingWhileTold() throws {
    let key = ListKey<Tree>("list")
    let first = try CollectionProvider(store, key)
    try first.set([tree(1), tree(2)])
    let second = try CollectionProvider(store, key)
    let relation = try RelationController(store, key)
    let heard = [UpdateRecorder(second), UpdateRecorder(relation)]
    var isFirst = true
    let token = first.observe { _ in
      guard isFirst else { return }
      isFirst = false
      second.isPaused = true
      try? second.append([self.tree(4)])
      second.isPaused = false
      relation.pipeline = RelationPipeline().sort(.descending, by: \.id)
    }
    try store.write { try $0.edit(key) { $0.append(tree(3)) } }
    #expect(second.values.map(\.id) == [1, 2, 3, 4] && first.values == second.values)
    #expect(relation.items.map(\.id) == [4, 3, 2, 1])
    for heard in heard { #expect(heard.news.first == "insert 2") }
    withExtendedLifetime(token) {}
  }

  @Test("CM-21: passes the context unchanged")
  func context() throws {
    let (_, heard) = try show(tree(0))
    try store.upsert(tree(0, 1), context: 4)
    try store.upsert(tree(0, 2))
    #expect(heard.newContexts == [4, nil])
  }

  // A child of another type is impossible, because typed key paths name the fields.
  @Test("CM-22: deleting an anonymous entity changes nothing")
  func deletingNobody() throws {
    let (provider, heard) = try show(tree(0, 0, [tree(1)]))
    let commits = CommitRecorder(store)
    var stranger = tree(1)
    stranger.isIdentified = false
    store.write { $0.delete(stranger) }
    store.delete(EntityReference<Tree>(99))
    #expect(provider.value?.rest.count == 1 && heard.news == [] && commits.news.isEmpty)
  }

  @Test(
    "CM-32: notifies providers first, and store observers last with the commit",
    arguments: 0..<4)
  func several(way: Int) throws {
    let (one, heardByOne) = try show(tree(1, 0, [tree(3)]))
    let (_, heardByOther) = try show(tree(2, 0, [tree(3)]))
    var order: [String] = []
    let tokens = [
      store.observe { commit in
        order.append("\((commit.changed.union(commit.deleted)).count)")
      },
      one.observe { _ in order.append("one") },
    ]
    switch way {
    case 0: try store.upsert(tree(1, 1, [tree(3)]))
    case 1: try store.upsert(tree(2, 1, [tree(3)]))
    case 2: try store.upsert(tree(3, 1))
    default: store.delete(EntityReference<Tree>(3))
    }
    #expect(order == [["one", "1"], ["1"], ["one", "3"], ["one", "3"]][way])
    #expect(
      [heardByOne.news.count, heardByOther.news.count] == [[1, 0], [0, 1], [1, 1], [1, 1]][way])
    withExtendedLifetime(tokens) {}
  }

  @Test("CM-33: two changes in one transaction are one change of their parent")
  func twoInOne() throws {
    let (provider, heard) = try show(tree(0, 0, [tree(1), tree(2)]))
    try store.write { try $0.upsert([tree(1, 1), tree(2, 2)]) }
    #expect(heard.news == [tree(0, 0, [tree(1, 1), tree(2, 2)])] && provider.value?.data == 0)
  }

  @Test(
    "CM-44: a failed transaction notifies no observer")
  func cancelling() throws {
    struct TestError: Error {}
    let (provider, heard) = try show(tree(0, 0, [tree(1)]))
    let list = CollectionProvider<Tree>(store)
    try list.set([tree(1)])
    let (heardOfRows, commits) = (UpdateRecorder(list), CommitRecorder(store))
    let nodes = nodeKeys
    try? store.write { transaction in
      try transaction.upsert(tree(1, 5))
      try transaction.upsert(tree(7, 0, [tree(8)]))
      transaction.delete(EntityReference<Tree>(0))
      try list.append([tree(7)])
      try provider.set(tree(0, 9))
      throw TestError()
    }
    #expect(heard.news == [] && heardOfRows.news == [] && commits.news.isEmpty)
    #expect(provider.value == tree(0, 0, [tree(1)]) && list.values == [tree(1)])
    #expect(nodeKeys == nodes, "what it made is gone")
    try store.upsert(tree(1, 6))
    #expect(heard.news.count == 1 && heardOfRows.news == ["update 0"])
  }

  // Deleted and unreferenced entities leave at once, not at intervals. Entities without a provider
  // stay.
  @Test("CM-45: deleted entities leave the store at once; others stay")
  func collecting() throws {
    let key = ListKey<Tree>("list")
    try store.write { try $0.set(key, to: [tree(1, 0, [tree(2)]), tree(3)]) }
    try store.upsert(Parent(1, Child1(1)))
    try store.write { try $0.edit(key) { $0.removeAll() } }
    #expect(nodeKeys.count == 5)
    for id in 1...3 { store.delete(EntityReference<Tree>(id)) }
    store.delete(EntityReference<Child1>(1))
    #expect(nodeKeys == [])
  }

  @Test("CM-46: a store observer receives all changed entities")
  func observing() throws {
    let heard = [CommitRecorder(store), CommitRecorder(store)]
    try store.upsert(tree(0, 0, [tree(1, 0, [tree(2)]), tree(2)]), context: 4)
    for heard in heard {
      let commits = heard.news
      #expect(commits.map(\.changed) == [Set((0...2).map { EntityReference<Tree>($0).key })])
      #expect(commits.first?.deleted == [] && commits.first?.context as? Int == 4)
    }
    store.delete(EntityReference<Tree>(2), context: 5)
    for heard in heard {
      let commits = heard.news
      #expect(commits.map(\.deleted) == [[EntityReference<Tree>(2).key]])
      #expect(
        commits.first?.changed == [EntityReference<Tree>(0).key, EntityReference<Tree>(1).key])
      #expect(commits.first?.context as? Int == 5)
    }
  }

  @Test("CM-48: a canceled observer receives no update, even during a notification")
  func stopping() throws {
    let (provider, heard) = try show(tree(0))
    heard.stop()
    let commits = CommitRecorder(store)
    var later: ObservationToken?
    var count = 0
    let first = provider.observe { _ in later?.cancel() }
    later = provider.observe { _ in count += 1 }
    try store.upsert(tree(0, 1))
    #expect(heard.news == [] && count == 0 && commits.news.count == 1)
    withExtendedLifetime(first) {}
  }

  @Test("CM-49: removes released observers, so that none accumulate")
  func pruning() throws {
    let key = ListKey<Tree>("list")
    try store.write { try $0.set(key, to: [tree(1)]) }
    let stays = try CollectionProvider(store, key)
    for _ in 0..<100 {
      _ = try CollectionProvider(store, key)
      _ = try RelationController(store, key)
      _ = EntityProvider<Tree>(store, EntityReference(1))
      _ = store.observe { _ in }
    }
    #expect(try store.list(key).subscribers.count <= 2)
    let heard = UpdateRecorder(stays)
    try store.upsert(tree(1, 1))
    #expect(heard.news == ["update 0"] && store.notifier.observers.isEmpty)
  }
}
