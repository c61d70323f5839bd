import CSQLite
import Testing

/// A database connection that simulates another program.
final class OtherConnection {
  private var handle: OpaquePointer?

  /// Opens a file and executes a statement.
  init(_ path: String, _ sql: String) throws {
    sqlite3_open(path, &handle)
    sqlite3_busy_timeout(handle, 10_000)
    try run(sql)
  }

  deinit { sqlite3_close(handle) }

  func run(_ sql: String) throws {
    try #require(sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK, "\(sql)")
  }
}
