import MocoaModel
import MocoaTestSupport
import Testing

@testable import MocoaStore

struct MixTrack: Entity {
  let id: Int
  var title: Int
}

/// A row of the lists: an album, or an anonymous draft.
struct MixAlbum: Entity {
  let id: Int
  var title: Int
  var tracks: [MixTrack] = []
  var isIdentified = true

  static var children: [ChildField<MixAlbum>] { [.many(\.tracks)] }
}

/// A simple model of a store.
///
/// It computes each row when the row is read.
struct MixModel {
  struct Body: Equatable {
    var title: Int
    var tracks: [Int]
  }

  /// A row with a unique number.
  struct Row {
    let number: Int
    let id: Int

    /// The content of a draft, or `nil` for an album.
    var draft: Body?
  }

  var tracks: [Int: Int] = [:]
  var albums: [Int: Body] = [:]
  var rows: [Row] = []
  private var lastNumber = 0

  func value(_ row: Row) -> MixAlbum? {
    guard let body = row.draft ?? albums[row.id] else { return nil }
    return MixAlbum(
      id: row.id, title: body.title,
      tracks: body.tracks.compactMap { id in tracks[id].map { MixTrack(id: id, title: $0) } },
      isIdentified: row.draft == nil)
  }

  var values: [MixAlbum] { rows.compactMap(value) }

  mutating func upsert(_ album: MixAlbum) {
    var known: Set<Int> = []
    for track in album.tracks where known.insert(track.id).inserted {
      tracks[track.id] = track.title
    }
    guard album.isIdentified else { return }
    albums[album.id] = Body(title: album.title, tracks: album.tracks.map(\.id))
  }

  /// Writes values and returns their rows.
  mutating func madeRows(_ values: [MixAlbum]) -> [Row] {
    values.map { value in
      upsert(value)
      lastNumber += 1
      let body = Body(title: value.title, tracks: value.tracks.map(\.id))
      return Row(number: lastNumber, id: value.id, draft: value.isIdentified ? nil : body)
    }
  }

  mutating func deleteTrack(_ id: Int) {
    tracks[id] = nil
    for key in albums.keys { albums[key]?.tracks.removeAll { $0 == id } }
    for place in rows.indices { rows[place].draft?.tracks.removeAll { $0 == id } }
  }

  mutating func deleteAlbum(_ id: Int) {
    albums[id] = nil
    rows.removeAll { $0.draft == nil && $0.id == id }
  }
}

/// A change of the order of rows, which applies to entity lists and to arrays.
enum Reordering {
  case move(from: Int, to: Int)
  case swap(Int, Int)
  case reverse
  case sort

  init(_ count: Int, _ random: inout SeededGenerator) {
    let (one, other) = (
      Int.random(in: 0..<count, using: &random), Int.random(in: 0..<count, using: &random)
    )
    self =
      switch Int.random(in: 0..<8, using: &random) {
      case 0: .reverse
      case 1: .sort
      case 2, 3: .swap(one, other)
      default: .move(from: one, to: other)
      }
  }

  func callAsFunction(_ rows: inout EntityRows<MixAlbum>) {
    switch self {
    case .move(let from, let to): rows.move(from: from, to: to)
    case .swap(let one, let other): rows.swapAt(one, other)
    case .reverse: rows.reverse()
    case .sort: rows.sort { $0.id < $1.id }
    }
  }

  func callAsFunction<Row>(_ rows: inout [Row], id: (Row) -> Int) {
    switch self {
    case .move(let from, let to): rows.insert(rows.remove(at: from), at: to)
    case .swap(let one, let other): rows.swapAt(one, other)
    case .reverse: rows.reverse()
    case .sort:
      rows = rows.enumerated().sorted {
        (id($0.element), $0.offset) < (id($1.element), $1.offset)
      }.map(\.element)
    }
  }
}

/// Performs random operations on a store with a list, shown by two providers.
///
/// One of them pauses.
@MainActor
final class Mix {
  private let cache = MemoryEntityCache()
  private let store: EntityStore
  private let key = ListKey<MixAlbum>("rows")
  private let list: CollectionProvider<MixAlbum>
  private let sleeper: CollectionProvider<MixAlbum>
  private var token: ObservationToken?
  private var random: SeededGenerator
  private(set) var model = MixModel()

  /// The rows that the pausing provider shows, and their displayed values.
  private var shown: (rows: [MixModel.Row], values: [MixAlbum]) = ([], [])

  /// The action that the next notified observer performs.
  private var pending: (() throws -> Void)?
  private var failure: (any Error)?
  private(set) var counts: [String: Int] = [:]

  init(seed: UInt64) throws {
    random = SeededGenerator(seed: seed)
    store = EntityStore(cache: cache)
    list = try CollectionProvider(store, key)
    sleeper = try CollectionProvider(store, key)
    try store.write { try $0.set(key, to: []) }
    token = list.observe { [weak self] _ in self?.hear() }
  }

  private func hear() {
    guard let perform = pending else { return }
    pending = nil
    count("in a callback")
    do { try perform() } catch { failure = error }
  }

  private func count(_ name: String) { counts[name, default: 0] += 1 }

  private func number(_ range: ClosedRange<Int>) -> Int { .random(in: range, using: &random) }

  private func track() -> MixTrack { MixTrack(id: number(0...5), title: number(0...9)) }

  private func album() -> MixAlbum {
    let isIdentified = number(0...3) > 0
    // A draft has a unique identity, so that the test can recognize it.
    let id = isIdentified ? number(0...11) : 100 + number(0...1_000_000)
    return MixAlbum(
      id: id, title: number(0...3), tracks: (0..<number(0...2)).map { _ in track() },
      isIdentified: isIdentified)
  }

  /// Performs a random operation and compares the store with the model.
  func step() throws {
    if number(0...9) == 0 { arm() }
    try act()
    if let failure { throw failure }
    if !sleeper.isPaused { show() }
    #expect(list.values == model.values)
    #expect(store[key] == model.values)
    #expect(sleeper.values == shown.values)
    for (id, title) in model.tracks where store[EntityReference<MixTrack>(id)]?.title != title {
      Issue.record(
        "track \(id) is \(store[EntityReference<MixTrack>(id)]?.title ?? -1), not \(title)")
    }
  }

  private func show() { shown = (model.rows, model.values) }

  /// Defers a write until the next notification.
  ///
  /// The observer then reorders a list that has not received the change.
  private func arm() {
    guard pending == nil else { return }
    pending = { [self] in
      if !sleeper.isPaused { show() }
      let track = track()
      try store.upsert(track)
      model.tracks[track.id] = track.title
      // The displayed rows are outdated now, unless the write did not change them.
      try reorderShown()
    }
  }

  private func act() throws {
    switch number(0...15) {
    case 0:
      sleeper.isPaused.toggle()
      count("pauses")
    case 1, 2:
      let track = track()
      model.tracks[track.id] = track.title
      try store.upsert(track)
    case 3:
      var album = album()
      album.isIdentified = true
      model.upsert(album)
      try store.upsert(album)
    case 4:
      let id = number(0...5)
      model.deleteTrack(id)
      store.delete(EntityReference<MixTrack>(id))
    case 5:
      let id = number(0...11)
      model.deleteAlbum(id)
      store.delete(EntityReference<MixAlbum>(id))
    case 6...8: try insert()
    case 9: try remove()
    case 10, 11: try reorder()
    case 12, 13: try reorderShown()
    default: try transact()
    }
  }

  private func insert() throws {
    if model.rows.count > 12 { return try remove() }
    let (values, place) = ((0...number(0...1)).map { _ in album() }, number(0...model.rows.count))
    model.rows.insert(contentsOf: model.madeRows(values), at: place)
    count("inserts")
    try list.insert(values, at: place)
  }

  private func remove() throws {
    guard !model.rows.isEmpty else { return }
    let place = number(0...(model.rows.count - 1))
    model.rows.remove(at: place)
    try list.remove(at: place)
  }

  private func reorder() throws {
    guard !model.rows.isEmpty else { return }
    let reordering = Reordering(model.rows.count, &random)
    reordering(&model.rows) { $0.id }
    count("reorders")
    try list.edit { reordering(&$0) }
  }

  /// Upserts, inserts and reorders in one transaction, with one or several edits.
  private func transact() throws {
    count("transactions")
    let (track, album, isAppended) = (track(), album(), number(0...1) == 0)
    model.tracks[track.id] = track.title
    var steps: [Reordering] = []
    if isAppended || !model.rows.isEmpty {
      let count = model.rows.count + (isAppended ? 1 : 0)
      steps = (0...number(0...2)).map { _ in Reordering(count, &random) }
    }
    if isAppended { model.rows += model.madeRows([album]) }
    for step in steps { step(&model.rows) { $0.id } }
    let areApart = number(0...1) == 0
    try store.write { transaction in
      try transaction.upsert(track)
      try transaction.edit(key) { rows in
        if isAppended { rows.append(album) }
        if !areApart { for step in steps { step(&rows) } }
      }
      if areApart {
        for step in steps { try transaction.edit(key) { step(&$0) } }
      }
    }
  }

  /// Reorders the rows that the pausing provider shows, current or not.
  private func reorderShown() throws {
    guard !shown.rows.isEmpty else { return }
    let isSame = shown.rows.map(\.number) == model.rows.map(\.number)
    let step = Reordering(shown.rows.count, &random)
    let before = shown.rows
    var pairs = Array(zip(shown.rows, shown.values))
    step(&pairs) { $0.0.id }
    let after = pairs.map(\.0)
    let hasShown = sleeper.isPaused
    if hasShown { shown = (pairs.map(\.0), pairs.map(\.1)) }
    let former = model.rows
    count(isSame ? "reorders of what is shown" : "reorders of what is not there any more")
    let expected = expectedRows(before, after, step)
    if let expected { model.rows = expected }
    // An observer that runs during the edit would need the new order, so none may act.
    let armed = pending
    if expected == nil { pending = nil }
    try sleeper.edit { step(&$0) }
    if expected == nil { pending = armed }
    if expected == nil {
      // The store does not define which of several equal rows moved. Only the order has changed.
      count("of them with rows that look alike")
      try adoptOrder(of: former)
    }
  }

  /// Returns the rows after a reordering of displayed rows, which may differ from the current rows,
  /// or `nil` if several rows look alike.
  private func expectedRows(
    _ before: [MixModel.Row], _ after: [MixModel.Row], _ step: Reordering
  ) -> [MixModel.Row]? {
    var rows = model.rows
    if before.map(\.number) == rows.map(\.number) {
      step(&rows) { $0.id }
      return rows
    }
    guard Set(before.map(\.id)).count == before.count, Set(rows.map(\.id)).count == rows.count,
      case .move(_, let to) = step
    else { return nil }
    // The row is inserted before the next displayed row that still exists.
    guard let place = rows.firstIndex(where: { $0.id == after[to].id }) else { return rows }
    if before.map(\.number) == after.map(\.number) { return rows }
    let row = rows.remove(at: place)
    let next = after[(to + 1)...].lazy.compactMap { next in
      rows.firstIndex { $0.id == next.id }
    }.first
    rows.insert(row, at: next ?? rows.count)
    return rows
  }

  /// Copies the order of the rows from the store, which must have the same rows as before.
  private func adoptOrder(of former: [MixModel.Row]) throws {
    var rest = former
    var rows: [MixModel.Row] = []
    for value in store[key] ?? [] {
      let place = rest.firstIndex { model.value($0) == value }
      rows.append(rest.remove(at: try #require(place, "a row is new, or not what it was")))
    }
    try #require(rest.isEmpty, "rows are gone")
    model.rows = rows
  }

  /// Checks that the cache has the same rows and tracks.
  func finish() async throws {
    sleeper.isPaused = false
    #expect(sleeper.values == model.values)
    try await store.flush()
    let other = EntityStore(cache: cache)
    let kept = try await other.load(key)
    #expect(kept == model.rows.filter { $0.draft == nil }.compactMap(model.value))
    for (id, title) in model.tracks {
      let track = try await other.load(EntityReference<MixTrack>(id))
      #expect(track?.title == title)
    }
  }
}

@Suite("Random reordering compared with a simple model")
@MainActor
struct ReorderingOracleTests {
  /// The seeds.
  ///
  /// Each performs 500 operations: 4,000 in total, or 200,000 in long test runs.
  nonisolated private static let seeds: Range<UInt64> =
    TestLength.choose(short: 0..<8, long: 0..<400)

  @Test("changes only the order", arguments: seeds)
  func random(seed: UInt64) async throws {
    let mix = try Mix(seed: seed)
    for _ in 0..<500 { try mix.step() }
    try await mix.finish()
    #expect(mix.counts["in a callback", default: 0] > 5)
    for name in [
      "pauses", "reorders", "transactions", "reorders of what is shown",
      "reorders of what is not there any more", "of them with rows that look alike",
    ] {
      #expect(mix.counts[name, default: 0] > 0, "\(name)")
    }
  }
}
