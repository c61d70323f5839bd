internal import CSQLite

/// A value of a table row, or of a statement parameter.
package enum SQLiteValue: Hashable {
  case integer(Int64)
  case real(Double)
  case text(String)

  /// The bytes of a text, which may not be valid UTF-8.
  case utf8([UInt8])
  case blob([UInt8])
  case null
}

/// A prepared statement, which is run repeatedly with different values.
package final class SQLiteStatement {
  package let handle: OpaquePointer
  private let database: OpaquePointer

  package init(_ sql: String, _ database: OpaquePointer) throws(SQLiteError) {
    var handle: OpaquePointer?
    let code = sqlite3_prepare_v3(
      database, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &handle, nil)
    guard code == SQLITE_OK, let handle else { throw SQLiteError(code, of: database) }
    (self.handle, self.database) = (handle, database)
  }

  deinit {
    sqlite3_finalize(handle)
  }

  // MARK: - Running

  /// Runs the statement with some values, and ignores the rows of the result.
  package func run(_ values: SQLiteValue...) throws(SQLiteError) {
    defer { reset() }
    try bind(values)
    while try step() {}
  }

  /// Runs the statement with its bound values and a blob.
  ///
  /// The blob is bound to the parameter with an index, without copying the bytes.
  package func run(with bytes: UnsafeRawBufferPointer, at index: Int32) throws(SQLiteError) {
    defer {
      reset()
      // The bytes are not valid for later runs.
      sqlite3_bind_null(handle, index)
    }
    let code = sqlite3_bind_blob64(handle, index, bytes.baseAddress, UInt64(bytes.count), nil)
    guard code == SQLITE_OK else { throw SQLiteError(code, of: database) }
    while try step() {}
  }

  /// Runs the statement up to its first row.
  ///
  /// - Returns: The result of the closure, or `nil` if the statement has no rows.
  package func first<Result>(
    _ values: SQLiteValue..., row: (SQLiteStatement) -> Result
  ) throws(SQLiteError) -> Result? {
    defer { reset() }
    try bind(values)
    return try step() ? row(self) : nil
  }

  /// Runs the statement, and calls a closure with each row of its result.
  ///
  /// - Returns: The values that the closure returns, without `nil`.
  package func all<Result>(
    _ values: SQLiteValue..., row: (SQLiteStatement) -> Result?
  ) throws(SQLiteError) -> [Result] {
    defer { reset() }
    try bind(values)
    var results: [Result] = []
    while try step() {
      if let result = row(self) { results.append(result) }
    }
    return results
  }

  package func step() throws(SQLiteError) -> Bool {
    let code = sqlite3_step(handle)
    switch code {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    default: throw SQLiteError(code, of: database)
    }
  }

  package func reset() {
    sqlite3_reset(handle)
  }

  // MARK: - Values

  /// The argument that makes SQLite copy bound bytes: the value of `SQLITE_TRANSIENT`.
  private static let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

  package func bind(_ values: [SQLiteValue]) throws(SQLiteError) {
    for (index, value) in zip(Int32(1)..., values) { try bind(value, at: index) }
  }

  /// Binds a value to a parameter, numbered from 1.
  ///
  /// The value stays bound in later runs.
  package func bind(_ value: SQLiteValue, at index: Int32) throws(SQLiteError) {
    // The address for a text without bytes.
    let empty: StaticString = ""
    let nothing = UnsafeRawPointer(empty.utf8Start).assumingMemoryBound(to: CChar.self)
    let code =
      switch value {
      case .integer(let value): sqlite3_bind_int64(handle, index, value)
      case .real(let value): sqlite3_bind_double(handle, index, value)
      case .null: sqlite3_bind_null(handle, index)
      case .text(var text):
        text.withUTF8 { utf8 in
          utf8.withMemoryRebound(to: CChar.self) { chars in
            // An empty text may have no address, which SQLite would treat as null.
            sqlite3_bind_text64(
              handle, index, chars.baseAddress ?? nothing, UInt64(chars.count),
              Self.copied, UInt8(SQLITE_UTF8))
          }
        }
      case .utf8(let bytes):
        bytes.withUnsafeBytes { buffer in
          sqlite3_bind_text64(
            handle, index, buffer.baseAddress?.assumingMemoryBound(to: CChar.self) ?? nothing,
            UInt64(buffer.count), Self.copied, UInt8(SQLITE_UTF8))
        }
      case .blob(let bytes):
        bytes.withUnsafeBytes { buffer in
          sqlite3_bind_blob64(
            handle, index, buffer.baseAddress ?? UnsafeRawPointer(nothing),
            UInt64(buffer.count), Self.copied)
        }
      }
    guard code == SQLITE_OK else { throw SQLiteError(code, of: database) }
  }

  /// The type of a value in a row of the result.
  package enum ValueType {
    case integer, real, text, blob, null
  }

  /// The number of columns of the result.
  package var columnCount: Int32 { sqlite3_column_count(handle) }

  /// Returns the type of the value in a column of the current row.
  package func type(of column: Int32) -> ValueType {
    switch sqlite3_column_type(handle, column) {
    case SQLITE_INTEGER: .integer
    case SQLITE_FLOAT: .real
    case SQLITE_TEXT: .text
    case SQLITE_BLOB: .blob
    default: .null
    }
  }

  /// Returns the floating-point number in a column of the current row.
  package func real(_ column: Int32) -> Double { sqlite3_column_double(handle, column) }

  /// Returns the integer in a column of the current row.
  package func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }

  /// Returns the text in a column of the current row, or `nil` if the value has another type.
  package func text(_ column: Int32) -> String? {
    guard sqlite3_column_type(handle, column) == SQLITE_TEXT else { return nil }
    return string(column)
  }

  /// Returns the blob in a column of the current row, or `nil` if the value has another type.
  package func blob(_ column: Int32) -> [UInt8]? {
    guard sqlite3_column_type(handle, column) == SQLITE_BLOB else { return nil }
    return Array(bytes(column))
  }

  private func string(_ column: Int32) -> String {
    withUTF8(column) { String(decoding: $0, as: UTF8.self) }
  }

  /// Calls a closure with the bytes of the text in a column of the current row.
  ///
  /// They may not be valid UTF-8.
  package func withUTF8<Result>(
    _ column: Int32, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    let text = sqlite3_column_text(handle, column)
    let count = text == nil ? 0 : Int(sqlite3_column_bytes(handle, column))
    return body(UnsafeBufferPointer(start: text, count: count))
  }

  /// Returns the value in a column of the current row.
  package func value(_ column: Int32) -> SQLiteValue {
    switch sqlite3_column_type(handle, column) {
    case SQLITE_INTEGER: .integer(integer(column))
    case SQLITE_FLOAT: .real(sqlite3_column_double(handle, column))
    case SQLITE_TEXT: .utf8(withUTF8(column) { Array($0) })
    case SQLITE_BLOB: .blob(Array(bytes(column)))
    default: .null
    }
  }

  /// Calls a closure with the blob in a column of the current row.
  package func withBytes<Result>(
    _ column: Int32, _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result {
    body(bytes(column))
  }

  private func bytes(_ column: Int32) -> UnsafeRawBufferPointer {
    let start = sqlite3_column_blob(handle, column)
    return UnsafeRawBufferPointer(
      start: start, count: start == nil ? 0 : Int(sqlite3_column_bytes(handle, column)))
  }
}
