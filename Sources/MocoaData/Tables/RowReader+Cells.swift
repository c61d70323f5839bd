internal import CSQLite
internal import MocoaModel

/// How much of the texts of a row is still read.
struct CellRoom {
  private var rest = Int(DatabaseConnection.cellLimit)

  /// How many bytes of a large text are read, and how many when there is no room for so many.
  private static let (head, excerpt) = (4096, 200)

  /// How many bytes of a text of that size are to be read.
  mutating func take(_ count: Int) -> Int {
    let part = count <= rest ? count : rest >= Self.head ? Self.head : min(count, Self.excerpt)
    rest = max(0, rest - part)
    return part
  }
}

extension RowReader {
  /// Texts up to this size are read as a whole, if need be, so that all cells of a row are read at once.
  private var wideLimit: Int32 {
    Int32(max(Int(DatabaseConnection.cellLimit), min(1 << 20, (64 << 20) / max(1, columns.count))))
  }

  /// The row of a key, which has something very large in it.
  func largeRow(_ key: [SQLiteValue]) throws(SQLiteError) -> TableRow {
    do throws(SQLiteError) {
      return row(try values(of: key), key: key)
    } catch  where error.isAboutSize {
      var values: [FieldValue] = []
      for column in columns { values.append(try cell(column, of: key)) }
      return row(values, key: key)
    }
  }

  /// All cells, each with its type: the size of bytes is known without reading them.
  private func values(of key: [SQLiteValue]) throws(SQLiteError) -> [FieldValue] {
    let cells = columns.map { column in
      let name = TableShape.quoted(column)
      return
        "typeof(\(name)), CASE typeof(\(name)) WHEN 'blob' THEN length(\(name)) ELSE \(name) END"
    }
    let statement = try database.statement(
      "SELECT \(cells.joined(separator: ", ")) FROM \(source) WHERE \(comparison("="))")
    defer { statement.reset() }
    try statement.bind(key)
    return try connection.withCells(upTo: wideLimit) { () throws(SQLiteError) in
      guard try statement.step() else { return columns.map { _ in .null } }
      var room = CellRoom()
      return columns.indices.map { index in
        let place = Int32(2 * index)
        return statement.text(place) == "blob"
          ? SQLiteStatement.bytes(Int(statement.integer(place + 1)))
          : statement.value(place + 1, &room)
      }
    }
  }

  /// One cell of a row; of a large text the beginning, of bytes how many there are.
  private func cell(_ column: String, of key: [SQLiteValue]) throws(SQLiteError) -> FieldValue {
    let name = TableShape.quoted(column)
    do throws(SQLiteError) {
      return try value(of: name, key) { statement in
        var room = CellRoom()
        return statement.value(0, &room)
      } ?? .null
    } catch  where error.isAboutSize {
      // Neither takes the bytes to be read.
      if try value(of: "typeof(\(name))", key, { $0.text(0) }) == "blob" {
        return SQLiteStatement.bytes(
          try value(of: "length(\(name))", key) { Int($0.integer(0)) } ?? 0)
      }
      return head(of: column, key)
        ?? .text("<text of more than \(DatabaseConnection.cellLimit) bytes>")
    }
  }

  private func value<Result>(
    of expression: String, _ key: [SQLiteValue], _ make: (SQLiteStatement) -> Result?
  ) throws(SQLiteError) -> Result? {
    // Not kept: there may be a thousand columns.
    let statement = try SQLiteStatement(
      "SELECT \(expression) FROM \(source) WHERE \(comparison("="))", database.handle)
    // The key itself may be what is large.
    try statement.bind(key)
    return try connection.withCells(upTo: DatabaseConnection.cellLimit) { () throws(SQLiteError) in
      try statement.step() ? make(statement) : nil
    }
  }

  /// The beginning of a large text, which only a row with a number has read without the rest.
  private func head(of column: String, _ key: [SQLiteValue]) -> FieldValue? {
    guard case .number = shape.key, case .integer(let number)? = key.first else { return nil }
    var blob: OpaquePointer?
    let code = sqlite3_blob_open(database.handle, "main", shape.name, column, number, 0, &blob)
    guard code == SQLITE_OK, let blob else { return nil }
    defer { sqlite3_blob_close(blob) }
    var room = CellRoom()
    let count = Int(sqlite3_blob_bytes(blob))
    var head = [UInt8](repeating: 0, count: room.take(count))
    guard sqlite3_blob_read(blob, &head, Int32(head.count), 0) == SQLITE_OK else { return nil }
    // Only these bytes are a text already.
    guard (try? database.statement("PRAGMA encoding").first { $0.text(0) }) == "UTF-8" else {
      return .text("<text of \(count) bytes>")
    }
    return head.withUnsafeBufferPointer { .text(SQLiteStatement.text(head: $0, of: count)) }
  }
}
