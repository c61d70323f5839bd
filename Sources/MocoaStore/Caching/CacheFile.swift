internal import Glibc
internal import MocoaLocalization
internal import MocoaSQLite
internal import MocoaSystem

/// The database file of a cache, with the operations on it.
///
/// A file is used on one thread. Each operation takes effect completely or not at all.
final class CacheFile {
  /// The name of the file in messages to the user.
  let name: String

  /// The path of the file, or `nil` for a database in memory.
  let path: String?

  /// The database with the tables.
  let database: SQLiteDatabase

  /// The time to wait for a lock of another connection, in milliseconds.
  var busyTimeout: Int64 = 2000

  /// The `storedVersion` of each entity type of this program, by the name IDs of its kind and type.
  var versions: [Int64: [Int64: Int]] = [:]

  /// The error that prevents writing, or `nil` if the file is writable.
  let writeError: EntityCacheError?

  /// A closure that receives one line for each entity or list that cannot be saved or read.
  let log: @Sendable (String) -> Void

  /// A Boolean value that indicates whether a write transaction is open.
  private(set) var isWriting = false

  /// The cache seal of the tables, including the changes of the open transaction.
  var seal = CacheSeal()

  /// The results of the checks for lost rows: `true` if all rows of the table are present.
  var intact: [CacheSeal.Table: Bool] = [:]

  /// The latest commit whose changes this connection has read or made.
  var seen: Int64 = 0

  /// The maximum size of the file until now, in bytes.
  private var size = 0

  /// The cached name IDs, by name.
  ///
  /// All of them are stored in the table of names.
  private var numbers: [String: Int64] = [:]
  private var kinds: [ObjectIdentifier: Kind] = [:]

  /// The entity types whose former names were searched for in the file.
  var adopted: Set<ObjectIdentifier> = []

  /// The entity types that need no search for former names, and whose related types need none.
  var related: Set<ObjectIdentifier> = []

  /// The result of the last search for orphans, with the latest commit at that time.
  var collection: (commit: Int64, keys: [RowKey])?

  /// The readable entities that are marked as possible orphans but must stay in the file.
  ///
  /// They are in a list, or in another entity that stays. The search for orphans that sets
  /// `collection` also sets this property, and `collect(_:)` removes the marks.
  var neededOrphans: [RowKey] = []

  /// The number of searches for orphans, for tests.
  var computedUnneeded = 0

  /// For each list name, the identities of the entities that only another version of the program
  /// can read.
  ///
  /// The identities are found when the list is loaded.
  var foreignRows: [String: [StoredID]] = [:]

  /// For each name ID of a kind, the cached number of further deletions that may be deferred.
  var remainingDeletionCounts: [Int64: Int64] = [:]

  /// The name IDs of an entity kind and of one of its types.
  struct Kind {
    let entity: Int64
    let type: Int64
  }

  private init(
    _ database: SQLiteDatabase, path: String?, name: String, writeError: EntityCacheError?,
    log: @escaping @Sendable (String) -> Void
  ) {
    (self.database, self.path, self.name) = (database, path, name)
    (self.writeError, self.log) = (writeError, log)
    updateMaxSize()
  }

  // MARK: - File

  /// Updates the maximum size after the file has grown.
  func updateMaxSize() { size = max(size, sizeNow ?? 0) }

  /// Resets the maximum size after this program has shrunk the file.
  func resetSize() { size = sizeNow ?? 0 }

  /// A Boolean value that indicates whether the file is shorter than its maximum size until now.
  ///
  /// No SQLite connection shrinks an open file, so the file was replaced or truncated, and later
  /// writes would be lost.
  var hasShrunk: Bool { sizeNow.map { $0 < size } ?? false }

  private var sizeNow: Int? {
    var status = stat()
    guard let path, stat(path, &status) == 0 else { return nil }
    return Int(status.st_size)
  }

  // MARK: - Transactions

  /// Runs a closure in a write transaction.
  ///
  /// If the closure throws, all changes are rolled back.
  func write<Result>(_ body: () throws -> Result) throws -> Result {
    // An immediate lock prevents other connections from writing between the reads and writes of the
    // closure.
    try database.statement("BEGIN IMMEDIATE").run()
    isWriting = true
    defer { isWriting = false }
    do {
      let before = try latest()
      seal = before.seal
      let result = try body()
      // A transaction other than a batch has no changes to report.
      if try latestCommit() == before.number, seal != before.seal {
        try record(.blob(Array("{}".utf8)), commit: before.number + 1)
        if seen == before.number { seen += 1 }
      }
      try database.statement("COMMIT").run()
      return result
    } catch {
      // Names and other rows that were added during the transaction do not exist any more.
      (numbers, kinds, remainingDeletionCounts, adopted, related, intact) = (
        [:], [:], [:], [], [], [:]
      )
      if database.isInTransaction { try? database.execute("ROLLBACK") }
      throw error
    }
  }

  /// Runs a closure in a read transaction, so that all its reads see one state of the file.
  func read<Result>(_ body: () throws -> Result) throws -> Result {
    try database.statement("BEGIN").run()
    defer { try? database.statement("COMMIT").run() }
    return try body()
  }

  // MARK: - Names

  /// Returns the ID of a name in the table of names, or `nil` if the name is not stored.
  func number(of name: String) throws(SQLiteError) -> Int64? {
    if let number = numbers[name] { return number }
    let number = try rows(.names, "text = ?", [.text(name)]) { $0.integer(0) }.first
    // A row that the index does not find may still exist.
    if number == nil, try names().contains(where: { $0.text == name }) { throw .corruption }
    numbers[name] = number
    return number
  }

  /// Returns the ID of a name in the table of names, and adds the name if needed.
  func addedNumber(of name: String) throws(SQLiteError) -> Int64 {
    if let number = try number(of: name) { return number }
    let number = (try names().map(\.number).max() ?? 0) + 1
    _ = try insert(.names, [.integer(number), .text(name)])
    numbers[name] = number
    return number
  }

  /// Returns all names in the table of names, with their IDs.
  func names() throws(SQLiteError) -> [(number: Int64, text: String)] {
    try checkIntact(.names)
    return try rows(.names, "true", []) { row in
      row.text(1).map { (number: row.integer(0), text: $0) }
    }
  }

  /// Returns the name ID of the entity kind of a type, or `nil` if no entity of the kind was ever
  /// stored.
  func entityNumber(of shape: EntityDescriptor) throws(SQLiteError) -> Int64? {
    if let number = try number(of: shape.entityName) { return number }
    return try formerKinds(of: shape).first
  }

  /// Returns the IDs of the names of an entity type and of its kind in the table of names.
  ///
  /// If a current name is not in the table, the ID of a former name is returned instead.
  ///
  /// - Returns: `nil` if the table has no current or former name of the type or of its kind.
  func kind(of shape: EntityDescriptor) throws(SQLiteError) -> Kind? {
    if let kind = kinds[ObjectIdentifier(shape)] { return kind }
    guard let entity = try entityNumber(of: shape) else { return nil }
    var type = try number(of: shape.storedName)
    if type == nil { type = try formerTypes(of: shape).first }
    guard let type else { return nil }
    let kind = Kind(entity: entity, type: type)
    kinds[ObjectIdentifier(shape)] = kind
    versions[entity] = nil
    return kind
  }

  /// Returns the IDs of the names of an entity type and of its kind in the table of names, and adds
  /// missing names.
  func addedKind(of shape: EntityDescriptor) throws(SQLiteError) -> Kind {
    try adoptFormerNames(of: shape)
    if let kind = kinds[ObjectIdentifier(shape)] { return kind }
    let kind = Kind(
      entity: try addedNumber(of: shape.entityName), type: try addedNumber(of: shape.storedName))
    kinds[ObjectIdentifier(shape)] = kind
    versions[kind.entity] = nil
    return kind
  }

  /// Clears the cached IDs and versions of the entity types, because a renaming may have changed
  /// them.
  func clearKinds() { (kinds, versions) = ([:], [:]) }
}

extension CacheFile {
  /// Opens a file and creates the tables if the file is empty or missing.
  ///
  /// A file of another program or of a later version is not changed. If a file is readable but not
  /// writable, it is opened, and `writeError` has the reason.
  static func open(
    path: String, mode: SQLiteEntityCache.Mode, busyTimeout: Duration,
    log: @escaping @Sendable (String) -> Void
  ) throws(EntityCacheError) -> CacheFile {
    let opening = CacheOpening(
      path: path, mode: mode, busyTimeout: busyTimeout,
      name: path.split(whereSeparator: \.isNewline).joined(separator: " "))
    do {
      let (database, writeError) = try opening.database()
      let file = CacheFile(
        database, path: mode == .inMemory ? nil : path, name: opening.name, writeError: writeError,
        log: log)
      file.busyTimeout = Int64(busyTimeout / .milliseconds(1))
      // In one read transaction, because another program may write its first commit in between.
      try file.read {
        file.seen = try file.latest().number
        // The tables cannot have content without a commit.
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

/// The steps of opening a file.
private struct CacheOpening {
  let path: String
  let mode: SQLiteEntityCache.Mode
  let busyTimeout: Duration
  let name: String

  /// Opens the file.
  ///
  /// - Returns: A connection to the up-to-date tables, and the error if they are not writable.
  func database() throws -> (SQLiteDatabase, EntityCacheError?) {
    if mode == .inMemory {
      let database = try SQLiteDatabase(path: path, .inMemory)
      try CacheSchema.migrate(database)
      return (database, nil)
    }
    try checkOwner()
    if mode == .readWrite { ParentFolders.make(above: path) }
    do {
      let access: SQLiteDatabase.Access = mode == .readOnly ? .readOnly : .readWrite
      let database = try SQLiteDatabase(path: path, access, busyTimeout: busyTimeout)
      return (database, try prepare(database))
    } catch let error as SQLiteError where hasNoLog && error.isAboutFolder {
      // Reading requires a log next to the file, which cannot be created. The file is complete
      // without a log, and other programs cannot write in this folder either.
      let database = try SQLiteDatabase(path: path, .frozen)
      try CacheSchema.check(database, name)
      return (database, notWritableError(localized("cannot write: read-only folder")))
    }
  }

  /// Checks the tables and creates or migrates them if possible.
  ///
  /// - Returns: The error if the file is not writable, or `nil`.
  private func prepare(_ database: SQLiteDatabase) throws -> EntityCacheError? {
    if mode == .readOnly {
      try CacheSchema.check(database, name)
      return notWritableError(localized("is open read-only"))
    }
    if database.isReadOnly {
      try CacheSchema.check(database, name)
      return notWritableError(localized("cannot write: permission denied"))
    }
    if try CacheSchema.version(of: database) < CacheSchema.current {
      try CacheSchema.migrate(database)
    }
    try CacheSchema.check(database, name)
    // The journal mode changes only after the check. Until then, the first page of the file and not
    // its log identifies the owner.
    try database.execute("PRAGMA synchronous = FULL")
    do {
      try database.execute("PRAGMA journal_mode = WAL")
    } catch let error where error.isLocked {
      // Another program is changing the mode.
    }
    return nil
  }

  /// Checks that the file is empty or belongs to this program.
  ///
  /// The check neither locks the file nor applies its write-ahead log.
  private func checkOwner() throws {
    var status = stat()
    // Opening the file reports a missing or inaccessible file.
    guard stat(path, &status) == 0, status.st_size > 0 else { return }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw EntityCacheError(.damaged, localized("\(name): not a regular file"))
    }
    // SQLite reads the header, because closing a separate descriptor would release the locks of
    // other connections. A statement is not used, because the pages may be incomplete without their
    // log.
    let header = SQLiteHeader(try SQLiteDatabase(path: path, .frozen).beginning(SQLiteHeader.size))
    guard let header else { throw EntityCacheError(.damaged, localized("\(name): not a database")) }
    guard header.application == CacheSchema.application else {
      throw EntityCacheError(
        .damaged, localized("\(name): belongs to another application"))
    }
  }

  /// A Boolean value that indicates whether the write-ahead log of the file is missing or empty.
  private var hasNoLog: Bool {
    ["-wal", "-journal"].allSatisfy { ending in
      var status = stat()
      return stat(path + ending, &status) != 0 || status.st_size == 0
    }
  }

  private func notWritableError(_ reason: String) -> EntityCacheError {
    EntityCacheError(.notWritable, "\(name): \(reason)")
  }
}

/// The contents of the header of a SQLite database file.
private struct SQLiteHeader {
  static let size = 100

  /// The application ID, which identifies the program that owns the database.
  let application: Int64

  /// Creates a header from bytes, or returns `nil` if they are not a SQLite header.
  init?(_ bytes: [UInt8]) {
    guard bytes.count == Self.size, bytes.starts(with: "SQLite format 3\0".utf8) else { return nil }
    application = bytes[68..<72].reduce(0) { $0 << 8 | Int64($1) }
  }
}
