import MocoaModel
import MocoaTestSupport
import Testing

@testable import MocoaStore

/// Ports of the ConsistencyManager tests of trees, CM-05 to CM-26.
///
/// Deliberate difference: The store has one instance of each identity, displayed or not. An entity
/// that is new to the store counts as changed.
@Suite("Consistency: trees")
@MainActor
struct ConsistencyTreeTests {
  private let store = EntityStore()

  private func tree(_ id: Int, _ data: Int = 0, _ rest: [Tree] = []) -> Tree {
    Tree(id: id, data: data, rest: rest)
  }

  /// Returns a tree with a box that contains a leaf.
  private func tree(_ id: Int, box: Int, leaf: Int, _ data: Int = 0, _ rest: [Tree] = []) -> Tree {
    Tree(
      id: id, data: 0, first: .init(id: box, leaf: .init(id: leaf, data: data)), rest: rest)
  }

  /// Creates a provider of a tree and records its updates.
  private func show(_ tree: Tree) throws -> (EntityProvider<Tree>, EntityUpdateRecorder<Tree>) {
    let provider = EntityProvider<Tree>(store)
    try provider.set(tree)
    return (provider, EntityUpdateRecorder(provider))
  }

  private func key(_ id: Int) -> EntityKey { EntityReference<Tree>(id).key }

  @Test("CM-05: a provider of a root shows the new root")
  func sameRoot() throws {
    let (provider, heard) = try show(tree(0, 1, [tree(1), tree(2)]))
    let next = tree(0, 2, [tree(2, 5), tree(3)])
    try store.upsert(next, context: 1)
    #expect(provider.value == next && heard.news == [next] && heard.newContexts == [1])
  }

  @Test("CM-06: a provider shows its entity from within a larger tree")
  func subtree() throws {
    let (provider, heard) = try show(tree(0, 1, [tree(1)]))
    let next = tree(0, 2, [tree(1, 7)])
    try store.upsert(tree(9, 0, [tree(8, 0, [tree(7)]), tree(6, 0, [next])]))
    #expect(provider.value == next && heard.news == [next])
  }

  @Test("CM-08, 09: only common nodes change, in one update")
  func common() throws {
    let (provider, heard) = try show(tree(0, 0, [tree(1), tree(2, 0, [tree(3)]), tree(4)]))
    try store.upsert(tree(2, 5, [tree(3, 5)]))
    #expect(provider.value == tree(0, 0, [tree(1), tree(2, 5, [tree(3, 5)]), tree(4)]))
    #expect(heard.news.count == 1)
    // Several common nodes, in another order, among other nodes.
    try store.upsert(tree(20, 0, [tree(4, 6), tree(21), tree(3, 6), tree(1, 6)]))
    #expect(provider.value == tree(0, 0, [tree(1, 6), tree(2, 5, [tree(3, 6)]), tree(4, 6)]))
    #expect(heard.news.count == 1)
  }

  @Test("CM-10: a tree without common nodes sends no update")
  func disjoint() throws {
    let (_, heard) = try show(tree(0, 0, [tree(1)]))
    try store.upsert(tree(5, 0, [tree(6)]))
    #expect(heard.news == [])
  }

  @Test("CM-12: a deletion removes an optional child, in any projection")
  func deletingOptional() throws {
    let (provider, heard) = try show(tree(0, 0, [tree(1, 0, [tree(2)]), tree(3, 0, [tree(2)])]))
    store.delete(EntityReference<Tree>(2), context: 4)
    #expect(provider.value == tree(0, 0, [tree(1), tree(3)]))
    #expect(heard.news.count == 1 && heard.newContexts == [4])
    let parent = EntityProvider<Parent>(store)
    try parent.set(Parent(1, Child1(1), others: [Child1(2), Child1(3)]))
    store.delete(EntityReference<FullChild>(2))
    #expect(parent.value?.others == [Child1(3)])
  }

  @Test("CM-13: deleting a required child deletes the root")
  func deletingRequired() throws {
    let provider = EntityProvider<Parent>(store)
    try provider.set(Parent(1, Child1(1)))
    let (heard, commits) = (EntityUpdateRecorder(provider), CommitRecorder(store))
    store.delete(EntityReference<Child1>(1))
    #expect(provider.value == nil && heard.news == [nil])
    let commit = try #require(commits.news.first)
    #expect(
      commit.deleted == [EntityReference<Child1>(1).key, EntityReference<Parent>(1).key]
        && commit.changed == [])
  }

  @Test("CM-14: deleting a required grandchild deletes its parent, not the root")
  func deletingRequiredOfChild() throws {
    let (provider, heard) = try show(tree(0, box: 1, leaf: 2, 0, [tree(5)]))
    let commits = CommitRecorder(store)
    store.delete(EntityReference<Tree.Leaf>(2))
    #expect(provider.value == tree(0, 0, [tree(5)]) && heard.news.count == 1)
    let commit = try #require(commits.news.first)
    #expect(
      commit.deleted == [EntityReference<Tree.Leaf>(2).key, EntityReference<Tree.Box>(1).key])
    #expect(commit.changed == [key(0)], "who lost a child has changed")
  }

  @Test("CM-16: a removed child no longer causes updates")
  func removedChild() throws {
    let (provider, heard) = try show(tree(0, 0, [tree(1), tree(2)]))
    try store.upsert(tree(0, 0, [tree(1)]))
    _ = heard.news
    try store.upsert(tree(2, 9))
    #expect(heard.news == [] && provider.value == tree(0, 0, [tree(1)]))
    #expect(store[EntityReference<Tree>(2)]?.data == 9, "it is there for others")
  }

  @Test("CM-17: a large and a small change arrive in order")
  func order() throws {
    let many = (1...60).map { tree($0) }
    let (provider, heard) = try show(tree(0, 0, many))
    try store.upsert(tree(0, 1, many.map { tree($0.id, 1) }), context: 1)
    try store.upsert(tree(0, 2, many.map { tree($0.id, 1) }), context: 2)
    #expect(heard.newContexts == [1, 2] && heard.news.map { $0?.data } == [1, 2])
    #expect(provider.value?.rest.last?.data == 1)
  }

  @Test("CM-20: equal values send no update; a change reports only its ancestors")
  func shortCircuit() throws {
    var root = tree(0, 0, [tree(1, 0, [tree(2)]), tree(3)])
    root.rest[0].isIdentified = false
    let (_, heard) = try show(root)
    let commits = CommitRecorder(store)
    try store.upsert(root)
    try store.upsert(tree(3))
    #expect(heard.news == [] && commits.news.isEmpty && store.revision == 3)
    try store.upsert(tree(2, 8))
    #expect(heard.news.map { $0?.rest[0].rest[0].data } == [8])
    #expect(commits.news.map(\.changed) == [[key(2), key(0)]], "who has no identity has no name")
  }

  @Test("CM-24: all ancestors of a changed entity have changed, each once")
  func changedWay() throws {
    let (provider, heard) = try show(
      tree(0, 0, [tree(1, 0, [tree(2), tree(3)]), tree(4, 0, [tree(2)]), tree(5)]))
    let commits = CommitRecorder(store)
    try store.upsert(tree(3, 1))
    #expect(commits.news.map(\.changed) == [[key(3), key(1), key(0)]])
    try store.upsert(tree(2, 1))
    #expect(commits.news.map(\.changed) == [[key(2), key(1), key(4), key(0)]])
    #expect(heard.news.count == 2 && provider.value?.rest[1].rest[0].data == 1)
    let (_, heardOther) = try show(tree(10, box: 11, leaf: 12))
    _ = commits.news
    try store.upsert(Tree.Leaf(id: 12, data: 1))
    let keys = [key(10), EntityReference<Tree.Box>(11).key, EntityReference<Tree.Leaf>(12).key]
    #expect(commits.news.map(\.changed) == [Set(keys)] && heardOther.news.count == 1)
  }

  @Test("CM-25: nodes missing from a new root are neither changed nor deleted")
  func vanished() throws {
    let (provider, _) = try show(tree(0, 0, [tree(2, 0, [tree(5)]), tree(6)]))
    let commits = CommitRecorder(store)
    try store.upsert(tree(0, 1, [tree(6, 1)]))
    let commit = try #require(commits.news.first)
    #expect(commit.changed == [key(0), key(6)] && commit.deleted == [])
    #expect(provider.value == tree(0, 1, [tree(6, 1)]) && store[EntityReference<Tree>(2)] != nil)
  }

  @Test("CM-26: several nested changes report their ancestors and new entities")
  func severalWays() throws {
    let (provider, heard) = try show(
      tree(0, 0, [tree(2, box: 3, leaf: 5), tree(4, 0, [tree(6), tree(8)])]))
    let commits = CommitRecorder(store)
    try store.write { transaction in
      try transaction.upsert(tree(2, box: 3, leaf: 7))
      try transaction.upsert(tree(6, 1))
    }
    let commit = try #require(commits.news.first)
    let below = [EntityReference<Tree.Box>(3).key, EntityReference<Tree.Leaf>(7).key]
    #expect(commit.changed == Set([0, 2, 4, 6].map(key) + below) && commit.deleted == [])
    #expect(
      provider.value?.rest[0].first?.leaf.id == 7 && provider.value?.rest[1].rest[0].data == 1)
    #expect(heard.news.count == 1)
    try store.upsert(Tree.Leaf(id: 5, data: 9))
    #expect(heard.news == [], "the one that was there before")
  }
}
