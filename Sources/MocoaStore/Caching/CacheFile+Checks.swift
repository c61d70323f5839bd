internal import MocoaSystem

extension CacheFile {
  /// Inserts a row in the open transaction and updates the seal.
  ///
  /// - Returns: `false` if a row with the same key exists, which stays unchanged.
  func insert(
    _ table: CacheSeal.Table, _ values: [SQLiteValue], _ bytes: UnsafeRawBufferPointer? = nil
  ) throws(SQLiteError) -> Bool {
    let checked = table.checked
    let statement = try database.statement(checked.insert)
    let isNew = try run(statement, values, bytes)
    if isNew { seal[table].add(RowChecksum.of(Array(values.prefix(checked.key.count)))) }
    return isNew
  }

  /// Updates the row that has the same key as the given values.
  ///
  /// - Returns: `false` if no row has that key and meets the condition.
  func update(
    _ table: CheckedTable, _ values: [SQLiteValue], _ bytes: UnsafeRawBufferPointer? = nil,
    where condition: String = ""
  ) throws(SQLiteError) -> Bool {
    try run(try database.statement(table.update + condition), values, bytes)
  }

  /// Inserts or updates a row of a table whose rows the seal does not count.
  func put(_ table: CheckedTable, _ values: [SQLiteValue]) throws(SQLiteError) {
    if try run(try database.statement(table.insert), values, nil) { return }
    _ = try run(try database.statement(table.update), values, nil)
  }

  private func run(
    _ statement: SQLiteStatement, _ values: [SQLiteValue], _ bytes: UnsafeRawBufferPointer?
  ) throws(SQLiteError) -> Bool {
    let checksum = RowChecksum.of(values, bytes)
    try statement.bind(values)
    try statement.bind(.integer(checksum), at: Int32(values.count + (bytes == nil ? 1 : 2)))
    if let bytes {
      try statement.run(with: bytes, at: Int32(values.count + 1))
    } else {
      _ = try statement.all { _ in nil as Void? }
    }
    return database.changeCount > 0
  }

  /// Deletes the row with a key, if it exists.
  func delete(_ table: CacheSeal.Table, _ key: [SQLiteValue]) throws(SQLiteError) {
    let statement = try database.statement(table.checked.delete)
    try statement.bind(key)
    _ = try statement.all { _ in nil as Void? }
    if database.changeCount > 0 { seal[table].remove(RowChecksum.of(key)) }
  }

  /// Returns the values that a closure creates from the rows of a table that meet a condition.
  ///
  /// - Throws: `SQLiteError.corruption` if the checksum of one of the rows is wrong.
  func rows<Result>(
    _ table: CheckedTable, _ condition: String, _ values: [SQLiteValue],
    row body: (SQLiteStatement) -> Result?
  ) throws(SQLiteError) -> [Result] {
    let statement = try database.statement("\(table.select) WHERE \(condition)")
    try statement.bind(values)
    var isSound = true
    let results = try statement.all { row in
      isSound = isSound && row.isSound
      return body(row)
    }
    guard isSound else { throw .corruption }
    return results
  }

  // MARK: - Lost rows

  /// Returns `true` if no row of a table was lost since the commit of its seal.
  ///
  /// The result is cached.
  ///
  /// - Complexity: O(n) for n rows at the first call.
  func isIntact(_ table: CacheSeal.Table) throws(SQLiteError) -> Bool {
    if let known = intact[table] { return known }
    let expected = isWriting ? seal : try latest().seal
    let key = table.checked.key.joined(separator: ", ")
    // No index contains the checksum, so SQLite must read the table itself.
    var isIntact =
      try tally("SELECT \(key), checksum FROM \(table.checked.name)", table) == expected[table]
    if isIntact, table == .references {
      isIntact =
        try tally("SELECT \(key) FROM reference INDEXED BY reference_by_parent", table)
        == expected[table]
    }
    intact[table] = isIntact
    return isIntact
  }

  private func tally(
    _ sql: String, _ table: CacheSeal.Table
  ) throws(SQLiteError) -> CacheSeal.Tally {
    var tally = CacheSeal.Tally()
    let statement = try database.statement(sql)
    let count = Int32(table.checked.key.count)
    _ = try statement.all { row in
      tally.add(RowChecksum.of(row, columns: count))
      return nil as Void?
    }
    return tally
  }

  /// Throws an error if rows of a table were lost since the commit of its seal.
  func checkIntact(_ table: CacheSeal.Table) throws(SQLiteError) {
    guard try isIntact(table) else { throw .corruption }
  }

  /// Computes the checksums of all rows in a file of a table version without checksums.
  static func sealAll(_ database: SQLiteDatabase) throws(SQLiteError) {
    try database.execute(
      "UPDATE list SET edits = (SELECT count(*) FROM list_edit WHERE list = list.number)")
    var seal = CacheSeal()
    for table in CheckedTable.all {
      let sealed = CacheSeal.Table.allCases.first { $0.checked.name == table.name }
      let count = table.key.count
      let sums = try SQLiteStatement("SELECT \(table.columns) FROM \(table.name)", database.handle)
        .all { row in
          let key = (0..<Int32(count)).map { row.value($0) }
          return (key: key, sum: RowChecksum.of(row, columns: row.columnCount))
        }
      let condition = table.key.map { "\($0) = ?" }.joined(separator: " AND ")
      let update = try SQLiteStatement(
        "UPDATE \(table.name) SET checksum = ? WHERE \(condition)", database.handle)
      for (key, sum) in sums {
        try update.bind([.integer(sum)] + key)
        _ = try update.all { _ in nil as Void? }
        if let sealed { seal[sealed].add(RowChecksum.of(key)) }
      }
    }
    let latest = try database.number("SELECT max(number) FROM change") ?? 0
    if seal == CacheSeal(), latest == 0 { return }
    try SQLiteStatement("INSERT INTO change (number, news, seal) VALUES (?, ?, ?)", database.handle)
      .run(.integer(latest + 1), .null, .blob(seal.bytes(commit: latest + 1)))
  }
}
