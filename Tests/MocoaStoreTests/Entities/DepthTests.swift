import MocoaModel
import MocoaTestSupport
import Testing

@testable import MocoaStore

/// Tests nested entities at the limits of depth and width.
@Suite("Deep and wide entities")
@MainActor
struct DepthTests {
  /// An entity that requires a nested entity of any type.
  private struct Around<Inner: Entity>: Entity {
    static var entityName: String { "Around \(Inner.entityName)" }
    let id: Int
    var inner: Inner

    static var children: [ChildField<Around>] { [.required(\.inner)] }
  }

  private let store = EntityStore()
  private let limit = EntityStore.depthLimit

  private func tree(_ depth: Int, from first: Int = 0, _ innermost: Int = 0) -> Tree {
    (0..<depth - 1).reversed().reduce(Tree(id: first + depth - 1, data: innermost)) { tree, id in
      Tree(id: first + id, data: 0, rest: [tree])
    }
  }

  @Test("updates and deletes the innermost entity at the depth limit")
  func deep() throws {
    let provider = EntityProvider<Tree>(store)
    try provider.set(tree(limit))
    let (heard, commits) = (EntityUpdateRecorder(provider), CommitRecorder(store))
    try store.upsert(Tree(id: limit - 1, data: 7))
    #expect(provider.value == tree(limit, 7) && heard.news.count == 1)
    #expect(commits.news.first?.changed.count == limit, "all that it is in")
    store.delete(EntityReference<Tree>(limit - 1))
    #expect(provider.value == tree(limit - 1))
    #expect(throws: EntityError.tooDeep(EntityReference<Tree>(limit).key)) {
      try store.upsert(tree(limit + 1))
    }
  }

  // A chain of 100,000 entities is impossible: the value of an entity contains all nested entities,
  // and no value may be deeper than the limit, in however many steps it is created.
  @Test(
    "a chain ends at the limit when extended inside, outside or by joining")
  func chain() throws {
    var refused: EntityError?
    for depth in 1...200 where refused == nil {
      do throws(EntityError) {
        try store.upsert(tree(depth, from: -depth))
      } catch {
        refused = error
      }
    }
    #expect(refused == .tooDeep(EntityReference<Tree>(-1).key))
    #expect(store.graph.nodes.map { $0 }.count == limit)
    #expect(throws: EntityError.self) { try store.upsert(tree(2, from: -1)) }
    try store.upsert(tree(50, from: 1000))
    #expect(throws: EntityError.self) {
      try store.upsert(Tree(id: 1049, data: 0, rest: [tree(60, from: 2000)]))
    }
    #expect(
      store[EntityReference<Tree>(1049)]?.rest == [] && store[EntityReference<Tree>(2000)] == nil)
  }

  /// Returns the number of nested entities along the first children.
  private func depth(of tree: Tree?) -> Int {
    sequence(first: tree) { $0?.rest.first }.prefix { $0 != nil }.count { _ in true }
  }

  @Test("a chain ends at the limit when another parent extends its end")
  func lengthenedElsewhere() throws {
    try store.upsert(tree(90))
    let longer = Tree(id: -1, data: 0, rest: [tree(90, from: 89)])
    #expect(throws: EntityError.tooDeep(EntityReference<Tree>(100).key)) {
      try store.upsert(longer)
    }
    #expect(
      depth(of: store[EntityReference<Tree>(0)]) == 90 && store[EntityReference<Tree>(-1)] == nil)
    try store.upsert(Tree(id: -1, data: 0, rest: [tree(11, from: 89)]))
    #expect(depth(of: store[EntityReference<Tree>(0)]) == limit)
    // The extended part has other ancestors, which make it deeper.
    let more = Tree(id: -2, data: 0, rest: [tree(51, from: 50)])
    #expect(throws: EntityError.tooDeep(EntityReference<Tree>(100).key)) { try store.upsert(more) }
  }

  @Test("a chain can be reversed, and its parts can be moved")
  func turnedRound() throws {
    let length = limit - 10
    try store.upsert(tree(length))
    var turned = Tree(id: 1, data: 1)
    for id in 2..<length { turned = Tree(id: id, data: 1, rest: [turned]) }
    try store.upsert(Tree(id: 0, data: 1, rest: [turned]))
    #expect(depth(of: store[EntityReference<Tree>(0)]) == length)
    #expect(store[EntityReference<Tree>(1)]?.rest == [])
  }

  /// Deletes the innermost of nested entities of different types, each of which requires the next.
  ///
  /// - Returns: The number of deleted entities.
  private func deleteInnermost<E: Entity>(of value: E, _ depth: Int) throws -> Int {
    if depth < 20 { return try deleteInnermost(of: Around(id: depth, inner: value), depth + 1) }
    let list = CollectionProvider<E>(store)
    try list.set([value])
    let (heard, commits) = (UpdateRecorder(list), CommitRecorder(store))
    store.delete(EntityReference<Child1>(1))
    #expect(list.count == 0 && heard.news == ["delete 0"])
    return commits.news.first?.deleted.count ?? 0
  }

  @Test("deleting an entity deletes all that require it, at once")
  func needing() throws {
    #expect(try deleteInnermost(of: Child1(1), 0) == 21)
    #expect(store.graph.nodes.map { $0 }.isEmpty)
  }

  @Test("3,000 entities that require another are deleted in one commit")
  func wide() throws {
    let list = CollectionProvider<Parent>(store)
    try list.set((0..<3_000).map { Parent($0, Child1(1), others: [Child1(2)]) })
    let (heard, commits) = (UpdateRecorder(list), CommitRecorder(store))
    try store.upsert(Child1(2, "new"))
    #expect(heard.updates.last?.changes.updates.count == 3_000)
    store.delete(EntityReference<Child1>(1), context: 3)
    #expect(list.count == 0 && heard.newContexts == [nil, 3])
    #expect(commits.news.map(\.deleted.count) == [0, 3_001])
    #expect(store[EntityReference<Child1>(2)]?.name == "new")
    #expect(store.graph.node(EntityReference<Child1>(2).key)?.parents.isEmpty == true)
  }

  @Test("anonymous entities can nest deeply, and their children are followed")
  func deepDraft() throws {
    var draft = tree(200)
    func hide(_ tree: Tree) -> Tree {
      Tree(id: tree.id, data: tree.data, isIdentified: tree.rest.isEmpty, rest: tree.rest.map(hide))
    }
    draft = hide(draft)
    let provider = EntityProvider<Tree>(store)
    try provider.set(draft)
    try store.upsert(Tree(id: 199, data: 5))
    #expect(provider.value?.nodes.last?.data == 5)
    store.delete(EntityReference<Tree>(199))
    #expect(provider.value?.nodes.count == 199)
  }
}
