import MocoaModel
import MocoaTestSupport
import Testing

@testable import MocoaStore

@Suite("Long lists of entities")
@MainActor
struct LongListTests {
  private let cache = MemoryEntityCache()
  private let key = ListKey<Child1>("list")
  private let count = 3000

  /// Returns a store whose cache has a long list that the store has not loaded.
  private func opened() async throws -> EntityStore {
    let store = EntityStore(cache: cache)
    try store.write { try $0.set(key, to: (0..<count).map { Child1($0) }) }
    try await store.flush()
    return EntityStore(cache: cache)
  }

  @Test("load a limited number of entities per turn and report progress")
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
    #expect(most == ListLoad.sliceSize && store.maxSliceWeight == most && store.sliceCount == 24)
    #expect(fractions == fractions.sorted() && Set(fractions).count == 23)
    #expect(store.loadCount == 0)
    token.cancel()
  }

  /// Calls a closure once, when a part of a list is shown.
  private func onPart(
    of provider: CollectionProvider<Child1>, _ perform: @escaping @MainActor () -> Void
  ) -> ObservationToken {
    var isDone = false
    return provider.observe { [weak provider] _ in
      guard !isDone, let provider, provider.phase.isLoading, provider.count > 0 else { return }
      isDone = true
      perform()
    }
  }

  @Test("stop loading without a provider, and load completely on the next request")
  func cancelled() async throws {
    let store = try await opened()
    var provider: CollectionProvider<Child1>? = try CollectionProvider(store, key)
    let token = onPart(of: try #require(provider)) { provider = nil }
    provider?.load()
    await eventually("it has ended") { store.loadCount == 0 }
    token.cancel()
    #expect(provider == nil && store.sliceCount == 1)
    // The loaded part does not count as the list.
    #expect(store[key] == nil)
    let other = try CollectionProvider(store, key)
    #expect(!other.isLoaded && other.phase == .loading(fraction: nil))
    var fewest = Int.max
    let counting = other.observe { fewest = min(fewest, $0.after.itemCount) }
    #expect(try await store.load(key)?.map(\.id) == Array(0..<count))
    #expect(other.count == count && other.phase == .finished && other.isLoaded)
    #expect(fewest > ListLoad.sliceSize, "rows that are shown stay")
    counting.cancel()
  }

  @Test("contain exactly the rows that are set during loading")
  func setMeanwhile() async throws {
    let store = try await opened()
    let provider = try CollectionProvider(store, key)
    let token = onPart(of: provider) { try? provider.set([Child1(7)]) }
    provider.load()
    await eventually("it has ended") { store.loadCount == 0 }
    #expect(provider.values == [Child1(7)] && provider.phase == .finished)
    try await store.flush()
    #expect(try await EntityStore(cache: cache).load(key) == [Child1(7)])
    token.cancel()
  }

  @Test("reject edits, keep deletions and are unknown while they load")
  func editedMeanwhile() async throws {
    let store = try await opened()
    let provider = try CollectionProvider(store, key)
    var (refused, known) = ([EntityError](), [Bool]())
    let token = onPart(of: provider) {
      known = [store[key] != nil, provider.isLoaded, store.write { $0[key] != nil }]
      do throws(EntityError) { try provider.append([Child1(9001)]) } catch { refused.append(error) }
      do throws(EntityError) {
        try store.write { transaction throws(EntityError) in
          try transaction.edit(key) { $0.remove(at: 0) }
        }
      } catch { refused.append(error) }
      for id in [3, 2999] { store.delete(EntityReference<Child1>(id)) }
      try? store.upsert(Child1(2998, "new"))
    }
    provider.load()
    await eventually("it has ended") { store.loadCount == 0 }
    token.cancel()
    #expect(refused == [.notLoaded(list: key.name), .notLoaded(list: key.name)])
    #expect(known == [false, false, false])
    #expect(provider.count == count - 2 && provider[count - 3] == Child1(2998, "new"))
    try provider.edit { $0.insert(Child1(9000), at: 1) }
    try provider.remove(at: 0)
    #expect(provider.count == count - 2 && provider[0]?.id == 9000 && provider[1]?.id == 1)
    try await store.flush()
    #expect(try await EntityStore(cache: cache).load(key) == provider.values)
  }

  @Test("are delivered completely to all callers, even if a request is replaced")
  func superseded() async throws {
    let store = try await opened()
    let provider = try CollectionProvider(store, key)
    var answers: [Int?] = []
    let token = onPart(of: provider) {
      store.merge(ExternalChanges())
      store.load(key) { answers.append((try? $0.get())?.map(\.count)) }
    }
    provider.load { answers.append((try? $0.get())?.map(\.count)) }
    await eventually("it has ended") { store.loadCount == 0 }
    #expect(answers == [count, count] && provider.phase == .finished)
    token.cancel()
  }

  @Test("count nested entities toward the limit of a slice")
  func heavyRows() async throws {
    let list = ListKey<Parent>("parents")
    let store = EntityStore(cache: cache)
    try store.write {
      try $0.set(
        list,
        to: (0..<40).map { row in
          Parent(row, Child1(row), others: (1...19).map { Child1(100 * row + $0 + 1000) })
        })
    }
    try await store.flush()
    let other = EntityStore(cache: cache)
    #expect(try await other.load(list)?.count == 40)
    // Each row has 21 entities.
    #expect(other.sliceCount == 7 && other.maxSliceWeight <= ListLoad.sliceSize)
  }

  // MARK: - Changed by others

  /// Returns the store after another program has set the rows of the list, and the updates of the
  /// list.
  private func reload(_ ids: [Int]) async throws -> (store: EntityStore, updates: [ListUpdate]) {
    let store = try await opened()
    let provider = try CollectionProvider(store, key)
    provider.load()
    await eventually("it is loaded") { provider.phase == .finished }
    let heard = UpdateRecorder(provider)
    let batch = EntityBatch.of { batch in
      for id in ids where id >= count { batch.upsert(Child1(id)) }
      batch.set(key, ids.map { ItemID($0) })
    }
    let staying = Set(ids).intersection(0..<count)
    let token = provider.observe { [weak provider] _ in
      guard let provider else { return }
      let shown = provider.values.map(\.id)
      // Until the last slice, the list is neither the old nor the new one.
      #expect((store[key]?.map(\.id) == ids) == (shown == ids))
      #expect(provider.isLoaded == (shown == ids) && provider.phase.isLoading == (shown != ids))
      #expect(shown.count >= 2000 && staying.isSubset(of: shown), "rows that are shown stay")
    }
    cache.apply(batch) { _ in }
    cache.tell(ExternalChanges(lists: [key.name]))
    await eventually("it is taken over") { store[key]?.map(\.id) == ids && store.loadCount == 0 }
    #expect(provider.phase == .finished && provider.values.map(\.id) == ids)
    token.cancel()
    return (store, heard.updates)
  }

  @Test("are updated at once if few rows changed externally")
  func reloadedFew() async throws {
    var ids = Array(0..<count)
    ids.remove(at: 5)
    ids.insert(5000, at: 2000)
    ids.insert(ids.remove(at: 10), at: 2500)
    let updates = try await reload(ids).updates
    #expect(updates.count == 1)
    let changes = try #require(updates.first?.changes)
    #expect(
      changes.moves.count == 1 && changes.deletions.count == 1 && changes.insertions.count == 1)
  }

  @Test("are updated slice by slice if many rows changed externally", arguments: 0..<4)
  func reloadedMany(shape: Int) async throws {
    let ids =
      switch shape {
      case 0: Array((0..<count).reversed())
      case 1: Array(4000..<7000)
      case 2: (0..<count).filter { $0 % 3 != 0 } + Array(8000..<9500) + [1, 1, 2]
      default: Array(1..<count) + [0]
      }
    let (store, updates) = try await reload(ids)
    #expect(store.maxSliceWeight <= ListLoad.sliceSize)
    for update in updates {
      let changes = update.changes
      let count = (changes.deletions + changes.insertions).reduce(changes.moves.count) {
        $0 + $1.range.count
      }
      #expect(count <= ListLoad.sliceSize)
    }
  }

  @Test("reject edits while external changes are merged slice by slice")
  func editedWhileReloaded() async throws {
    let store = try await opened()
    let provider = try CollectionProvider(store, key)
    provider.load()
    await eventually("it is loaded") { provider.phase == .finished }
    let ids = Array((0..<count).reversed())
    cache.apply(.of { $0.set(key, ids.map { ItemID($0) }) }) { _ in }
    var refused: [EntityError] = []
    let token = onPart(of: provider) {
      do throws(EntityError) { try provider.append([Child1(9000)]) } catch { refused.append(error) }
      store.delete(EntityReference<Child1>(7))
    }
    cache.tell(ExternalChanges(lists: [key.name]))
    await eventually("it is taken over") {
      provider.phase == .finished && provider[0]?.id == count - 1 && store.loadCount == 0
    }
    token.cancel()
    #expect(refused == [.notLoaded(list: key.name)])
    try provider.append([Child1(9000)])
    #expect(provider.values.map(\.id) == ids.filter { $0 != 7 } + [9000])
    try await store.flush()
    #expect(cache.ids(ofList: key.name) == provider.values.map(\.itemID))
  }

  @Test("merge many external changes and deletions of entities slice by slice")
  func entitiesReloaded() async throws {
    let store = try await opened()
    let provider = try CollectionProvider(store, key)
    provider.load()
    await eventually("it is loaded") { provider.phase == .finished }
    let heard = UpdateRecorder(provider)
    let batch = EntityBatch.of { batch in
      for id in 0..<1000 { batch.upsert(Child1(id, "new")) }
      for id in 1000..<2000 { batch.delete(EntityReference<Child1>(id)) }
    }
    cache.apply(batch) { _ in }
    var news = ExternalChanges()
    news.affectsEverything = true
    cache.tell(news)
    await eventually("it is taken over") { provider.count == 2000 && store.loadCount == 0 }
    #expect(provider.values.prefix(1000).allSatisfy { $0.name == "new" })
    #expect(provider[1000]?.id == 2000 && store[EntityReference<Child1>(1500)] == nil)
    for update in heard.updates {
      let gone = update.changes.deletions.reduce(0) { $0 + $1.range.count }
      #expect(gone + update.changes.updates.count <= EntityReload.sliceSize)
    }
  }

  @Test("have the external changes during loading", arguments: [false, true])
  func changedWhileLoaded(isEverything: Bool) async throws {
    let store = try await opened()
    let provider = try CollectionProvider(store, key)
    let token = onPart(of: provider) {
      let batch = EntityBatch.of { batch in
        batch.upsert(Child1(0, "new"), Child1(2900, "new"))
        batch.delete(EntityReference<Child1>(2950))
      }
      cache.apply(batch) { _ in }
      var news = ExternalChanges()
      if isEverything {
        news.affectsEverything = true
      } else {
        news.changed = [EntityReference<Child1>(0).key, EntityReference<Child1>(2900).key]
        news.deleted = [EntityReference<Child1>(2950).key]
      }
      cache.tell(news)
    }
    provider.load()
    await eventually("it has ended") { provider.phase == .finished && store.loadCount == 0 }
    token.cancel()
    #expect(
      store[EntityReference<Child1>(0)]?.name == "new"
        && store[EntityReference<Child1>(2900)]?.name == "new")
    #expect(store[EntityReference<Child1>(2950)] == nil)
    #expect(provider.values.map(\.id) == (0..<count).filter { $0 != 2950 })
  }

  @Test("end loading when the cache is detached")
  func forgottenCache() async throws {
    let store = try await opened()
    let provider = try CollectionProvider(store, key)
    let token = onPart(of: provider) { store.detachCache() }
    provider.load()
    await eventually("it has ended") { store.loadCount == 0 }
    token.cancel()
    #expect(provider.phase == .finished && provider.isLoaded)
    #expect(provider.count == ListLoad.sliceSize && store[key]?.count == provider.count)
    try provider.append([Child1(9000)])
    #expect(provider.values.last?.id == 9000)
  }

  // MARK: - Sorting

  private func sorted(_ count: Int) -> (RelationController<Child1>, ListKey<Child1>, EntityStore) {
    let (store, list) = (EntityStore(), ListKey<Child1>("numbers"))
    try? store.write {
      try $0.set(list, to: (0..<count).map { Child1($0, "\($0 * 7919 % 10007)") })
    }
    let pipeline = RelationPipeline<Child1>().filter { $0.id % 3 != 0 }.sort { $0.name }
    let source = try? CollectionProvider(store, list)
    return (RelationController(source ?? CollectionProvider(store), pipeline), list, store)
  }

  private func expected(_ values: [Child1]) -> [Int] {
    values.filter { $0.id % 3 != 0 }.sorted { ($0.name, $0.id) < ($1.name, $1.id) }.map(\.id)
  }

  @Test("are sorted in the background, with changes made during sorting")
  func sorting() async throws {
    let (relation, list, store) = sorted(6000)
    #expect(relation.count == 0 && relation.phase == .loading(fraction: nil))
    var shown: [Int] = []
    let token = relation.observe { update in shown.append(update.after.sections[0].items.count) }
    try store.upsert(Child1(1, "zzz"))
    store.delete(EntityReference<Child1>(2))
    await eventually("it is sorted") { relation.phase == .finished }
    #expect(relation.items.map(\.id) == expected(store[list] ?? []))
    #expect(relation.items.last?.id == 1 && shown.first { $0 > 0 } == 4000)
    try store.upsert(Child1(4, "zzzz"))
    #expect(relation.items.last?.id == 4)
    relation.pipeline = RelationPipeline<Child1>().sort(.descending) { $0.id }
    #expect(relation.phase == .loading(fraction: nil) && relation.count == 3999)
    await eventually("it is sorted") { relation.phase == .finished }
    #expect(relation.items.map(\.id) == (0..<6000).reversed().filter { $0 != 2 })
    store.delete(EntityReference<Child1>(5998))
    try store.upsert(Child1(5, "new"))
    #expect(relation.items.map(\.id) == (0..<6000).reversed().filter { ![2, 5998].contains($0) })
    #expect(relation.items.first { $0.id == 5 }?.name == "new")
    token.cancel()
  }

  @Test("are shown at once without a filter or an order")
  func plain() throws {
    let store = EntityStore()
    try store.write { try $0.set(key, to: (0..<6000).map { Child1($0) }) }
    let relation = try RelationController(store, key)
    #expect(relation.phase == .finished && relation.items.map(\.id) == Array(0..<6000))
    store.delete(EntityReference<Child1>(3))
    #expect(relation.items.map(\.id) == (0..<6000).filter { $0 != 3 })
  }

  @Test("apply the changes of a canceled sort")
  func sortReplaced() async throws {
    let (relation, _, store) = sorted(6000)
    store.delete(EntityReference<Child1>(7))
    relation.pipeline = RelationPipeline<Child1>()
    await eventually("it is done") { relation.phase == .finished }
    #expect(relation.items.map(\.id) == (0..<6000).filter { $0 != 7 })
    store.delete(EntityReference<Child1>(9))
    #expect(relation.items.map(\.id) == (0..<6000).filter { $0 != 7 && $0 != 9 })
  }

  @Test("stop sorting after the release of the relation")
  func sortingEnded() async throws {
    let cancellation = CancellationToken()
    let elements = ElementSequence(elements: (0..<6000).map { Child1($0) })
    cancellation.cancel()
    #expect(throws: CancellationError.self) {
      try RelationPipeline<Child1>().sort { $0.name }.visibleElements(of: elements, cancellation)
    }
    var relation: RelationController<Child1>? = sorted(6000).0
    weak let ended = relation
    #expect(relation?.phase == .loading(fraction: nil))
    relation = nil
    #expect(ended == nil)
  }
}
