import Mocoa
import MocoaStore
import MocoaModel
import MocoaTestSupport
import Observation
import Testing

private struct Song: Entity {
  let id: Int
  var seconds = 60
}

private struct Disc: Entity {
  let id: Int
  var title = "disc"
  var isLive = false
  var songs: [Song] = []

  static var children: [ChildField<Disc>] { [.many(\.songs)] }
}

private struct Band: Entity {
  let id: Int
  var discs: [Disc]

  static var children: [ChildField<Band>] { [.many(\.discs)] }
}

@Observable
private final class Shelf {
  var titles: [String] = []
}

/// Tests the rows about relations and bindings in the article "Coming from Rocket Data,
/// MZRelationalCollectionController and the BindingHelper"
/// (`MocoaStore.docc/ComingFromDataLayers.md`).
///
/// Each row must compile and behave as described.
@MainActor
@Suite("Migrating from MZRelationalCollectionController and the BindingHelper")
struct ComingFromRelationsTests {
  private let store = EntityStore()

  private func band(_ discs: Disc...) throws -> EntityReference<Band> {
    try store.upsert(Band(id: 1, discs: discs))
    return EntityReference(1)
  }

  // MARK: - MZRelationalCollectionController

  @Test("replaces the factory: relation, predicate, descriptors, observed keys")
  func factory() throws {
    let band = try band(
      Disc(id: 1, title: "b"), Disc(id: 2, title: "a"), Disc(id: 3, isLive: true))
    let relation = RelationController(
      store, of: band, { $0.discs },
      RelationPipeline<Disc>().filter { !$0.isLive }.sort(by: \.title).observing(\.title))
    #expect(relation.items.map(\.id) == [2, 1])
    let shelf = Shelf()
    shelf.titles = ["one", "two"]
    let objects = RelationController(
      observing: shelf, { $0.titles.indices },
      row: { Song(id: $0) })
    #expect(objects.count == 2)
    let list = ListKey<Disc>("new")
    try store.write { transaction throws(EntityError) in
      try transaction.set(list, to: [Disc(id: 9)])
    }
    #expect(try RelationController(store, list).items.map(\.id) == [9])
    #expect(RelationController<Disc>(try CollectionProvider(store, list)).count == 1)
  }

  @Test("sorts by a to-many relation and by several keys")
  func sorting() throws {
    let band = try band(
      Disc(id: 1, songs: [Song(id: 1), Song(id: 2)]), Disc(id: 2, songs: [Song(id: 3)]))
    let relation = RelationController(
      store, of: band, { $0.discs },
      RelationPipeline<Disc>().sort { $0.songs.reduce(0) { $0 + $1.seconds } }.sort(
        .descending, by: \.id))
    #expect(relation.items.map(\.id) == [2, 1])
    var updates: [ListUpdate] = []
    let token = relation.observe { updates.append($0) }
    relation.pipeline = RelationPipeline<Disc>().sort(by: \.id)
    #expect(relation.items.map(\.id) == [1, 2] && updates.count == 1)
    withExtendedLifetime(token) {}
  }

  @Test("reports observed changes as a change set, like the delegate")
  func changes() throws {
    let band = try band(Disc(id: 1), Disc(id: 2), Disc(id: 3))
    let relation = RelationController(
      store, of: band, { $0.discs },
      RelationPipeline<Disc>().observing(equalBy: { $0.title == $1.title }))
    var updates: [ListUpdate] = []
    let token = relation.observe { updates.append($0) }
    try store.upsert(Disc(id: 1, isLive: true))
    #expect(updates.isEmpty, "what is not observed is not told")
    try store.write { transaction throws(EntityError) in
      try transaction.upsert(
        Band(id: 1, discs: [Disc(id: 3, title: "new"), Disc(id: 1), Disc(id: 4)]))
    }
    let update = try #require(updates.first)
    #expect(update.changes.deletions.count == 1 && update.changes.insertions.count == 1)
    #expect(update.changes.moves.count == 1 && update.changes.updates.count == 1)
    #expect(update.before.sections[0].items.count == 3)
    #expect(relation.snapshot.sections[0].items.count == 3)
    withExtendedLifetime(token) {}
  }

  // MARK: - The BindingHelper

  @Test("binds an array, a template and a selection")
  func binding() {
    var chosen: [Int] = []
    let songs = [Song(id: 1), Song(id: 2)]
    let binding = ListBinding(.items(songs), onSelect: .action { chosen.append($0.id) }) { song in
      .text([.init("\(song.id)", .title)])
    }
    #expect(binding.list.snapshot.sections[0].items.count == 2)
    binding.update([Song(id: 3)])
    binding.reload()
    #expect(binding.items.map(\.id) == [3])
    binding.fail("no network")
    #expect(binding.state == .failed("no network") && binding.items.count == 1)
    #expect(binding.command?.run(Song(id: 3)) == true && chosen == [3])
    binding.unbind()
    #expect(!binding.isBound)
  }

  @Test("binds a sequence, a source or calls; a command can be disabled")
  func inputs() throws {
    let list = ListKey<Song>("songs")
    try store.write { transaction throws(EntityError) in
      try transaction.set(list, to: [Song(id: 1)])
    }
    let source = try CollectionProvider(store, list)
    let ofSource = ListBinding<Song>(.source(source))
    #expect(ofSource.items.count == 1)
    var configured = 0
    let (arrays, continuation) = AsyncStream.makeStream(of: [Song].self)
    let ofValues = ListBinding<Song>(.values(arrays), configure: { _ in configured += 1 })
    #expect(configured == 1 && ofValues.state == .loading)
    continuation.finish()
    let calls = ListBinding<Song>(
      .manual, onSelect: SelectionCommand.callback(.queue) { _, done in done() })
    calls.command?.isEnabled = false
    #expect(calls.command?.run(Song(id: 1)) == false)
  }

  // MARK: - The guide

  @Test("the program of the article \"Entities\" behaves as described")
  func guide() throws {
    let path = ":memory:"
    let store = EntityStore(cache: SQLiteEntityCache(path: path, mode: .inMemory))
    let newest = ListKey<Disc>("newest")
    try store.write { transaction throws(EntityError) in
      try transaction.set(newest, to: [Disc(id: 1, songs: [Song(id: 7, seconds: 100)])])
    }
    let studio = try RelationController(
      store, newest,
      RelationPipeline().filter { !$0.isLive }.sort { $0.songs.reduce(0) { $0 + $1.seconds } })
    let list = ListViewModel(source: studio, module: ModuleRegistry().define("mocoa://discs/"))
    let page = ListPageViewModel(url: try ModuleURL("mocoa://discs/"), list: list)
    var updates = 0
    let token = studio.observe { _ in updates += 1 }
    try store.write { transaction throws(EntityError) in
      try transaction.edit(newest) {
        $0.insert(Disc(id: 2, songs: [Song(id: 8, seconds: 200)]), at: 0)
      }
      try transaction.upsert(Song(id: 7, seconds: 301))
    }
    #expect(studio.items.map(\.id) == [2, 1] && updates == 1)
    #expect(page.list.snapshot.itemCounts == [2])
    withExtendedLifetime(token) {}
  }
}
