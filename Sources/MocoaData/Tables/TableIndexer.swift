internal import MocoaModel

/// Finds the rows of a table, in the order of their keys.
///
/// It reads a few thousand at a time, each in a transaction of its own: nobody else waits for long, and
/// no log grows because of it. What is changed meanwhile is found out behind the end.
struct TableIndexer {
  private let reader: RowReader
  private let pages: TablePages
  private var last: [SQLiteValue]?
  private var isOver = false

  /// Why there are no more rows, though there should be.
  private var failure: SourceError?

  /// The keys behind which reading went on: none comes twice.
  private var ends: Set<UInt64> = []

  /// Whether rows are found by a number.
  private let isNumbered: Bool

  /// The lowest and the highest number of a row; nil where there are none.
  private var span: (low: Double, high: Double)?

  init(_ reader: RowReader, _ pages: TablePages) throws(SourceError) {
    (self.reader, self.pages) = (reader, pages)
    guard case .number(let name) = reader.shape.key else {
      isNumbered = false
      return
    }
    isNumbered = true
    let column = TableShape.quoted(name)
    span = try reader.connection.read { database throws(SQLiteError) in
      // One statement for both would look at all rows.
      let low = try database.number("SELECT min(\(column)) FROM \(reader.source)")
      let high = try database.number("SELECT max(\(column)) FROM \(reader.source)")
      guard let low, let high else { return nil }
      return (Double(low), Double(high))
    }
  }

  /// How much of the table was read, 0 to 1; nil where nobody knows.
  var fraction: Double? {
    guard let span, case .integer(let number)? = last?.first, span.high > span.low else {
      return nil
    }
    return max(0, min(1, (Double(number) - span.low) / (span.high - span.low)))
  }

  /// The next rows; nil where there are no more.
  ///
  /// - Throws: behind the last row that could be read, why the next could not.
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
      let start = last.map { RowReader.Start.behind($0) } ?? .first
      try reader.forEach(start, atMost: TableChunk.limit) { found in
        isAscending = Self.isAscending(last, found.key)
        guard isAscending else { return false }
        draft.append(found.key, reader.hash(found))
        last = found.key
        return true
      }
    }
    isOver = draft.hashes.count < TableChunk.limit
    // SQLite follows the pages of a file as they are: damaged, they may lead round in circles.
    guard isAscending, isOver || ends.insert(RowReader.hash(last)).inserted else {
      throw reader.connection.damage
    }
  }

  /// Whether a key may stand behind another; of those that are no numbers only SQLite knows the order.
  private static func isAscending(_ last: [SQLiteValue]?, _ key: [SQLiteValue]) -> Bool {
    if case .integer(let last)? = last?.first, case .integer(let next)? = key.first,
      key.count == 1
    {
      return last < next
    }
    return last != key
  }

  /// What becomes a chunk.
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
