import MocoaModel
import MocoaTestSupport
import Observation
import Testing

@testable import MocoaStore

private struct Recording: Entity {
  let id: Int
  var title = "t"
  var date = 0
  var isLive = false
  var tracks: [Track] = []

  static var children: [ChildField<Recording>] { [.many(\.tracks)] }

  struct Track: Entity {
    let id: Int
    var seconds: Int
  }
}

private struct Performer: Entity {
  let id: Int
  var albums: [Recording] = []

  static var children: [ChildField<Performer>] { [.many(\.albums)] }
}

/// Records the updates of a relation as text.
@MainActor
private final class Hearing {
  private(set) var said: [String] = []
  private var token: ObservationToken?

  init<Element>(_ relation: RelationController<Element>) {
    token = relation.observe { [weak self] update in
      let changes = update.changes
      var words: [String] = []
      words += changes.deletions.map { "delete \($0.range.lowerBound)" }
      words += changes.insertions.map { "insert \($0.range.lowerBound)" }
      words += changes.moves.map { "move \($0.from.item) to \($0.to.item)" }
      words += changes.updates.map { "update \($0.to.item)" }
      self?.said.append(words.joined(separator: ", "))
    }
  }

  /// The updates since the previous read of this property.
  ///
  /// Reading the property clears them.
  var news: [String] {
    defer { said = [] }
    return said
  }
}

@Suite("Relations: filtering, sorting and observing")
@MainActor
struct RelationTests {
  private let store = EntityStore()
  private let artist = EntityReference<Performer>(1)

  /// The pipeline of the original tests: no live albums, sorted by date, observing the title.
  private static let usual = RelationPipeline<Recording>().filter { !$0.isLive }.sort(by: \.date)
    .observing(\.title, \.date, \.isLive)

  private func assign(_ albums: [Recording]) throws {
    try store.upsert(Performer(id: 1, albums: albums))
  }

  private func relation(
    _ pipeline: RelationPipeline<Recording> = RelationTests.usual
  ) -> (RelationController<Recording>, Hearing) {
    let relation = RelationController(store, of: artist, \.albums, pipeline)
    return (relation, Hearing(relation))
  }

  private func ids(_ relation: RelationController<Recording>) -> [Int] { relation.items.map(\.id) }

  @Test("MZ-01, 02, 04, 14, 16, 17, 40: shows assigned rows, filtered and sorted")
  func assigning() throws {
    let (relation, told) = relation()
    #expect(ids(relation) == [] && told.news == [])
    try assign([Recording(id: 1)])
    #expect(ids(relation) == [1] && told.news == ["insert 0"])
    try assign([])
    #expect(ids(relation) == [] && told.news == ["delete 0"])
    try assign([
      Recording(id: 1, date: 3), Recording(id: 2, date: 1), Recording(id: 3, date: 2, isLive: true),
    ])
    #expect(ids(relation) == [2, 1])
    relation.pipeline = RelationPipeline()
    #expect(ids(relation) == [1, 2, 3])
    relation.pipeline = RelationPipeline().filter { $0.id != 1 }
    #expect(ids(relation) == [2, 3])
  }

  @Test("MZ-05, 20, 33: a changed sort value moves one row or none")
  func sorting() throws {
    try assign((1...3).map { Recording(id: $0, date: $0) })
    let (relation, told) = relation()
    try store.upsert(Recording(id: 1, date: 9))
    #expect(ids(relation) == [2, 3, 1])
    #expect(told.news == ["move 0 to 2, update 2"])
    try store.upsert(Recording(id: 1, date: 8))
    #expect(told.news == ["update 2"], "no empty brackets")
  }

  @Test("MZ-06, 08, 10, 18, 36: reports inserted and deleted rows at their final indexes")
  func inserting() throws {
    try assign([
      Recording(id: 1, date: 1), Recording(id: 3, date: 3), Recording(id: 9, isLive: true),
    ])
    let (relation, told) = relation()
    try store.write { transaction in
      var artist = try #require(transaction[artist])
      artist.albums += [
        Recording(id: 2, date: 2), Recording(id: 4, date: 4), Recording(id: 8, isLive: true),
      ]
      try transaction.upsert(artist)
    }
    #expect(ids(relation) == [1, 2, 3, 4])
    #expect(told.news == ["insert 1, insert 3"], "one update with final places")
    try assign([Recording(id: 1, date: 1), Recording(id: 3, date: 3)])
    #expect(told.news == ["delete 1, delete 3"])
  }

  @Test("MZ-09, 12, 13, 22, 24, 25, 26, 34: a changed row enters or leaves a filter alone")
  func filtering() throws {
    try assign((1...3).map { Recording(id: $0, date: $0, isLive: $0 == 2) })
    let (relation, told) = relation()
    try store.upsert(Recording(id: 1, date: 1, isLive: true))
    #expect(ids(relation) == [3] && told.news == ["delete 0"])
    try store.upsert(Recording(id: 2, title: "other", date: 2, isLive: true))
    #expect(told.news == [], "what is left out tells nothing")
    try store.upsert(Recording(id: 2, date: 9))
    #expect(ids(relation) == [3, 2] && told.news == ["insert 1"])
    relation.pipeline = RelationPipeline().filter { $0.date > 2 }.sort(by: \.date).observing(\.date)
    _ = told.news
    try store.upsert(Recording(id: 1, date: 5))
    #expect(ids(relation) == [3, 1, 2] && told.news == ["insert 1"])
    try store.upsert(Recording(id: 1, date: 1))
    #expect(told.news == ["delete 1"])
  }

  @Test("MZ-21, 37: reports an update if an observed value changes")
  func observing() throws {
    try assign([Recording(id: 1)])
    let (relation, told) = relation()
    try store.upsert(Recording(id: 1, title: "x"))
    #expect(told.news == ["update 0"] && relation.items.first?.title == "x")
    try store.upsert(Recording(id: 1, title: "x"))
    #expect(told.news == [])
    try store.upsert(Recording(id: 1, title: "x", tracks: [.init(id: 1, seconds: 9)]))
    #expect(told.news == [], "it is not observed")
    #expect(relation.items.first?.tracks.count == 1, "but it is there")
  }

  @Test("MZ-29, 30, 38: exchanges and replaces rows in the order of the source")
  func exchanging() throws {
    try assign((1...3).map { Recording(id: $0) })
    let (relation, told) = relation(RelationPipeline())
    try assign([3, 2, 1].map { Recording(id: $0) })
    #expect(ids(relation) == [3, 2, 1])
    let steps = told.news
    #expect(steps.count == 1 && steps[0].contains("move"))
    try assign([4, 2, 1].map { Recording(id: $0) })
    #expect(ids(relation) == [4, 2, 1] && told.news == ["delete 0, insert 0"])
    relation.pipeline = Self.usual
    _ = told.news
    try assign([5, 2, 1].map { Recording(id: $0) })
    #expect(ids(relation) == [5, 2, 1], "sorted lists as well")
  }

  @Test("MZ-41: sorts by values of nested children")
  func nested() throws {
    try assign([
      Recording(id: 1, tracks: [.init(id: 1, seconds: 10), .init(id: 2, seconds: 20)]),
      Recording(id: 2, tracks: [.init(id: 3, seconds: 25)]),
    ])
    let (relation, told) = relation(
      RelationPipeline().sort { $0.tracks.map(\.seconds).reduce(0, +) })
    #expect(ids(relation) == [2, 1])
    try store.upsert(Recording.Track(id: 3, seconds: 31))
    #expect(ids(relation) == [1, 2])
    #expect(told.news == ["move 0 to 1, update 1"])
  }

  @Test("MZ-42, 44: sends no update after deallocation, and needs no observer")
  func ending() throws {
    try assign([Recording(id: 1)])
    weak var gone: RelationController<Recording>?
    var count = 0
    do {
      let relation = RelationController(store, of: artist, \.albums)
      gone = relation
      let token = relation.observe { _ in count += 1 }
      try assign([])
      token.cancel()
      try assign([Recording(id: 2)])
      #expect(ids(relation) == [2] && count == 1)
    }
    #expect(gone == nil)
    try assign([])
    #expect(count == 1)
  }

  @Test("sends all changes of a pause as one update")
  func pausing() throws {
    try assign([Recording(id: 1, date: 1), Recording(id: 2, date: 2)])
    let (relation, told) = relation()
    relation.isPaused = true
    try store.upsert(Recording(id: 1, date: 9))
    try store.upsert(Recording(id: 3, date: 5))
    try assign([Recording(id: 1, date: 9), Recording(id: 3, date: 5)])
    #expect(ids(relation) == [1, 2] && told.news == [])
    relation.isPaused = false
    #expect(ids(relation) == [3, 1] && told.news.count == 1)
    relation.isPaused = true
    try store.upsert(Recording(id: 3, title: "x", date: 5))
    try store.upsert(Recording(id: 3, date: 5))
    relation.isPaused = false
    #expect(told.news == [], "what was taken back is nothing")
  }

  @Test("updates all relations before it notifies observers")
  func together() throws {
    try assign([Recording(id: 1)])
    let (relation, _) = relation()
    let list = ListKey<Recording>("list")
    try store.write { try $0.set(list, to: [Recording(id: 1)]) }
    let other = try RelationController(store, list)
    var seen: [[String]] = []
    let tokens = [relation, other].map { one in
      one.observe { _ in seen.append([relation, other].map { $0.items[0].title }) }
    }
    try store.upsert(Recording(id: 1, title: "new"))
    #expect(seen == [["new", "new"], ["new", "new"]])
    withExtendedLifetime(tokens) {}
  }

  // MARK: - Over objects

  @Observable
  @MainActor
  fileprivate final class Shelf {
    var records: [Disc] = []
  }

  @Observable
  @MainActor
  fileprivate final class Disc {
    let id: Int
    var title = "t"
    var lengths: [Int] = []

    init(_ id: Int, _ lengths: [Int]) {
      (self.id, self.lengths) = (id, lengths)
    }
  }

  @Test("follows objects at any depth; changes in one turn are one update")
  func graph() async throws {
    let shelf = Shelf()
    let records = [Disc(1, [10]), Disc(2, [4, 5])]
    shelf.records = records
    let relation = RelationController(
      observing: shelf, { $0.records },
      row: { Recording(id: $0.id, title: $0.title, date: $0.lengths.reduce(0, +)) },
      RelationPipeline().sort(by: \.date))
    let told = Hearing(relation)
    #expect(relation.items.map(\.id) == [2, 1])
    records[1].lengths.append(6)
    records[0].title = "new"
    await eventually("the first change") { relation.items.map(\.id) == [1, 2] }
    #expect(told.news.count == 1)
    shelf.records.append(Disc(3, [1]))
    await eventually("the second change") { relation.items.map(\.id) == [3, 1, 2] }
    shelf.records = []
    await eventually("the third change") { relation.items.isEmpty }
  }

  @Test("shows the newest array of an asynchronous sequence")
  func stream() async throws {
    let (stream, continuation) = AsyncStream.makeStream(of: [Recording].self)
    let relation = RelationController(newestOf: stream, Self.usual)
    #expect(relation.phase == .loading(fraction: nil))
    continuation.yield([Recording(id: 1, date: 2), Recording(id: 2, date: 1)])
    await eventually("the first array") { relation.items.map(\.id) == [2, 1] }
    continuation.finish()
    await eventually("the end") { relation.phase == .finished }
    #expect(relation.items.map(\.id) == [2, 1])
  }

  @Test("follows its provider to another entity in one update")
  func following() throws {
    try store.upsert(Performer(id: 1, albums: [Recording(id: 1), Recording(id: 2)]))
    try store.upsert(Performer(id: 2, albums: [Recording(id: 2), Recording(id: 3)]))
    let provider = EntityProvider(store, artist)
    let relation = RelationController(provider, \.albums)
    let told = Hearing(relation)
    provider.follow(EntityReference(2))
    #expect(relation.items.map(\.id) == [2, 3] && told.news == ["delete 0, insert 1"])
    try store.upsert(Performer(id: 1))
    #expect(told.news == [])
    provider.follow(nil)
    #expect(relation.count == 0 && told.news == ["delete 0"])
  }

  @Test("shows the loading phase that its loader sets")
  func phases() throws {
    let relation = try RelationController(store, ListKey<Recording>("list"))
    let told = Hearing(relation)
    relation.setPhase(.loading(fraction: nil))
    #expect(relation.phase == .loading(fraction: nil) && told.news == [""])
    relation.setPhase(.loading(fraction: nil))
    #expect(told.news == [])
    relation.setPhase(.finished)
    #expect(relation.phase == .finished && told.news == [""])
  }
}
