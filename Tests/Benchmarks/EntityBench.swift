import MocoaModel
import MocoaStore

private struct Genre: Entity {
  let id: Int
  var name = "genre"
}

private struct Song: Entity {
  let id: Int
  var title: String
  var rank: Int
  var genre: Genre

  static var children: [ChildField<Song>] { [.required(\.genre)] }

  /// Creates a song.
  ///
  /// Every hundredth song has the genre that changes.
  init(_ id: Int) {
    (self.id, rank) = (id, id &* 7919 % 1009)
    title = "Song number \(id)"
    genre = Genre(id: id % 100 == 0 ? 0 : 1 + id % 50)
  }
}

extension RelationController {
  /// Waits until the background sort has ended.
  fileprivate func isSorted() async {
    while phase.isLoading { try? await Task.sleep(for: .milliseconds(1)) }
  }
}

/// A store with one long list, and a relation that sorts and filters it.
@MainActor
private final class Shelf {
  let store = EntityStore()
  let key = ListKey<Song>("songs")
  let relation: RelationController<Song>
  let count: Int
  private var version = 0
  private(set) var updates = 0
  private var token: ObservationToken?

  init(count: Int) {
    self.count = count
    do {
      relation = try RelationController(
        store, key, RelationPipeline().filter { $0.rank % 10 != 3 }.sort(by: \.rank))
      try store.write { try $0.set(key, to: (0..<count).map(Song.init)) }
    } catch {
      preconditionFailure("\(error)")
    }
    token = relation.observe { [weak self] _ in self?.updates += 1 }
  }

  func write(_ body: (inout EntityTransaction) throws -> Void) {
    do { try store.write { try body(&$0) } } catch { preconditionFailure("\(error)") }
  }

  /// Makes 100 commits, each of which updates the ranks of eight songs and moves one row.
  func edit() async {
    await relation.isSorted()
    for round in 0..<100 {
      version += 1
      write { transaction in
        for place in 0..<8 {
          let id = (round * 8 + place) * 7919 % count
          var song = Song(id)
          song.rank = version % 1000
          try transaction.upsert(song)
        }
        try transaction.edit(key) { rows in
          let row = rows.remove(at: rows.count / 3)
          rows.insert(row, at: rows.count / 2)
        }
      }
    }
  }

  /// Renames the genre of 1,000 songs.
  func rename() async {
    await relation.isSorted()
    version += 1
    let before = updates
    write { try $0.upsert(Genre(id: 0, name: "genre \(version)")) }
    precondition(updates == before + 1)
  }

  /// Renames the genre by creating and comparing both lists again.
  ///
  /// The lists are the list of all songs and the list of the relation.
  func renameAll() {
    version += 1
    let songs = (0..<count).map { id in
      var song = Song(id)
      if song.genre.id == 0 { song.genre.name = "genre \(version)" }
      return song
    }
    let shown = songs.filter { $0.rank % 10 != 3 }
      .enumerated().sorted { ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset) }
    let after = [songs, shown.map(\.element)].map { ListSnapshot(SectionedList(items: $0)) }
    for (before, after) in zip(last, after) {
      precondition(ChangeSet(from: before, to: after).updates.count > 500)
    }
    last = after
  }

  private var last: [ListSnapshot] = []
}

/// A benchmark of commits to a long list, with the same commits to a short list as the floor.
struct CommitBench: Bench {
  private let large = Shelf(count: 100_000)
  private let small = Shelf(count: 10_000)

  func subject() async { await large.edit() }
  func floor() async { await small.edit() }
}

/// A benchmark that changes a child of 1,000 among 100,000 rows.
///
/// The floor creates and compares all rows again.
struct SharedChildBench: Bench {
  private let shelf = Shelf(count: 100_000)

  func subject() async { await shelf.rename() }
  func floor() async { shelf.renameAll() }
}

private struct Shelves: Entity {
  let id: Int
  var songs: [Song]

  static var children: [ChildField<Shelves>] { [.many(\.songs)] }
}

/// A relation over the songs of an entity.
@MainActor
private final class Contents {
  private let store = EntityStore()
  private let relation: RelationController<Song>
  private let count: Int
  private var version = 0
  private var updates = 0
  private var token: ObservationToken?

  init(count: Int) {
    self.count = count
    do {
      try store.upsert(Shelves(id: 0, songs: (0..<count).map(Song.init)))
    } catch {
      preconditionFailure("\(error)")
    }
    relation = RelationController(
      store, of: EntityReference<Shelves>(0), \.songs,
      RelationPipeline().filter { $0.rank % 10 != 3 }.sort(by: \.rank))
    token = relation.observe { [weak self] _ in self?.updates += 1 }
  }

  /// Makes 100 commits, each of which changes the rank of one song.
  func edit() async {
    await relation.isSorted()
    updates = 0
    for round in 0..<100 {
      version += 1
      var song = Song(round * 7919 % count)
      // No song has such a rank at first, so each commit makes a change.
      song.rank = version * 10 + 2000
      do { try store.upsert(song) } catch { preconditionFailure("\(error)") }
    }
    precondition(updates == 100)
  }
}

/// A benchmark that changes one child of an entity with many children.
///
/// The floor does the same in an entity with few children.
struct ChildrenBench: Bench {
  private let large = Contents(count: 100_000)
  private let small = Contents(count: 10_000)

  func subject() async { await large.edit() }
  func floor() async { await small.edit() }
}
