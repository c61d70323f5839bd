internal import CSQLite
internal import MocoaModel
internal import MocoaSystem

/// Reads the rows of one table or view.
///
/// Values that are too large to be displayed are usually not read completely. SQLite refuses
/// them, and the reader reads the row again in smaller parts.
struct RowReader {
  let connection: DatabaseConnection
  let shape: TableSchema

  /// The maximum number of columns that are read.
  static let columnLimit = 1000

  init(_ connection: DatabaseConnection, _ shape: TableSchema) {
    (self.connection, self.shape) = (connection, shape)
    columns = Array(shape.columns.prefix(Self.columnLimit))
    keyCount = Int32(shape.keyColumns.count)
    let others = shape.columns.count - columns.count
    names = others > 0 ? columns + ["…"] : columns
    omittedColumns = others > 0 ? [.string("\(others) more columns")] : []
    salt = Self.hash(names)
  }

  /// The columns that are read.
  let columns: [String]

  /// The number of values at the start of a result row that are the key.
  let keyCount: Int32

  /// The names of the values of a row.
  private let names: [String]

  /// The value that follows the last column if some columns are not read: a text with their number.
  private let omittedColumns: [FieldValue]

  /// A hash of the column names.
  ///
  /// It is included in each content hash, so renaming a column changes all rows.
  private let salt: UInt64

  var database: SQLiteDatabase { connection.database }

  // MARK: - Statements

  /// The quoted name of the table, with the name of the main database.
  var source: String { "main.\(TableSchema.quoted(shape.name))" }

  /// Returns an SQL comparison of the key columns with parameters numbered from 1.
  func comparison(_ sign: String) -> String {
    let keys = shape.keyColumns
    return "(\(TableSchema.quoted(keys))) \(sign) "
      + "(\(keys.indices.map { "?\($0 + 1)" }.joined(separator: ", ")))"
  }

  /// The row at which a range of rows starts.
  enum Start {
    case first
    case from([SQLiteValue])
    case behind([SQLiteValue])

    fileprivate var key: [SQLiteValue] {
      switch self {
      case .first: []
      case .from(let key), .behind(let key): key
      }
    }
  }

  /// Returns a statement that selects expressions from the rows of a range, with its parameters
  /// bound.
  private func statement(_ expressions: String, _ start: Start, limit: Int) throws(SQLiteError)
    -> SQLiteStatement
  {
    let place =
      switch start {
      case .first: ""
      case .from: " WHERE \(comparison(">="))"
      case .behind: " WHERE \(comparison(">"))"
      }
    let order = keyCount == 0 ? "" : " ORDER BY " + TableSchema.quoted(shape.keyColumns)
    let statement = try database.statement(
      "SELECT \(expressions) FROM \(source)\(place)\(order) LIMIT ?\(start.key.count + 1)")
    try statement.bind(start.key + [.integer(Int64(limit))])
    return statement
  }

  // MARK: - Rows

  /// A row that the reader has found.
  enum Found {
    /// The current row of a statement, with its key.
    case row(SQLiteStatement, key: [SQLiteValue])

    /// A row that contains a very large value, with its key.
    case large(TableRow, key: [SQLiteValue])

    var key: [SQLiteValue] {
      switch self {
      case .row(_, let key), .large(_, let key): key
      }
    }
  }

  /// Calls a closure with the rows of a table in the order of their keys.
  ///
  /// - Parameters:
  ///   - start: The start of the range.
  ///   - limit: The maximum number of rows.
  ///   - take: A closure that receives each row and returns `true` to continue.
  /// - Throws: ``SQLiteError`` after the last readable row if the next row cannot be read.
  func forEach(
    _ start: Start, atMost limit: Int, _ take: (Found) throws(SQLiteError) -> Bool
  ) throws(SQLiteError) {
    var (start, room, isOver) = (start, limit, false)
    while !isOver, room > 0 {
      do throws(SQLiteError) {
        isOver = true
        try eachSmall(start, atMost: room) { (statement) throws(SQLiteError) in
          let key = key(statement)
          (start, room) = (.behind(key), room - 1)
          return try take(.row(statement, key: key))
        }
      } catch  where error.isAboutSize {
        guard let key = try key(start) else { return }
        (start, room) = (.behind(key), room - 1)
        isOver = try !take(.large(largeRow(key), key: key))
      }
    }
  }

  private func eachSmall(
    _ start: Start, atMost limit: Int, _ take: (SQLiteStatement) throws(SQLiteError) -> Bool
  ) throws(SQLiteError) {
    // A key may be larger than the limit for a displayed value.
    let statement = try statement(
      TableSchema.quoted(shape.keyColumns + columns), start, limit: limit)
    defer { statement.reset() }
    try connection.withCells(upTo: DatabaseConnection.cellLimit) { () throws(SQLiteError) in
      while try statement.step(), try take(statement) {}
    }
  }

  /// Calls a closure with the first rows of a view or table without keys.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of rows.
  ///   - take: A closure that receives each row and returns `true` to continue.
  func forEachWithoutKey(atMost limit: Int, _ take: (TableRow) -> Bool) throws(SQLiteError) {
    let statement = try statement(TableSchema.quoted(columns), .first, limit: limit)
    defer { statement.reset() }
    // Rows without keys cannot be read again, so large texts are read and then truncated.
    let cell = max(Int(DatabaseConnection.cellLimit), (64 << 20) / max(1, columns.count))
    try connection.withCells(upTo: Int32(min(cell, 16 << 20))) { () throws(SQLiteError) in
      while try statement.step(), take(row(statement, key: [])) {}
    }
  }

  /// Returns the first key of a range, or `nil` if the range is empty.
  private func key(_ start: Start) throws(SQLiteError) -> [SQLiteValue]? {
    let statement = try statement(TableSchema.quoted(shape.keyColumns), start, limit: 1)
    defer { statement.reset() }
    return try statement.step() ? key(statement) : nil
  }

  private func key(_ statement: SQLiteStatement) -> [SQLiteValue] {
    (0..<keyCount).map { statement.key($0) }
  }

  // MARK: - Row content

  /// Returns the identity of the row with a key.
  func id(of key: [SQLiteValue]) -> ItemID {
    if case .number = shape.key, case .integer(let number)? = key.first { return ItemID(number) }
    return ItemID(hash: Self.hash(key))
  }

  /// Returns a hash with the random seed of this process.
  static func hash(_ value: some Hashable) -> UInt64 {
    var hasher = Hasher()
    hasher.combine(value)
    return UInt64(bitPattern: Int64(hasher.finalize()))
  }

  /// Returns a hash of the content of a row.
  func hash(_ found: Found) -> UInt64 {
    switch found {
    case .row(let statement, _): statement.hash(keyCount..<statement.columnCount, salt: salt)
    case .large(let row, _): row.hash
    }
  }

  /// Returns the content of a row.
  func row(_ found: Found) -> TableRow {
    switch found {
    case .row(let statement, let key): row(statement, key: key)
    case .large(let row, _): row
    }
  }

  private func row(_ statement: SQLiteStatement, key: [SQLiteValue]) -> TableRow {
    let cells = keyCount..<statement.columnCount
    let hash = statement.hash(cells, salt: salt)
    var room = TextBudget()
    let values = cells.map { statement.value($0, &room) }
    return TableRow(
      keyCount == 0 ? ItemID(hash: hash) : id(of: key), key: Self.texts(of: key), names: names,
      values: values + omittedColumns, contentHash: hash)
  }

  /// Creates a row in which large values are replaced by their beginning and size.
  func row(_ values: [FieldValue], key: [SQLiteValue]) -> TableRow {
    TableRow(
      id(of: key), key: Self.texts(of: key), names: names, values: values + omittedColumns,
      contentHash: Self.hash([String(salt)] + values.map(\.description)))
  }

  /// Returns the key of a row in the notation of URLs, or `nil` if the key has no such notation.
  private static func texts(of key: [SQLiteValue]) -> [String]? {
    let texts = key.compactMap(\.spelling)
    return texts.isEmpty || texts.count < key.count ? nil : texts
  }

  /// Returns the row with a key, or `nil` if the row does not exist.
  func row(of key: [SQLiteValue]) throws(SQLiteError) -> TableRow? {
    var row: TableRow?
    try forEach(.from(key), atMost: 1) { found in
      if found.key == key { row = self.row(found) }
      return false
    }
    return row
  }
}
