internal import MocoaLanguage
internal import CSQLite
internal import Glibc
internal import MocoaModel

/// A connection to somebody's database, by which nothing can be written or run, for one thread.
///
/// What a file holds is data: its triggers never run, its views and columns call nothing but what
/// computes a value, no extension is loaded and no other file is reached.
final class DatabaseConnection {
  let database: SQLiteDatabase

  /// Whether what others write is not seen.
  let isFrozen: Bool
  private let name: String

  /// Where the file is that was opened.
  private let place: String
  private let leash: Leash

  /// What SQLite asks, time and again, whether to go on.
  private final class Leash {
    let cancellation: Cancellation
    var deadline: ContinuousClock.Instant?

    init(_ cancellation: Cancellation) { self.cancellation = cancellation }

    var isOver: Bool {
      cancellation.isCancelled || deadline.map { $0 < .now } ?? false
    }
  }

  /// Larger texts and bytes are not read to be shown.
  static let cellLimit: Int32 = 1 << 16

  /// Larger texts and bytes are not read at all.
  private static let wholeLimit: Int32 = 64 << 20

  /// Opens a database.
  ///
  /// - Parameters:
  ///   - patience: how long a lock of somebody else is waited for.
  ///   - cancellation: ends whatever is being asked for.
  init(path: String, patience: Duration, _ cancellation: Cancellation) throws(SourceError) {
    name = path
    // The log of a file that a link leads to is beside the file.
    place = Self.realPath(of: path)
    leash = Leash(cancellation)
    do throws(SQLiteError) {
      (database, isFrozen) = try Self.open(place, patience)
    } catch {
      throw cancellation.isCancelled ? .stopped : .database(path, error.sourceReason)
    }
    sqlite3_progress_handler(
      database.handle, Self.stride,
      { context in
        guard let context else { return 0 }
        return Unmanaged<Leash>.fromOpaque(context).takeUnretainedValue().isOver ? 1 : 0
      }, Unmanaged.passUnretained(leash).toOpaque())
  }

  /// After so many steps of SQLite's machine it is asked whether to go on: few, for one may take long.
  private static let stride: Int32 = 64

  private static func open(_ path: String, _ patience: Duration) throws(SQLiteError)
    -> (SQLiteDatabase, isFrozen: Bool)
  {
    do throws(SQLiteError) {
      return (try prepared(SQLiteDatabase(path: path, .readOnly, patience: patience)), false)
    } catch  where error.isAboutFolder && hasNoLog(path) {
      // To be read, it may need a log beside it, which cannot be made in this folder.
      return (try prepared(SQLiteDatabase(path: path, .frozen, patience: patience)), true)
    }
  }

  private static func prepared(_ database: SQLiteDatabase) throws(SQLiteError) -> SQLiteDatabase {
    mocoa_sqlite_harden(database.handle)
    sqlite3_limit(database.handle, SQLITE_LIMIT_LENGTH, wholeLimit)
    sqlite3_set_authorizer(
      database.handle,
      { _, action, first, _, _, _ in DatabaseConnection.answer(to: action, about: first) }, nil)
    _ = try database.number("SELECT count(*) FROM sqlite_schema")
    return database
  }

  /// The pragmas that are asked for, and those that some modules of SQLite ask for.
  private static let pragmas: Set<String> = [
    "table_list", "table_info", "table_xinfo", "foreign_key_list", "index_list", "index_xinfo",
    "data_version", "page_count", "page_size", "encoding",
  ]

  /// Whether something may be done.
  private static func answer(to action: Int32, about subject: UnsafePointer<CChar>?) -> Int32 {
    switch action {
    case SQLITE_SELECT, SQLITE_READ, SQLITE_FUNCTION, SQLITE_RECURSIVE: return SQLITE_OK
    // What a module says of its own columns; nothing is written by it.
    case SQLITE_UPDATE where subject.map { String(cString: $0) } == "sqlite_master":
      return SQLITE_OK
    case SQLITE_PRAGMA:
      let pragma = subject.map { String(cString: $0).lowercased() } ?? ""
      return pragmas.contains(pragma) ? SQLITE_OK : SQLITE_DENY
    default: return SQLITE_DENY
    }
  }

  /// The path of what a path leads to; itself where it leads to nothing.
  static func realPath(of path: String) -> String {
    guard let real = realpath(path, nil) else { return path }
    defer { free(real) }
    return String(cString: real)
  }

  /// Whether all that was written is in the file itself.
  private static func hasNoLog(_ path: String) -> Bool {
    var status = stat()
    return stat("\(path)-wal", &status) != 0 || status.st_size == 0
  }

  // MARK: - Asking

  /// Does something with the database; what SQLite refuses is worded for who has opened the file.
  ///
  /// - Parameter limit: how long it may take, about; for ever without one.
  func read<Result>(
    within limit: Duration? = nil, _ body: (SQLiteDatabase) throws(SQLiteError) -> Result
  ) throws(SourceError) -> Result {
    leash.deadline = limit.map { .now + $0 }
    defer { leash.deadline = nil }
    do throws(SQLiteError) {
      return try body(database)
    } catch {
      throw leash.cancellation.isCancelled ? .stopped : .database(name, error.sourceReason)
    }
  }

  /// Does something for which no larger text or bytes are read: asked for those, SQLite refuses.
  func withCells<Result>(upTo limit: Int32, _ body: () throws(SQLiteError) -> Result)
    throws(SQLiteError) -> Result
  {
    let former = sqlite3_limit(database.handle, SQLITE_LIMIT_LENGTH, limit)
    defer { sqlite3_limit(database.handle, SQLITE_LIMIT_LENGTH, former) }
    return try body()
  }

  /// What is said of a database that is not as SQLite makes them.
  var damage: SourceError { .database(name, SQLiteError.damage) }

  /// Whether another file may be at the path now.
  var hasMoved: Bool { database.hasMoved || Self.realPath(of: name) != place }

  /// A number that is another one when somebody else has changed the database.
  func version() throws(SourceError) -> Int64 {
    try read { database throws(SQLiteError) in try database.number("PRAGMA data_version") ?? 0 }
  }
}

extension SQLiteError {
  /// Whether a text or bytes are larger than was asked for.
  var isAboutSize: Bool { kind == SQLITE_TOOBIG }

  fileprivate static var damage: String { phrase("the database is damaged: this is not all") }

  /// What it means for whoever wants to see what is in a database.
  fileprivate var sourceReason: String {
    switch kind {
    case SQLITE_BUSY, SQLITE_LOCKED: phrase("is locked by another program (r tries again)")
    case SQLITE_NOTADB: phrase("is no database, or an encrypted one")
    case SQLITE_CORRUPT, SQLITE_FORMAT: Self.damage
    case SQLITE_INTERRUPT: phrase("takes too long to be read (r tries again)")
    case SQLITE_TOOBIG: phrase("something in it is too large to be read: this is not all")
    case SQLITE_CANTOPEN where system == 0 || system == ENOENT || system == EACCES:
      phrase("cannot be read: its log is to be completed by who may write beside it")
    case SQLITE_CANTOPEN, SQLITE_IOERR:
      system == 0
        ? phrase("cannot be read: \(message)")
        : phrase("cannot be read: \(String(cString: strerror(system)))")
    case SQLITE_READONLY: phrase("cannot be read: its log is to be completed by who may write it")
    case SQLITE_AUTH: phrase("asks for what is not done only to look at it (\(message))")
    default: message.split(whereSeparator: \.isNewline).joined(separator: " ")
    }
  }
}
