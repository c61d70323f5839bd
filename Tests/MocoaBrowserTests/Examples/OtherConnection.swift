import CSQLite
import Testing

/// A connection to a database, as another program would have it.
final class OtherConnection {
  private var handle: OpaquePointer?

  /// Opens a file, and does something to it.
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
