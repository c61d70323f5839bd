import CSQLite
import Glibc
import MocoaModel
import MocoaSQLite
import MocoaTestSupport
import Testing

@testable import MocoaStore

/// A second connection to a file, in the role of another program.
final class OtherConnection {
  private var handle: OpaquePointer?

  init(_ path: String) {
    sqlite3_open(path, &handle)
    sqlite3_busy_timeout(handle, 10_000)
  }

  deinit { sqlite3_close(handle) }

  func run(_ sql: String) throws {
    try #require(sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK, "\(sql)")
  }

  func number(_ sql: String) -> Int {
    var statement: OpaquePointer?
    sqlite3_prepare_v2(handle, sql, -1, &statement, nil)
    defer { sqlite3_finalize(statement) }
    return sqlite3_step(statement) == SQLITE_ROW ? Int(sqlite3_column_int64(statement, 0)) : -1
  }
}

@Suite("Caches with unusable files")
@MainActor struct CacheFaultTests {
  let folder: TemporaryFolder
  let path: String
  let log = CallbackRecorder<String>()
  let miles = Artist(id: "miles", name: "Miles")
  let trane = Artist(id: "trane", name: "Trane")
  let artists = ListKey<Artist>("artists")

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path(of: "cache.db")
  }

  private func cache(
    _ mode: SQLiteEntityCache.Mode = .readWrite, busyTimeout: Duration = .milliseconds(50)
  ) -> SQLiteEntityCache {
    SQLiteEntityCache(path: path, mode: mode, busyTimeout: busyTimeout) { [log] in log.tell($0) }
  }

  /// Creates a file with one artist and a list of it.
  private func make() async {
    await cache().keep {
      $0.upsert(miles)
      $0.set(artists, ["miles"])
    }
    await isClosed()
  }

  /// Waits until all caches have closed the file.
  ///
  /// The last one removes the log.
  private func isClosed() async {
    await eventually("no connection has the file open") { access("\(path)-wal", F_OK) != 0 }
  }

  /// Checks the results of all operations on a file that is unusable.
  private func expectRefused(_ kind: EntityCacheError.Kind, _ words: String) async throws {
    let cache = cache()
    let error = try #require(await cache.keep { $0.upsert(trane) })
    #expect(error.kind == kind)
    #expect(error.description.contains(words), "\(error)")
    #expect(error.description.hasPrefix(path) && !error.description.contains("\n"))
    await #expect(throws: error) { try await cache.entity(EntityReference(miles)) }
    await #expect(throws: error) { try await cache.list(artists) }
    #expect(await cache.flushed() == error)
    #expect(cache.status == .failed(error))
  }

  // MARK: - Foreign files

  @Test("leave a file alone that is not a database")
  func noDatabase() async throws {
    for text in ["x", String(repeating: "no database\n", count: 1000)] {
      try folder.write("cache.db", text)
      try await expectRefused(.damaged, "not a database")
      #expect(try folder.text(of: "cache.db") == text)
    }
  }

  @Test("leave a foreign database alone, including its log")
  func foreign() async throws {
    let other = OtherConnection(path)
    try other.run("PRAGMA journal_mode = WAL; CREATE TABLE t (x); PRAGMA wal_checkpoint(TRUNCATE)")
    try other.run("INSERT INTO t VALUES (7)")
    let before = (try folder.text(of: "cache.db"), try folder.text(of: "cache.db-wal"))
    try await expectRefused(.damaged, "belongs to another application")
    #expect(try folder.text(of: "cache.db") == before.0)
    #expect(try folder.text(of: "cache.db-wal") == before.1)
    #expect(other.number("SELECT x FROM t") == 7)
  }

  @Test("leave a file of a newer version alone")
  func newer() async throws {
    await make()
    try OtherConnection(path).run("PRAGMA user_version = 99")
    try await expectRefused(.newerVersion, "written by a newer version")
    #expect(OtherConnection(path).number("SELECT count(*) FROM entity") == 1)
  }

  @Test("reject a file with triggers or other tables")
  func tables() async throws {
    await make()
    try OtherConnection(path).run(
      "CREATE TRIGGER t AFTER INSERT ON entity BEGIN DELETE FROM list; END")
    try await expectRefused(.damaged, "contains unknown tables")
    try OtherConnection(path).run("DROP TRIGGER t; DROP TABLE reference")
    try await expectRefused(.damaged, "contains unknown tables")
  }

  @Test("use an empty file")
  func empty() async throws {
    try folder.write("cache.db", "")
    await make()
    #expect(try await cache().entity(EntityReference(miles)) == miles)
  }

  // MARK: - Missing and read-only files

  @Test("create missing folders with access for the user only")
  func folderMissing() async throws {
    let cache = SQLiteEntityCache(path: folder.path(of: "new") + "/one/cache.db")
    #expect(await cache.keep { $0.upsert(miles) } == nil)
    #expect(try await cache.entity(EntityReference(miles)) == miles)
    var status = stat()
    #expect(stat(folder.path(of: "new") + "/one", &status) == 0)
    #expect(status.st_mode & 0o777 == 0o700)
  }

  @Test("report a folder that cannot be created, and save when it can")
  func folderImpossible() async throws {
    try folder.write("new", "a file")
    let path = folder.path(of: "new") + "/cache.db"
    let cache = SQLiteEntityCache(path: path)
    let error = try #require(await cache.keep { $0.upsert(miles) })
    #expect(error.kind == .notWritable)
    #expect(error.description.contains("ot a directory"), "\(error)")
    try #require(unlink(folder.path(of: "new")) == 0)
    await eventually("it can be opened") {
      let told = CallbackRecorder<Bool>()
      cache.flush { told.tell($0 == nil) }
      while told.values.isEmpty { usleep(1000) }
      return told.values == [true]
    }
    #expect(try await cache.entity(EntityReference(miles)) == miles)
    for ending in ["", "-wal", "-shm"] { unlink(path + ending) }
    rmdir(folder.path(of: "new"))
  }

  @Test("have saved all batches when a program waits at its end")
  func finishing() async throws {
    let caches = [cache(), SQLiteEntityCache(path: folder.path(of: "other.db"))]
    for cache in caches {
      var batch = EntityBatch(revision: 1)
      batch.upserts = (0..<2_000).map { .init(Artist(id: "\($0)", name: "artist \($0)")) }
      cache.apply(batch) { _ in }
    }
    #expect(CacheWorker.finish(caches.map(\.worker), within: .seconds(30)) == [])
    for name in ["cache.db", "other.db"] {
      let other = SQLiteEntityCache(path: folder.path(of: name), mode: .readOnly)
      #expect(try await other.entity(EntityReference<Artist>("1999"))?.name == "artist 1999")
    }
  }

  @Test("report unsaved batches at the end of a program, without endless waiting")
  func unfinished() async throws {
    try folder.write("new", "a file")
    let cache = SQLiteEntityCache(path: folder.path(of: "new") + "/cache.db")
    var batch = EntityBatch(revision: 1)
    batch.upserts = [.init(miles)]
    cache.apply(batch) { _ in }
    let errors = CacheWorker.finish([cache.worker], within: .seconds(30))
    #expect(errors.map(\.kind) == [.notWritable])
  }

  @Test("cannot read a missing file in read-only mode")
  func missing() async throws {
    let cache = cache(.readOnly)
    await #expect(throws: EntityCacheError.self) { try await cache.entity(EntityReference(miles)) }
    #expect(access(path, F_OK) != 0)
  }

  @Test("read a file in read-only mode, and report that saving fails")
  func readOnly() async throws {
    await make()
    let cache = cache(.readOnly)
    let error = try #require(await cache.keep { $0.upsert(trane) })
    #expect(error == EntityCacheError(.notWritable, "\(path): is open read-only"))
    #expect(try await cache.list(artists) == [miles])
    #expect(try await cache.entity(EntityReference(trane)) == nil)
    #expect(cache.status == .readOnly(error))
    #expect(await cache.flushed() == error)
    #expect(await cache.flushed() == error, "it is said again and again")
  }

  @Test(
    "read a file without permission to write it or its folder",
    arguments: [0o555, 0o777] as [mode_t])
  func protected(folderMode: mode_t) async throws {
    await make()
    try #require(chmod(path, 0o444) == 0 && chmod(folder.folder, folderMode) == 0)
    defer { chmod(folder.folder, 0o755) }
    // Permissions do not restrict root. The thread of a cache has the rights of the thread that
    // opens it.
    let address = try #require(dlsym(nil, "setfsuid"))
    let setUser = unsafeBitCast(address, to: (@convention(c) (UInt32) -> Int32).self)
    if getuid() == 0 { _ = setUser(65534) }
    let cache = cache()
    if getuid() == 0 { _ = setUser(0) }
    let error = try #require(await cache.keep { $0.upsert(trane) })
    #expect(error.kind == .notWritable)
    #expect(error.description.contains("cannot write"))
    #expect(try await cache.list(artists) == [miles])
    #expect(cache.status == .readOnly(error))
  }

  // MARK: - Locked, full and removed files

  @Test("save pending changes later without a request, and notify the store")
  func retrying() async throws {
    await make()
    let store = EntityStore(cache: cache())
    let other = OtherConnection(path)
    try other.run("BEGIN IMMEDIATE")
    try store.upsert(trane)
    await eventually("it is said") { if case .failed = store.saveState { true } else { false } }
    try other.run("COMMIT")
    await eventually("it is saved") { store.saveState == .saved }
    #expect(try await cache().entity(EntityReference(trane)) == trane)
  }

  @Test("a store never reports rejected changes as saved")
  func refused() async throws {
    await make()
    let store = EntityStore(cache: cache(.readOnly))
    try store.upsert(Artist(id: "miles", name: "new"))
    for _ in 0..<3 {
      await #expect(throws: EntityCacheError.self) { try await store.flush() }
      #expect(store.saveState != .saved)
    }
    store.compact()
    #expect(store[EntityReference<Artist>("miles")]?.name == "new", "what is not saved stays")
  }

  @Test("do not write to a file that another program truncated")
  func cutShort() async throws {
    await make()
    let cache = cache()
    #expect(await cache.keep { $0.upsert(trane) } == nil)
    try #require(truncate(path, 0) == 0)
    let error = try #require(await cache.keep { $0.upsert(miles) })
    #expect(error == EntityCacheError(.damaged, "\(path): truncated by another program"))
    #expect(await cache.flushed() != nil)
  }

  @Test("wait for a lock, report it, and save after it ends")
  func locked() async throws {
    await make()
    let cache = cache()
    let other = OtherConnection(path)
    try other.run("BEGIN IMMEDIATE")
    let error = try #require(await cache.keep { $0.upsert(trane) })
    #expect(error == EntityCacheError(.notWritable, "\(path): is locked by another program"))
    #expect(cache.status == .pendingWrites(error))
    #expect(try await cache.list(artists) == [miles])
    #expect(await cache.flushed() == error)
    try other.run("COMMIT")
    #expect(await cache.keep { $0.set(artists, ["trane", "miles"]) } == nil)
    #expect(try await cache.list(artists) == [trane, miles])
    #expect(await cache.flushed() == nil)
    #expect(cache.status == .ready)
  }

  @Test("save a batch completely, or not at all if space is missing")
  func full() async throws {
    await make()
    let file = try CacheFile.open(path: path, mode: .readWrite, busyTimeout: .seconds(5)) { _ in }
    try file.database.execute("PRAGMA max_page_count = 20")
    var batch = EntityBatch(revision: 1)
    batch.upserts = (0..<5000).map { .init(Artist(id: "\($0)", name: "name")) }
    batch.set(ListKey<Track>("new"), [1])
    batch.delete(EntityReference(miles))
    do {
      _ = try file.apply(batch)
      Issue.record("there was space")
    } catch let error as SQLiteError {
      let told = error.cacheError("cache", writing: true)
      #expect(told == EntityCacheError(.notWritable, "cache: cannot save: disk full"))
    }
    #expect(try file.loadList("artists", of: .descriptor(for: Artist.self))?.entities.count == 1)
    #expect(try file.loadList("new", of: .descriptor(for: Track.self)) == nil)
    try file.database.execute("PRAGMA max_page_count = 100000")
    #expect(try file.apply(batch).changes == nil)
    #expect(try file.loadList("artists", of: .descriptor(for: Artist.self))?.entities.count == 0)
    #expect(try file.loadList("new", of: .descriptor(for: Track.self))?.entities.count == 0)
    #expect(
      try file.load([
        EntityRequest(EntityReference<Artist>("4999").key, .descriptor(for: Artist.self))
      ])[0].entity != nil)
  }

  @Test("report that the file was removed, because its data would be lost")
  func removed() async throws {
    let cache = cache()
    #expect(await cache.keep { $0.upsert(miles) } == nil)
    try folder.remove("cache.db")
    let error = try #require(await cache.keep { $0.upsert(trane) })
    #expect(error == EntityCacheError(.notWritable, "\(path): moved or removed"))
    #expect(try await cache.entity(EntityReference(miles)) == miles)
  }

  // MARK: - Damaged files

  @Test("read no part of a truncated file, and leave it alone")
  func truncated() async throws {
    await cache().keep { batch in
      for id in 0..<1000 { batch.upsert(Artist(id: "\(id)", name: "name")) }
    }
    await isClosed()
    for size in [8192, 4096, 1000, 100, 17] {
      try #require(truncate(path, off_t(size)) == 0)
      let cache = cache()
      let error = await cache.keep { $0.upsert(trane) }
      #expect(error?.kind == .damaged, "\(size)")
      await #expect(throws: EntityCacheError.self) {
        try await cache.entity(EntityReference(miles))
      }
      var status = stat()
      #expect(stat(path, &status) == 0 && status.st_size == size)
    }
  }

  @Test("survive damage at any offset of the file", arguments: 0..<6)
  func damaged(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    await cache().keep { batch in
      for id in 0..<300 {
        batch.upsert(Album(id: id, artist: miles, tracks: [Track(ItemID(id))]), Track(ItemID(id)))
      }
      batch.upsert(miles)
      batch.set(ListKey<Album>("albums"), (0..<300).map { ItemID($0) })
      batch.edit(ListKey<Album>("albums"), at: 0, removing: [0], inserting: [299])
    }
    await isClosed()
    let descriptor = open(path, O_RDWR)
    try #require(descriptor >= 0)
    let size = Int(lseek(descriptor, 0, SEEK_END))
    // The header, which identifies the owner of the file, stays.
    for _ in 0..<(1 << seed) {
      var byte = UInt8(truncatingIfNeeded: random.next())
      pwrite(descriptor, &byte, 1, off_t(100 + random.below(size - 100)))
    }
    close(descriptor)
    let cache = cache()
    _ = try? await cache.list(ListKey<Album>("albums"))
    for id in 0..<30 { _ = try? await cache.entity(EntityReference<Album>(id * 10)) }
    await cache.keep { $0.upsert(trane) }
    await cache.keep {
      $0.delete(EntityReference(miles))
      $0.set(artists, ["trane"])
    }
    await cache.flushed()
  }
}
