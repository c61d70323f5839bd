internal import MocoaSQLite

/// The computation of row checksums.
///
/// The checksum of a row covers its key columns and then its other columns.
enum RowChecksum {
  /// Returns the checksum of a row with the given values, followed by a blob if `bytes` is not
  /// `nil`.
  static func of(_ values: [SQLiteValue], _ bytes: UnsafeRawBufferPointer? = nil) -> Int64 {
    of(values, bytes, keyCount: 0).row
  }

  /// Returns the checksums of the first `keyCount` values of a row and of the complete row.
  static func of(
    _ values: [SQLiteValue], _ bytes: UnsafeRawBufferPointer?, keyCount: Int
  ) -> (key: Int64, row: Int64) {
    var sum: UInt32 = 0
    var key: UInt32 = 0
    for (index, value) in values.enumerated() {
      if index == keyCount { key = sum }
      switch value {
      case .integer(let value): add(1, value, to: &sum)
      case .real(let value): add(2, Int64(bitPattern: value.bitPattern), to: &sum)
      case .text(var text): text.withUTF8 { add(3, UnsafeRawBufferPointer($0), to: &sum) }
      case .utf8(let bytes): bytes.withUnsafeBytes { add(3, $0, to: &sum) }
      case .blob(let bytes): bytes.withUnsafeBytes { add(4, $0, to: &sum) }
      case .null: add(5, 0, to: &sum)
      }
    }
    if keyCount == values.count { key = sum }
    if let bytes { add(4, bytes, to: &sum) }
    return (Int64(key), Int64(sum))
  }

  /// Returns the checksum of the first `count` columns of a row.
  static func of(_ row: SQLiteStatement, columns count: Int32) -> Int64 {
    var sum: UInt32 = 0
    for column in 0..<count {
      switch row.type(of: column) {
      case .integer: add(1, row.integer(column), to: &sum)
      case .real: add(2, Int64(bitPattern: row.real(column).bitPattern), to: &sum)
      case .text: row.withUTF8(column) { add(3, UnsafeRawBufferPointer($0), to: &sum) }
      case .blob: row.withBytes(column) { add(4, $0, to: &sum) }
      case .null: add(5, 0, to: &sum)
      }
    }
    return Int64(sum)
  }

  private static func add(_ tag: UInt8, _ value: Int64, to sum: inout UInt32) {
    var header = (value.littleEndian, tag)
    withUnsafeBytes(of: &header) {
      sum = CRC32.updated(sum, with: UnsafeRawBufferPointer(rebasing: $0.prefix(9)))
    }
  }

  private static func add(_ tag: UInt8, _ bytes: UnsafeRawBufferPointer, to sum: inout UInt32) {
    add(tag, Int64(bytes.count), to: &sum)
    sum = CRC32.updated(sum, with: bytes)
  }
}

extension SQLiteStatement {
  /// A Boolean value that indicates whether the last column of the row is the checksum of the
  /// columns before it.
  var isSound: Bool {
    let last = columnCount - 1
    return integer(last) == RowChecksum.of(self, columns: last)
  }
}

/// A table with a checksum in each row, and its statements.
///
/// A checksum covers the key columns and then the other columns, in order.
final class CheckedTable: Sendable {
  let name: String
  let key: [String]
  let otherColumns: [String]

  /// The names of all columns except the checksum, separated by commas.
  let columns: String

  /// A query for all columns of the table, with the checksum as the last column.
  ///
  /// A `WHERE` clause can be appended to the query.
  let select: String

  /// A statement that inserts a row with its checksum.
  ///
  /// The statement has no effect if a row with the same key exists.
  let insert: String

  /// A statement that updates the row with a key.
  ///
  /// Its parameters are the same as those of `insert`.
  let update: String

  /// A statement that deletes the row with a key.
  let delete: String

  static let names = CheckedTable("name", key: ["number"], otherColumns: ["text"])
  static let entities = CheckedTable(
    "entity", key: ["kind", "id", "type"], otherColumns: ["since", "version", "body"])
  static let references = CheckedTable(
    "reference", key: ["kind", "id", "parent_kind", "parent_id", "parent_type"],
    otherColumns: ["is_required"])
  static let lists = CheckedTable(
    "list", key: ["number"],
    otherColumns: ["name", "kind", "since", "size", "edited", "edits"])
  static let bases = CheckedTable("list_base", key: ["list"], otherColumns: ["ids"])
  static let edits = CheckedTable(
    "list_edit", key: ["list", "number"],
    otherColumns: ["since", "first", "past", "removed", "previous", "ids"])
  static let deletions = CheckedTable("deletion", key: ["kind", "since", "id"], otherColumns: [])
  static let orphans = CheckedTable("orphan", key: ["kind", "id"], otherColumns: [])

  static let all = [names, entities, references, lists, bases, edits, deletions, orphans]

  private init(_ name: String, key: [String], otherColumns: [String]) {
    (self.name, self.key, self.otherColumns) = (name, key, otherColumns)
    let count = key.count + otherColumns.count
    let placeholders = Array(repeating: "?", count: count + 1).joined(separator: ", ")
    let values = (otherColumns + ["checksum"]).enumerated()
      .map { "\($0.element) = ?\($0.offset + key.count + 1)" }.joined(separator: ", ")
    let condition = key.enumerated().map { "\($0.element) = ?\($0.offset + 1)" }
      .joined(separator: " AND ")
    columns = (key + otherColumns).joined(separator: ", ")
    select = "SELECT \(columns), checksum FROM \(name)"
    insert =
      "INSERT INTO \(name) (\(columns), checksum) VALUES (\(placeholders)) ON CONFLICT DO NOTHING"
    update = "UPDATE \(name) SET \(values) WHERE \(condition)"
    delete = "DELETE FROM \(name) WHERE \(condition)"
  }
}

/// A summary of the tables after a commit, used to detect rows that were lost later.
///
/// For each counted table, the seal has the number of rows and the sum of the checksums of their
/// keys.
struct CacheSeal: Equatable {
  /// The tables whose rows the seal counts.
  enum Table: Int, CaseIterable {
    case names, entities, references, lists, deletions

    var checked: CheckedTable {
      switch self {
      case .names: .names
      case .entities: .entities
      case .references: .references
      case .lists: .lists
      case .deletions: .deletions
      }
    }
  }

  struct Tally: Equatable {
    var count: Int64 = 0
    var sum: Int64 = 0

    mutating func add(_ key: Int64) { (count, sum) = (count + 1, sum &+ key) }
    mutating func remove(_ key: Int64) { (count, sum) = (count - 1, sum &- key) }
  }

  private var tallies = Array(repeating: Tally(), count: Table.allCases.count)

  subscript(table: Table) -> Tally {
    get { tallies[table.rawValue] }
    set { tallies[table.rawValue] = newValue }
  }

  init() {}

  /// Returns the stored form of the seal after a commit.
  func bytes(commit: Int64) -> [UInt8] {
    let numbers = [commit] + tallies.flatMap { [$0.count, $0.sum] }
    let sum = RowChecksum.of(numbers.map { .integer($0) })
    return (numbers + [sum]).flatMap { number in
      withUnsafeBytes(of: number.littleEndian, Array.init)
    }
  }

  /// Creates a seal from its stored form.
  ///
  /// - Returns: `nil` if the bytes are damaged or belong to another commit.
  init?(_ bytes: [UInt8], commit: Int64) {
    let count = 2 + 2 * tallies.count
    guard bytes.count == 8 * count else { return nil }
    let numbers = stride(from: 0, to: bytes.count, by: 8).map { start in
      bytes[start..<start + 8].reversed().reduce(Int64(0)) { $0 << 8 | Int64($1) }
    }
    guard numbers[0] == commit,
      numbers[count - 1] == RowChecksum.of(numbers.dropLast().map { .integer($0) })
    else { return nil }
    for index in tallies.indices {
      tallies[index] = Tally(count: numbers[1 + 2 * index], sum: numbers[2 + 2 * index])
    }
  }
}

extension CacheFile {
  /// Inserts a row in the open transaction and updates the seal.
  ///
  /// - Returns: `false` if a row with the same key exists. That row stays unchanged.
  func insert(
    _ table: CacheSeal.Table, _ values: [SQLiteValue], _ bytes: UnsafeRawBufferPointer? = nil
  ) throws(SQLiteError) -> Bool {
    let checked = table.checked
    let statement = try database.statement(checked.insert)
    let checksum = RowChecksum.of(values, bytes, keyCount: checked.key.count)
    let isNew = try run(statement, values, bytes, checksum: checksum.row)
    if isNew { seal[table].add(checksum.key) }
    return isNew
  }

  /// Updates the row that has the same key as the given values.
  ///
  /// - Parameter condition: A further SQL condition for the row, such as ` AND version <= ?5`.
  /// - Returns: `false` if no row has that key and meets the condition.
  func update(
    _ table: CheckedTable, _ values: [SQLiteValue], _ bytes: UnsafeRawBufferPointer? = nil,
    where condition: String = ""
  ) throws(SQLiteError) -> Bool {
    try run(
      try database.statement(table.update + condition), values, bytes,
      checksum: RowChecksum.of(values, bytes))
  }

  /// Inserts a row, or updates the row with the same key.
  ///
  /// Use this method only for tables that the cache seal does not count.
  func put(_ table: CheckedTable, _ values: [SQLiteValue]) throws(SQLiteError) {
    let checksum = RowChecksum.of(values)
    for sql in [table.insert, table.update] {
      if try run(try database.statement(sql), values, nil, checksum: checksum) { return }
    }
  }

  private func run(
    _ statement: SQLiteStatement, _ values: [SQLiteValue], _ bytes: UnsafeRawBufferPointer?,
    checksum: Int64
  ) throws(SQLiteError) -> Bool {
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

  /// Returns `true` if a table has lost no rows.
  ///
  /// The method compares the table with the row count and the checksum in the cache seal. The
  /// result is cached.
  ///
  /// - Complexity: O(n) for n rows at the first call.
  func isIntact(_ table: CacheSeal.Table) throws(SQLiteError) -> Bool {
    if let cached = intact[table] { return cached }
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

  /// Throws an error if a table has lost rows.
  func checkIntact(_ table: CacheSeal.Table) throws(SQLiteError) {
    guard try isIntact(table) else { throw .corruption }
  }

  /// Computes the checksum of each row, and the seal, after a migration from tables without
  /// checksums.
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

/// The checksum CRC-32, as in gzip and PNG.
///
/// SQLite has no checksum of bytes, and this target links no other library.
enum CRC32 {
  /// The number of bytes that one step of the computation processes.
  private static let width = 8

  /// The checksums of each byte value followed by zero bytes: 256 entries for each count of zero
  /// bytes from 0 to 7.
  private static let tables: [UInt32] = {
    var tables = (0..<256 as Range<UInt32>).map { byte in
      (0..<8).reduce(byte) { crc, _ in crc & 1 == 0 ? crc >> 1 : crc >> 1 ^ 0xEDB8_8320 }
    }
    for index in 256..<256 * width {
      let before = tables[index - 256]
      tables.append(before >> 8 ^ tables[Int(before & 0xFF)])
    }
    return tables
  }()

  /// Returns the checksum of some bytes followed by more bytes.
  ///
  /// - Parameters:
  ///   - sum: The checksum of the first bytes, or 0 if there are none.
  ///   - bytes: The bytes that follow them.
  static func updated(_ sum: UInt32, with bytes: UnsafeRawBufferPointer) -> UInt32 {
    tables.withUnsafeBufferPointer { tables in
      var crc = ~sum
      var offset = 0
      while offset + width <= bytes.count {
        let word = bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        var mixed = UInt64(littleEndian: word) ^ UInt64(crc)
        crc = 0
        var table = 256 * width
        while table > 0 {
          table &-= 256
          crc ^= tables[table &+ Int(truncatingIfNeeded: mixed & 0xFF)]
          mixed &>>= 8
        }
        offset += width
      }
      while offset < bytes.count {
        let byte = UInt8(truncatingIfNeeded: crc) ^ bytes[offset]
        crc = crc &>> 8 ^ tables[Int(byte)]
        offset += 1
      }
      return ~crc
    }
  }
}
