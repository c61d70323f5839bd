import MocoaModel
import MocoaTestSupport
import Testing

@testable import MocoaData

@Suite("A long list")
@MainActor
struct LongListTests {
  private let cache = MemoryEntityCache()
  private let key = ListKey<Child1>("list")
  private let count = 3000

  /// A store whose cache has a long list that it has not loaded yet.
  private func opened() async throws -> EntityStore {
    let store = EntityStore(cache: cache)
    try store.write { try $0.set(key, to: (0..<count).map { Child1($0) }) }
    try await store.flush()
    return EntityStore(cache: cache)
  }

  @Test("loads a bounded number of entities per turn, and says how far it is")
  func slices() async throws {
    let store = try await opened()
    let provider = try CollectionProvider(store, key)
    var (fractions, most) = ([Double](), 0)
    let token = provider.observe { [weak provider] update in
      if case .loading(let fraction?)? = provider?.phase { fractions.append(fraction) }
      most = max(most, update.changes.insertions.reduce(0) { $0 + $1.range.count })
    }
    provider.load()
    #expect(provider.phase == .loading(fraction: nil))
    await eventually("it is loaded") { provider.phase == .finished }
    #expect(provider.values.map(\.id) == Array(0..<count))
    #expect(most == ListLoad.sliceSize && store.mostInSlice == most && store.sliceCount == 12)
    #expect(fractions == fractions.sorted() && Set(fractions).count == 11)
    #expect(store.loadCount == 0)
    token.cancel()
  }

  @Test("stops loading when nobody shows it, and is whole when it is loaded again")
  func cancelled() async throws {
    let store = try await opened()
    var provider: CollectionProvider<Child1>? = try CollectionProvider(store, key)
    provider?.load()
    await eventually("a part is there") { store.sliceCount > 0 }
    provider = nil
    await eventually("it has ended") { store.loadCount == 0 }
    #expect(store.sliceCount < 12)
    #expect(try await store.load(key)?.map(\.id) == Array(0..<count))
    let other = try CollectionProvider(store, key)
    #expect(other.count == count)
  }

  @Test("has the rows that it is given while it is loaded, and no others")
  func setMeanwhile() async throws {
    let store = try await opened()
    let provider = try CollectionProvider(store, key)
    provider.load()
    await eventually("a part is there") { provider.isKnown }
    try provider.set([Child1(7)])
    await eventually("it has ended") { store.loadCount == 0 }
    #expect(provider.values == [Child1(7)] && provider.phase == .finished)
    try await store.flush()
    #expect(try await EntityStore(cache: cache).load(key) == [Child1(7)])
  }

  @Test("refuses edits and keeps deletions while it is loaded")
  func editedMeanwhile() async throws {
    let store = try await opened()
    let provider = try CollectionProvider(store, key)
    var refused: [EntityError] = []
    let token = provider.observe { _ in
      guard provider.phase.isLoading, provider.count > 0, refused.isEmpty else { return }
      do throws(EntityError) { try provider.append([Child1(9001)]) } catch { refused.append(error) }
      do throws(EntityError) {
        try store.write { transaction throws(EntityError) in
          try transaction.edit(key) { $0.remove(at: 0) }
        }
      } catch { refused.append(error) }
    }
    provider.load()
    await eventually("a part is there") { provider.isKnown }
    store.delete(Ref<Child1>(2999))
    try store.upsert(Child1(2998, "new"))
    await eventually("it has ended") { store.loadCount == 0 }
    token.cancel()
    #expect(refused == [.notLoaded(list: key.name), .notLoaded(list: key.name)])
    #expect(provider.count == count - 1 && provider[count - 2] == Child1(2998, "new"))
    try provider.edit { $0.insert(Child1(9000), at: 1) }
    try provider.remove(at: 0)
    #expect(provider.count == count - 1 && provider[0]?.id == 9000 && provider[1]?.id == 1)
    try await store.flush()
    #expect(try await EntityStore(cache: cache).load(key) == provider.values)
  }

  // MARK: - Sorting

  private func sorted(_ count: Int) -> (RelationController<Child1>, ListKey<Child1>, EntityStore) {
    let (store, list) = (EntityStore(), ListKey<Child1>("numbers"))
    try? store.write {
      try $0.set(list, to: (0..<count).map { Child1($0, "\($0 * 7919 % 10007)") })
    }
    let pipeline = Pipeline<Child1>().filter { $0.id % 3 != 0 }.sort { $0.name }
    let source = try? CollectionProvider(store, list)
    return (RelationController(source ?? CollectionProvider(store), pipeline), list, store)
  }

  private func expected(_ values: [Child1]) -> [Int] {
    values.filter { $0.id % 3 != 0 }.sorted { ($0.name, $0.id) < ($1.name, $1.id) }.map(\.id)
  }

  @Test("is sorted in the background, with what changes meanwhile")
  func sorting() async throws {
    let (relation, list, store) = sorted(6000)
    #expect(relation.count == 0 && relation.phase == .loading(fraction: nil))
    var shown: [Int] = []
    let token = relation.observe { update in shown.append(update.after.sections[0].items.count) }
    try store.upsert(Child1(1, "zzz"))
    store.delete(Ref<Child1>(2))
    await eventually("it is sorted") { relation.phase == .finished }
    #expect(relation.items.map(\.id) == expected(store[list] ?? []))
    #expect(relation.items.last?.id == 1 && shown.first == 4000)
    try store.upsert(Child1(4, "zzzz"))
    #expect(relation.items.last?.id == 4)
    relation.pipeline = Pipeline<Child1>().sort(.descending) { $0.id }
    #expect(relation.phase == .loading(fraction: nil) && relation.count == 3999)
    await eventually("it is sorted") { relation.phase == .finished }
    #expect(relation.items.map(\.id) == (0..<6000).reversed().filter { $0 != 2 })
    store.delete(Ref<Child1>(5998))
    try store.upsert(Child1(5, "new"))
    #expect(relation.items.map(\.id) == (0..<6000).reversed().filter { ![2, 5998].contains($0) })
    #expect(relation.items.first { $0.id == 5 }?.name == "new")
    token.cancel()
  }

  @Test("takes the changes of a sort that is ended")
  func sortReplaced() async throws {
    let (relation, _, store) = sorted(6000)
    store.delete(Ref<Child1>(7))
    relation.pipeline = Pipeline<Child1>()
    #expect(relation.phase == .finished)
    #expect(relation.items.map(\.id) == (0..<6000).filter { $0 != 7 })
    store.delete(Ref<Child1>(9))
    #expect(relation.items.map(\.id) == (0..<6000).filter { $0 != 7 && $0 != 9 })
  }

  @Test("is sorted no more when nobody shows it")
  func sortingEnded() async throws {
    let cancellation = Cancellation()
    let elements = ElementSequence(elements: (0..<6000).map { Child1($0) })
    cancellation.cancel()
    #expect(throws: CancellationError.self) {
      try Pipeline<Child1>().sort { $0.name }.shown(of: elements, cancellation)
    }
    var relation: RelationController<Child1>? = sorted(6000).0
    weak let ended = relation
    #expect(relation?.phase == .loading(fraction: nil))
    relation = nil
    #expect(ended == nil)
  }
}
