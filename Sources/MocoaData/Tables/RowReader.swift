internal import CSQLite
internal import MocoaModel

/// Reads rows of one table or view by a connection.
///
/// What is larger than a cell that is shown is mostly not read as a whole: SQLite is told to refuse it,
/// and the row is read again in another way then.
struct RowReader {
  let connection: DatabaseConnection
  let shape: TableShape

  /// More columns are not read.
  static let columnLimit = 1000

  init(_ connection: DatabaseConnection, _ shape: TableShape) {
    (self.connection, self.shape) = (connection, shape)
    columns = Array(shape.columns.prefix(Self.columnLimit))
    keyCount = Int32(shape.keyColumns.count)
    let others = shape.columns.count - columns.count
    names = others > 0 ? columns + ["…"] : columns
    rest = others > 0 ? [.text("\(others) more columns")] : []
    salt = Self.hash(names)
  }

  /// The columns that are read.
  let columns: [String]

  /// How many values a row is found by; they stand before its cells.
  let keyCount: Int32

  /// What the cells of a row are called.
  private let names: [String]

  /// What stands behind the cells.
  private let rest: [FieldValue]

  /// Stands for the names in hashes: a row says something else when a column is called otherwise.
  private let salt: UInt64

  var database: SQLiteDatabase { connection.database }

  // MARK: - Statements

  /// Where the rows are.
  var source: String { "main.\(TableShape.quoted(shape.name))" }

  /// How keys are compared, with values to be bound from 1 on.
  func comparison(_ sign: String) -> String {
    let keys = shape.keyColumns
    return "(\(TableShape.quoted(keys))) \(sign) "
      + "(\(keys.indices.map { "?\($0 + 1)" }.joined(separator: ", ")))"
  }

  /// Where reading begins.
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

  /// Expressions of the rows from a start on, with what is bound for it.
  private func statement(_ expressions: String, _ start: Start, limit: Int) throws(SQLiteError)
    -> SQLiteStatement
  {
    let place =
      switch start {
      case .first: ""
      case .from: " WHERE \(comparison(">="))"
      case .behind: " WHERE \(comparison(">"))"
      }
    let order = keyCount == 0 ? "" : " ORDER BY " + TableShape.quoted(shape.keyColumns)
    let statement = try database.statement(
      "SELECT \(expressions) FROM \(source)\(place)\(order) LIMIT ?\(start.key.count + 1)")
    try statement.bind(start.key + [.integer(Int64(limit))])
    return statement
  }

  // MARK: - Rows

  /// A row that was found.
  enum Found {
    /// The one that a statement is at.
    case row(SQLiteStatement, key: [SQLiteValue])

    /// One that has something very large in it.
    case large(TableRow, key: [SQLiteValue])

    var key: [SQLiteValue] {
      switch self {
      case .row(_, let key), .large(_, let key): key
      }
    }
  }

  /// Finds rows of a table in the order of their keys.
  ///
  /// - Parameter take: whether to go on behind a row.
  /// - Throws: behind the last row that could be read, why the next could not.
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
    // A key may be larger than what is read of a cell.
    let statement = try statement(
      TableShape.quoted(shape.keyColumns + columns), start, limit: limit)
    defer { statement.reset() }
    try connection.withCells(upTo: DatabaseConnection.cellLimit) { () throws(SQLiteError) in
      while try statement.step(), try take(statement) {}
    }
  }

  /// Reads the first rows of what has no keys.
  ///
  /// - Parameter take: whether to go on behind a row.
  func forEachWithoutKey(atMost limit: Int, _ take: (TableRow) -> Bool) throws(SQLiteError) {
    let statement = try statement(TableShape.quoted(columns), .first, limit: limit)
    defer { statement.reset() }
    // None is found again: large texts are read to be cut.
    let cell = max(Int(DatabaseConnection.cellLimit), (64 << 20) / max(1, columns.count))
    try connection.withCells(upTo: Int32(min(cell, 16 << 20))) { () throws(SQLiteError) in
      while try statement.step(), take(row(statement, key: [])) {}
    }
  }

  /// The key from which on there are others, or the first.
  private func key(_ start: Start) throws(SQLiteError) -> [SQLiteValue]? {
    let statement = try statement(TableShape.quoted(shape.keyColumns), start, limit: 1)
    defer { statement.reset() }
    return try statement.step() ? key(statement) : nil
  }

  private func key(_ statement: SQLiteStatement) -> [SQLiteValue] {
    (0..<keyCount).map { statement.key($0) }
  }

  // MARK: - What a row is

  /// The identity of a row that is found by some values.
  func id(of key: [SQLiteValue]) -> ItemID {
    if case .number = shape.key, case .integer(let number)? = key.first { return ItemID(number) }
    return ItemID(hash: Self.hash(key))
  }

  /// A hash under the seed of this run.
  static func hash(_ value: some Hashable) -> UInt64 {
    var hasher = Hasher()
    hasher.combine(value)
    return UInt64(bitPattern: Int64(hasher.finalize()))
  }

  /// A hash of what is in a row.
  func hash(_ found: Found) -> UInt64 {
    switch found {
    case .row(let statement, _): statement.hash(keyCount..<statement.columnCount, salt: salt)
    case .large(let row, _): row.hash
    }
  }

  /// What is in a row.
  func row(_ found: Found) -> TableRow {
    switch found {
    case .row(let statement, let key): row(statement, key: key)
    case .large(let row, _): row
    }
  }

  private func row(_ statement: SQLiteStatement, key: [SQLiteValue]) -> TableRow {
    let cells = keyCount..<statement.columnCount
    let hash = statement.hash(cells, salt: salt)
    var room = CellRoom()
    let values = cells.map { statement.value($0, &room) }
    return TableRow(
      keyCount == 0 ? ItemID(hash: hash) : id(of: key), key: Self.texts(of: key), names: names,
      values: values + rest, contentHash: hash)
  }

  /// A row of which some cells are only told by their beginning and their size.
  func row(_ values: [FieldValue], key: [SQLiteValue]) -> TableRow {
    TableRow(
      id(of: key), key: Self.texts(of: key), names: names, values: values + rest,
      contentHash: Self.hash([String(salt)] + values.map(\.description)))
  }

  /// What a row is found by, as a URL says it; nil where that cannot be said.
  private static func texts(of key: [SQLiteValue]) -> [String]? {
    let texts = key.compactMap(\.spelling)
    return texts.isEmpty || texts.count < key.count ? nil : texts
  }

  /// The row that is found by a key; nil where there is none.
  func row(of key: [SQLiteValue]) throws(SQLiteError) -> TableRow? {
    var row: TableRow?
    try forEach(.from(key), atMost: 1) { found in
      if found.key == key { row = self.row(found) }
      return false
    }
    return row
  }
}
