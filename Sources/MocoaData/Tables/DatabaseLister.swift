internal import MocoaLocalization
internal import MocoaModel
internal import MocoaSQLite

/// Creates the list of a database's content, repeatedly as the database changes.
struct DatabaseLister {
  let path: String
  let content: DatabaseContent
  let cancellation: CancellationToken

  /// A closure that receives the partial list and the fraction that is read, from 0 to 1.
  ///
  /// The fraction is `nil` if it is unknown.
  typealias Publish = (ListSnapshot, Double?) -> Void

  /// The chunks of the list of rows that was read last.
  private var chunks: [TableChunk] = []
  private var pages: (TablePages, TableSchema)?

  /// The sizes of the tables, or `nil` if they must be computed.
  ///
  /// They are retained after a commit, because computing them reads the whole file.
  private var sizes: [String: Int]?

  /// The maximum number of rows read from a view.
  ///
  /// Without a key, a row can be found again only by reading all rows before it.
  static let viewLimit = 10_000

  /// The maximum number of bytes read from a view.
  private static let viewSize = 16 << 20

  /// The maximum duration of counting the rows of all tables together before other work.
  private static let countTime = Duration.seconds(1)

  /// The maximum duration of computing the sizes of all tables of a list that is displayed.
  private static let sizeTime = Duration.seconds(5)

  /// The minimum interval between two publications.
  ///
  /// It is also the maximum duration of counting the rows of one table.
  private static let interval = Duration.milliseconds(100)

  /// The maximum number of rows whose keys are retained.
  private static let rowLimit = MemoryLimit.bytes / 16

  /// The object that receives the column names of a table.
  private let heading: TableHeader

  /// A Boolean value that indicates whether the list is displayed while it is read.
  private let isDisplayed: Bool

  init(
    path: String, _ content: DatabaseContent, _ cancellation: CancellationToken,
    heading: TableHeader = TableHeader(), isDisplayed: Bool = false
  ) {
    (self.path, self.content, self.cancellation) = (path, content, cancellation)
    (self.heading, self.isDisplayed) = (heading, isDisplayed)
  }

  /// Lists the whole content.
  ///
  /// - Parameter publish: A closure that receives partial lists.
  /// - Throws: ``SourceError`` if reading stops early. The lists published before the error remain
  ///   valid.
  mutating func list(_ connection: DatabaseConnection, _ publish: Publish) throws(SourceError)
    -> ListSnapshot
  {
    switch content {
    case .tables: Self.snapshot(try tables(connection, publish))
    case .rows(let name): try rows(of: name, connection, publish)
    case .row(let reference): Self.snapshot(try fields(of: reference, connection))
    case .schema(let name): Self.snapshot(try schema(of: name, connection))
    }
  }

  /// A Boolean value that indicates whether the list has returned a placeholder for any row.
  var hasUnavailableRows: Bool { chunks.contains { $0.hasUnavailableRows } }

  /// Discards cached rows that are unavailable, or all cached rows and sizes if the file was
  /// replaced.
  ///
  /// - Parameter isOtherFile: A Boolean value that indicates whether another file may be at the
  ///   path.
  mutating func reset(isOtherFile: Bool) {
    if isOtherFile { sizes = nil }
    isOtherFile ? pages?.0.reopen() : pages?.0.removeFailures()
  }

  private func schema(of name: String, _ connection: DatabaseConnection) throws(SourceError)
    -> [SchemaEntry]
  {
    let entries = try connection.read { database throws(SQLiteError) -> [SchemaEntry]? in
      guard let shape = try TableSchema(name, in: database) else { return nil }
      return try SchemaEntry.all(of: shape, in: database)
    }
    guard let entries else { throw .database(path, localized("no table \"\(name)\"")) }
    return entries
  }

  private static func snapshot(_ items: [any CellModel]) -> ListSnapshot {
    ListSnapshot(SectionedList([Section(id: "records", items: items)]))
  }

  private func shape(_ name: String, _ connection: DatabaseConnection) throws(SourceError)
    -> TableSchema
  {
    let shape = try connection.read { database throws(SQLiteError) in
      try TableSchema(name, in: database)?.resolved(in: database)
    }
    guard let shape else { throw .database(path, localized("no table \"\(name)\"")) }
    return shape
  }

  // MARK: - Tables

  /// Returns the tables and views with their columns, sizes and row counts.
  ///
  /// A list that is displayed is published before the rows are counted, and after each long count.
  /// Otherwise, only counts that are fast are included, and the list is returned once, so that a
  /// program that prints the list prints each table once.
  private mutating func tables(
    _ connection: DatabaseConnection, _ publish: Publish
  ) throws(SourceError) -> [TableEntry] {
    var entries = try connection.read { database throws(SQLiteError) in
      try TableEntry.all(in: database)
    }
    for index in entries.indices {
      entries[index] = try connection.read { database throws(SQLiteError) in
        try entries[index].withColumns(in: database)
      }
    }
    // Publishing takes time in proportion to the number of tables. It takes at most about a tenth
    // of the time.
    var next = ContinuousClock.now
    let isDisplayed = self.isDisplayed
    func show() {
      let start = ContinuousClock.now
      guard isDisplayed, start >= next else { return }
      TableEntry.relate(&entries)
      publish(Self.snapshot(entries), nil)
      let now = ContinuousClock.now
      next = now + start.duration(to: now) * 10
    }
    let end = ContinuousClock.now + Self.countTime
    var rest: [Int] = []
    for index in entries.indices where entries[index].isCountable {
      guard .now < end, try count(&entries[index], connection, within: Self.interval) else {
        rest.append(index)
        continue
      }
    }
    show()
    if sizes == nil { sizes = try readSizes(connection) }
    for index in entries.indices { entries[index].size = sizes?[entries[index].name] }
    for index in rest where isDisplayed {
      show()
      _ = try count(&entries[index], connection, within: nil)
    }
    TableEntry.relate(&entries)
    return entries
  }

  /// Returns the sizes of the tables, or an empty dictionary if computing them fails or takes too
  /// long.
  private func readSizes(_ connection: DatabaseConnection) throws(SourceError) -> [String: Int] {
    let limit = isDisplayed ? Self.sizeTime : Self.interval
    let sizes = try? connection.read(within: limit) { database throws(SQLiteError) in
      try TableEntry.sizes(in: database)
    }
    if cancellation.isCancelled { throw .stopped }
    return sizes ?? [:]
  }

  /// Counts the rows of a table.
  ///
  /// - Parameter limit: The maximum duration, or `nil` for no limit.
  /// - Returns: `false` if counting takes too long.
  private func count(
    _ entry: inout TableEntry, _ connection: DatabaseConnection, within limit: Duration?
  ) throws(SourceError) -> Bool {
    let uncounted = entry
    let counted = try? connection.read(within: limit) { database throws(SQLiteError) in
      try uncounted.withCount(in: database)
    }
    if cancellation.isCancelled { throw .stopped }
    if let counted { entry = counted }
    return counted != nil
  }

  // MARK: - Rows

  private mutating func rows(
    of name: String, _ connection: DatabaseConnection, _ publish: Publish
  ) throws(SourceError) -> ListSnapshot {
    let shape = try shape(name, connection)
    heading.names = shape.columns
    let reader = RowReader(connection, shape)
    if shape.key == .none { return try firstRows(reader, publish) }
    let former = chunks
    if pages?.1 != shape { pages = (TablePages(path: path, shape), shape) }
    guard let (pages, _) = pages else { return ListSnapshot() }
    var indexer = try TableIndexer(reader, pages)
    var list = ListSnapshot(sections: [SectionSnapshot(id: "records")])
    chunks = []
    while let chunk = try indexer.next() {
      // Reuses the previous chunk if it is unchanged, so that the comparison of the lists skips it.
      let old = former.indices.contains(chunks.count) ? former[chunks.count] : nil
      let kept = old.flatMap { $0.isSame(as: chunk) ? $0 : nil } ?? chunk
      chunks.append(kept)
      list.sections[0].items.append(kept)
      publish(list, indexer.fraction)
      if list.itemCount > Self.rowLimit { throw .tooMany(path, limit: Self.rowLimit) }
      if cancellation.isCancelled { throw .stopped }
    }
    return list
  }

  private func firstRows(_ reader: RowReader, _ publish: Publish) throws(SourceError)
    -> ListSnapshot
  {
    var rows: [TableRow] = []
    var size = 0
    var time = ContinuousClock.now
    do throws(SourceError) {
      try reader.connection.read { _ throws(SQLiteError) in
        try reader.forEachWithoutKey(atMost: Self.viewLimit + 1) { row in
          size += row.size
          guard rows.count < Self.viewLimit, size <= Self.viewSize || rows.isEmpty else {
            size = .max
            return false
          }
          rows.append(row)
          if ContinuousClock.now - time > Self.interval {
            publish(Self.snapshot(rows), nil)
            time = .now
          }
          return true
        }
      }
    } catch {
      publish(Self.snapshot(rows), nil)
      throw error
    }
    if size < .max { return Self.snapshot(rows) }
    publish(Self.snapshot(rows), nil)
    throw .database(
      path, localized("only the first \(rows.count) rows of \(reader.shape.name) are read"))
  }

  // MARK: - A row

  private func fields(of reference: RowReference, _ connection: DatabaseConnection)
    throws(SourceError) -> [any CellModel]
  {
    let shape = try shape(reference.table, connection)
    let reader = RowReader(connection, shape)
    let columns = reference.columns.isEmpty ? shape.keyColumns : reference.columns
    let columnNames = Set((shape.columns + shape.keyColumns).map(\.foldedName))
    // SQLite would compare the name of a missing column as a string literal.
    guard shape.key != .none, !columns.isEmpty, columns.count == reference.key.count,
      columns.allSatisfy({ columnNames.contains($0.foldedName) })
    else { throw .database(path, localized("\(shape.name) has no matching row")) }
    let fields = try connection.read { database throws(SQLiteError) -> [TableField]? in
      try reader.fields(where: columns, are: reference.key, in: database)
    }
    guard let fields else {
      throw .database(
        path, localized("\(shape.name) has no row \(reference.key.joined(separator: ", "))"))
    }
    return fields + (try referringRows(to: shape, fields, connection))
  }

  /// The maximum duration of counting the rows that refer to a row.
  private static let referringTime = Duration.milliseconds(300)

  /// Returns the rows of other tables that refer to a row, for each foreign key.
  private func referringRows(
    to shape: TableSchema, _ fields: [TableField], _ connection: DatabaseConnection
  ) throws(SourceError) -> [any CellModel] {
    let found = try connection.read { database throws(SQLiteError) in
      try ReferringRows.all(to: shape, fields, in: database)
    }
    let end = ContinuousClock.now + Self.referringTime
    var rows: [ReferringRows] = []
    for entry in found {
      let rest = ContinuousClock.now.duration(to: end)
      let count =
        rest > .zero
        ? try? connection.read(within: rest) { database throws(SQLiteError) in
          try entry.count(in: database)
        } : nil
      if cancellation.isCancelled { throw .stopped }
      if count != 0 { rows.append(entry.withCount(count)) }
    }
    return rows
  }
}
