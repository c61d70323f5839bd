import MocoaModel
import Testing

@testable import MocoaStore

@Suite("Entity store")
@MainActor
struct EntityStoreTests {
  private let store = EntityStore()

  private func child(_ id: Int, _ name: String = "old") -> Child1 { Child1(id: id, name: name) }

  private func ref(_ id: Int) -> EntityReference<Child1> { EntityReference(id) }

  @Test("contains an upserted entity and all its children")
  func reading() throws {
    let parent = Parent(id: 1, name: "p", child: child(1), others: [child(2), child(3)])
    try store.upsert(parent)
    #expect(store[EntityReference<Parent>(1)] == parent)
    #expect(store[ref(1)] == child(1) && store[ref(3)] == child(3))
    #expect(store[ref(4)] == nil && store[EntityReference<Parent>(2)] == nil)
    #expect(store.revision == 1)
  }

  @Test("shows a change of a child in all its parents")
  func changing() throws {
    try store.upsert(Parent(id: 1, name: "p", child: child(1), others: [child(2), child(1)]))
    try store.upsert(Parent(id: 2, name: "q", child: child(1)))
    try store.upsert(child(1, "new"))
    #expect(store[EntityReference<Parent>(1)]?.child == child(1, "new"))
    #expect(store[EntityReference<Parent>(1)]?.others == [child(2), child(1, "new")])
    #expect(store[EntityReference<Parent>(2)]?.child == child(1, "new"))
  }

  @Test("notifies once for each commit that changes values")
  func commits() throws {
    var commits: [EntityCommit] = []
    let token = store.observe { commits.append($0) }
    try store.upsert(Parent(id: 1, name: "p", child: child(1), others: [child(2)]))
    try store.write(context: 4) { transaction in
      try transaction.upsert(child(1, "new"))
      try transaction.upsert(child(2, "changed"))
      try transaction.upsert(child(2))
    }
    try store.upsert(child(1, "new"))
    #expect(commits.count == 2)
    #expect(commits.first?.changed.count == 3)
    #expect(commits.last?.changed == [EntityReference<Parent>(1).key, ref(1).key])
    #expect(commits.last?.context as? Int == 4)
    token.cancel()
  }

  @Test("deletes entities that require a deleted one, and removes it elsewhere")
  func deleting() throws {
    let list = ListKey<Parent>("all")
    let parents = [
      Parent(id: 1, name: "needs", child: child(1), others: [child(2)]),
      Parent(id: 2, name: "has", child: child(2), others: [child(1), child(3), child(1)]),
    ]
    try store.write { try $0.set(list, to: parents + parents) }
    var commits: [EntityCommit] = []
    let token = store.observe { commits.append($0) }
    store.delete(ref(1))
    #expect(store[EntityReference<Parent>(1)] == nil && store[ref(1)] == nil)
    #expect(store[EntityReference<Parent>(2)]?.others == [child(3)])
    #expect(store[list]?.map(\.id) == [2, 2])
    #expect(commits.count == 1)
    #expect(commits.first?.deleted == [ref(1).key, EntityReference<Parent>(1).key])
    #expect(commits.first?.changed == [EntityReference<Parent>(2).key])
    #expect(commits.first?.lists == ["all"])
    token.cancel()
  }

  @Test("rolls back a throwing transaction, and a nested one alone")
  func rollback() throws {
    struct TestError: Error {}
    let list = ListKey<Child1>("list")
    try store.write { try $0.set(list, to: [child(1), child(2)]) }
    try store.upsert(Parent(id: 1, name: "p", child: child(1)))
    let before = (store[EntityReference<Parent>(1)], store[list], store.revision)
    #expect(throws: TestError.self) {
      try store.write { transaction in
        try transaction.upsert(child(1, "new"))
        transaction.delete(child(2))
        try transaction.edit(list) { $0.insert(Child1(id: 9, name: "nine"), at: 0) }
        #expect(transaction[ref(1)]?.name == "new" && transaction[list]?.map(\.id) == [9, 1])
        throw TestError()
      }
    }
    #expect(store[EntityReference<Parent>(1)] == before.0 && store[list] == before.1)
    #expect(store[ref(9)] == nil && store[ref(2)] == child(2) && store.revision == before.2)
    try store.write { transaction in
      try transaction.upsert(child(1, "outer"))
      try? store.write { inner in
        try inner.upsert(child(1, "inner"))
        inner.delete(child(2))
        throw TestError()
      }
      #expect(transaction[ref(1)]?.name == "outer")
    }
    #expect(store[EntityReference<Parent>(1)]?.child.name == "outer" && store[ref(2)] == child(2))
    #expect(store[list]?.map(\.name) == ["outer", "old"])
    // The store continues as if the failed transactions had not run.
    try store.write { try $0.edit(list) { $0.remove(at: 0) } }
    #expect(store[list] == [child(2)])
  }

  @Test("rejects cyclic and too deep entities without a change")
  func cycles() throws {
    var inner = Tree(id: 1, data: 1)
    inner.rest = [Tree(id: 2, data: 2, rest: [Tree(id: 1, data: 3)])]
    let error = #expect(throws: EntityError.self) { try store.upsert(inner) }
    #expect(
      error?.description
        == "Tree 1 → Tree 2 → Tree 1: entity contains itself (store its id instead)")
    #expect(store[EntityReference<Tree>(2)] == nil)
    func deep(_ count: Int, from first: Int = 0) -> Tree {
      (0..<count).reversed().reduce(into: Tree(id: first + count, data: 0)) { tree, id in
        tree = Tree(id: first + id, data: 0, rest: [tree])
      }
    }
    try store.upsert(deep(EntityStore.depthLimit - 1))
    #expect(throws: EntityError.self) { try store.upsert(deep(EntityStore.depthLimit)) }
    // The added value is not too deep alone, but it extends the end of the chain.
    let end = EntityStore.depthLimit - 1
    #expect(throws: EntityError.self) { try store.upsert(deep(1, from: end)) }
    #expect(store[EntityReference<Tree>(end + 1)] == nil)
  }

  @Test(
    "applies all of several entities or none, even if the transaction continues")
  func allOrNone() throws {
    let round = Tree(id: 1, data: 0, rest: [Tree(id: 1, data: 1)])
    let list = ListKey<Tree>("trees")
    try store.write { try $0.set(list, to: []) }
    try store.write { transaction in
      try? transaction.upsert([Tree(id: 2, data: 0), round])
      try? transaction.edit(list) { $0 += [Tree(id: 3, data: 0), round] }
      try? transaction.edit(ListKey<Tree>("unknown")) { $0.append(round) }
      try transaction.upsert(Tree(id: 4, data: 0))
    }
    #expect(
      store[EntityReference<Tree>(2)] == nil && store[EntityReference<Tree>(3)] == nil
        && store[list] == [])
    #expect(store[EntityReference<Tree>(4)] != nil && store[ListKey<Tree>("unknown")] == nil)
  }

  @Test("shares fields among several types of one entity")
  func projections() throws {
    try store.upsert(FullChild(id: 1, name: "i", data: 42))
    try store.upsert(child(1, "n"))
    #expect(store[EntityReference<FullChild>(1)] == FullChild(id: 1, name: "n", data: 42))
    try store.upsert(FullChild(id: 1, name: "m", data: 43))
    #expect(store[ref(1)] == child(1, "m"))
  }

  @Test("uses the first of several occurrences in a value")
  func twice() throws {
    let inner = Tree(id: 9, data: 0, rest: [Tree(id: 10, data: 1)])
    let tree = Tree(
      id: 1, data: 0, rest: [Tree(id: 7, data: 1, rest: [Tree(id: 10, data: 0), inner])])
    try store.upsert(tree)
    #expect(store[EntityReference<Tree>(10)]?.data == 0)
    #expect(store[EntityReference<Tree>(9)]?.rest == [Tree(id: 10, data: 0)])
    #expect(
      store[EntityReference<Tree>(1)]?.rest.first?.rest.last == store[EntityReference<Tree>(9)])
  }

  @Test("has one list for each key, with one element type")
  func lists() throws {
    let list = ListKey<Child1>("list")
    #expect(store[list] == nil)
    try store.write { try $0.set(list, to: []) }
    #expect(store[list] == [])
    let error = #expect(throws: EntityError.self) {
      try store.write { try $0.set(ListKey<Parent>("list"), to: []) }
    }
    #expect(error?.description == "list list: contains Child1, not Parent")
    try store.write { try $0.edit(list) { $0 += [child(1), child(2), child(1)] } }
    try store.upsert(child(1, "new"))
    #expect(store[list]?.map(\.name) == ["new", "old", "new"])
    try store.write { transaction in
      try transaction.edit(list) { rows in
        rows.move(from: 1, to: 0)
        rows[1] = Child1(id: 3, name: "three")
        rows.removeLast()
      }
    }
    #expect(store[list]?.map(\.id) == [2, 3])
    #expect(store[ref(1)] != nil, "who leaves a list is not deleted")
  }
}
