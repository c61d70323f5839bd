internal import MocoaModel
internal import MocoaSystem

extension RowReader {
  /// Returns the values of the first row that has given values in some columns, or `nil` if no row
  /// has.
  ///
  /// - Parameters:
  ///   - wanted: The names of the columns.
  ///   - texts: The values of the columns, in the notation of URLs.
  ///   - database: The database.
  func fields(
    where wanted: [String], are texts: [String], in database: SQLiteDatabase
  ) throws(SQLiteError) -> [TableField]? {
    guard let key = try key(where: wanted, are: texts, in: database) else { return nil }
    guard let row = try row(of: key) else { return nil }
    var targets: [[UInt8]: RowReference] = [:]
    for reference in shape.references {
      guard let place = try referencedRow(of: reference, key, in: database) else { continue }
      for field in reference.fields { targets[field.foldedName] = place }
    }
    return row.fields.map {
      TableField(name: $0.name, value: $0.value, foreignKey: targets[$0.name.foldedName])
    }
  }

  /// Returns the key of the first row that has given values in some columns, or `nil` if no row
  /// has.
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
