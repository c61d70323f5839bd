internal import MocoaLocalization
internal import MocoaSQLite

/// The tables and their migrations.
enum CacheSchema {
  /// The application ID of the databases of this module: "Moco".
  static let application: Int64 = 0x4D6F_636F

  /// The table version that this program writes: the number of migrations.
  static var current: Int64 { Int64(migrations.count) }

  /// The statements that create each table version from the previous one.
  ///
  /// The first version starts from an empty file.
  ///
  /// `id` has no type: integers and texts are stored as such, other identities as bytes. A list is
  /// a base, which is an array of identities, and its later edits. Deleted entities are omitted
  /// when a list is next read.
  private static let migrations: [[String]] = [
    [
      "CREATE TABLE name (number INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE)",
      """
      CREATE TABLE entity (
        kind INTEGER NOT NULL, id NOT NULL, type INTEGER NOT NULL, body BLOB NOT NULL,
        PRIMARY KEY (kind, id, type)) WITHOUT ROWID
      """,
      """
      CREATE TABLE reference (
        kind INTEGER NOT NULL, id NOT NULL, parent_kind INTEGER NOT NULL, parent_id NOT NULL,
        parent_type INTEGER NOT NULL, is_required INTEGER NOT NULL,
        PRIMARY KEY (kind, id, parent_kind, parent_id, parent_type)) WITHOUT ROWID
      """,
      "CREATE INDEX reference_by_parent ON reference (parent_kind, parent_id, parent_type)",
      """
      CREATE TABLE list (
        number INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, kind INTEGER NOT NULL,
        since INTEGER NOT NULL, size INTEGER NOT NULL, edited INTEGER NOT NULL)
      """,
      "CREATE INDEX list_by_kind ON list (kind)",
      "CREATE TABLE list_base (list INTEGER PRIMARY KEY, ids BLOB NOT NULL)",
      """
      CREATE TABLE list_edit (
        list INTEGER NOT NULL, number INTEGER NOT NULL, since INTEGER NOT NULL,
        first INTEGER NOT NULL, past INTEGER NOT NULL, ids BLOB NOT NULL,
        PRIMARY KEY (list, number)) WITHOUT ROWID
      """,
      """
      CREATE TABLE deletion (
        kind INTEGER NOT NULL, since INTEGER NOT NULL, id NOT NULL,
        PRIMARY KEY (kind, since, id)) WITHOUT ROWID
      """,
      "CREATE TABLE change (number INTEGER PRIMARY KEY, news BLOB)",
    ],
    [
      // The commit that stored a body. If an entity has several types, the later body takes
      // precedence.
      "ALTER TABLE entity ADD COLUMN since INTEGER NOT NULL DEFAULT 0",
      // The removed and the preceding identities, because the list may have changed in the
      // meantime.
      "ALTER TABLE list_edit ADD COLUMN removed BLOB",
      "ALTER TABLE list_edit ADD COLUMN previous",
    ],
    [
      // The version of the type that defines the fields of a body.
      "ALTER TABLE entity ADD COLUMN version INTEGER NOT NULL DEFAULT 1"
    ],
    // The checksum of each row, the seal after a commit, and the number of edits.
    CheckedTable.all.dropLast().map { "ALTER TABLE \($0.name) ADD COLUMN checksum INTEGER" } + [
      "ALTER TABLE list ADD COLUMN edits INTEGER NOT NULL DEFAULT 0",
      "ALTER TABLE change ADD COLUMN seal BLOB",
      // Possible orphans: entities that have left a list or a parent.
      """
      CREATE TABLE orphan (
        kind INTEGER NOT NULL, id NOT NULL, checksum INTEGER, PRIMARY KEY (kind, id)) WITHOUT ROWID
      """,
    ],
  ]

  static func version(of database: SQLiteDatabase) throws(SQLiteError) -> Int64 {
    try database.number("PRAGMA user_version") ?? 0
  }

  /// Migrates the tables to this version.
  static func migrate(_ database: SQLiteDatabase) throws(SQLiteError) {
    try database.execute("BEGIN IMMEDIATE")
    do throws(SQLiteError) {
      // Another program may have migrated them since.
      let version = try version(of: database)
      for statement in migrations.dropFirst(Int(clamping: max(0, version))).joined() {
        try database.execute(statement)
      }
      if version < 4 {
        if version > 0 {
          // Damaged rows must not receive valid checksums.
          let check = try SQLiteStatement("PRAGMA quick_check(1)", database.handle)
          guard try check.first(row: { $0.text(0) }) == "ok" else { throw SQLiteError.corruption }
        }
        try CacheFile.sealAll(database)
      }
      if version < current {
        try database.execute(
          "PRAGMA application_id = \(application); PRAGMA user_version = \(current)")
      }
      try database.execute("COMMIT")
    } catch {
      if database.isInTransaction { try? database.execute("ROLLBACK") }
      throw error
    }
  }

  private static func schema(
    of database: SQLiteDatabase
  ) throws(SQLiteError) -> [(type: String?, sql: String)] {
    try database.statement("SELECT type, sql FROM sqlite_schema").all { row in
      row.text(1).map { (type: row.text(0), sql: $0) }
    }
  }

  /// Throws an error if the tables do not have the table version of this program.
  static func check(_ database: SQLiteDatabase, _ name: String) throws {
    let version = try version(of: database)
    if version > current {
      throw EntityCacheError(
        .newerVersion,
        localized(
          "\(name): written by a newer version (\(version); this version supports \(current))"))
    }
    let found = try schema(of: database)
    let ours = try SQLiteDatabase(path: "", .inMemory)
    try migrate(ours)
    let hasAll = Set(try schema(of: ours).map(\.sql)).isSubset(of: found.map(\.sql))
    // Triggers and other objects could run arbitrary statements.
    let runsNothing = found.allSatisfy { ["table", "index"].contains($0.type) }
    guard version == current else {
      throw EntityCacheError(
        .notReadable,
        "\(name): "
          + (version == 0
            ? localized("is empty")
            : localized("is from an older version (read-only)")))
    }
    guard hasAll, runsNothing else {
      throw EntityCacheError(.damaged, localized("\(name): contains unknown tables"))
    }
  }
}
