import Glibc
import MocoaModel
import MocoaTestSupport
import Testing

@testable import MocoaData

@MainActor
@Suite("Databases that another program writes to")
struct DatabaseReloadTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test("shows each commit as one change set", arguments: ["DELETE", "WAL", "TRUNCATE"])
  func changes(mode: String) async throws {
    let database = try SampleDatabase(
      in: folder, "live.db", "PRAGMA journal_mode = \(mode); " + SampleDatabase.music)
    let source = try DatabaseSource(path: database.path, .rows(of: "album"), follows: true)
    await eventually("the rows") { source.snapshot.itemCount == 3 && source.phase == .finished }
    var changes: [ChangeSet] = []
    let token = source.observe { if !$0.changes.isEmpty { changes.append($0.changes) } }
    #expect(source.texts.count == 3)
    try database.execute(
      """
      BEGIN; DELETE FROM album WHERE id = 11; UPDATE album SET price = 1 WHERE id = 15;
      INSERT INTO album VALUES (20, 'A Love Supreme', 2, NULL, 9); COMMIT
      """)
    await eventually("the change") { changes.count == 1 }
    try #require(changes.count == 1)
    #expect(source.texts.map { $0.prefix(5) } == ["id=10", "id=15", "id=20"])
    #expect(source.texts[1].hasSuffix("price=1.0"))
    #expect(changes[0].deletions.map(\.range) == [1..<2])
    #expect(changes[0].insertions.map(\.range) == [2..<3])
    #expect(changes[0].updates.map(\.to.item) == [1])
    token.cancel()
  }

  @Test("shows the file that replaces the database")
  func replaced() async throws {
    let path = try SampleDatabase(in: folder, "a.db", SampleDatabase.music).path
    let source = try DatabaseSource(path: path, .rows(of: "artist"), follows: true)
    await eventually("the rows") { source.snapshot.itemCount == 2 && source.phase == .finished }
    let other = try SampleDatabase(
      in: folder, "b.db",
      "CREATE TABLE artist (id INTEGER PRIMARY KEY); INSERT INTO artist VALUES (7)"
    ).path
    try #require(rename(other, path) == 0)
    await eventually("the other") { source.texts == ["id=7"] }
  }

  @Test("reads a database in WAL mode in a read-only folder")
  func readOnlyFolder() async throws {
    try #require(mkdir(folder.path(of: "locked"), 0o700) == 0)
    let path = try SampleDatabase(
      in: folder, "locked/w.db", "PRAGMA journal_mode = WAL; " + SampleDatabase.music
    ).path
    unlink(path + "-shm")
    unlink(path + "-wal")
    chmod(folder.path(of: "locked"), 0o500)
    defer { chmod(folder.path(of: "locked"), 0o700) }
    let source = try DatabaseSource(path: path, .rows(of: "artist"))
    await source.finish()
    #expect(source.phase == .finished)
    #expect(source.texts.count == 2)
  }

  @Test("reports a lock, and shows the rows after it ends")
  func locked() async throws {
    let database = try SampleDatabase(in: folder, "l.db", SampleDatabase.music)
    try database.execute("BEGIN EXCLUSIVE")
    let source = try DatabaseSource(path: database.path, .rows(of: "artist"), follows: true)
    await eventually("the reason") {
      source.failure?.contains("locked by another program") == true
    }
    try database.execute("INSERT INTO artist VALUES (3, 'Bill Evans'); COMMIT")
    await eventually("the rows") { source.snapshot.itemCount == 3 }
  }
}
