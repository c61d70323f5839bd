internal import CSQLite
internal import MocoaModel
internal import MocoaSystem

/// The number of text bytes that may still be read for one row.
struct TextBudget {
  private var remaining = Int(DatabaseConnection.cellLimit)

  /// The number of bytes that are read from a large text, and the smaller number after the budget
  /// is spent.
  private static let (head, truncatedSize) = (4096, 200)

  /// Reserves bytes for a text and returns the number of bytes to read.
  ///
  /// - Parameter count: The size of the text in bytes.
  mutating func take(_ count: Int) -> Int {
    let part =
      count <= remaining
      ? count : remaining >= Self.head ? Self.head : min(count, Self.truncatedSize)
    remaining = max(0, remaining - part)
    return part
  }
}

extension RowReader {
  /// The maximum size in bytes of a text that is read completely when one statement reads all
  /// values of a row.
  private var wideLimit: Int32 {
    Int32(max(Int(DatabaseConnection.cellLimit), min(1 << 20, (64 << 20) / max(1, columns.count))))
  }

  /// Returns the row with a key, at least one value of which is very large.
  func largeRow(_ key: [SQLiteValue]) throws(SQLiteError) -> TableRow {
    do throws(SQLiteError) {
      return row(try values(of: key), key: key)
    } catch  where error.isAboutSize {
      var values: [FieldValue] = []
      for column in columns { values.append(try cell(column, of: key)) }
      return row(values, key: key)
    }
  }

  /// Returns all values of a row that has large values.
  ///
  /// Each value is read with its type, so the size of a blob is known without reading it.
  private func values(of key: [SQLiteValue]) throws(SQLiteError) -> [FieldValue] {
    let cells = columns.map { column in
      let name = TableSchema.quoted(column)
      return
        "typeof(\(name)), CASE typeof(\(name)) WHEN 'blob' THEN length(\(name)) ELSE \(name) END"
    }
    let statement = try database.statement(
      "SELECT \(cells.joined(separator: ", ")) FROM \(source) WHERE \(comparison("="))")
    defer { statement.reset() }
    try statement.bind(key)
    return try connection.withCells(upTo: wideLimit) { () throws(SQLiteError) in
      guard try statement.step() else { return columns.map { _ in .null } }
      var room = TextBudget()
      return columns.indices.map { index in
        let place = Int32(2 * index)
        return statement.text(place) == "blob"
          ? SQLiteStatement.bytes(Int(statement.integer(place + 1)))
          : statement.value(place + 1, &room)
      }
    }
  }

  /// Returns one value of a row.
  ///
  /// A large text is represented by its beginning and its size, a blob by its size.
  private func cell(_ column: String, of key: [SQLiteValue]) throws(SQLiteError) -> FieldValue {
    let name = TableSchema.quoted(column)
    do throws(SQLiteError) {
      return try value(of: name, key) { statement in
        var room = TextBudget()
        return statement.value(0, &room)
      } ?? .null
    } catch  where error.isAboutSize {
      // Neither expression reads the bytes.
      if try value(of: "typeof(\(name))", key, { $0.text(0) }) == "blob" {
        return SQLiteStatement.bytes(
          try value(of: "length(\(name))", key) { Int($0.integer(0)) } ?? 0)
      }
      return head(of: column, key)
        ?? .string("<text of more than \(DatabaseConnection.cellLimit) bytes>")
    }
  }

  private func value<Result>(
    of expression: String, _ key: [SQLiteValue], _ make: (SQLiteStatement) -> Result?
  ) throws(SQLiteError) -> Result? {
    // The statement is not cached because a table may have a thousand columns.
    let statement = try SQLiteStatement(
      "SELECT \(expression) FROM \(source) WHERE \(comparison("="))", database.handle)
    // Binds before the limit applies, because the key itself may be large.
    try statement.bind(key)
    return try connection.withCells(upTo: DatabaseConnection.cellLimit) { () throws(SQLiteError) in
      try statement.step() ? make(statement) : nil
    }
  }

  /// Returns the beginning of a large text, or `nil` if it cannot be read without the rest.
  ///
  /// Such a read requires a row with an integer key.
  private func head(of column: String, _ key: [SQLiteValue]) -> FieldValue? {
    guard case .number = shape.key, case .integer(let number)? = key.first else { return nil }
    var blob: OpaquePointer?
    let code = sqlite3_blob_open(database.handle, "main", shape.name, column, number, 0, &blob)
    guard code == SQLITE_OK, let blob else { return nil }
    defer { sqlite3_blob_close(blob) }
    var room = TextBudget()
    let count = Int(sqlite3_blob_bytes(blob))
    var head = [UInt8](repeating: 0, count: room.take(count))
    guard sqlite3_blob_read(blob, &head, Int32(head.count), 0) == SQLITE_OK else { return nil }
    // The bytes are text only in a UTF-8 database.
    guard (try? database.statement("PRAGMA encoding").first { $0.text(0) }) == "UTF-8" else {
      return .string("<text of \(count) bytes>")
    }
    return head.withUnsafeBufferPointer { .string(SQLiteStatement.text(head: $0, of: count)) }
  }
}
