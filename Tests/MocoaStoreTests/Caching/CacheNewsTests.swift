import MocoaModel
import MocoaSQLite
import MocoaTestSupport
import Testing

@testable import MocoaStore

@Suite("Two caches with one file")
struct CacheNewsTests {
  let folder: TemporaryFolder
  let artists = ListKey<Artist>("artists")
  let miles = Artist(id: "miles")

  init() throws {
    folder = try TemporaryFolder()
  }

  private func cache(_ news: CallbackRecorder<ExternalChanges>? = nil) -> SQLiteEntityCache {
    let cache = SQLiteEntityCache(path: folder.path(of: "cache.db"))
    if let news { cache.observeExternalChanges { news.tell($0) } }
    return cache
  }

  @Test("notify each other of their changes, but not themselves")
  func each() async throws {
    let (here, there) = (CallbackRecorder<ExternalChanges>(), CallbackRecorder<ExternalChanges>())
    let (one, other) = (cache(here), cache(there))
    await one.flushed()
    await other.flushed()
    await one.keep {
      $0.upsert(miles, Track(1))
      $0.set(artists, ["miles"])
    }
    await eventually("the other hears of it") { !there.values.isEmpty }
    #expect(there.values.count == 1)
    let news = try #require(there.values.first)
    #expect(news.changed == [miles.entityKey, Track(1).entityKey])
    #expect(news.lists == ["artists"])
    #expect(news.deleted.isEmpty && !news.affectsEverything)
    #expect(try await other.list(artists) == [miles])
    await other.keep { $0.delete(EntityReference(miles)) }
    await eventually("the one hears of it") { !here.values.isEmpty }
    #expect(here.values.first?.deleted == [miles.entityKey])
    #expect(here.values.count == 1 && there.values.count == 1)
  }

  @Test("can both create the file at the same time")
  func together() async throws {
    for round in 0..<20 {
      let caches = (0..<3).map { _ in
        SQLiteEntityCache(path: folder.path(of: "\(round).db"), busyTimeout: .seconds(20))
      }
      let told = CallbackRecorder<EntityCacheError?>()
      for (place, cache) in caches.enumerated() {
        cache.apply(.of { $0.upsert(Artist(id: "\(place)")) }) { told.tell($0) }
      }
      for cache in caches { await cache.flushed() }
      #expect(told.values == [nil, nil, nil])
      for place in 0..<3 {
        for cache in caches {
          #expect(try await cache.entity(EntityReference<Artist>("\(place)")) != nil)
        }
      }
    }
  }

  @Test("report cascaded deletions, and recreated entities as changes")
  func cascade() async throws {
    let news = CallbackRecorder<ExternalChanges>()
    let (one, other) = (cache(), cache(news))
    await other.flushed()
    let album = Album(id: 1, artist: miles)
    await one.keep { $0.upsert(miles, album) }
    await eventually("it is told") { news.values.count == 1 }
    await one.keep {
      $0.delete(EntityReference(miles))
      $0.upsert(miles)
    }
    await eventually("it is told") { news.values.count == 2 }
    #expect(news.values.last?.changed == [miles.entityKey])
    // The recreated entity was deleted as well: its former parents no longer contain it.
    #expect(news.values.last?.deleted == [miles.entityKey, album.entityKey])
    #expect(try await other.entity(EntityReference(miles)) == miles)
  }

  @Test("receive earlier changes of others before they save their own")
  func between() async throws {
    let news = CallbackRecorder<ExternalChanges>()
    let (one, other) = (cache(news), cache())
    await one.flushed()
    for number in 0..<20 {
      await other.keep { $0.upsert(Artist(id: "\(number)")) }
      await one.keep { $0.upsert(Track(ItemID(number))) }
    }
    await eventually("all of it is told") {
      news.values.reduce(into: Set()) { $0.formUnion($1.changed) }.count == 20
    }
    #expect(news.values.allSatisfy { $0.changed.allSatisfy { $0.entityName == "Artist" } })
  }

  @Test("report that all data may have changed after too many changes")
  func everything() async throws {
    let news = CallbackRecorder<ExternalChanges>()
    let other = cache()
    await other.keep { $0.upsert(miles) }
    let one = cache(news)
    await one.flushed()
    #expect(news.values.isEmpty)
    await other.keep { batch in
      for number in 0..<5000 { batch.upsert(Artist(id: "\(number)")) }
    }
    await eventually("it is told") { news.values.contains(where: \.affectsEverything) }
  }

  @Test("detect that more commits were saved than the file lists")
  func forgotten() async throws {
    let file = try CacheFile.open(
      path: folder.path(of: "cache.db"), mode: .readWrite, busyTimeout: .seconds(1)
    ) { _ in }
    let other = try CacheFile.open(
      path: folder.path(of: "cache.db"), mode: .readWrite, busyTimeout: .seconds(1)
    ) { _ in }
    try other.database.execute("PRAGMA synchronous = OFF")
    for number in 0..<1010 {
      _ = try other.apply(.of { $0.upsert(Artist(id: "\(number)")) })
    }
    let news = try #require(try file.externalChanges())
    #expect(news.changes.affectsEverything)
    #expect(news.changes.changed.count == 1000)
    #expect(news.latest == 1010)
    file.seen = news.latest
    #expect(try file.externalChanges() == nil)
    _ = try other.apply(.of { $0.upsert(Artist(id: "last")) })
    #expect(try file.externalChanges()?.changes.changed == [EntityReference<Artist>("last").key])
  }
}
