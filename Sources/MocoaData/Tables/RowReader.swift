internal import CSQLite
internal import MocoaModel
internal import MocoaSQLite

/// Reads the rows of one table or view.
///
/// Values that are too large to be displayed are usually not read completely. SQLite refuses
/// them, and the reader reads the row again in smaller parts.
struct RowReader {
  let connection: DatabaseConnection
  let shape: TableSchema

  /// The maximum number of columns that are read.
  private static let columnLimit = 1000

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
  private let columns: [String]

  /// The number of values at the start of a result row that are the key.
  private let keyCount: Int32

  /// The names of the values of a row.
  private let names: [String]

  /// The value that follows the last column if some columns are not read: a text with their number.
  private let omittedColumns: [FieldValue]

  /// A hash of the column names.
  ///
  /// It is included in each content hash, so renaming a column changes all rows.
  private let salt: UInt64

  private var database: SQLiteDatabase { connection.database }

  // MARK: - Statements

  /// The quoted name of the table, with the name of the main database.
  var source: String { "main.\(TableSchema.quoted(shape.name))" }

  /// Returns an SQL comparison of the key columns with parameters numbered from 1.
  private func comparison(_ sign: String) -> String {
    let keys = shape.keyColumns
    return "(\(TableSchema.quoted(keys))) \(sign) "
      + "(\(keys.indices.map { "?\($0 + 1)" }.joined(separator: ", ")))"
  }

  /// The row at which a range of rows starts.
  enum Start {
    case first
    case from([SQLiteValue])
    case after([SQLiteValue])

    fileprivate var key: [SQLiteValue] {
      switch self {
      case .first: []
      case .from(let key), .after(let key): key
      }
    }
  }

  /// Returns a statement that selects expressions from the rows of a range, with its parameters
  /// bound.
  private func statement(_ expressions: String, _ start: Start, limit: Int) throws(SQLiteError)
    -> SQLiteStatement
  {
    let condition =
      switch start {
      case .first: ""
      case .from: " WHERE \(comparison(">="))"
      case .after: " WHERE \(comparison(">"))"
      }
    let order = keyCount == 0 ? "" : " ORDER BY " + TableSchema.quoted(shape.keyColumns)
    let statement = try database.statement(
      "SELECT \(expressions) FROM \(source)\(condition)\(order) LIMIT ?\(start.key.count + 1)")
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
    var (start, remaining, isOver) = (start, limit, false)
    while !isOver, remaining > 0 {
      do throws(SQLiteError) {
        isOver = true
        try eachSmall(start, atMost: remaining) { (statement) throws(SQLiteError) in
          let key = key(statement)
          (start, remaining) = (.after(key), remaining - 1)
          return try take(.row(statement, key: key))
        }
      } catch  where error.isAboutSize {
        guard let key = try key(start) else { return }
        (start, remaining) = (.after(key), remaining - 1)
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
  private func id(of key: [SQLiteValue]) -> ItemID {
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
    var budget = TextBudget()
    let values = cells.map { statement.value($0, &budget) }
    return TableRow(
      keyCount == 0 ? ItemID(hash: hash) : id(of: key), key: Self.texts(of: key), names: names,
      values: values + omittedColumns, contentHash: hash,
      references: shape.references)
  }

  /// Creates a row in which large values are replaced by their beginning and size.
  private func row(_ values: [FieldValue], key: [SQLiteValue]) -> TableRow {
    TableRow(
      id(of: key), key: Self.texts(of: key), names: names, values: values + omittedColumns,
      contentHash: Self.hash([String(salt)] + values.map(\.description)),
      references: shape.references)
  }

  /// Returns the key of a row in the notation of URLs, or `nil` if the key has no such notation.
  private static func texts(of key: [SQLiteValue]) -> [String]? {
    let texts = key.compactMap(\.spelling)
    return texts.isEmpty || texts.count < key.count ? nil : texts
  }

  /// Returns the row with a key, or `nil` if the row does not exist.
  private func row(of key: [SQLiteValue]) throws(SQLiteError) -> TableRow? {
    var row: TableRow?
    try forEach(.from(key), atMost: 1) { found in
      if found.key == key { row = self.row(found) }
      return false
    }
    return row
  }
}

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
  private func largeRow(_ key: [SQLiteValue]) throws(SQLiteError) -> TableRow {
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
      var budget = TextBudget()
      return columns.indices.map { index in
        let column = Int32(2 * index)
        return statement.text(column) == "blob"
          ? SQLiteStatement.bytes(Int(statement.integer(column + 1)))
          : statement.value(column + 1, &budget)
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
        var budget = TextBudget()
        return statement.value(0, &budget)
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
    var budget = TextBudget()
    let count = Int(sqlite3_blob_bytes(blob))
    var head = [UInt8](repeating: 0, count: budget.take(count))
    guard sqlite3_blob_read(blob, &head, Int32(head.count), 0) == SQLITE_OK else { return nil }
    // The bytes are text only in a UTF-8 database.
    guard (try? database.statement("PRAGMA encoding").first { $0.text(0) }) == "UTF-8" else {
      return .string("<text of \(count) bytes>")
    }
    return head.withUnsafeBufferPointer { .string(SQLiteStatement.text(head: $0, of: count)) }
  }
}

extension RowReader {
  /// Returns the fields of the first row in which some columns have given values.
  ///
  /// - Parameters:
  ///   - wanted: The names of the columns.
  ///   - texts: The values of the columns, in the notation of URLs.
  ///   - database: The database.
  /// - Returns: `nil` if the columns have these values in no row.
  func fields(
    where wanted: [String], are texts: [String], in database: SQLiteDatabase
  ) throws(SQLiteError) -> [TableField]? {
    guard let key = try key(where: wanted, are: texts, in: database) else { return nil }
    guard let row = try row(of: key) else { return nil }
    var targets: [[UInt8]: RowReference] = [:]
    for reference in shape.references {
      guard let target = try referencedRow(of: reference, key, in: database) else { continue }
      for field in reference.fields { targets[field.foldedName] = target }
    }
    return row.fields.map {
      TableField(name: $0.name, value: $0.value, foreignKey: targets[$0.name.foldedName])
    }
  }

  /// Returns the key of the first row in which some columns have given values, or `nil` if no row
  /// matches.
  private func key(
    where wanted: [String], are texts: [String], in database: SQLiteDatabase
  ) throws(SQLiteError) -> [SQLiteValue]? {
    let condition = wanted.indices.map { "\(TableSchema.quoted(wanted[$0])) = ?\($0 + 1)" }
    let statement = try SQLiteStatement(
      "SELECT \(TableSchema.quoted(shape.keyColumns)) FROM \(source)"
        + " WHERE \(condition.joined(separator: " AND ")) LIMIT 1", database.handle)
    // A user who typed the URL may have left out the quotes.
    for values in [texts.map(SQLiteValue.init(spelling:)), texts.map(SQLiteValue.text)] {
      try statement.bind(values)
      defer { statement.reset() }
      if try statement.step() { return (0..<keyCount).map { statement.key($0) } }
    }
    return nil
  }

  /// Returns the row that a foreign key of another row refers to, or `nil` if there is none.
  private func referencedRow(
    of reference: TableSchema.Reference, _ key: [SQLiteValue], in database: SQLiteDatabase
  ) throws(SQLiteError) -> RowReference? {
    var targets = reference.targets
    if targets.isEmpty { targets = try TableSchema(reference.table, in: database)?.primary ?? [] }
    guard targets.count == reference.fields.count else { return nil }
    let statement = try SQLiteStatement(
      "SELECT \(TableSchema.quoted(reference.fields)) FROM \(source) WHERE \(comparison("="))",
      database.handle)
    try statement.bind(key)
    guard try statement.step() else { return nil }
    let texts = reference.fields.indices.compactMap { statement.key(Int32($0)).spelling }
    guard texts.count == targets.count else { return nil }
    return RowReference(table: reference.table, columns: targets, key: texts)
  }
}
