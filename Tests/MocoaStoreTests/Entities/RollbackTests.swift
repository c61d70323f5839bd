import MocoaModel
import MocoaTestSupport
import Testing

@testable import MocoaStore

/// Compares a store with failed nested transactions with a store that never ran them.
@Suite("Nested transactions that fail")
@MainActor
struct RollbackTests {
  private indirect enum Step {
    case upsert(Tree)
    case delete(Int)
    case deleteLeaf(Int)
    case append(Tree)
    case removeFirst
    case within([Step], fails: Bool)

    static func random(_ random: inout SeededGenerator, depth: Int) -> Step {
      switch Int.random(in: 0..<(depth < 3 ? 9 : 6), using: &random) {
      case 0: .upsert(.random(&random))
      case 1, 2: .delete(.random(in: 0..<20, using: &random))
      case 3: .deleteLeaf(.random(in: 0..<5, using: &random))
      case 4: .append(.random(&random))
      case 5: .removeFirst
      default: .within(steps(&random, depth: depth + 1), fails: Bool.random(using: &random))
      }
    }

    static func steps(_ random: inout SeededGenerator, depth: Int) -> [Step] {
      (0..<Int.random(in: 1...4, using: &random)).map { _ in .random(&random, depth: depth) }
    }

    /// The steps without those of failed transactions.
    var survivors: [Step] {
      guard case .within(let steps, let fails) = self else { return [self] }
      return fails ? [] : steps.flatMap(\.survivors)
    }
  }

  private struct TestError: Error {}

  private let key = ListKey<Tree>("list")

  private func run(_ steps: [Step], _ store: EntityStore) throws {
    for step in steps {
      switch step {
      case .upsert(let tree): try store.upsert(tree)
      case .delete(let id): store.delete(EntityReference<Tree>(id))
      case .deleteLeaf(let id): store.delete(EntityReference<Tree.Leaf>(id))
      case .append(let tree): try store.write { try $0.edit(key) { $0.append(tree) } }
      case .removeFirst:
        try store.write { try $0.edit(key) { rows in if !rows.isEmpty { rows.removeFirst() } } }
      case .within(let steps, let fails):
        try? store.write { _ in
          try run(steps, store)
          if fails { throw TestError() }
        }
      }
    }
  }

  @Test("leave the store as it was before", arguments: 0..<80)
  func random(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let (store, plain) = (EntityStore(), EntityStore())
    let (commits, plainCommits) = (CommitRecorder(store), CommitRecorder(plain))
    for store in [store, plain] { try store.write { try $0.set(key, to: []) } }
    let heard = UpdateRecorder(try CollectionProvider(store, key))
    for step in 0..<12 {
      let steps = Step.steps(&random, depth: 0)
      try store.write { _ in try run(steps, store) }
      try plain.write { _ in try run(steps.flatMap(\.survivors), plain) }
      for id in 0..<20 {
        try #require(
          store[EntityReference<Tree>(id)] == plain[EntityReference<Tree>(id)],
          "tree \(id), step \(step)")
      }
      try #require(store[key] == plain[key], "step \(step)")
      let (news, plainNews) = (commits.news, plainCommits.news)
      #expect(news.map(\.changed) == plainNews.map(\.changed))
      #expect(news.map(\.deleted) == plainNews.map(\.deleted))
      let nodes = [store, plain].map { Set($0.graph.nodes.compactMap(\.key)) }
      #expect(nodes[0] == nodes[1], "what was made and taken back is nowhere")
    }
    withExtendedLifetime(heard) {}
  }

  @Test("a rejected anonymous entity leaves none of its children")
  func refused() throws {
    let store = EntityStore()
    let inItself = Tree(id: 5, data: 1, rest: [Tree(id: 6, data: 1, rest: [Tree(id: 5, data: 2)])])
    let draft = Tree(
      id: 0, data: 0, isIdentified: false, rest: [Tree(id: 4, data: 1), inItself])
    try store.upsert(Tree(id: 4, data: 0))
    let heard = CommitRecorder(store)
    store.write { transaction in
      #expect(throws: EntityError.self) { try transaction.upsert(draft) }
      #expect(
        transaction[EntityReference<Tree>(4)]?.data == 0
          && transaction[EntityReference<Tree>(5)] == nil)
    }
    #expect(store[EntityReference<Tree>(4)]?.data == 0 && heard.news.isEmpty)
  }
}
