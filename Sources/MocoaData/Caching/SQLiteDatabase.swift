internal import CSQLite

/// A connection to a SQLite database, for one thread.
///
/// It knows nothing of what is in it. Whatever a file holds, the worst that comes of it is an error.
final class SQLiteDatabase {
  /// What may be done.
  enum Access {
    /// Everything; a file that is missing is made.
    case readWrite

    case readOnly

    /// Reading of a file that nobody changes meanwhile: neither locked nor completed from its log.
    case frozen

    /// Everything, in memory only.
    case inMemory
  }

  let handle: OpaquePointer
  private var statements: [String: SQLiteStatement] = [:]

  /// Opens a database, whose file is looked at only when something is asked for.
  ///
  /// - Parameter patience: how long a lock of somebody else is waited for.
  init(path: String, _ access: Access, patience: Duration = .seconds(2)) throws(SQLiteError) {
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
    sqlite3_busy_timeout(handle, Int32(clamping: Int64(patience / .milliseconds(1))))
    // A file may come from anywhere.
    try execute("PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON")
  }

  deinit {
    // Each holds on to the connection until it is finalized.
    statements = [:]
    sqlite3_close_v2(handle)
  }

  /// A path as a name that says how to open it.
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

  /// A statement, made once.
  func statement(_ sql: String) throws(SQLiteError) -> SQLiteStatement {
    if let statement = statements[sql] { return statement }
    let statement = try SQLiteStatement(sql, handle)
    statements[sql] = statement
    return statement
  }

  /// Runs a statement that is run but once.
  func execute(_ sql: String) throws(SQLiteError) {
    let code = sqlite3_exec(handle, sql, nil, nil, nil)
    guard code == SQLITE_OK else { throw SQLiteError(code, of: handle) }
  }

  /// The number that a statement gives, which is run but once.
  func number(_ sql: String) throws(SQLiteError) -> Int64? {
    try SQLiteStatement(sql, handle).first { $0.integer(0) }
  }

  // MARK: - State

  /// The number of rows that the latest statement inserted, updated or deleted.
  var changeCount: Int { Int(sqlite3_changes(handle)) }

  /// Whether nothing can be written.
  var isReadOnly: Bool { sqlite3_db_readonly(handle, "main") != 0 }

  /// Whether the file that was opened is not at its path any more.
  var hasMoved: Bool {
    var moved: Int32 = 0
    return sqlite3_file_control(handle, "main", SQLITE_FCNTL_HAS_MOVED, &moved) == SQLITE_OK
      && moved != 0
  }

  /// The first bytes of the file, whatever they are; none where there are fewer.
  func beginning(_ count: Int) -> [UInt8] {
    var file: UnsafeMutablePointer<sqlite3_file>?
    var bytes = [UInt8](repeating: 0, count: count)
    let code = sqlite3_file_control(handle, "main", SQLITE_FCNTL_FILE_POINTER, &file)
    guard code == SQLITE_OK, let file, let methods = file.pointee.pMethods,
      methods.pointee.xRead?(file, &bytes, Int32(clamping: count), 0) == SQLITE_OK
    else { return [] }
    return bytes
  }

  /// Whether a transaction is open.
  var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }
}
