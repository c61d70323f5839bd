import MocoaModel
import MocoaTestSupport
import Testing

@testable import MocoaStore

private struct Song: Entity {
  let id: Int
  var rank: Int
  var group: Int
  var note: Int
}

@Suite("Relations compared with a simple computation")
@MainActor
struct RelationOracleTests {
  private static let pipelines: [RelationPipeline<Song>] = [
    RelationPipeline(), RelationPipeline().sort(by: \.rank),
    RelationPipeline().filter { $0.group != 1 },
    RelationPipeline().filter { $0.group > 0 }.sort(.descending, by: \.rank).sort(by: \.group),
    RelationPipeline().sort(by: \.group).observing(\.rank),
  ]

  /// Returns the rows that a pipeline must produce, computed without optimizations.
  private static func expected(_ songs: [Song], _ number: Int) -> [Song] {
    let numbered = Array(songs.enumerated())
    func sorted(_ isBefore: (Song, Song) -> Bool?) -> [Song] {
      numbered.sorted { isBefore($0.element, $1.element) ?? ($0.offset < $1.offset) }.map(\.element)
    }
    return switch number {
    case 0: songs
    case 1: sorted { $0.rank == $1.rank ? nil : $0.rank < $1.rank }
    case 2: songs.filter { $0.group != 1 }
    case 3:
      sorted {
        $0.rank == $1.rank ? ($0.group == $1.group ? nil : $0.group < $1.group) : $0.rank > $1.rank
      }
      .filter { $0.group > 0 }
    default: sorted { $0.group == $1.group ? nil : $0.group < $1.group }
    }
  }

  @Test("shows the computed rows after each of many random commits", arguments: 0..<60)
  func random(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let store = EntityStore()
    let key = ListKey<Song>("songs")
    func song() -> Song {
      Song(
        id: .random(in: 0..<60, using: &random), rank: .random(in: 0..<4, using: &random),
        group: .random(in: 0..<3, using: &random), note: .random(in: 0..<2, using: &random))
    }
    try store.write { try $0.set(key, to: (0..<40).map { _ in song() }) }
    var number = seed % Self.pipelines.count
    let relation = try RelationController(store, key, Self.pipelines[number])
    var shown = relation.snapshot
    let token = relation.observe { update in
      #expect(!update.changes.isEmpty)
      #expect(update.changes.invariantViolation() == nil)
      let rows = Self.songs(update.before)
      #expect(rows == Self.songs(shown))
      let made = try? update.changes.applying(to: update.before, elementsFrom: update.after)
      // Values that are not observed may differ without an update.
      #expect(made.map { Self.songs($0).map(\.id) } == Self.songs(update.after).map(\.id))
      if !relation.pipeline.isObserving {
        #expect(made.map(Self.songs) == Self.songs(update.after))
      }
      shown = update.after
    }
    for step in 0..<80 {
      switch Int.random(in: 0..<12, using: &random) {
      case 0: relation.isPaused.toggle()
      case 1:
        number = Int.random(in: 0..<Self.pipelines.count, using: &random)
        relation.pipeline = Self.pipelines[number]
      case 2: store.delete(EntityReference<Song>(.random(in: 0..<60, using: &random)))
      case 3...7:
        try store.write { transaction in
          for _ in 0..<Int.random(in: 1...4, using: &random) { try transaction.upsert(song()) }
        }
      default:
        try store.write { transaction in
          try transaction.edit(key) { rows in
            for _ in 0..<Int.random(in: 1...2, using: &random) {
              let place = Int.random(in: 0...rows.count, using: &random)
              switch Int.random(in: 0..<3, using: &random) {
              case 0: rows.insert(song(), at: place)
              case 1: if place < rows.count { rows.remove(at: place) }
              default:
                if place < rows.count {
                  rows.move(from: place, to: .random(in: 0..<rows.count, using: &random))
                }
              }
            }
          }
        }
      }
      if relation.isPaused { continue }
      let expected = Self.expected(store[key] ?? [], number)
      try #require(relation.items == expected, "step \(step), pipeline \(number)")
    }
    relation.isPaused = false
    #expect(relation.items == Self.expected(store[key] ?? [], number))
    withExtendedLifetime(token) {}
  }

  private static func songs(_ list: ListSnapshot) -> [Song] {
    let items = list.sections[0].items
    return (0..<items.count).compactMap { items.element(at: $0) as? Song }
  }
}
