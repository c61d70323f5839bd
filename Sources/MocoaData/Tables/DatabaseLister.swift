internal import MocoaLanguage
internal import MocoaModel

/// Lists what is in a database, again and again as it changes.
struct DatabaseLister {
  let path: String
  let content: DatabaseContent
  let cancellation: Cancellation

  /// Takes the list as far as it is known, and how much of it is: 0 to 1, where that is known.
  typealias Publish = (ListSnapshot, Double?) -> Void

  /// What was listed of a table before.
  private var chunks: [TableChunk] = []
  private var pages: (TablePages, TableShape)?

  /// More rows of a view are not read: none of them could be found again without all before it.
  static let viewLimit = 10_000

  /// More bytes of a view are not read either.
  private static let viewSize = 16 << 20

  /// So long, at most, it is counted how many rows all tables have.
  private static let countTime = Duration.seconds(1)

  /// How often it is told what was read of a view, and how long one table is counted.
  private static let interval = Duration.milliseconds(100)

  /// The most rows of which keys are retained.
  private static let rowLimit = MemoryLimit.bytes / 16

  /// Is told what the columns of a table are called.
  private let heading: TableHeading

  init(
    path: String, _ content: DatabaseContent, _ cancellation: Cancellation,
    heading: TableHeading = TableHeading()
  ) {
    (self.path, self.content, self.cancellation) = (path, content, cancellation)
    self.heading = heading
  }

  /// Lists all of it.
  ///
  /// - Throws: why it is not all; what was published is there all the same.
  mutating func list(_ connection: DatabaseConnection, _ publish: Publish) throws(SourceError)
    -> ListSnapshot
  {
    switch content {
    case .tables: Self.snapshot(try tables(connection, publish))
    case .rows(let name): try rows(of: name, connection, publish)
    case .row(let place): Self.snapshot(try fields(of: place, connection))
    }
  }

  /// Whether something else was handed out for a row.
  var hasStandIns: Bool { chunks.contains { $0.hasStandIns } }

  /// Nothing that was read is still so.
  func forget(isOtherFile: Bool) {
    isOtherFile ? pages?.0.reopen() : pages?.0.forget()
  }

  private static func snapshot(_ items: [some CellModel]) -> ListSnapshot {
    ListSnapshot(SectionedList([Section(id: "records", items: items)]))
  }

  private func shape(_ name: String, _ connection: DatabaseConnection) throws(SourceError)
    -> TableShape
  {
    let shape = try connection.read { database throws(SQLiteError) in
      try TableShape(name, in: database)
    }
    guard let shape else { throw .database(path, phrase("there is no table \"\(name)\"")) }
    return shape
  }

  // MARK: - Tables

  /// The tables; behind that it is counted how many rows they have, as long as that takes no time.
  private func tables(_ connection: DatabaseConnection, _ publish: Publish) throws(SourceError)
    -> [TableEntry]
  {
    var entries = try connection.read { database throws(SQLiteError) in
      try TableEntry.all(in: database)
    }
    for place in entries.indices {
      entries[place] = try connection.read { database throws(SQLiteError) in
        try entries[place].withColumns(in: database)
      }
    }
    let end = ContinuousClock.now + Self.countTime
    var time = ContinuousClock.now
    for place in entries.indices where entries[place].isCountable {
      let now = ContinuousClock.now
      if now > end { break }
      // What is shown is not changed again: who prints the list prints each table once.
      if now - time > Self.interval {
        publish(Self.snapshot(Array(entries[..<place])), nil)
        time = now
      }
      let entry = entries[place]
      // One that takes long stays without.
      let counted = try? connection.read(within: Self.interval) { database throws(SQLiteError) in
        try entry.withCount(in: database)
      }
      if cancellation.isCancelled { throw .stopped }
      entries[place] = counted ?? entry
    }
    return entries
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
      // What is as it was is the same chunk, so that nobody has to compare it.
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
      path, phrase("of \(reader.shape.name) only the first \(rows.count) rows are read"))
  }

  // MARK: - A row

  private func fields(of place: RowPlace, _ connection: DatabaseConnection)
    throws(SourceError) -> [TableField]
  {
    let shape = try shape(place.table, connection)
    let reader = RowReader(connection, shape)
    let columns = place.columns.isEmpty ? shape.keyColumns : place.columns
    let known = Set((shape.columns + shape.keyColumns).map(\.foldedName))
    // What is no column would be compared as a text.
    guard shape.key != .none, !columns.isEmpty, columns.count == place.key.count,
      columns.allSatisfy({ known.contains($0.foldedName) })
    else { throw .database(path, phrase("\(shape.name) has no row that is found like this")) }
    let fields = try connection.read { database throws(SQLiteError) -> [TableField]? in
      try reader.fields(where: columns, are: place.key, in: database)
    }
    guard let fields else {
      throw .database(path, phrase("\(shape.name) has no row \(place.key.joined(separator: ", "))"))
    }
    return fields
  }
}
