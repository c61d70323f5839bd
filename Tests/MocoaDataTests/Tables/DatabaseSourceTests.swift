import Glibc
import MocoaModel
import MocoaSQLite
import MocoaSystem
import MocoaTestSupport
import Testing

@testable import MocoaData

@MainActor
@Suite("Database sources")
struct DatabaseSourceTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func opened(_ path: String, _ content: DatabaseContent = .tables) async throws
    -> DatabaseSource
  {
    let source = try DatabaseSource(path: path, content)
    await source.finish()
    return source
  }

  private func music() throws -> SampleDatabase {
    try SampleDatabase(in: folder, "music.db", SampleDatabase.music)
  }

  @Test("lists tables and views with their rows, columns, sizes and references")
  func tables() async throws {
    let source = try await opened(try music().path)
    #expect(
      source.texts == [
        "table=album kind=table rows=3 columns=5 size=4096 share=1 refers to=→ artist",
        "table=artist kind=table rows=2 columns=2 size=4096 share=0.6667 refers to=← album",
        "table=long_titles kind=view rows= columns=1 size= share= refers to=",
        "table=track kind=table rows=3 columns=3 size=4096 share=1 refers to=→ album",
      ])
  }

  @Test("lists tables with cyclic, composite and missing references, and odd names")
  func oddReferences() async throws {
    let database = try SampleDatabase(
      in: folder, "odd.db",
      """
      CREATE TABLE a (id INTEGER PRIMARY KEY, b INTEGER REFERENCES b(id));
      CREATE TABLE b (id INTEGER PRIMARY KEY, a INTEGER REFERENCES a);
      CREATE TABLE "o ""d'd" (p TEXT, "q 1" INTEGER, PRIMARY KEY (p, "q 1")) WITHOUT ROWID;
      CREATE TABLE child (
        n INTEGER, x TEXT, y INTEGER, m INTEGER REFERENCES missing(id),
        s INTEGER REFERENCES a(nope),
        FOREIGN KEY (x, y) REFERENCES "o ""d'd"(p, "q 1"));
      CREATE VIEW broken AS SELECT * FROM nowhere;
      CREATE TABLE none (x);
      INSERT INTO a VALUES (1, 2); INSERT INTO b VALUES (2, 1);
      INSERT INTO "o ""d'd" VALUES ('k''1', 2);
      INSERT INTO child VALUES (1, 'k''1', 2, 9, 1), (2, NULL, 2, NULL, NULL);
      """)
    let texts = try await opened(database.path).texts
    #expect(texts[0].hasSuffix("→ b") && texts[1].hasSuffix("→ a"))
    #expect(texts[2].hasPrefix("✗ no such table"))
    #expect(texts[3].hasSuffix("→ missing, a, o \"d'd"))
    #expect(texts[4].contains("rows=0") && texts[5].hasSuffix("← child"))
    let rows = try await opened(database.path, .rows(of: "child"))
    let items = rows.snapshot.sections[0].items
    let first = try #require(items.element(at: 0) as? TableRow)
    let key = RowReference(table: "o \"d'd", columns: ["p", "q 1"], key: ["'k''1'", "2"])
    #expect(first.reference(ofField: "y") == key && first.reference(ofField: "x") == key)
    #expect(first.reference(ofField: "m") == nil, "its table is missing")
    #expect(first.reference(ofField: "s") == nil, "its column is missing")
    #expect(
      first.reference(ofField: "n") == nil
        && first.fieldFormats == ["x": .reference, "y": .reference])
    let second = try #require(items.element(at: 1) as? TableRow)
    #expect(second.reference(ofField: "y") == nil, "a part is null")
    let target = try await opened(database.path, .row(key))
    #expect(target.texts.last == "name=← child.x, y value=1 row")
    let last = target.snapshot.element(at: ItemPath(section: 0, item: 2)) as? ReferringRows
    #expect(last?.filter == "x=\"k'1\" y=2" || last?.filter == "x=k'1 y=2")
    #expect(
      try await opened(database.path, .row(RowReference(table: "a", key: ["1"]))).texts.last
        == "name=← b.a value=1 row")
  }

  @Test("lists the schema of a table")
  func schema() async throws {
    let database = try SampleDatabase(
      in: folder, "schema.db",
      """
      CREATE TABLE o (id INTEGER PRIMARY KEY);
      CREATE TABLE t (
        id INTEGER PRIMARY KEY, o INTEGER NOT NULL REFERENCES o(id), s TEXT DEFAULT 'x',
        g TEXT GENERATED ALWAYS AS (s || '!') VIRTUAL);
      CREATE UNIQUE INDEX i ON t(o, s DESC);
      CREATE TRIGGER r AFTER INSERT ON t BEGIN DELETE FROM o; END;
      """)
    let source = try await opened(database.path, .schema(of: "t"))
    let texts = source.texts.map { $0.prefix { $0 != "(" } }
    #expect(texts[0].hasPrefix("name=id type=INTEGER key=PK null=yes default= sql=CREATE TABLE t"))
    #expect(texts[1].hasPrefix("name=o type=INTEGER key=FK → o.id null=no default= sql="))
    #expect(texts[2].hasPrefix("name=s type=TEXT key= null=yes default='x' sql="))
    #expect(texts[3].hasPrefix("name=g type=TEXT generated key="))
    #expect(texts[4].hasPrefix("name=i type=unique index key=o, s DESC null= default= sql=CREATE"))
    #expect(texts[5].hasPrefix("name=r type=trigger key= null= default= sql=CREATE TRIGGER r"))
    #expect(try await opened(database.path, .schema(of: "nope")).failure?.contains("nope") == true)
  }

  @Test("returns the column names of an empty table")
  func headings() async throws {
    let database = try SampleDatabase(
      in: folder, "empty.db", "CREATE TABLE t (id INTEGER PRIMARY KEY, \"full name\" TEXT)")
    let source = try await opened(database.path, .rows(of: "t"))
    #expect(source.columnNames == ["id", "full name"] && source.snapshot.itemCount == 0)
    #expect(try await opened(database.path).columnNames == nil, "tables are no rows of one")
  }

  @Test("lists rows in the order of their identifiers; blobs show their size")
  func rows() async throws {
    let source = try await opened(try music().path, .rows(of: "album"))
    #expect(source.phase == .finished)
    #expect(
      source.texts == [
        "id=10 title=Kind of Blue artist=1 cover=<2 bytes> price=9.5",
        "id=11 title=Blue Train artist=2 cover=null price=8.0",
        "id=15 title=Milestones artist=1 cover=<0 bytes> price=7.0",
      ])
    #expect(source.snapshot.id(at: ItemPath(section: 0, item: 2)) == ItemID(15))
  }

  @Test("lists rows of a view and of a table without row identifiers")
  func others() async throws {
    let database = try music()
    let tracks = try await opened(database.path, .rows(of: "track"))
    #expect(tracks.texts.last == "album=11 number=1 title=Blue Train")
    let view = try await opened(database.path, .rows(of: "LONG_TITLES"))
    #expect(view.texts == ["title=Kind of Blue", "title=Blue Train", "title=Milestones"])
  }

  @Test("lists 10,000 rows with and without gaps, by number and by key")
  func many() async throws {
    let database = try SampleDatabase(
      in: folder, "many.db",
      """
      CREATE TABLE number (id INTEGER PRIMARY KEY, twice);
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10000)
      INSERT INTO number SELECT i, 2 * i FROM n;
      CREATE TABLE gap (id INTEGER PRIMARY KEY, twice);
      INSERT INTO gap SELECT id * 3 - 9000, twice FROM number;
      CREATE TABLE code (a, b, twice, PRIMARY KEY (a, b)) WITHOUT ROWID;
      INSERT INTO code SELECT printf('%06d', id / 2), id % 2, twice FROM number;
      """)
    for table in ["number", "gap", "code"] {
      let source = try await opened(database.path, .rows(of: table))
      let items = source.snapshot.sections[0].items
      #expect(items.count == 10_000)
      for index in stride(from: 0, to: 10_000, by: 37) + [4095, 4096, 9999] {
        // On a loaded machine, reading a page may time out. The next attempt follows a second later.
        var row = try #require(items.element(at: index) as? TableRow)
        await eventually("row \(index) of \(table)") {
          if let read = items.element(at: index) as? TableRow { row = read }
          return row.errorMessage == nil
        }
        #expect(row.field("twice") == .int(2 * Int64(index + 1)), "\(table) \(index)")
        #expect(row.itemID == items.id(at: index))
        #expect(items.isContentEqual(at: index, items, at: index))
      }
    }
  }

  @Test("lists the values of a row and the rows they reference")
  func fields() async throws {
    let path = try music().path
    let place = RowReference(table: "album", key: ["11"])
    let source = try await opened(path, .row(place))
    #expect(source.texts[1] == "name=title value=Blue Train")
    #expect(source.texts[2] == "name=artist value=2 refers to=artist")
    let field = source.snapshot.element(at: ItemPath(section: 0, item: 2)) as? TableField
    let target = try #require(field?.foreignKey)
    #expect(target == RowReference(table: "artist", columns: ["id"], key: ["2"]))
    #expect(
      try await opened(path, .row(target)).texts == [
        "name=id value=2", "name=name value=John Coltrane", "name=← album.artist value=1 row",
      ])
    let track = RowReference(table: "track", key: ["10", "2"])
    #expect(try await opened(path, .row(track)).texts.last == "name=title value=Freddie Freeloader")
  }

  @Test("fails with a reason if the table, row or file is missing")
  func missing() async throws {
    let path = try music().path
    for (content, reason) in [
      (DatabaseContent.rows(of: "nope"), "no table \"nope\""),
      (.row(RowReference(table: "album", key: ["99"])), "album has no row 99"),
      (.row(RowReference(table: "album", columns: ["nope"], key: ["nope"])), "has no matching row"),
      (.row(RowReference(table: "long_titles", key: ["1"])), "has no matching row"),
    ] {
      #expect(try await opened(path, content).failure?.contains(reason) == true, "\(reason)")
    }
    #expect(throws: SourceError.system(folder.path(of: "no.db"), ENOENT)) {
      try DatabaseSource(path: folder.path(of: "no.db"))
    }
  }

  @Test("reads tables and columns of any name")
  func names() async throws {
    let database = try SampleDatabase(
      in: folder, "a?b#c%.db",
      """
      CREATE TABLE "a ""b"" ';--" ("x "" y" TEXT PRIMARY KEY, "select", "rowid", "oid", "_rowid_");
      INSERT INTO "a ""b"" ';--" VALUES ('k', 1, 2, 3, 4);
      """)
    let source = try await opened(database.path, .rows(of: "a \"b\" ';--"))
    #expect(source.texts == ["x \" y=k select=1 rowid=2 oid=3 _rowid_=4"])
  }

  @Test("reads the beginning of a large text, and no large blob")
  func large() async throws {
    let database = try SampleDatabase(
      in: folder, "large.db",
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, s TEXT, b BLOB);
      INSERT INTO t VALUES (1, 'a', NULL), (3, replace(hex(zeroblob(3000000)), '00', 'äb'), zeroblob(5000000)),
        (4, 'z', NULL);
      CREATE TABLE w (k TEXT PRIMARY KEY, s TEXT) WITHOUT ROWID;
      INSERT INTO w SELECT id, s FROM t;
      """)
    let source = try await opened(database.path, .rows(of: "t"))
    #expect(source.texts.count == 3)
    #expect(source.texts[0] == "id=1 s=a b=null")
    #expect(source.texts[1].hasPrefix("id=3 s=äbäb"))
    #expect(
      source.texts[1].hasSuffix("äb… <9000000 bytes> b=<5000000 bytes>"),
      "\(source.texts[1].suffix(60))")
    #expect(source.texts[1].utf8.count < 5000)
    #expect(source.texts[2] == "id=4 s=z b=null")
    let keyed = try await opened(database.path, .rows(of: "w"))
    #expect(keyed.texts[1] == "k=3 s=<text of more than 65536 bytes>")
    #expect(keyed.texts[2] == "k=4 s=z")
  }

  @Test("reads the first 10,000 rows of a view and reports the limit")
  func manyOfView() async throws {
    let database = try SampleDatabase(
      in: folder, "view.db",
      """
      CREATE VIEW n AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n;
      """)
    let source = try await opened(database.path, .rows(of: "n"))
    #expect(source.snapshot.itemCount == 10_000)
    #expect(source.failure?.contains("only the first 10000 rows of n are read") == true)
  }

  @Test("can stop reading an endless view")
  func endless() async throws {
    let database = try SampleDatabase(
      in: folder, "endless.db",
      """
      CREATE VIEW n AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)
      SELECT i FROM n WHERE i < 0;
      """)
    let source = try DatabaseSource(path: database.path, .rows(of: "n"))
    var isSettled = false
    source.onInitialLoad { isSettled = true }
    await settle()
    #expect(!isSettled)
    source.stop()
    #expect(isSettled)
    #expect(source.failure == "incomplete: loading was stopped")
  }

  @Test("does not execute code stored in a file")
  func hostile() async throws {
    let database = try SampleDatabase(
      in: folder, "hostile.db",
      """
      CREATE TABLE t (a);
      INSERT INTO t VALUES (1);
      CREATE VIEW evil AS SELECT load_extension('/tmp/x') FROM t;
      CREATE VIEW gone AS SELECT nope FROM t;
      """)
    let tables = try await opened(database.path)
    #expect(tables.texts.contains("✗ no such column: nope"))
    for table in ["evil", "gone"] {
      let source = try await opened(database.path, .rows(of: table))
      #expect(source.failure?.split(separator: "\n").count == 1)
    }
    // A connection opened by this program rejects such statements, too.
    let connection = try DatabaseConnection(
      path: database.path, busyTimeout: .zero, CancellationToken())
    for sql in [
      "INSERT INTO t VALUES (2)", "ATTACH '/tmp/other.db' AS other", "PRAGMA writable_schema = 1",
      "DROP TABLE t", "SELECT load_extension('x')", "CREATE TEMP TABLE x (a)",
    ] {
      #expect(throws: SQLiteError.self, "\(sql)") { try connection.database.execute(sql) }
    }
  }

  @Test("reports damaged and encrypted files in one line; accepts empty files")
  func damaged() async throws {
    let whole = try SampleDatabase(in: folder, "whole.db", SampleDatabase.music)
    _ = whole
    var bytes = try SmallFile.read(whole.path, limit: 1 << 20) ?? []
    let encrypted = try folder.write("encrypted.db", bytes.map { $0 ^ 0x5A })
    #expect(
      try await opened(encrypted).failure?.contains("is not a database, or is encrypted") == true)
    for place in 100..<bytes.count { bytes[place] ^= 0x5A }
    let broken = try folder.write("broken.db", bytes)
    #expect(DatabaseSource.isDatabase(broken))
    let reason = try #require(try await opened(broken).failure)
    #expect(reason.split(separator: "\n").count == 1)
    #expect(reason.contains("corrupted"), "\(reason)")
    let cut = try folder.write("cut.db", Array("SQLite format 3\u{0}".utf8))
    #expect(try await opened(cut).failure != nil)
    let empty = try folder.write("empty.db", "")
    #expect(try await opened(empty).texts == [])
    #expect(!DatabaseSource.isDatabase(empty))
  }
}
