import MocoaModel
import MocoaTestSupport
import Testing

@testable import MocoaStore

/// Tests loads, writes and deletions, mixed with results of the cache, in random order.
///
/// The model contains the data as if the cache returned results immediately. The values that the
/// store knows must equal the model.
@Suite("Entity store with a slow cache")
@MainActor
struct InterleavingTests {
  private let cache = ControlledCache()
  private let keys = [ListKey<Child1>("a"), ListKey<Child1>("b")]

  /// All data, whether or not the store has loaded it.
  private struct Model {
    struct Family: Equatable {
      var name: String
      var child: Int
      var others: [Int]
    }

    var names: [Int: String] = [:]
    var families: [Int: Family] = [:]
    var lists: [[Int]?] = [nil, nil]

    mutating func delete(_ id: Int) {
      names[id] = nil
      families = families.filter { $0.value.child != id }
      for key in families.keys { families[key]?.others.removeAll { $0 == id } }
      for place in lists.indices { lists[place]?.removeAll { $0 == id } }
    }

    mutating func put(_ parent: Parent) {
      families[parent.id] = Family(
        name: parent.name, child: parent.child.id, others: parent.others.map(\.id))
      // The first of several occurrences counts.
      for child in ([parent.child] + parent.others).reversed() { names[child.id] = child.name }
    }

    func child(_ id: Int) -> Child1? { names[id].map { Child1(id, $0) } }

    func parent(_ id: Int) -> Parent? {
      guard let family = families[id], let child = child(family.child) else { return nil }
      return Parent(id, child, name: family.name, others: family.others.compactMap(self.child))
    }

    func list(_ place: Int) -> [Child1]? { lists[place]?.compactMap(child) }
  }

  private func child(_ step: Int, _ random: inout SeededGenerator) -> Child1 {
    Child1(.random(in: 0..<6, using: &random), "\(step)")
  }

  /// Returns a random parent.
  ///
  /// - Parameter limit: The upper bound of the identity of the required child.
  private func parent(
    _ step: Int, _ random: inout SeededGenerator, below limit: Int = 6
  ) -> Parent {
    let others = (0..<Int.random(in: 0...2, using: &random)).map { _ in child(step, &random) }
    return Parent(
      .random(in: 0..<3, using: &random),
      Child1(.random(in: 0..<limit, using: &random), "\(step)"), name: "\(step)", others: others)
  }

  /// Saves random data to the cache before a store loads it.
  private func fill(
    _ model: inout Model, _ random: inout SeededGenerator, below limit: Int = 6
  ) throws {
    let store = EntityStore(cache: cache)
    for _ in 0..<3 {
      let parent = parent(-1, &random, below: limit)
      try store.upsert(parent)
      model.put(parent)
    }
    for (place, key) in keys.enumerated() where Bool.random(using: &random) {
      let rows = (0..<4).map { _ in child(-1, &random) }
      try store.write { try $0.set(key, to: rows) }
      model.lists[place] = rows.map(\.id)
      for row in rows { model.names[row.id] = row.name }
    }
  }

  /// Runs the main loop once, so that the store receives results.
  private func turn() async {
    await withCheckedContinuation { done in MainActorScheduler.schedule { done.resume() } }
  }

  /// Compares the values that the store knows with the model.
  private func check(_ store: EntityStore, _ model: Model, _ step: Int) throws {
    for id in 0..<6 {
      if let value = store[EntityReference<Child1>(id)] {
        try #require(value == model.child(id), "child \(id), step \(step)")
      }
    }
    for id in 0..<3 {
      if let value = store[EntityReference<Parent>(id)] {
        try #require(value == model.parent(id), "parent \(id), step \(step)")
      }
    }
    for (place, key) in keys.enumerated() {
      if let rows = store[key] {
        try #require(rows == model.list(place), "list \(key.name), step \(step)")
      }
    }
  }

  @Test(
    "knows only current values with any delay and order of results",
    arguments: 0..<60)
  func anyOrder(seed: Int) async throws {
    var random = SeededGenerator(seed: UInt64(seed))
    var model = Model()
    try fill(&model, &random)
    let store = EntityStore(cache: cache)
    let lists = try keys.map { try CollectionProvider(store, $0) }
    let heard = lists.map { UpdateRecorder($0) }
    var (asked, answered) = (0, 0)
    cache.hold()
    for step in 0..<60 {
      let place = Int.random(in: 0..<2, using: &random)
      switch Int.random(in: 0..<12, using: &random) {
      case 0:
        asked += 1
        let ref = EntityReference<Child1>(.random(in: 0..<6, using: &random))
        store.load(ref) { result in
          answered += 1
          #expect(try! result.get() == store[ref])
        }
      case 1:
        asked += 1
        store.load(EntityReference<Parent>(.random(in: 0..<3, using: &random))) { _ in answered += 1
        }
      case 2, 3:
        asked += 1
        lists[place].load { _ in answered += 1 }
      case 4:
        let value = child(step, &random)
        try store.write(persist: Bool.random(using: &random)) { try $0.upsert(value) }
        model.names[value.id] = value.name
      case 5:
        let value = parent(step, &random)
        try store.upsert(value)
        model.put(value)
      case 6:
        let id = Int.random(in: 0..<6, using: &random)
        store.delete(EntityReference<Child1>(id))
        model.delete(id)
      case 7 where store[keys[place]] == nil:
        #expect(throws: EntityError.notLoaded(list: keys[place].name)) {
          try lists[place].append([child(step, &random)])
        }
      case 7, 8:
        guard store[keys[place]] != nil || step % 3 == 0 else { continue }
        let value = child(step, &random)
        try lists[place].set([value] + (model.list(place) ?? []).filter { $0.id != value.id })
        model.lists[place] = [value.id] + (model.lists[place] ?? []).filter { $0 != value.id }
        model.names[value.id] = value.name
      default:
        let count = cache.waitingCount
        if count > 0 { cache.give(.random(in: 0..<count, using: &random)) }
        await turn()
      }
      try check(store, model, step)
    }
    cache.release()
    await eventually("all answers") { answered == asked }
    try check(store, model, 60)
    for (list, place) in zip(lists, 0...) where list.isLoaded {
      #expect(list.values == model.list(place) && list.phase == .finished)
    }
    withExtendedLifetime(heard) {}
  }

  @Test("receives external changes that are made between its own", arguments: 0..<60)
  func news(seed: Int) async throws {
    var random = SeededGenerator(seed: UInt64(seed))
    var model = Model()
    try fill(&model, &random, below: 3)
    let store = EntityStore(cache: cache)
    for id in 0..<6 { _ = try await store.load(EntityReference<Child1>(id)) }
    for id in 0..<3 { _ = try await store.load(EntityReference<Parent>(id)) }
    for key in keys { _ = try await store.load(key) }
    cache.hold()
    for step in 0..<40 {
      let key = keys[Int.random(in: 0..<2, using: &random)]
      switch Int.random(in: 0..<11, using: &random) {
      case 8:
        guard let rows = store[key] else { continue }
        let value = child(step, &random)
        let place = Int.random(in: 0...rows.count, using: &random)
        let end = Int.random(in: place...min(place + 2, rows.count), using: &random)
        try store.write { transaction in
          try transaction.edit(key) { $0.replaceSubrange(place..<end, with: [value]) }
        }
        model.names[value.id] = value.name
      case 9:
        guard let rows = store[key], let row = rows.randomElement(using: &random) else { continue }
        let place = rows.firstIndex { $0.id == row.id } ?? 0
        try store.write { try $0.edit(key) { $0.remove(at: place) } }
      case 10:
        // Another program inserts and removes rows of the saved list.
        let rows = cache.ids(ofList: key.name)
        guard !rows.isEmpty else { continue }
        let place = Int.random(in: 0...rows.count, using: &random)
        let value = child(step, &random)
        model.names[value.id] = value.name
        cache.change(ExternalChanges(changed: [value.entityKey], lists: [key.name])) { batch in
          batch.upsert(value)
          batch.edit(
            key, at: place, removing: Array(rows[place...].prefix(step % 3)),
            after: place == 0 ? nil : rows[place - 1], inserting: [value.itemID])
        }
      case 0:
        let value = child(step, &random)
        try store.upsert(value)
        model.names[value.id] = value.name
      case 1:
        let id = Int.random(in: 3..<6, using: &random)
        store.delete(EntityReference<Child1>(id))
        model.delete(id)
      case 2:
        let value = parent(step, &random, below: 3)
        try store.upsert(value)
        model.put(value)
      case 3, 4:
        let value = parent(step, &random, below: 3)
        let keys = ([value.child] + value.others).map(\.entityKey) + [value.entityKey]
        model.put(value)
        cache.change(ExternalChanges(changed: Set(keys))) { batch in
          batch.upsert(value)
          for id in Set(([value.child] + value.others).map(\.id)) {
            if let child = model.child(id) { batch.upsert(child) }
          }
        }
      case 5:
        let id = Int.random(in: 3..<6, using: &random)
        let gone = model.families.filter { $0.value.child == id }.map {
          EntityReference<Parent>($0.key).key
        }
        let changed = model.families.filter { $0.value.others.contains(id) }.map {
          EntityReference<Parent>($0.key).key
        }
        model.delete(id)
        cache.change(
          ExternalChanges(
            changed: Set(changed), deleted: Set(gone + [EntityReference<Child1>(id).key]))
        ) { $0.delete(EntityReference<Child1>(id)) }
      default:
        if cache.waitingCount > 0 { cache.give(0) }
        await turn()
      }
    }
    cache.release()
    // A load that starts because of a result ends one turn later.
    for _ in 0..<6 {
      try await store.flush()
      await turn()
    }
    // Known values must equal saved values.
    for id in 0..<6 {
      let ref = EntityReference<Child1>(id)
      if let value = store[ref] { #expect(try await cache.entity(ref) == value) }
    }
    for id in 0..<3 {
      let ref = EntityReference<Parent>(id)
      if let value = store[ref] { #expect(try await cache.entity(ref) == value) }
    }
    for key in keys where store[key] != nil { #expect(try await cache.list(key) == store[key]) }
  }
}
