internal import CSQLite

/// A connection to a SQLite database, for one thread.
///
/// The connection does not depend on the tables in the database. Invalid content of the file causes
/// at most an error.
package final class SQLiteDatabase {
  /// The operations that a connection permits.
  package enum Access {
    /// Reading and writing.
    ///
    /// A missing file is created.
    case readWrite

    case readOnly

    /// Reading a file that no program changes.
    ///
    /// The file is not locked, and its write-ahead log is not applied.
    case frozen

    /// Reading and writing, in memory.
    case inMemory
  }

  package let handle: OpaquePointer
  private var statements: [String: SQLiteStatement] = [:]

  /// Opens a database.
  ///
  /// SQLite accesses the file at the first statement.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - access: The permitted operations.
  ///   - busyTimeout: The time to wait for a lock held by another connection.
  package init(path: String, _ access: Access, busyTimeout: Duration = .seconds(2))
    throws(SQLiteError)
  {
    let name: String
    let flags: Int32
    switch access {
    case .readWrite: (name, flags) = (path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)
    case .readOnly: (name, flags) = (path, SQLITE_OPEN_READONLY)
    case .frozen: (name, flags) = (Self.frozenName(path), SQLITE_OPEN_READONLY | SQLITE_OPEN_URI)
    case .inMemory: (name, flags) = (":memory:", SQLITE_OPEN_READWRITE | SQLITE_OPEN_MEMORY)
    }
    var handle: OpaquePointer?
    let code = sqlite3_open_v2(
      name, &handle, flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nil)
    guard code == SQLITE_OK, let handle else {
      let error = SQLiteError(code, of: handle)
      sqlite3_close_v2(handle)
      throw error
    }
    self.handle = handle
    sqlite3_busy_timeout(handle, Int32(clamping: Int64(busyTimeout / .milliseconds(1))))
    // The file may be untrusted.
    try execute("PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON")
  }

  deinit {
    // Each statement retains the connection until it is finalized.
    statements = [:]
    sqlite3_close_v2(handle)
  }

  /// Returns a path as a URI with which SQLite opens the file as immutable.
  private static func frozenName(_ path: String) -> String {
    var name = path.hasPrefix("/") ? "file://" : "file:"
    for byte in path.utf8 {
      switch byte {
      case UInt8(ascii: "%"), UInt8(ascii: "?"), UInt8(ascii: "#"):
        name += "%" + String(byte, radix: 16)
      case 0x80...: name += "%" + String(byte, radix: 16)
      default: name.unicodeScalars.append(Unicode.Scalar(byte))
      }
    }
    return name + "?immutable=1"
  }

  // MARK: - Statements

  /// Returns a prepared statement, which is cached for later calls.
  package func statement(_ sql: String) throws(SQLiteError) -> SQLiteStatement {
    if let statement = statements[sql] { return statement }
    let statement = try SQLiteStatement(sql, handle)
    statements[sql] = statement
    return statement
  }

  /// Runs statements without caching them.
  package func execute(_ sql: String) throws(SQLiteError) {
    let code = sqlite3_exec(handle, sql, nil, nil, nil)
    guard code == SQLITE_OK else { throw SQLiteError(code, of: handle) }
  }

  /// Returns the integer result of a statement without caching the statement.
  package func number(_ sql: String) throws(SQLiteError) -> Int64? {
    try SQLiteStatement(sql, handle).first { $0.integer(0) }
  }

  // MARK: - State

  /// The number of rows that the latest statement inserted, updated or deleted.
  package var changeCount: Int { Int(sqlite3_changes(handle)) }

  /// A Boolean value that indicates whether the database is read-only.
  package var isReadOnly: Bool { sqlite3_db_readonly(handle, "main") != 0 }

  /// A Boolean value that indicates whether another file, or none, is at the path of the open file.
  package var hasMoved: Bool {
    var moved: Int32 = 0
    return sqlite3_file_control(handle, "main", SQLITE_FCNTL_HAS_MOVED, &moved) == SQLITE_OK
      && moved != 0
  }

  /// Returns the first `count` bytes of the file, or an empty array if the file is shorter.
  package func beginning(_ count: Int) -> [UInt8] {
    var file: UnsafeMutablePointer<sqlite3_file>?
    var bytes = [UInt8](repeating: 0, count: count)
    let code = sqlite3_file_control(handle, "main", SQLITE_FCNTL_FILE_POINTER, &file)
    guard code == SQLITE_OK, let file, let methods = file.pointee.pMethods,
      methods.pointee.xRead?(file, &bytes, Int32(clamping: count), 0) == SQLITE_OK
    else { return [] }
    return bytes
  }

  /// A Boolean value that indicates whether a transaction is open.
  package var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }
}
