import CSQLite
import Glibc
import MocoaModel
import MocoaStore

/// A benchmark that saves many small entities in a file.
///
/// The floor writes the same bytes in a minimal loop.
final class CacheBench: Bench {
  struct Song: Entity {
    let id: Int
    var title: String
    var artist: String
    var seconds: Int
    var isLive: Bool
  }

  private let folder: String
  private let songs: [Song]
  private let bodies: [[UInt8]]

  init() {
    var template = Array("/tmp/mocoa-bench-cache-XXXXXX".utf8CString)
    folder = mkdtemp(&template).map { String(cString: $0) } ?? "/tmp"
    let songs = (0..<100_000).map { id in
      Song(
        id: id, title: "Song number \(id)", artist: "Artist \(id % 1000)", seconds: id % 600,
        isLive: id % 7 == 0)
    }
    self.songs = songs
    bodies = songs.map { song in
      Array(
        (#"{"id":\#(song.id),"title":"\#(song.title)","artist":"\#(song.artist)","#
          + #""seconds":\#(song.seconds),"isLive":\#(song.isLive)}"#).utf8)
    }
  }

  /// The store that is written to, retained because releasing its content is not measured.
  private var store = EntityStore()

  func prepare() {
    store = EntityStore()
    // The file of the previous round is closed on its own thread.
    usleep(300_000)
    clear()
    store = EntityStore(cache: SQLiteEntityCache(path: "\(folder)/cache.db"))
  }

  func subject() async {
    do {
      try store.write { try $0.upsert(songs) }
      try await store.flush()
    } catch {
      preconditionFailure("\(error)")
    }
  }

  func floor() async {
    var database: OpaquePointer?
    precondition(sqlite3_open("\(folder)/floor.db", &database) == SQLITE_OK)
    for sql in [
      "PRAGMA journal_mode = WAL", "PRAGMA synchronous = FULL",
      """
      CREATE TABLE entity (
        kind INTEGER NOT NULL, id NOT NULL, type INTEGER NOT NULL, body BLOB NOT NULL,
        PRIMARY KEY (kind, id, type)) WITHOUT ROWID
      """, "BEGIN",
    ] {
      precondition(sqlite3_exec(database, sql, nil, nil, nil) == SQLITE_OK)
    }
    var statement: OpaquePointer?
    sqlite3_prepare_v2(database, "INSERT INTO entity VALUES (1, ?, 2, ?)", -1, &statement, nil)
    for (id, body) in bodies.enumerated() {
      body.withUnsafeBytes { bytes in
        sqlite3_bind_int64(statement, 1, Int64(id))
        sqlite3_bind_blob(statement, 2, bytes.baseAddress, Int32(bytes.count), nil)
        precondition(sqlite3_step(statement) == SQLITE_DONE)
        sqlite3_reset(statement)
      }
    }
    sqlite3_finalize(statement)
    precondition(sqlite3_exec(database, "COMMIT", nil, nil, nil) == SQLITE_OK)
    sqlite3_close(database)
  }

  private func clear() {
    for name in ["cache.db", "floor.db"] {
      for ending in ["", "-wal", "-shm"] { unlink("\(folder)/\(name)\(ending)") }
    }
  }

  /// Removes the folder.
  func end() {
    store = EntityStore()
    clear()
    rmdir(folder)
  }
}
