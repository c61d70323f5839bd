import MocoaModel
import MocoaTestSupport
import Testing

@testable import MocoaStore

/// Ports of the ConsistencyManager tests of pausing, CM-34 to CM-42.
///
/// Deliberate difference: The end of a pause compares the displayed value with the current value.
/// The result is exact and needs no confirmation, and no changes are merged.
@Suite("Consistency: pausing")
@MainActor
struct ConsistencyPausingTests {
  private let store = EntityStore()
  private let provider: EntityProvider<Tree>
  private let heard: EntityUpdateRecorder<Tree>

  private static func tree(_ id: Int, _ data: Int = 0, _ rest: [Tree] = []) -> Tree {
    Tree(id: id, data: data, rest: rest)
  }

  private static let root = tree(0, 0, [tree(1), tree(2, 0, [tree(4)]), tree(3)])

  init() throws {
    provider = EntityProvider(store)
    try provider.set(Self.root)
    heard = EntityUpdateRecorder(provider)
  }

  private func data(_ id: Int) -> Int? {
    func find(_ tree: Tree) -> Tree? {
      tree.id == id ? tree : tree.rest.lazy.compactMap(find).first
    }
    return provider.value.flatMap(find)?.data
  }

  @Test("CM-34: changes during a pause are sent once, with the latest context")
  func pausing() throws {
    provider.isPaused = true
    provider.isPaused = true
    try store.write(context: 1) { transaction in
      try transaction.upsert(Self.tree(4, 1))
      try transaction.upsert(Self.tree(9))
    }
    try store.write(context: 2) { transaction in
      try transaction.upsert(Self.tree(4, 2))
      try transaction.upsert(Self.tree(1, 2))
    }
    #expect(provider.value == Self.root && heard.news == [])
    provider.isPaused = false
    #expect(heard.news.count == 1 && heard.newContexts == [2])
    #expect(data(4) == 2 && data(1) == 2 && data(3) == 0)
    provider.isPaused = false
    #expect(heard.news == [])
  }

  @Test("CM-36: a pause without a net change sends no update", arguments: 0..<4)
  func nothing(way: Int) throws {
    provider.isPaused = true
    switch way {
    case 0: break
    case 1: try store.upsert(Self.root, context: 1)
    case 2:
      try store.upsert(Self.tree(4, 1), context: 1)
      try store.upsert(Self.tree(4, 0), context: 2)
    default:
      store.delete(EntityReference<Tree>(0), context: 1)
      try store.upsert(Self.root, context: 2)
    }
    provider.isPaused = false
    #expect(provider.value == Self.root && heard.news == [])
    try store.upsert(Self.tree(4, 5), context: 3)
    #expect(heard.newContexts == [3], "it goes on")
  }

  @Test("CM-37: a pause sends only its net changes")
  func someCancelled() throws {
    provider.isPaused = true
    store.delete(EntityReference<Tree>(4), context: 1)
    try store.upsert(Self.tree(2, 0, [Self.tree(4)]), context: 2)
    try store.upsert(Self.tree(1, 1), context: 3)
    try store.upsert(Self.tree(1, 0), context: 4)
    try store.upsert(Self.tree(2, 7, [Self.tree(4)]), context: 5)
    provider.isPaused = false
    let expected = Self.tree(
      0, 0, [Self.tree(1), Self.tree(2, 7, [Self.tree(4)]), Self.tree(3)])
    #expect(heard.news == [expected] && heard.newContexts == [5])
  }

  @Test("CM-38: an entity deleted during a pause is nil afterwards", arguments: [false, true])
  func deleted(isCascade: Bool) throws {
    let parent = EntityProvider<Parent>(store)
    try parent.set(Parent(1, Child1(1)))
    let heard = EntityUpdateRecorder(parent)
    parent.isPaused = true
    if isCascade {
      try store.upsert(Child1(1, "new"), context: 1)
      store.delete(EntityReference<Child1>(1), context: 2)
    } else {
      store.delete(EntityReference<Parent>(1), context: 2)
    }
    #expect(parent.value == Parent(1, Child1(1)))
    parent.isPaused = false
    #expect(parent.value == nil && heard.news == [nil] && heard.newContexts == [2])
  }

  @Test("CM-40: a local change during a pause is not sent again")
  func editedLocally() throws {
    provider.isPaused = true
    let next = Self.tree(0, 3, [Self.tree(1, 3)])
    try provider.set(next, context: 1)
    #expect(provider.value == next && heard.news == [next] && heard.newContexts == [1])
    try store.upsert(next, context: 2)
    provider.isPaused = false
    #expect(heard.news == [] && provider.value == next)
  }

  @Test("CM-41: a paused provider can be released with its pending changes")
  func releasedWhilePaused() throws {
    weak var gone: EntityProvider<Tree>?
    var count = 0
    do {
      let other = EntityProvider<Tree>(store, EntityReference(0))
      let token = other.observe { _ in count += 1 }
      other.isPaused = true
      try store.upsert(Self.tree(1, 1))
      gone = other
      withExtendedLifetime(token) {}
    }
    #expect(gone == nil)
    try store.upsert(Self.tree(1, 2))
    #expect(count == 0)
  }

  @Test("CM-42: only paused lists and entities defer their updates")
  func someOfSeveral() throws {
    let (one, other) = (CollectionProvider<Tree>(store), CollectionProvider<Tree>(store))
    for list in [one, other] { try list.set([Self.tree(1), Self.tree(2, 0, [Self.tree(4)])]) }
    let heardOfRows = [UpdateRecorder(one), UpdateRecorder(other)]
    (one.isPaused, provider.isPaused) = (true, true)
    try store.upsert(Self.tree(4, 1), context: 1)
    try store.upsert(Self.tree(1, 1), context: 2)
    #expect(heardOfRows[0].news == [] && heard.news == [])
    #expect(heardOfRows[1].news == ["update 1", "update 0"])
    #expect(heardOfRows[1].newContexts == [1, 2])
    (one.isPaused, provider.isPaused) = (false, false)
    #expect(heardOfRows[0].news == ["update 0, update 1"] && heardOfRows[0].newContexts == [2])
    #expect(heard.news.count == 1 && heardOfRows[1].news == [])
  }
}
