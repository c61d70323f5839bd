import MocoaModel
import MocoaTestSupport
import Observation
import Testing

@testable import MocoaStore

/// Tests that released objects are deallocated within one turn of the main loop, in any state.
@Suite("Release of stores and providers")
@MainActor
struct ClosePageTests {
  private let cache = ControlledCache()
  private let key = ListKey<Child1>("list")

  /// Runs the main loop once.
  private func turn() async {
    await withCheckedContinuation { done in MainActorScheduler.schedule { done.resume() } }
  }

  private func fill(_ store: EntityStore) throws {
    try store.write { try $0.set(key, to: [Child1(1), Child1(2)]) }
    try store.upsert(Parent(1, Child1(1), others: [Child1(2)]))
  }

  @Observable
  @MainActor
  fileprivate final class Shelf {
    var names = ["a"]
  }

  /// The state at the time of the release.
  enum Moment: CaseIterable {
    case quiet, loading, saving, paused
  }

  @Test("a store is deallocated after its last pending load", arguments: Moment.allCases)
  func store(moment: Moment) async throws {
    try fill(EntityStore(cache: cache))
    weak var gone: EntityStore?
    var answers = 0
    do {
      let store = EntityStore(cache: cache)
      gone = store
      let list = try CollectionProvider(store, key)
      let relation = try RelationController(store, key)
      let tokens = [
        list.observe { _ in }, relation.observe { _ in }, store.observe { _ in },
        store.observeSaveState { _ in },
      ]
      if moment != .quiet { cache.hold() }
      switch moment {
      case .quiet: break
      case .loading:
        store.load(EntityReference<Parent>(1)) { _ in answers += 1 }
        list.load { _ in answers += 1 }
      case .saving: try store.upsert(Child1(1, "new"))
      case .paused:
        (list.isPaused, relation.isPaused) = (true, true)
        try store.upsert(Child1(1, "new"))
      }
      withExtendedLifetime(tokens) {}
    }
    if moment == .loading {
      // The store completes each pending load.
      #expect(gone != nil && answers == 0)
      cache.release()
      await turn()
      #expect(answers == 2)
    }
    await turn()
    #expect(gone == nil)
    cache.release()
    await turn()
  }

  @Test("providers are deallocated and send no more updates", arguments: Moment.allCases)
  func showing(moment: Moment) async throws {
    try fill(EntityStore(cache: cache))
    let store = EntityStore(cache: cache)
    if moment != .loading {
      _ = try await store.load(key)
      _ = try await store.load(EntityReference<Parent>(1))
    }
    weak var entity: EntityProvider<Child1>?
    weak var shared: CollectionProvider<Child1>?
    weak var own: CollectionProvider<Child1>?
    weak var overList: RelationController<Child1>?
    weak var overEntity: RelationController<Child1>?
    var tokens: [ObservationToken] = []
    var count = 0
    cache.hold()
    do {
      let all = (
        EntityProvider<Child1>(store, EntityReference(1)), try CollectionProvider(store, key),
        CollectionProvider<Child1>(store), try RelationController(store, key),
        RelationController(store, of: EntityReference<Parent>(1), { [$0.child] })
      )
      (entity, shared, own, overList, overEntity) = all
      tokens = [
        all.0.observe { _ in count += 1 }, all.1.observe { _ in count += 1 },
        all.2.observe { _ in count += 1 }, all.3.observe { _ in count += 1 },
        all.4.observe { _ in count += 1 },
      ]
      switch moment {
      case .quiet: break
      case .loading:
        all.0.load()
        all.1.load()
      case .saving:
        try all.2.set([Child1(1)])
        try store.upsert(Child1(1, "new"))
      case .paused:
        try all.2.set([Child1(1)])
        (all.0.isPaused, all.1.isPaused, all.2.isPaused) = (true, true, true)
        (all.3.isPaused, all.4.isPaused) = (true, true)
        try store.upsert(Child1(1, "new"))
      }
    }
    await turn()
    #expect(entity == nil && shared == nil && own == nil && overList == nil && overEntity == nil)
    count = 0
    cache.release()
    await turn()
    try store.upsert(Child1(1, "newer"))
    await turn()
    #expect(count == 0)
    withExtendedLifetime(tokens) {}
  }

  @Test("relations over objects and sequences are deallocated with their objects")
  func relations() async throws {
    weak var overObjects: RelationController<Child1>?
    weak var overArrays: RelationController<Child1>?
    weak var shelf: Shelf?
    let (stream, continuation) = AsyncStream.makeStream(of: [Child1].self)
    do {
      let objects = Shelf()
      let relations = (
        RelationController(observing: objects, { $0.names }, row: { Child1($0.count, $0) }),
        RelationController(newestOf: stream)
      )
      (overObjects, overArrays) = relations
      shelf = objects
      objects.names.append("bb")
      await eventually("the change") { relations.0.count == 2 }
      continuation.yield([Child1(1)])
      await eventually("the array") { relations.1.count == 1 }
      objects.names.append("ccc")
    }
    await turn()
    #expect(overObjects == nil && overArrays == nil && shelf == nil)
    continuation.finish()
  }

  @Test("an observer is released with its token, also inside its callback")
  func observers() throws {
    final class Owner {}
    let store = EntityStore()
    weak var gone: Owner?
    var token: ObservationToken?
    do {
      let owner = Owner()
      gone = owner
      token = store.observe { _ in
        withExtendedLifetime(owner) {}
        token?.cancel()
      }
    }
    #expect(gone != nil)
    try store.upsert(Child1(1))
    #expect(gone == nil && store.notifier.observers.isEmpty)
  }

  @Test("deleted entities and released lists leave no links in the graph")
  func nodes() async throws {
    let store = EntityStore()
    try store.upsert(Child1(1))
    try store.upsert(Parent(2, Child1(3), others: [Child1(1)]))
    let child = try #require(store.graph.node(EntityReference<Child1>(1).key))
    weak let parent = store.graph.node(EntityReference<Parent>(2).key)
    weak var rows: EntityList?
    do {
      let list = CollectionProvider<Child1>(store)
      try list.set([Child1(1), Child1(1)])
      rows = child.lists.all.first
      let holder = EntityProvider<Parent>(store)
      var draft = Parent(9, Child1(1))
      draft.isIdentified = false
      try holder.set(draft)
      #expect(child.parents.all.count == 2 && rows != nil)
    }
    await turn()
    #expect(rows == nil && child.lists.isEmpty && child.parents.all.count == 1)
    store.delete(EntityReference<Parent>(2))
    #expect(parent == nil && child.parents.isEmpty)
    store.delete(EntityReference<Child1>(1))
    #expect(store.graph.nodes.compactMap(\.key) == [EntityReference<Child1>(3).key])
    #expect(!child.exists && child.state.children.isEmpty)
    #expect(store.graph.journal.steps.isEmpty)
  }

  @Test("a list can be released after a row was deleted and recreated")
  func deletedAndMadeAgain() throws {
    let store = EntityStore()
    var own: CollectionProvider<Child1>? = CollectionProvider(store)
    try own?.set([Child1(1)])
    try store.write { transaction in
      transaction.delete(EntityReference<Child1>(1))
      try transaction.upsert(Child1(1, "again"))
    }
    #expect(own?.values.isEmpty == true)
    own = nil
    try store.upsert(Child1(1, "later"))
    #expect(store[EntityReference<Child1>(1)]?.name == "later")
  }

  @Test("a rollback does not restore a provider released inside the write")
  func withinFailing() throws {
    struct Stop: Error {}
    let store = EntityStore()
    try store.upsert(Child1(1))
    var draft = Parent(0, Child1(2), others: [Child1(1)])
    draft.isIdentified = false
    var holder: EntityProvider<Parent>? = EntityProvider(store)
    try holder?.set(draft)
    var lists: [CollectionProvider<Parent>] = [CollectionProvider(store)]
    try lists[0].set([draft, Parent(3, Child1(4))])
    #expect(throws: Stop.self) {
      try store.write { transaction in
        transaction.delete(EntityReference<Child1>(1))
        transaction.delete(EntityReference<Parent>(3))
        holder = nil
        lists = []
        throw Stop()
      }
    }
    let nodes = [EntityReference<Child1>(1).key, EntityReference<Child1>(2).key].compactMap(
      store.graph.node)
    #expect(nodes.count == 2 && nodes.allSatisfy { $0.parents.isEmpty })
    #expect(store.graph.node(EntityReference<Parent>(3).key)?.lists.isEmpty == true)
    try store.upsert(Child1(1, "new"))
    try store.upsert(Parent(3, Child1(4), name: "new"))
    #expect(
      store[EntityReference<Child1>(1)]?.name == "new"
        && store[EntityReference<Parent>(3)]?.name == "new")
  }

  @Test("a store accepts writes while another thread releases a list")
  func onAnotherThread() async throws {
    let store = EntityStore()
    func filled() throws -> CollectionProvider<Child1> {
      let provider = CollectionProvider<Child1>(store)
      try provider.set([Child1(1)])
      return provider
    }
    let held = Monitor<CollectionProvider<Child1>?>(try filled())
    #expect(BackgroundThread.run { held.update { $0 = nil } })
    // The main loop, which completes the release, does not run before the write.
    _ = held.wait { $0 == nil }
    try store.upsert(Child1(1, "new"))
    #expect(store[EntityReference<Child1>(1)]?.name == "new")
    await turn()
    #expect(store.graph.node(EntityReference<Child1>(1).key)?.lists.isEmpty == true)
  }

  @Test("the commit sequence of a store ends with the store")
  func commits() async throws {
    var store: EntityStore? = EntityStore()
    let stream = try #require(store?.commits())
    try store?.upsert(Child1(1))
    store = nil
    var count = 0
    for await _ in stream { count += 1 }
    #expect(count == 1)
  }
}
