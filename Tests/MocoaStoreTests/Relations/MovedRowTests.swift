import MocoaModel
import MocoaQuery
import MocoaTestSupport
import Testing

@testable import MocoaStore

private struct Dated: Entity, FieldReadable {
  let id: Int
  var date: Int
  var title = ""

  var fieldNames: [String] { ["date"] }
  func field(_ name: String) -> FieldValue? { name == "date" ? .int(Int64(date)) : nil }
}

/// Tests that a sorted live list reports the changed row as the moved row.
@MainActor
@Suite("Moves of a changed row")
struct MovedRowTests {
  private let store = EntityStore()
  private let key = ListKey<Dated>("albums")

  private func relation(
    _ dates: [Int], _ pipeline: RelationPipeline<Dated> = RelationPipeline().sort(by: \.date)
  ) throws -> (RelationController<Dated>, UpdateRecorder) {
    try store.write { transaction in
      try transaction.set(
        key, to: dates.enumerated().map { Dated(id: $0, date: $1) })
    }
    let relation = try RelationController(store, key, pipeline)
    return (relation, UpdateRecorder(relation))
  }

  @Test("reports the changed row as the moved row")
  func passing() throws {
    let (_, heard) = try relation([1, 2])
    try store.upsert(Dated(id: 0, date: 3))
    #expect(heard.news == ["move 0 to 1, update 1"])
    try store.upsert(Dated(id: 0, date: 1))
    #expect(heard.news == ["move 1 to 0, update 0"])
  }

  @Test("reports a moved row together with a row that only changed")
  func staying() throws {
    let (_, heard) = try relation([1, 2])
    try store.write { transaction in
      try transaction.upsert(Dated(id: 0, date: 3))
      try transaction.upsert(Dated(id: 1, date: 2, title: "new"))
    }
    #expect(heard.news == ["move 0 to 1, update 0, update 1"])
  }

  @Test("reports the move if the changed value is not observed")
  func unobserved() throws {
    let (relation, heard) = try relation(
      [1, 2], RelationPipeline().sort(by: \.date).observing(\.title))
    heard.stop()
    var changes: [ChangeSet] = []
    let token = relation.observe { changes.append($0.changes) }
    try store.upsert(Dated(id: 0, date: 3))
    #expect(changes.map(\.moves.count) == [1] && changes[0].moves[0].from.item == 0)
    #expect(changes[0].updates.isEmpty)
    withExtendedLifetime(token) {}
  }

  @Test("reports the row that an edit moved")
  func byHand() throws {
    try store.write { try $0.set(key, to: [Dated(id: 1, date: 0), Dated(id: 2, date: 0)]) }
    let list = try CollectionProvider(store, key)
    let heard = UpdateRecorder(list)
    try list.edit { $0.move(from: 0, to: 1) }
    try list.edit { $0.move(from: 1, to: 0) }
    #expect(heard.news == ["move 0 to 1", "move 1 to 0"])
  }

  @Test("reports the changed row as the moved row after a pause")
  func comparing() throws {
    let (relation, heard) = try relation([1, 2])
    relation.isPaused = true
    try store.upsert(Dated(id: 0, date: 3))
    relation.isPaused = false
    #expect(heard.news == ["move 0 to 1, update 1"])
  }

  /// Returns the dates of a random list, and the index and the new date of a row that changes.
  private func change(
    _ random: inout SeededGenerator
  ) -> (dates: [Int], row: Int, date: Int) {
    let dates = (0..<Int.random(in: 2...12, using: &random)).map { _ in
      Int.random(in: 0..<20, using: &random)
    }
    return (
      dates, .random(in: 0..<dates.count, using: &random), .random(in: 0..<20, using: &random)
    )
  }

  @Test("a relation moves only the changed row", arguments: [0, 1, 2] as [UInt64])
  func random(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var moves = 0
    for _ in 0..<400 {
      let (dates, row, date) = change(&random)
      let (_, heard) = try relation(dates)
      try store.upsert(Dated(id: row, date: date))
      guard let update = heard.updates.last else { continue }
      try #require(update.changes.moves.count <= 1)
      for move in update.changes.moves {
        moves += 1
        try #require(update.after.id(at: move.to) == ItemID(row), "\(dates), \(row) to \(date)")
      }
    }
    #expect(moves > 200)
  }

  @Test("a sorted query moves only the changed row", arguments: [3, 4] as [UInt64])
  func query(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var moves = 0
    for _ in 0..<200 {
      let (dates, row, date) = change(&random)
      try store.write { transaction in
        try transaction.set(key, to: dates.enumerated().map { Dated(id: $0, date: $1) })
      }
      let list = QueryResults(try CollectionProvider(store, key))
      list.query = ListQuery(orders: [.init("date")])
      let heard = UpdateRecorder(list)
      try store.upsert(Dated(id: row, date: date))
      guard let update = heard.updates.last else { continue }
      try #require(update.changes.moves.count <= 1)
      for move in update.changes.moves {
        moves += 1
        try #require(update.after.id(at: move.to) == ItemID(row), "\(dates), \(row) to \(date)")
      }
    }
    #expect(moves > 100)
  }

  @Test("reports the smallest possible number of moves", arguments: [5, 6] as [UInt64])
  func minimal(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<200 {
      let (dates, _, _) = change(&random)
      let (relation, heard) = try relation(dates)
      let before = relation.items
      let written = (0..<3).map { _ in
        Dated(
          id: .random(in: 0..<dates.count, using: &random),
          date: .random(in: 0..<20, using: &random))
      }
      try store.write { transaction in
        for album in written { try transaction.upsert(album) }
      }
      let changed = Set(
        dates.indices.filter { store[EntityReference<Dated>($0)]?.date != dates[$0] })
      guard let update = heard.updates.last else { continue }
      let order = relation.items.map(\.id)
      let steps = update.changes.moves.map { Set([order[$0.to.item]]) }
      let moved = steps.reduce(into: Set<Int>()) { $0.formUnion($1) }
      let subsets = Self.fewestMoved(before.map(\.id), order)
      let most = subsets.map { $0.intersection(changed).count }.max()
      try #require(subsets.contains(moved), "\(before) \(relation.items) \(moved)")
      try #require(moved.intersection(changed).count == most)
    }
  }

  /// Returns all smallest sets of rows whose moves change one order into another.
  ///
  /// Tries all sets.
  private static func fewestMoved(_ before: [Int], _ after: [Int]) -> [Set<Int>] {
    var best: [Set<Int>] = []
    var fewest = Int.max
    for mask in 0..<(1 << before.count) where mask.nonzeroBitCount <= fewest {
      let moved = Set(before.enumerated().filter { mask >> $0.offset & 1 == 1 }.map(\.element))
      guard before.filter({ !moved.contains($0) }) == after.filter({ !moved.contains($0) }) else {
        continue
      }
      if moved.count < fewest { (best, fewest) = ([], moved.count) }
      best.append(moved)
    }
    return best
  }
}
