internal import MocoaModel
internal import MocoaSQLite
internal import MocoaSystem

/// Reads the keys and content hashes of a table's rows in the order of the keys.
///
/// Each step reads up to 4,096 rows in its own transaction, so other connections wait only briefly
/// and the write-ahead log does not grow. Changes during indexing are detected after the last step.
struct TableIndexer {
  private let reader: RowReader
  private let pages: TablePages
  private var last: [SQLiteValue]?
  private var isOver = false

  /// The error that was found after some rows.
  ///
  /// It is thrown after these rows are returned.
  private var failure: SourceError?

  /// The hashes of the last keys of all steps.
  ///
  /// A repeated key means that the database is damaged.
  private var ends: Set<UInt64> = []

  /// A Boolean value that indicates whether the rows have integer keys.
  private let isNumbered: Bool

  /// The lowest and the highest integer key, or `nil` if the table is empty or has other keys.
  private var span: (low: Double, high: Double)?

  init(_ reader: RowReader, _ pages: TablePages) throws(SourceError) {
    (self.reader, self.pages) = (reader, pages)
    guard case .number(let name) = reader.shape.key else {
      isNumbered = false
      return
    }
    isNumbered = true
    let column = TableSchema.quoted(name)
    span = try reader.connection.read { database throws(SQLiteError) in
      // Two statements use the index; a single statement with both would scan all rows.
      let low = try database.number("SELECT min(\(column)) FROM \(reader.source)")
      let high = try database.number("SELECT max(\(column)) FROM \(reader.source)")
      guard let low, let high else { return nil }
      return (Double(low), Double(high))
    }
  }

  /// The fraction of the table that is indexed, from 0 to 1, or `nil` if it is unknown.
  var fraction: Double? {
    guard let span, case .integer(let number)? = last?.first, span.high > span.low else {
      return nil
    }
    return max(0, min(1, (Double(number) - span.low) / (span.high - span.low)))
  }

  /// Returns the next chunk of rows, or `nil` after the last row.
  ///
  /// - Throws: ``SourceError`` after the last readable row if the next row cannot be read.
  mutating func next() throws(SourceError) -> TableChunk? {
    if let failure { throw failure }
    var draft = Draft(isNumbered: isNumbered)
    do throws(SourceError) {
      try take(into: &draft)
    } catch {
      if draft.hashes.isEmpty { throw error }
      failure = error
    }
    return draft.hashes.isEmpty ? nil : TableChunk(draft.keys, draft.hashes, in: pages)
  }

  private mutating func take(into draft: inout Draft) throws(SourceError) {
    if isOver { return }
    var isAscending = true
    try reader.connection.read { _ throws(SQLiteError) in
      let start = last.map { RowReader.Start.after($0) } ?? .first
      try reader.forEach(start, atMost: TableChunk.limit) { found in
        isAscending = Self.isAscending(last, found.key)
        guard isAscending else { return false }
        draft.append(found.key, reader.hash(found))
        last = found.key
        return true
      }
    }
    isOver = draft.hashes.count < TableChunk.limit
    // In a damaged file, the page links that SQLite follows may form a cycle.
    guard isAscending, isOver || ends.insert(RowReader.hash(last)).inserted else {
      throw reader.connection.damage
    }
  }

  /// Returns `true` if a key may follow another one in the order of the keys.
  ///
  /// Only SQLite knows the order of keys that are not integers; for these the method checks that
  /// they differ.
  private static func isAscending(_ last: [SQLiteValue]?, _ key: [SQLiteValue]) -> Bool {
    if case .integer(let last)? = last?.first, case .integer(let next)? = key.first,
      key.count == 1
    {
      return last < next
    }
    return last != key
  }

  /// The rows of the next chunk, while they are collected.
  private struct Draft {
    let isNumbered: Bool
    private(set) var hashes: [UInt64] = []
    private var numbers: [Int64] = []
    private var ids: [UInt64] = []
    private var starts: [[SQLiteValue]] = []

    init(isNumbered: Bool) { self.isNumbered = isNumbered }

    mutating func append(_ key: [SQLiteValue], _ hash: UInt64) {
      if isNumbered, case .integer(let number)? = key.first {
        numbers.append(number)
      } else {
        if hashes.count.isMultiple(of: TableChunk.pageSize) { starts.append(key) }
        ids.append(RowReader.hash(key))
      }
      hashes.append(hash)
    }

    var keys: TableChunk.Keys {
      guard isNumbered else { return .hashes(ids, starts: starts) }
      guard let first = numbers.first, let last = numbers.last,
        last.subtractingReportingOverflow(first) == (Int64(numbers.count) - 1, false)
      else { return .numbers(numbers) }
      return .dense(from: first)
    }
  }
}
