internal import MocoaLocalization
internal import CSQLite
internal import Glibc
internal import MocoaModel
internal import MocoaSQLite
internal import MocoaSystem

/// A read-only connection to a database file for one thread.
///
/// Database files are untrusted. Triggers never run, and views and columns call only functions that
/// compute a value. No extension is loaded and no other file is accessed.
final class DatabaseConnection {
  let database: SQLiteDatabase

  /// A Boolean value that indicates whether writes of other connections are not visible to this
  /// one.
  let isFrozen: Bool
  private let name: String

  /// The path of the file that was opened, without symbolic links.
  private let resolvedPath: String
  private let progressHandler: ProgressHandler

  /// The state that SQLite checks periodically to decide whether a statement must be interrupted.
  private final class ProgressHandler {
    let cancellation: CancellationToken
    var deadline: ContinuousClock.Instant?

    init(_ cancellation: CancellationToken) { self.cancellation = cancellation }

    var isOver: Bool {
      cancellation.isCancelled || deadline.map { $0 < .now } ?? false
    }
  }

  /// The maximum size in bytes of a text or blob that is read for display.
  static let cellLimit: Int32 = 1 << 16

  /// The maximum size in bytes of a text or blob that is read for any purpose.
  private static let valueSizeLimit: Int32 = 64 << 20

  /// Opens a database.
  ///
  /// - Parameters:
  ///   - path: The path of the database file.
  ///   - busyTimeout: The time to wait for a lock held by another connection.
  ///   - cancellation: A token that interrupts the running statement.
  /// - Throws: ``SourceError`` if the database cannot be opened.
  init(path: String, busyTimeout: Duration, _ cancellation: CancellationToken) throws(SourceError) {
    name = path
    // The write-ahead log of a symbolic link's target is next to the target.
    resolvedPath = SmallFile.resolvedPath(of: path)
    progressHandler = ProgressHandler(cancellation)
    do throws(SQLiteError) {
      (database, isFrozen) = try Self.open(resolvedPath, busyTimeout)
    } catch {
      throw cancellation.isCancelled ? .stopped : .database(path, error.sourceReason)
    }
    sqlite3_progress_handler(
      database.handle, Self.stride,
      { context in
        guard let context else { return 0 }
        return Unmanaged<ProgressHandler>.fromOpaque(context).takeUnretainedValue().isOver ? 1 : 0
      }, Unmanaged.passUnretained(progressHandler).toOpaque())
  }

  /// The number of SQLite virtual machine steps between calls of the progress handler.
  ///
  /// It is small because a single step may take long.
  private static let stride: Int32 = 64

  private static func open(_ path: String, _ busyTimeout: Duration) throws(SQLiteError)
    -> (SQLiteDatabase, isFrozen: Bool)
  {
    do throws(SQLiteError) {
      return (try prepared(SQLiteDatabase(path: path, .readOnly, busyTimeout: busyTimeout)), false)
    } catch  where error.isAboutFolder && hasNoLog(path) {
      // Reading may require a new log file next to the database, which cannot be created in this
      // folder.
      return (try prepared(SQLiteDatabase(path: path, .frozen, busyTimeout: busyTimeout)), true)
    }
  }

  private static func prepared(_ database: SQLiteDatabase) throws(SQLiteError) -> SQLiteDatabase {
    mocoa_sqlite_harden(database.handle)
    sqlite3_limit(database.handle, SQLITE_LIMIT_LENGTH, valueSizeLimit)
    sqlite3_set_authorizer(
      database.handle,
      { _, action, first, _, _, _ in DatabaseConnection.authorization(for: action, on: first) }, nil
    )
    _ = try database.number("SELECT count(*) FROM sqlite_schema")
    return database
  }

  /// The pragmas that statements may use.
  private static let pragmas: Set<String> = [
    "table_list", "table_info", "table_xinfo", "foreign_key_list", "index_list", "index_xinfo",
    "data_version", "page_count", "page_size", "encoding",
  ]

  /// Returns the authorizer result for an action: `SQLITE_OK` or `SQLITE_DENY`.
  private static func authorization(for action: Int32, on subject: UnsafePointer<CChar>?) -> Int32 {
    switch action {
    case SQLITE_SELECT, SQLITE_READ, SQLITE_FUNCTION, SQLITE_RECURSIVE: return SQLITE_OK
    // A virtual table module declares its own columns this way; this writes nothing.
    case SQLITE_UPDATE where subject.map { String(cString: $0) } == "sqlite_master":
      return SQLITE_OK
    case SQLITE_PRAGMA:
      let pragma = subject.map { String(cString: $0).lowercased() } ?? ""
      return pragmas.contains(pragma) ? SQLITE_OK : SQLITE_DENY
    default: return SQLITE_DENY
    }
  }

  /// Returns `true` if the write-ahead log of the file is missing or empty.
  private static func hasNoLog(_ path: String) -> Bool {
    var status = stat()
    return stat("\(path)-wal", &status) != 0 || status.st_size == 0
  }

  // MARK: - Reading

  /// Calls a closure with the database and converts SQLite errors to messages for the user.
  ///
  /// - Parameters:
  ///   - limit: The approximate maximum duration of reading, or `nil` for no limit.
  ///   - body: A closure that reads the database.
  /// - Returns: The result of `body`.
  /// - Throws: ``SourceError`` if `body` throws.
  func read<Result>(
    within limit: Duration? = nil, _ body: (SQLiteDatabase) throws(SQLiteError) -> Result
  ) throws(SourceError) -> Result {
    progressHandler.deadline = limit.map { .now + $0 }
    defer { progressHandler.deadline = nil }
    do throws(SQLiteError) {
      return try body(database)
    } catch {
      throw progressHandler.cancellation.isCancelled
        ? .stopped : .database(name, error.sourceReason)
    }
  }

  /// Calls a closure in which reading a text or blob that exceeds a size is an error.
  ///
  /// - Parameter limit: The maximum size in bytes of a text or blob.
  func withCells<Result>(upTo limit: Int32, _ body: () throws(SQLiteError) -> Result)
    throws(SQLiteError) -> Result
  {
    let former = sqlite3_limit(database.handle, SQLITE_LIMIT_LENGTH, limit)
    defer { sqlite3_limit(database.handle, SQLITE_LIMIT_LENGTH, former) }
    return try body()
  }

  /// The error for a database with a structure that SQLite cannot have written.
  var damage: SourceError { .database(name, SQLiteError.damage) }

  /// A Boolean value that indicates whether another file may be at the path now.
  var hasMoved: Bool { database.hasMoved || SmallFile.resolvedPath(of: name) != resolvedPath }

  /// Returns a number that changes when another connection commits to the database.
  func version() throws(SourceError) -> Int64 {
    try read { database throws(SQLiteError) in try database.number("PRAGMA data_version") ?? 0 }
  }
}

extension SQLiteError {
  /// A Boolean value that indicates whether a text or blob exceeded the maximum size.
  var isAboutSize: Bool { kind == SQLITE_TOOBIG }

  fileprivate static var damage: String { localized("incomplete: database is corrupted") }

  /// The reason for the error, for a user who opens the database.
  fileprivate var sourceReason: String {
    switch kind {
    case SQLITE_BUSY, SQLITE_LOCKED: localized("locked by another program (r retries)")
    case SQLITE_NOTADB: localized("is not a database, or is encrypted")
    case SQLITE_CORRUPT, SQLITE_FORMAT: Self.damage
    case SQLITE_INTERRUPT: localized("read timed out (r retries)")
    case SQLITE_TOOBIG: localized("incomplete: a value exceeds the size limit")
    case SQLITE_CANTOPEN where system == 0 || system == ENOENT || system == EACCES:
      localized("cannot read: write-ahead log needs recovery (folder is read-only)")
    case SQLITE_CANTOPEN, SQLITE_IOERR:
      system == 0
        ? localized("cannot be read: \(message)")
        : localized("cannot be read: \(String(cString: strerror(system)))")
    case SQLITE_READONLY:
      localized("cannot read: write-ahead log needs recovery (file is read-only)")
    case SQLITE_AUTH: localized("not allowed on a read-only connection (\(message))")
    default: message.split(whereSeparator: \.isNewline).joined(separator: " ")
    }
  }
}
