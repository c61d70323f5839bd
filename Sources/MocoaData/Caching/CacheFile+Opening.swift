internal import MocoaLanguage
internal import Glibc

extension CacheFile {
  /// Opens a file, and makes it one of ours where it is empty or missing.
  ///
  /// What is somebody else's, or from a later version, is not touched. Where a file can be read and not
  /// written, it is opened, with the reason as `refusal`.
  static func open(
    path: String, mode: SQLiteEntityCache.Mode, patience: Duration,
    log: @escaping @Sendable (String) -> Void
  ) throws(EntityCacheError) -> CacheFile {
    let opening = CacheOpening(
      path: path, mode: mode, patience: patience,
      name: path.split(whereSeparator: \.isNewline).joined(separator: " "))
    do {
      let (database, refusal) = try opening.database()
      let file = CacheFile(
        database, path: mode == .inMemory ? nil : path, name: opening.name, refusal: refusal,
        log: log)
      file.patience = Int64(patience / .milliseconds(1))
      // At one time, for the first commit of another program may come between.
      try file.read {
        file.seen = try file.latest().number
        // Tables that have something came to it by a commit.
        if file.seen == 0, try !file.names().isEmpty { throw SQLiteError.corruption }
      }
      return file
    } catch let error as SQLiteError {
      throw error.cacheError(opening.name, writing: mode == .readWrite)
    } catch let error as EntityCacheError {
      throw error
    } catch {
      throw EntityCacheError(.notReadable, "\(opening.name): \(error)")
    }
  }
}

/// How a file is opened, step by step.
private struct CacheOpening {
  let path: String
  let mode: SQLiteEntityCache.Mode
  let patience: Duration
  let name: String

  /// A connection to tables of this version, and why they cannot be written.
  func database() throws -> (SQLiteDatabase, EntityCacheError?) {
    if mode == .inMemory {
      let database = try SQLiteDatabase(path: path, .inMemory)
      try CacheSchema.migrate(database)
      return (database, nil)
    }
    try checkOwner()
    if mode == .readWrite { SmallFile.makeFolders(above: path) }
    do {
      let access: SQLiteDatabase.Access = mode == .readOnly ? .readOnly : .readWrite
      let database = try SQLiteDatabase(path: path, access, patience: patience)
      return (database, try prepare(database))
    } catch let error as SQLiteError where hasNoLog && error.isAboutFolder {
      // To be read, a file needs a log beside it, which cannot be made. It is whole without one, and
      // whoever else comes is in the same folder.
      let database = try SQLiteDatabase(path: path, .frozen)
      try CacheSchema.check(database, name)
      return (database, refusal(phrase("cannot be written: the folder is read-only")))
    }
  }

  /// Makes sure of the tables.
  ///
  /// - Returns: why nothing can be written.
  private func prepare(_ database: SQLiteDatabase) throws -> EntityCacheError? {
    if mode == .readOnly {
      try CacheSchema.check(database, name)
      return refusal(phrase("is opened for reading only"))
    }
    if database.isReadOnly {
      try CacheSchema.check(database, name)
      return refusal(phrase("cannot be written: permission denied"))
    }
    if try CacheSchema.version(of: database) < CacheSchema.current {
      try CacheSchema.migrate(database)
    }
    try CacheSchema.check(database, name)
    // Only now: until here the file says by its first page whose it is, and not by its log.
    try database.execute("PRAGMA synchronous = FULL")
    do {
      try database.execute("PRAGMA journal_mode = WAL")
    } catch let error where error.isLocked {
      // Somebody else is about to do it.
    }
    return nil
  }

  /// Makes sure that a file is empty or ours, without completing it from a log or locking it.
  private func checkOwner() throws {
    var status = stat()
    // What is missing or cannot be reached is told by whoever opens it.
    guard stat(path, &status) == 0, status.st_size > 0 else { return }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw EntityCacheError(.damaged, phrase("\(name): is no file"))
    }
    // By SQLite, for closing a descriptor of our own would end the locks of other connections; but not
    // by a statement, since the pages may just be written, and are not complete without their log.
    let header = SQLiteHeader(try SQLiteDatabase(path: path, .frozen).beginning(SQLiteHeader.size))
    guard let header else { throw EntityCacheError(.damaged, phrase("\(name): is no database")) }
    guard header.application == CacheSchema.application else {
      throw EntityCacheError(
        .damaged, phrase("\(name): is somebody else's database, and left alone"))
    }
  }

  /// Whether all that was written is in the file itself.
  private var hasNoLog: Bool {
    ["-wal", "-journal"].allSatisfy { ending in
      var status = stat()
      return stat(path + ending, &status) != 0 || status.st_size == 0
    }
  }

  private func refusal(_ reason: String) -> EntityCacheError {
    EntityCacheError(.notWritable, "\(name): \(reason)")
  }
}

/// What the first bytes of a database say.
private struct SQLiteHeader {
  static let size = 100

  /// Whose database it is.
  let application: Int64

  /// What some bytes say; nil where no database begins like that.
  init?(_ bytes: [UInt8]) {
    guard bytes.count == Self.size, bytes.starts(with: "SQLite format 3\0".utf8) else { return nil }
    application = bytes[68..<72].reduce(0) { $0 << 8 | Int64($1) }
  }
}

/// The tables, and how they came to be what they are.
enum CacheSchema {
  /// Says that a database is one of ours: "Moco".
  static let application: Int64 = 0x4D6F_636F

  /// The number of migrations that this version knows.
  static var current: Int64 { Int64(migrations.count) }

  /// What makes each version of the one before; the first of an empty file.
  ///
  /// `id` has no type: integers and texts are kept as such, rare identities as bytes. A list is a base
  /// and what was changed since; whatever is deleted leaves all lists, when they are next read.
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
      // The commit that kept a body: of several types of one entity, what was kept later is true.
      "ALTER TABLE entity ADD COLUMN since INTEGER NOT NULL DEFAULT 0",
      // Who is taken out of a list, and who stands in front: it may be another list by then.
      "ALTER TABLE list_edit ADD COLUMN removed BLOB",
      "ALTER TABLE list_edit ADD COLUMN previous",
    ],
    [
      // The version of the type whose fields a body has.
      "ALTER TABLE entity ADD COLUMN version INTEGER NOT NULL DEFAULT 1"
    ],
    // The checksum of each row, and what the tables have after a commit; the number of the edits.
    CheckedTable.all.dropLast().map { "ALTER TABLE \($0.name) ADD COLUMN checksum INTEGER" } + [
      "ALTER TABLE list ADD COLUMN edits INTEGER NOT NULL DEFAULT 0",
      "ALTER TABLE change ADD COLUMN seal BLOB",
      // Entities that left something, and may be in nothing now.
      """
      CREATE TABLE orphan (
        kind INTEGER NOT NULL, id NOT NULL, checksum INTEGER, PRIMARY KEY (kind, id)) WITHOUT ROWID
      """,
    ],
  ]

  static func version(of database: SQLiteDatabase) throws(SQLiteError) -> Int64 {
    try database.number("PRAGMA user_version") ?? 0
  }

  /// Makes the tables what they are in this version.
  static func migrate(_ database: SQLiteDatabase) throws(SQLiteError) {
    try database.execute("BEGIN IMMEDIATE")
    do throws(SQLiteError) {
      // Somebody else may have done it meanwhile.
      let version = try version(of: database)
      for statement in migrations.dropFirst(Int(clamping: max(0, version))).joined() {
        try database.execute(statement)
      }
      if version < 4 {
        if version > 0 {
          // What is damaged already is not to be taken for what was written.
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

  /// Makes sure that the tables are those of this version.
  static func check(_ database: SQLiteDatabase, _ name: String) throws {
    let version = try version(of: database)
    if version > current {
      throw EntityCacheError(
        .newerVersion,
        phrase(
          """
          \(name): is from a newer version of this program (\(version), this one knows \(current)),\
           and left alone
          """))
    }
    let found = try schema(of: database)
    let ours = try SQLiteDatabase(path: "", .inMemory)
    try migrate(ours)
    let hasAll = Set(try schema(of: ours).map(\.sql)).isSubset(of: found.map(\.sql))
    // What runs by itself could be anything.
    let runsNothing = found.allSatisfy { ["table", "index"].contains($0.type) }
    guard version == current else {
      throw EntityCacheError(
        .notReadable,
        "\(name): "
          + (version == 0
            ? phrase("holds nothing yet")
            : phrase("is from an older version, and cannot be written")))
    }
    guard hasAll, runsNothing else {
      throw EntityCacheError(.damaged, phrase("\(name): has tables that are not ours"))
    }
  }
}
