import Glibc
import MocoaModel
import MocoaSystem
import MocoaTestSupport
import Testing

@testable import MocoaData

@MainActor
@Suite("Malformed and hostile databases")
struct HostileDatabaseTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func opened(_ path: String, _ content: DatabaseContent) async throws -> DatabaseSource {
    let source = try DatabaseSource(path: path, content)
    await source.finish()
    return source
  }

  @Test("shows only rows in ascending order, and reports the damage")
  func descending() async throws {
    let path = try SampleDatabase(
      in: folder, "desc.db",
      """
      PRAGMA page_size = 1024; CREATE TABLE t (id INTEGER PRIMARY KEY, a);
      INSERT INTO t VALUES (1, 'x'), (2, 'y'), (3, 'z')
      """
    ).path
    var bytes = try #require(try SmallFile.read(path, limit: 1 << 20))
    for place in 1032...1033 { bytes.swapAt(place, place + 4) }
    let source = try await opened(try folder.write("swapped.db", bytes), .rows(of: "t"))
    #expect(source.texts.count == 1)
    #expect(source.failure?.hasSuffix("incomplete: database is corrupted") == true)
  }

  @Test("finishes listing a database with any byte changed")
  func everyByte() async throws {
    let path = try SampleDatabase(
      in: folder, "small.db",
      """
      PRAGMA page_size = 512; CREATE TABLE t (id INTEGER PRIMARY KEY, a);
      CREATE TABLE k (a TEXT PRIMARY KEY, b) WITHOUT ROWID;
      INSERT INTO t VALUES (1, 'x'), (2, 'y'), (3, 'z'); INSERT INTO k SELECT a, id FROM t
      """
    ).path
    let whole = try #require(try SmallFile.read(path, limit: 1 << 20))
    for place in stride(from: 100, to: whole.count, by: 1) where whole[place] != 0 {
      var bytes = whole
      bytes[place] ^= UInt8(truncatingIfNeeded: 1 << (place % 8))
      let path = try folder.write("changed.db", bytes)
      for content in [DatabaseContent.tables, .rows(of: "t"), .rows(of: "k")] {
        let cancellation = CancellationToken()
        guard
          let connection = try? DatabaseConnection(path: path, busyTimeout: .zero, cancellation)
        else { continue }
        var lister = DatabaseLister(path: path, content, cancellation)
        guard let list = try? lister.list(connection, { _, _ in }) else { continue }
        for index in 0..<list.itemCount {
          _ = list.element(at: ItemPath(section: 0, item: index))
        }
      }
    }
  }

  @Test("finds rows by keys that are not valid UTF-8")
  func invalidKeys() async throws {
    let path = try SampleDatabase(
      in: folder, "keys.db",
      """
      CREATE TABLE w (k TEXT PRIMARY KEY, n) WITHOUT ROWID;
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000)
      INSERT INTO w SELECT CAST(x'FF' || printf('%05d', i) AS TEXT), i FROM n;
      """
    ).path
    let source = try await opened(path, .rows(of: "w"))
    #expect(source.phase == .finished)
    let items = source.snapshot.sections[0].items
    #expect(items.count == 5000)
    for index in [0, 4095, 4096, 4999] {
      #expect((items.element(at: index) as? TableRow)?.field("n") == .int(Int64(index + 1)))
    }
  }

  @Test("reads the beginning of a large text in a view")
  func largeViews() async throws {
    let path = try SampleDatabase(
      in: folder, "views.db",
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, s TEXT);
      INSERT INTO t VALUES (1, 'small'), (2, printf('%.70000c', 'x')), (3, 'z');
      CREATE VIEW v AS SELECT s FROM t;
      """
    ).path
    let source = try await opened(path, .rows(of: "v"))
    #expect(source.texts.map { $0.prefix(7) } == ["s=small", "s=xxxxx", "s=z"])
    #expect(source.texts[1].hasSuffix("xxx… <70000 bytes>"))
    #expect(source.phase == .finished)
  }

  @Test("reads a few rows of an endless view with wide rows")
  func wideView() async throws {
    let columns = (0..<100).map { "printf('%.60000c', 'x') c\($0)" }.joined(separator: ", ")
    let path = try SampleDatabase(
      in: folder, "bomb.db",
      """
      CREATE VIEW v AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)
      SELECT i, \(columns) FROM n
      """
    ).path
    let source = try await opened(path, .rows(of: "v"))
    #expect(source.failure?.contains("only the first") == true)
    let items = source.snapshot.sections[0].items
    let rows = (0..<items.count).compactMap { items.element(at: $0) as? TableRow }
    #expect(rows.reduce(0) { $0 + $1.size } <= 16 << 20)
    #expect(rows.count > 10)
    // The size limit of a row is divided among its columns.
    #expect(rows.first?.field("c99")?.scalarString?.hasSuffix("… <60000 bytes>") == true)
  }

  @Test("retains at most a few megabytes of wide rows")
  func wideRows() async throws {
    let columns = (0..<20).map { "c\($0) TEXT AS (printf('%.60000c', 'x'))" }
    let path = try SampleDatabase(
      in: folder, "wide.db",
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, \(columns.joined(separator: ", ")));
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300)
      INSERT INTO t (id) SELECT i FROM n;
      """
    ).path
    let source = try await opened(path, .rows(of: "t"))
    let items = source.snapshot.sections[0].items
    var sizes = 0
    for index in 0..<items.count {
      let row = try #require(items.element(at: index) as? TableRow)
      guard row.errorMessage == nil else { continue }
      sizes = max(sizes, row.size)
      #expect(row.field("id") == .int(Int64(index + 1)))
    }
    #expect((60_000..<100_000).contains(sizes))
    var cache = RowCache()
    let names = (0..<items.count).compactMap { index -> RowCache.Name? in
      guard let row = items.element(at: index) as? TableRow else { return nil }
      cache.insert(row)
      return RowCache.Name(id: row.itemID, hash: row.hash)
    }
    let kept = names.compactMap { cache.row($0)?.size }.reduce(0, +)
    #expect(kept < 2 * RowCache.limit + (1 << 20))
  }

  @Test("distinguishes table names exactly as SQLite does")
  func names() async throws {
    let path = try SampleDatabase(
      in: folder, "names.db",
      """
      CREATE TABLE "É" (big); INSERT INTO "É" VALUES (1);
      CREATE TABLE "é" (small); INSERT INTO "é" VALUES (2);
      CREATE TABLE "e\u{301}" (parts); INSERT INTO "e\u{301}" VALUES (3);
      CREATE TABLE "a""\u{301}b" ("c""\u{301}d"); INSERT INTO "a""\u{301}b" VALUES (4);
      """
    ).path
    for (name, text) in [
      ("É", "big=1"), ("é", "small=2"), ("e\u{301}", "parts=3"),
      ("a\"\u{301}b", "c\"\u{301}d=4"),
    ] {
      #expect(try await opened(path, .rows(of: name)).texts == [text], "\(name)")
    }
  }

  @Test("opens each row by its key, of any type")
  func keys() async throws {
    let path = try SampleDatabase(
      in: folder, "mixed.db",
      """
      CREATE TABLE w (k PRIMARY KEY, n) WITHOUT ROWID;
      INSERT INTO w VALUES (1, 'number'), ('1', 'text'), (x'31', 'bytes'), (1.5, 'real'),
        ('it''s', 'quote'), ('''\u{301}', 'accent'), ('', 'empty');
      CREATE TABLE p (a, b, n, PRIMARY KEY (a, b)) WITHOUT ROWID;
      INSERT INTO p VALUES (1, '5', 'mixed');
      CREATE TABLE c (id INTEGER PRIMARY KEY, x, y, FOREIGN KEY (x, y) REFERENCES p (a, b));
      INSERT INTO c VALUES (1, 1, '5');
      """
    ).path
    for table in ["w", "p"] {
      let items = try await opened(path, .rows(of: table)).snapshot.sections[0].items
      for index in 0..<items.count {
        let row = try #require(items.element(at: index) as? TableRow)
        let place = RowReference(table: table, key: try #require(row.key))
        let fields = try await opened(path, .row(place)).texts
        #expect(
          fields.contains("name=n value=\(row.field("n")?.scalarString ?? "?")"), "\(place.key)")
      }
    }
    // A key as the user types it.
    let typed = try await opened(path, .row(RowReference(table: "w", key: ["it's"])))
    #expect(typed.texts.last == "name=n value=quote")
    let child = try await opened(path, .row(RowReference(table: "c", key: ["1"])))
    let field = child.snapshot.element(at: ItemPath(section: 0, item: 2)) as? TableField
    let parent = try await opened(path, .row(try #require(field?.foreignKey)))
    #expect(parent.texts.contains("name=n value=mixed"))
  }

  @Test("lists rows without a unique key, and rows with large keys")
  func oddKeys() async throws {
    let path = try SampleDatabase(
      in: folder, "odd.db",
      """
      CREATE TABLE t (k TEXT PRIMARY KEY, rowid, oid, _rowid_);
      INSERT INTO t VALUES (NULL, 1, 2, 3), ('a', 4, 5, 6);
      CREATE TABLE w (k TEXT PRIMARY KEY, n INTEGER) WITHOUT ROWID;
      INSERT INTO w VALUES (printf('%.70000c', 'k'), 5), ('z', 6);
      """
    ).path
    #expect(
      try await opened(path, .rows(of: "t")).texts == [
        "k=null rowid=1 oid=2 _rowid_=3", "k=a rowid=4 oid=5 _rowid_=6",
      ])
    let rows = try await opened(path, .rows(of: "w")).texts
    #expect(rows.count == 2)
    #expect(rows.first?.hasSuffix("… <70000 bytes> n=5") == true)
  }

  @Test("rejects a named pipe")
  func pipe() throws {
    let path = folder.path(of: "pipe")
    try #require(mkfifo(path, 0o600) == 0)
    #expect(throws: SourceError.database(path, "is not a file")) { try DatabaseSource(path: path) }
  }
}
