import MocoaModel
import MocoaTestSupport
import Testing

@testable import MocoaStore

@Suite("SQLite cache")
struct SQLiteEntityCacheTests {
  let folder: TemporaryFolder
  let log = CallbackRecorder<String>()

  init() throws {
    folder = try TemporaryFolder()
  }

  private func cache(_ mode: SQLiteEntityCache.Mode = .readWrite) -> SQLiteEntityCache {
    SQLiteEntityCache(path: folder.path(of: "cache.db"), mode: mode) { [log] in log.tell($0) }
  }

  private let artists = ListKey<Artist>("artists")
  private let miles = Artist(id: "miles", name: "Miles")
  private let trane = Artist(id: "trane", name: "Trane")

  // MARK: - Saving

  @Test("returns saved data, also after it is opened again")
  func reopened() async throws {
    let album = Album(
      id: 1, title: "One", artist: miles, producer: trane,
      tracks: [Track(1, "a"), Track("2", "b"), Track(ItemID(0.5), "c")])
    var cache: SQLiteEntityCache? = cache()
    #expect(
      await cache?.keep {
        $0.upsert(album, miles, trane, Track(1, "a"), Track("2", "b"), Track(ItemID(0.5), "c"))
        $0.set(artists, ["trane", "miles", "trane"])
      } == nil)
    #expect(try await cache?.entity(EntityReference(album)) == album)
    #expect(await cache?.flushed() == nil)
    #expect(cache?.status == .ready)
    cache = nil
    let again = self.cache()
    #expect(try await again.entity(EntityReference(album)) == album)
    #expect(try await again.list(artists) == [trane, miles, trane])
    #expect(try await again.entity(EntityReference<Album>(2)) == nil)
    #expect(try await again.list(ListKey<Artist>("none")) == nil)
    // A list of the same name with another type is neither empty nor missing.
    let error = await #expect(throws: EntityCacheError.self) {
      try await again.list(ListKey<Album>("artists"))
    }
    #expect(error?.kind == .unknownType && error?.description.contains("it holds Artist") == true)
    #expect(log.values.isEmpty)
  }

  @Test("processes requests in order, so that loads return earlier writes")
  func order() async throws {
    let cache = cache(.inMemory)
    let told = CallbackRecorder<String>()
    for number in 0..<100 {
      cache.apply(.of { $0.upsert(Artist(id: "a", name: "\(number)")) }) { _ in
        told.tell("kept \(number)")
      }
      cache.load(EntityReference<Artist>("a").key, of: .descriptor(for: Artist.self)) { result in
        let name = (try? result.get() as? Artist)?.name
        told.tell("loaded \(name ?? "-")")
      }
    }
    await cache.flushed()
    #expect(told.values == (0..<100).flatMap { ["kept \($0)", "loaded \($0)"] })
  }

  @Test("completes its pending requests after its release")
  func end() async throws {
    let told = CallbackRecorder<EntityCacheError?>()
    for number in 0..<20 {
      // All caches open the file at the same time.
      let cache = SQLiteEntityCache(path: folder.path(of: "cache.db"), busyTimeout: .seconds(60))
      cache.apply(.of { $0.upsert(Artist(id: "\(number)", name: "x")) }) { told.tell($0) }
    }
    await eventually("all are kept") { told.values.count == 20 }
    #expect(told.values.allSatisfy { $0 == nil })
    let cache = cache()
    for number in 0..<20 {
      #expect(try await cache.entity(EntityReference<Artist>("\(number)")) != nil)
    }
  }

  // MARK: - Deleting

  @Test("deletes all entities that require a deleted one, and no others")
  func cascade() async throws {
    let cache = cache(.inMemory)
    let album = Album(id: 1, artist: miles, producer: trane, tracks: [Track(1)])
    let other = Album(id: 2, artist: trane, producer: miles, tracks: [Track(2)])
    let albums = ListKey<Album>("albums")
    await cache.keep {
      $0.upsert(miles, trane, Track(1), Track(2), album, other)
      $0.set(albums, [1, 2])
    }
    await cache.keep {
      $0.delete(EntityReference(miles))
      $0.delete(EntityReference(Track(2)))
    }
    #expect(try await cache.entity(EntityReference(album)) == nil)
    #expect(try await cache.list(albums) == [Album(id: 2, artist: trane)])
    #expect(try await cache.entity(EntityReference(Track(1))) == Track(1))
    // Former parents and lists do not contain a recreated entity.
    await cache.keep { $0.upsert(miles, album, Track(2)) }
    #expect(try await cache.list(albums) == [Album(id: 2, artist: trane)])
    #expect(try await cache.entity(EntityReference(album))?.producer == trane)
    // A parent that is saved again contains the entity again.
    await cache.keep { $0.upsert(other) }
    #expect(try await cache.list(albums) == [other])
  }

  struct Link: Entity {
    let id: Int
    var next: [Link] = []
    static var children: [ChildField<Link>] { [.many(\.next)] }
  }

  /// A parent that requires the previous one.
  ///
  /// It contains only the identity of the previous one.
  struct Chain: Entity {
    let id: Int
    var previous: Ring
    static var children: [ChildField<Chain>] { [.required(\.previous)] }

    struct Ring: Entity {
      static var entityName: String { "Chain" }
      let id: Int
    }
  }

  @Test("deletes along a chain of 10,000 parents without a stack overflow")
  func longChain() async throws {
    let cache = cache(.inMemory)
    await cache.keep { batch in
      for id in 1..<10_000 {
        batch.upsert(Chain(id: id, previous: .init(id: id - 1)), Chain.Ring(id: id))
      }
    }
    #expect(try await cache.entity(EntityReference<Chain>(9_999)) != nil)
    await cache.keep { $0.delete(EntityReference<Chain>(10)) }
    #expect(try await cache.entity(EntityReference<Chain>(9_999)) == nil)
    #expect(try await cache.entity(EntityReference<Chain.Ring>(11)) == nil)
    #expect(try await cache.entity(EntityReference<Chain>(9)) != nil)
  }

  @Test("does not read entities nested too deeply, and logs them")
  func depth() async throws {
    let cache = cache(.inMemory)
    await cache.keep { batch in
      for id in 0..<300 { batch.upsert(Link(id: id, next: id == 0 ? [] : [Link(id: id - 1)])) }
    }
    #expect(try await cache.entity(EntityReference<Link>(150)) != nil)
    #expect(try await cache.readable(EntityReference<Link>(299)) == nil)
    #expect(log.values.contains { $0.contains("nested deeper than 200 levels") })
  }

  @Test("reads neither an entity that contains itself nor its parents")
  func cycle() async throws {
    let cache = cache(.inMemory)
    await cache.keep {
      $0.upsert(
        Link(id: 1, next: [Link(id: 2)]), Link(id: 2, next: [Link(id: 1)]),
        Link(id: 3, next: [Link(id: 4), Link(id: 1)]), Link(id: 4))
      $0.set(ListKey<Link>("links"), [1, 3, 4, 2, 3])
    }
    #expect(try await cache.list(ListKey<Link>("links")) == [Link(id: 4)])
    #expect(log.values.filter { $0.contains("it contains itself") }.count == 4)
    await #expect(throws: EntityCacheError.self) {
      try await cache.entity(EntityReference<Link>(3))
    }
  }

  // MARK: - Entities that cannot be saved or read

  struct Odd: Entity {
    let id: Int
    var kind = "good"

    private enum CodingKeys: CodingKey {
      case id, kind
    }

    init(_ id: Int, _ kind: String = "good") { (self.id, self.kind) = (id, kind) }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      kind = try container.decode(String.self, forKey: .kind)
      id = kind == "liar" ? 99 : try container.decode(Int.self, forKey: .id)
      if kind == "unreadable" { throw TestError() }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(id, forKey: .id)
      try container.encode(kind, forKey: .kind)
      if kind == "unwritable" { throw TestError() }
    }

    struct TestError: Error {}
  }

  @Test("skips entities that cannot be encoded or decoded, and logs them")
  func undecodable() async throws {
    let cache = cache(.inMemory)
    let list = ListKey<Odd>("odd")
    await cache.keep {
      $0.upsert(Odd(1), Odd(2), Odd(3), Odd(4))
      $0.set(list, [1, 2, 3, 4])
    }
    #expect(
      await cache.keep { $0.upsert(Odd(1, "unwritable"), Odd(2, "unreadable"), Odd(3, "liar")) }
        == nil)
    #expect(try await cache.list(list) == [Odd(4)])
    #expect(log.values.count == 3)
    #expect(log.values.allSatisfy { !$0.contains("\n") })
    await cache.keep { $0.upsert(Odd(1)) }
    #expect(try await cache.list(list) == [Odd(1), Odd(4)])
  }

  @Test("saves each projection of an entity, and deletes all of them")
  func projections() async throws {
    struct Portrait: Entity {
      static var entityName: String { "Artist" }
      let id: String
      var picture: String
    }
    let cache = cache(.inMemory)
    let portrait = Portrait(id: "miles", picture: "blue")
    await cache.keep { $0.upsert(miles, portrait) }
    #expect(try await cache.entity(EntityReference(miles)) == miles)
    #expect(try await cache.entity(EntityReference(portrait)) == portrait)
    await cache.keep { $0.delete(EntityReference(miles)) }
    #expect(try await cache.entity(EntityReference(portrait)) == nil)
  }

  @Test("does not save anonymous entities or identities of one run")
  func passing() async throws {
    let cache = cache(.inMemory)
    let list = ListKey<Track>("tracks")
    let passing = Track(ItemID(hash: 7))
    #expect(
      await cache.keep {
        $0.upsert(passing, Track(1))
        $0.set(list, [ItemID(hash: 7), 1])
        $0.delete(EntityReference(Track(ItemID(hash: 8))))
      } == nil)
    #expect(try await cache.entity(EntityReference(passing)) == nil)
    await cache.keep { $0.upsert(Draft(id: 0, text: "nobody's")) }
    #expect(try await cache.entity(EntityReference<Draft>(0)) == nil)
    #expect(try await cache.list(list) == [Track(1)])
  }
}
