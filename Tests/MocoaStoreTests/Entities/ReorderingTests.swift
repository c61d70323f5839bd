import MocoaModel
import MocoaTestSupport
import Testing

@testable import MocoaStore

private struct Piece: Entity {
  let id: Int
  var title: String
}

private struct Disc: Entity, Comparable {
  let id: Int
  var tracks: [Piece] = []
  var isIdentified = true

  static var children: [ChildField<Disc>] { [.many(\.tracks)] }
  static func < (one: Disc, other: Disc) -> Bool { one.id < other.id }

  init(_ id: Int, _ title: String? = nil, isIdentified: Bool = true) {
    (self.id, self.isIdentified) = (id, isIdentified)
    if let title { tracks = [Piece(id: 7, title: title)] }
  }
}

@MainActor
@Suite("Reordering of lists")
struct ReorderingTests {
  private let cache = MemoryEntityCache()
  private let store: EntityStore
  private let key = ListKey<Disc>("albums")
  private let track = EntityReference<Piece>(7)

  init() throws {
    store = EntityStore(cache: cache)
    try set(Disc(1, "old"), Disc(2))
  }

  private func set(_ albums: Disc...) throws {
    try store.write { try $0.set(key, to: albums) }
  }

  private var ids: [Int]? { store[key]?.map(\.id) }

  /// Returns the title of the track in the cache after all commits are saved.
  private func keptTitle() async throws -> String? {
    try await store.flush()
    return try await cache.entity(track)?.title
  }

  /// The ways to exchange the two rows of a list.
  enum Exchange: CaseIterable {
    case move, moveBack, swap, sort, reverse, partition

    @MainActor
    fileprivate func callAsFunction(_ rows: inout EntityRows<Disc>) {
      switch self {
      case .move: rows.move(from: 0, to: 1)
      case .moveBack: rows.move(from: 1, to: 0)
      case .swap: rows.swapAt(0, 1)
      case .sort: rows.sort { $0.id > $1.id }
      case .reverse: rows.reverse()
      case .partition: _ = rows.partition { $0.id == 1 }
      }
    }
  }

  @Test("keeps values that the same edit writes", arguments: Exchange.allCases)
  func sameEdit(exchange: Exchange) async throws {
    try store.write { transaction in
      try transaction.edit(key) { rows in
        exchange(&rows)
        rows.append(Disc(3, "new"))
        rows.move(from: 0, to: 1)
        rows.move(from: 1, to: 0)
        rows.swapAt(1, 2)
      }
    }
    #expect(ids == [2, 3, 1] && store[track]?.title == "new")
    #expect(try await keptTitle() == "new")
    #expect(store[key]?.last?.tracks.map(\.title) == ["new"])
  }

  @Test("keeps values that others wrote during a pause", arguments: Exchange.allCases)
  func paused(exchange: Exchange) async throws {
    let list = try CollectionProvider(store, key)
    let heard = UpdateRecorder(list)
    list.isPaused = true
    try store.upsert(Piece(id: 7, title: "new"))
    try list.edit { exchange(&$0) }
    #expect(list.values.map(\.id) == [2, 1] && list.values[1].tracks[0].title == "old")
    #expect(ids == [2, 1] && store[track]?.title == "new")
    #expect(try await keptTitle() == "new")
    list.isPaused = false
    #expect(list.values[1].tracks[0].title == "new" && heard.updates.count == 2)
  }

  @Test("does not restore rows that others deleted", arguments: Exchange.allCases)
  func deleted(exchange: Exchange) async throws {
    let list = try CollectionProvider(store, key)
    list.isPaused = true
    store.delete(EntityReference<Disc>(1))
    try list.edit { exchange(&$0) }
    #expect(ids == [2] && store[EntityReference<Disc>(1)] == nil)
    try await store.flush()
    #expect(try await cache.entity(EntityReference<Disc>(1)) == nil)
    #expect(cache.ids(ofList: "albums") == [2])
    list.isPaused = false
    #expect(list.values.map(\.id) == [2])
  }

  @Test("keeps values of pending notifications", arguments: Exchange.allCases)
  func callback(exchange: Exchange) async throws {
    let (first, list) = (try CollectionProvider(store, key), try CollectionProvider(store, key))
    var isFirst = true
    var failure: (any Error)?
    let token = first.observe { [store] _ in
      guard isFirst else { return }
      isFirst = false
      do {
        try store.upsert(Piece(id: 7, title: "new"))
        try list.edit { exchange(&$0) }
      } catch {
        failure = error
      }
    }
    try store.upsert(Piece(id: 7, title: "first"))
    #expect(failure == nil && !isFirst)
    #expect(ids == [2, 1] && store[track]?.title == "new")
    #expect(try await keptTitle() == "new")
    #expect(list.values == store[key] && first.values == list.values)
    withExtendedLifetime(token) {}
  }

  @Test("keeps values that the transaction wrote before", arguments: Exchange.allCases)
  func withoutIdentity(exchange: Exchange) async throws {
    try set(Disc(1, "old", isIdentified: false), Disc(2))
    let list = try CollectionProvider(store, key)
    try store.write { transaction in
      try transaction.upsert(Piece(id: 7, title: "new"))
      try transaction.edit(key) { exchange(&$0) }
    }
    #expect(ids == [2, 1] && store[track]?.title == "new")
    #expect(try await keptTitle() == "new")
    #expect(list.values.last?.tracks.map(\.title) == ["new"])
    try store.upsert(Piece(id: 7, title: "newer"))
    #expect(list.values.last?.tracks.map(\.title) == ["newer"], "the row follows on")
  }

  @Test("moves displayed rows as close as possible to their new neighbors")
  func following() throws {
    try set(Disc(1), Disc(2), Disc(3), Disc(4), Disc(5))
    let list = try CollectionProvider(store, key)
    list.isPaused = true
    try store.write { transaction in
      transaction.delete(EntityReference<Disc>(3))
      try transaction.edit(key) { $0.insert(Disc(9), at: 0) }
    }
    try list.edit {
      $0.move(from: 4, to: 0)
      $0.move(from: 3, to: 1)
      $0.insert(Disc(6), at: 2)
    }
    #expect(list.values.map(\.id) == [5, 3, 6, 1, 2, 4])
    #expect(ids == [9, 5, 6, 1, 2, 4])
    try list.edit { $0.sort() }
    #expect(list.values.map(\.id) == [1, 2, 3, 4, 5, 6])
    #expect(ids == [9, 1, 2, 4, 5, 6])
  }

  @Test("sorts stably with the fewest moves")
  func sorting() throws {
    try set(Disc(1), Disc(2), Disc(9), Disc(3), Disc(4), Disc(2), Disc(5))
    let list = try CollectionProvider(store, key)
    let heard = UpdateRecorder(list)
    try list.edit { $0.sort() }
    #expect(list.values.map(\.id) == [1, 2, 2, 3, 4, 5, 9])
    #expect(heard.updates.map(\.changes.moves.count) == [2])
    try list.edit { $0.sort { _, _ in false } }
    #expect(heard.updates.count == 1)
    var random = SeededGenerator(seed: 1)
    try list.edit { $0.shuffle(using: &random) }
    #expect(list.values.map(\.id).sorted() == [1, 2, 2, 3, 4, 5, 9])
  }

  @Test("is rolled back if the write fails")
  func failing() throws {
    struct TestError: Error {}
    let list = try CollectionProvider(store, key)
    #expect(throws: TestError.self) {
      try store.write { transaction in
        try transaction.edit(key) { $0.move(from: 0, to: 1) }
        #expect(ids == [2, 1])
        throw TestError()
      }
    }
    #expect(ids == [1, 2] && list.values.map(\.id) == [1, 2])
    try list.edit { $0.move(from: 0, to: 1) }
    #expect(ids == [2, 1])
  }
}
