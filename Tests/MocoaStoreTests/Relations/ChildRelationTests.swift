import MocoaModel
import MocoaTestSupport
import Synchronization
import Testing

@testable import MocoaStore

private struct Piece: Entity {
  let id: Int
  var title: Int
}

private struct Disc: Entity {
  let id: Int
  var date: Int
  var songs: [Piece] = []

  static var children: [ChildField<Disc>] { [.many(\.songs)] }
}

private struct Player: Entity {
  let id: Int
  var name = 0
  var first: Disc?
  var albums: [Disc] = []

  static var children: [ChildField<Player>] { [.optional(\.first), .many(\.albums)] }
}

private struct Company: Entity {
  let id: Int
  var artists: [Player] = []

  static var children: [ChildField<Company>] { [.many(\.artists)] }
}

/// A store with a relation over the albums of an artist.
@MainActor
private final class Side {
  let store = EntityStore()
  let relation: RelationController<Disc>
  let heard: UpdateRecorder
  let commits: CommitRecorder

  init(isByField: Bool, _ pipeline: RelationPipeline<Disc>) {
    relation =
      isByField
      ? RelationController(store, of: EntityReference<Player>(0), \.albums, pipeline)
      : RelationController(store, of: EntityReference<Player>(0), { $0.albums }, pipeline)
    (heard, commits) = (UpdateRecorder(relation), CommitRecorder(store))
  }
}

/// Compares two stores that perform the same operations.
///
/// The relation of one store follows a field; the relation of the other store computes its rows
/// from the value of the entity.
@MainActor
@Suite("Relations over a child field")
struct ChildRelationTests {
  private struct TestError: Error {}

  private static func album(_ random: inout SeededGenerator) -> Disc {
    Disc(
      id: .random(in: 0..<8, using: &random), date: .random(in: 0..<4, using: &random),
      songs: (0..<Int.random(in: 0...2, using: &random)).map { _ in song(&random) })
  }

  private static func song(_ random: inout SeededGenerator) -> Piece {
    Piece(id: .random(in: 0..<5, using: &random), title: .random(in: 0..<3, using: &random))
  }

  private static func artist(_ random: inout SeededGenerator) -> Player {
    Player(
      id: .random(in: 0..<2, using: &random), name: .random(in: 0..<2, using: &random),
      first: Bool.random(using: &random) ? album(&random) : nil,
      albums: (0..<Int.random(in: 0...6, using: &random)).map { _ in album(&random) })
  }

  /// Performs one random operation.
  ///
  /// Equal generators perform equal operations.
  private static func act(
    _ transaction: inout EntityTransaction, _ random: inout SeededGenerator
  ) throws {
    switch Int.random(in: 0..<12, using: &random) {
    case 0: try transaction.upsert(artist(&random))
    case 1...4: try transaction.upsert(album(&random))
    case 5, 6: try transaction.upsert(song(&random))
    case 7: transaction.delete(EntityReference<Disc>(.random(in: 0..<8, using: &random)))
    case 8: transaction.delete(EntityReference<Piece>(.random(in: 0..<5, using: &random)))
    case 9 where Int.random(in: 0..<4, using: &random) == 0:
      transaction.delete(EntityReference<Player>(0))
    case 10: try transaction.upsert(Company(id: 0, artists: [artist(&random)]))
    case 11: _ = transaction[EntityReference<Player>(0)]
    default: break
    }
  }

  @Test(
    "matches a relation that computes its rows from the entity",
    arguments: 0..<TestLength.choose(short: 20, long: 60 as UInt64))
  func random(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let pipelines = [
      RelationPipeline<Disc>(), RelationPipeline<Disc>().sort(by: \.date),
      RelationPipeline<Disc>().filter { $0.songs.count < 2 }.sort(.descending, by: \.date),
    ]
    let pipeline = pipelines[Int(seed) % pipelines.count]
    let sides = [true, false].map { Side(isByField: $0, pipeline) }
    var providers: [EntityProvider<Player>] = []
    for step in 0..<80 {
      let isFailing = Int.random(in: 0..<8, using: &random) == 0
      let isLooking = Int.random(in: 0..<10, using: &random) == 0
      let isShowing = Int.random(in: 0..<16, using: &random) == 0
      let isPausing = Int.random(in: 0..<8, using: &random) == 0
      if isPausing { for side in sides { side.relation.isPaused.toggle() } }
      let start = random
      for side in sides {
        random = start
        do {
          try side.store.write(context: step) { transaction in
            for _ in 0..<Int.random(in: 1...3, using: &random) {
              try Self.act(&transaction, &random)
            }
            if isShowing, side === sides[0] {
              let provider = EntityProvider(side.store, EntityReference<Player>(0))
              #expect(provider.value == side.store.committed(EntityReference(0)))
              providers.append(provider)
            }
            if isFailing { throw TestError() }
          }
        } catch is TestError {}
      }
      for provider in providers {
        try #require(provider.value == sides[1].store[EntityReference(0)], "step \(step)")
      }
      if isShowing, Bool.random(using: &random) { providers = [] }
      if isLooking {
        for id in 0..<2 {
          try #require(
            sides[0].store[EntityReference<Player>(id)]
              == sides[1].store[EntityReference<Player>(id)])
        }
        try #require(
          sides[0].store[EntityReference<Company>(0)] == sides[1].store[EntityReference<Company>(0)]
        )
        sides[0].store.compact()
        sides[1].store.compact()
      }
      try #require(sides[0].relation.items == sides[1].relation.items, "step \(step)")
      // Only the relation that follows the field knows exactly which of several rows moved.
      let (news, contexts) = (sides.map { $0.heard.news }, sides.map { $0.heard.newContexts })
      try #require(news[0].count == news[1].count, "step \(step)")
      if !isPausing { try #require(contexts[0] == contexts[1], "step \(step)") }
      let commits = sides.map { $0.commits.news }
      try #require(commits[0].map(\.changed) == commits[1].map(\.changed), "step \(step)")
      try #require(commits[0].map(\.deleted) == commits[1].map(\.deleted), "step \(step)")
    }
  }

  @Test("a store with a cache saves the current children of the field")
  func caching() async throws {
    let cache = MemoryEntityCache()
    let store = EntityStore(cache: cache)
    let relation = RelationController(store, of: EntityReference<Player>(0), \.albums)
    try store.upsert(Player(id: 0, albums: (0..<5).map { Disc(id: $0, date: 0) }))
    try store.upsert(Disc(id: 3, date: 1))
    store.delete(EntityReference<Disc>(1))
    try store.upsert(Disc(id: 1, date: 1))
    #expect(relation.items.map(\.id) == [0, 2, 3, 4])
    try await store.flush()
    let artist = try await cache.entity(EntityReference<Player>(0))
    #expect(artist?.albums.map(\.id) == [0, 2, 3, 4])
    #expect(artist?.albums.map(\.date) == [0, 0, 1, 0])
  }

  @Test("retains its entity, and releases it at the end")
  func ending() throws {
    let store = EntityStore()
    try store.upsert(Player(id: 0, albums: [Disc(id: 1, date: 0)]))
    do {
      let relation = RelationController(store, of: EntityReference<Player>(0), \.albums)
      #expect(relation.items.map(\.id) == [1] && store.graph.fieldLists.count == 1)
      store.compact()
      #expect(store[EntityReference<Player>(0)] != nil)
    }
    #expect(store.graph.fieldLists.isEmpty)
    store.compact()
    #expect(store[EntityReference<Player>(0)] == nil && store[EntityReference<Disc>(1)] == nil)
  }

  // MARK: - Cost

  /// The number of accesses to values.
  struct Visits: Equatable {
    /// The number of reads and writes of the field with all children.
    var fields = 0

    /// The number of accesses to children: reads of identities, comparisons, sorting and filtering.
    var children = 0
  }

  nonisolated fileprivate static let visits = Mutex(Visits())

  /// Returns the number of accesses that a change causes in a field with `count` children.
  private static func visits(
    count: Int, _ change: (EntityStore) throws -> Void
  ) async throws -> Visits {
    let store = EntityStore()
    let members = (0..<count).map { Member(id: $0, rank: $0 * 7919 % 1009) }
    try store.upsert(Crowd(id: 0, members: members))
    let pipeline = RelationPipeline<Member>().filter(\.isShown).sort { $0.visitedRank }
    let relation = RelationController(store, of: EntityReference<Crowd>(0), \.members, pipeline)
    let heard = UpdateRecorder(relation)
    await eventually("all are sorted") { relation.phase == .finished }
    // Indexes are created on first use. This write creates them before counting begins.
    try store.upsert(Member(id: 1, rank: 2000))
    visits.withLock { $0 = Visits() }
    var token: ObservationToken?
    var updates = 0
    token = relation.observe { _ in updates += 1 }
    heard.stop()
    try change(store)
    #expect(updates > 0)
    withExtendedLifetime((token, relation)) {}
    return visits.withLock { $0 }
  }

  @Test("costs at most log² of the field length for each change")
  func cost() async throws {
    let changes: [(EntityStore) throws -> Void] = [
      { try $0.upsert(Member(id: 500, rank: 0)) },
      { try $0.upsert(Member(id: 501, rank: 501 * 7919 % 1009, text: "new")) },
      { $0.delete(EntityReference<Member>(502)) },
      { store in
        for id in 0..<20 { try store.upsert(Member(id: id * 31, rank: id)) }
        for id in 0..<20 { store.delete(EntityReference<Member>(id * 29)) }
      },
    ]
    for change in changes {
      let short = try await Self.visits(count: 1 << 10, change)
      let long = try await Self.visits(count: 1 << 13, change)
      #expect(short.fields == 0 && long.fields == 0)
      // log² of the two lengths is 100 and 169.
      #expect(long.children < short.children * 169 / 100 + 16, "\(short) \(long)")
      #expect(long.children < 40 * 13 * 13)
    }
  }
}

private struct Crowd: Entity {
  let id: Int
  private var stored: [Member]

  init(id: Int, members: [Member]) { (self.id, stored) = (id, members) }

  var members: [Member] {
    get {
      ChildRelationTests.visits.withLock { $0.fields += 1 }
      return stored
    }
    set {
      ChildRelationTests.visits.withLock { $0.fields += 1 }
      stored = newValue
    }
  }

  static var children: [ChildField<Crowd>] { [.many(\.members)] }

  static func == (one: Crowd, other: Crowd) -> Bool {
    one.id == other.id && one.members == other.members
  }
}

private struct Member: Entity {
  let number: Int
  var rank: Int
  var text = ""

  init(id: Int, rank: Int, text: String = "") {
    (number, self.rank, self.text) = (id, rank, text)
  }

  var id: Int {
    Self.visit()
    return number
  }

  var isIdentified: Bool {
    Self.visit()
    return true
  }

  var isShown: Bool {
    Self.visit()
    return number % 10 != 3
  }

  var visitedRank: Int {
    Self.visit()
    return rank
  }

  static func == (one: Member, other: Member) -> Bool {
    visit()
    return (one.number, one.rank, one.text) == (other.number, other.rank, other.text)
  }

  private static func visit() { ChildRelationTests.visits.withLock { $0.children += 1 } }
}
