import MocoaModel
import MocoaTestSupport
import Testing

@testable import MocoaStore

extension Tree {
  /// Returns this tree with each identified node replaced by the node of that key in `other`.
  fileprivate func substituting(_ other: [EntityKey: Tree]) -> Tree {
    if isIdentified, let node = other[entityKey] { return node }
    var tree = self
    tree.rest = rest.map { $0.substituting(other) }
    return tree
  }

  /// Returns this tree without an entity, or `nil` if the root is that entity.
  fileprivate func removing(_ key: EntityKey) -> Tree? {
    if isIdentified, entityKey == key { return nil }
    var tree = self
    tree.rest = rest.compactMap { $0.removing(key) }
    return tree
  }

  fileprivate var nodesByKey: [EntityKey: Tree] {
    Dictionary(nodes.filter(\.isIdentified).map { ($0.entityKey, $0) }) { first, _ in first }
  }
}

/// The tests of ConsistencyManager over generated trees (CM-01 to CM-17), compared with a function
/// that substitutes nodes everywhere.
@Suite("Consistency: generated trees compared with substitution everywhere")
@MainActor
struct ConsistencyOracleTests {
  private let store = EntityStore()

  @Test(
    "CM-05, 06, 08, 09, 10, 16, 20, 24: updates match substitution",
    arguments: 0..<40, Forest.Identified.allCases)
  func updating(seed: Int, identified: Forest.Identified) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    var forest = Forest(&random)
    var expected = forest.tree(identified, &random)
    let provider = EntityProvider<Tree>(store)
    try provider.set(expected)
    // An anonymous row keeps the value that the list received.
    let list = CollectionProvider<Tree>(store)
    if expected.isIdentified { try list.set([expected]) }
    let (heard, heardOfRows, commits) = (
      EntityUpdateRecorder(provider), UpdateRecorder(list), CommitRecorder(store)
    )
    for step in 0..<3 {
      var update = forest.tree(identified, &random)
      if step == 1, let part = expected.nodes.randomElement(using: &random) { update = part }
      if step == 2 { update.rest.removeLast(update.rest.count / 2) }
      let former = expected
      expected = expected.substituting(update.nodesByKey)
      try store.upsert(update, context: step)
      try #require(provider.value == expected, "step \(step)")
      let isSame = former == expected
      #expect(heard.news == (isSame ? [] : [expected]))
      #expect(heard.newContexts == (isSame ? [] : [step]))
      if expected.isIdentified {
        #expect(list.values == [expected] && heardOfRows.news == (isSame ? [] : ["update 0"]))
      }
      try checkCommit(commits, former, expected, deleted: [])
    }
  }

  @Test("CM-12, 14, 24, 38: exact deletions", arguments: 0..<40, [Forest.Identified.all, .third])
  func deleting(seed: Int, identified: Forest.Identified) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    var forest = Forest(&random)
    var expected = forest.tree(identified, &random)
    expected.isIdentified = false
    let provider = EntityProvider<Tree>(store)
    try provider.set(expected)
    let (heard, commits) = (EntityUpdateRecorder(provider), CommitRecorder(store))
    for _ in 0..<4 {
      guard let key = expected.nodes.filter(\.isIdentified).randomElement(using: &random)?.entityKey
      else { return }
      let former = expected
      expected = try #require(expected.removing(key))
      store.delete(EntityReference<Tree>(Int(key.id.description) ?? 0))
      try #require(provider.value == expected)
      #expect(heard.news == [expected] && store.graph.node(key) == nil)
      try checkCommit(commits, former, expected, deleted: [key])
    }
  }

  /// Checks that a commit names exactly the changed entities that the tree has before and after.
  private func checkCommit(
    _ commits: CommitRecorder, _ former: Tree, _ present: Tree, deleted: Set<EntityKey>
  ) throws {
    let news = commits.news
    #expect(news.count <= 1)
    let (before, after) = (former.nodesByKey, present.nodesByKey)
    let shared = Set(before.keys).intersection(after.keys)
    let changed = shared.filter { before[$0] != after[$0] }
    #expect((news.first?.changed ?? []).intersection(shared) == changed)
    #expect((news.first?.deleted ?? []) == deleted)
  }
}
