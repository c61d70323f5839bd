import Glibc
import MocoaModel
import MocoaTestSupport
import Testing

@testable import MocoaData

@MainActor
@Suite("Rows that changed after they were listed")
struct ChangedRowsTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// Creates a database with two tables of 3,000 rows.
  ///
  /// A test reads only some of the rows.
  private func large(_ mode: String = "DELETE") throws -> SampleDatabase {
    try SampleDatabase(
      in: folder, "large.db",
      """
      PRAGMA journal_mode = \(mode);
      CREATE TABLE t (id INTEGER PRIMARY KEY, title TEXT);
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000)
      INSERT INTO t SELECT i, 'title ' || i FROM n;
      CREATE TABLE k (name TEXT PRIMARY KEY, n) WITHOUT ROWID;
      INSERT INTO k SELECT printf('%05d', id), id FROM t;
      """)
  }

  private func opened(_ path: String, _ table: String = "t", follows: Bool = false) async throws
    -> DatabaseSource
  {
    let source = try DatabaseSource(path: path, .rows(of: table), follows: follows)
    await eventually("the rows") { source.snapshot.itemCount > 0 && source.phase == .finished }
    return source
  }

  private func text(_ index: Int, of list: ListSnapshot) -> String {
    guard let row = list.element(at: ItemPath(section: 0, item: index)) as? TableRow else {
      return "?"
    }
    return row.errorMessage.map { "✗ \($0)" }
      ?? row.fields.map { "\($0.name)=\($0.value.scalarString ?? "?")" }.joined(separator: " ")
  }

  @Test("an old snapshot never shows newer values of a row", arguments: ["t", "k"])
  func earlier(table: String) async throws {
    let database = try large("WAL")
    let source = try await opened(database.path, table, follows: true)
    let before = source.snapshot
    let read = text(70, of: before)
    try database.execute(
      """
      BEGIN; UPDATE t SET title = 'NEW' WHERE id IN (1, 71, 2000); DELETE FROM t WHERE id = 2;
      UPDATE k SET n = 'NEW' WHERE name IN ('00001', '00071', '02000'); DELETE FROM k WHERE name = '00002';
      COMMIT
      """)
    await eventually("the change") { source.snapshot.itemCount == 2999 }
    #expect(text(0, of: source.snapshot).hasSuffix("=NEW"))
    for index in [0, 1999] {
      #expect(text(index, of: before).hasPrefix("✗ row has changed"), "\(index)")
    }
    #expect(text(1, of: before) == "✗ row was deleted")
    // Values that were read before the change are retained.
    #expect(text(70, of: before) == read)
    #expect(text(69, of: source.snapshot).hasSuffix("=NEW"))
  }

  @Test("notifies when a changed row has its listed values again")
  func standIns() async throws {
    let database = try large()
    let source = try await opened(database.path)
    try database.execute("UPDATE t SET title = 'NEW' WHERE id = 3000")
    #expect(text(2999, of: source.snapshot).hasPrefix("✗ row has changed"))
    try database.execute("UPDATE t SET title = 'title 3000' WHERE id = 3000")
    var updated: [Int] = []
    let token = source.observe { updated += $0.changes.updates.map(\.to.item) }
    defer { token.cancel() }
    try source.reload()
    await eventually("the row") { updated == [2999] }
    #expect(text(2999, of: source.snapshot) == "id=3000 title=title 3000")
  }

  @Test("shows the current column names")
  func renamed() async throws {
    let database = try large()
    let source = try await opened(database.path, follows: true)
    #expect(text(0, of: source.snapshot) == "id=1 title=title 1")
    try database.execute("ALTER TABLE t RENAME COLUMN title TO heading")
    await eventually("the name") { text(0, of: source.snapshot) == "id=1 heading=title 1" }
    #expect(text(2000, of: source.snapshot) == "id=2001 heading=title 2001")
  }

  @Test("shows rows that were locked after the lock ends")
  func locked() async throws {
    let database = try large()
    let source = try await opened(database.path, follows: true)
    try database.execute("BEGIN EXCLUSIVE; UPDATE t SET title = 'NEW' WHERE id = 1")
    #expect(text(2000, of: source.snapshot).contains("locked by another program"))
    var updated: Set<Int> = []
    let token = source.observe { updated.formUnion($0.changes.updates.map(\.to.item)) }
    defer { token.cancel() }
    try database.execute("COMMIT")
    await eventually("both rows") { updated == [0, 2000] }
    await eventually("the row") { text(2000, of: source.snapshot) == "id=2001 title=title 2001" }
  }

  @Test("follows a symbolic link to a database whose log is elsewhere")
  func link() async throws {
    try #require(mkdir(folder.path(of: "real"), 0o700) == 0)
    let database = try SampleDatabase(
      in: folder, "real/w.db", "PRAGMA journal_mode = WAL; " + SampleDatabase.music)
    let path = folder.path(of: "link.db")
    try #require(symlink("real/w.db", path) == 0)
    let source = try await opened(path, "artist", follows: true)
    try database.execute("INSERT INTO artist VALUES (3, 'Bill Evans')")
    await eventually("the new one") { source.snapshot.itemCount == 3 }
    let other = try SampleDatabase(
      in: folder, "other.db",
      "CREATE TABLE artist (id INTEGER PRIMARY KEY); INSERT INTO artist VALUES (7)")
    try #require(symlink(other.path, folder.path(of: "new")) == 0)
    try #require(rename(folder.path(of: "new"), path) == 0)
    await eventually("the other") { source.texts == ["id=7"] }
  }
}
