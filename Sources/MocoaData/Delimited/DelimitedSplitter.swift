/// A splitter whose records are the rows of a delimited text.
///
/// libcsv also reads this format but is not suitable here. It returns copies of values, one call
/// each, and does not report the offset of a row. The program reads values only when a row is
/// displayed, so it needs only the offsets.
struct DelimitedSplitter: RecordSplitter {
  private let table: DelimitedTable

  /// The row whose end was not read yet, with its offset in the input.
  private var row: UnfinishedRecord

  /// The bytes of the unfinished row that must be scanned again: a quote that is not closed, and
  /// the bytes after it.
  private var tail: [UInt8] = []
  private var scan: RowScan

  /// The number of written rows that later bytes may still change.
  ///
  /// After a quote that is not closed, several rows may change.
  private var provisional = 0

  /// Creates a splitter.
  ///
  /// - Parameter start: The offset in the input after the row of column names.
  init(from start: Int, _ table: DelimitedTable) {
    self.table = table
    row = UnfinishedRecord(at: start, isRow: true)
    scan = RowScan(table.delimiter, table.rowEnd)
  }

  var canContinue: Bool { true }

  mutating func take(_ chunk: [UInt8], into writer: inout BatchWriter) throws(SourceError) {
    while provisional > 0 {
      provisional -= 1
      writer.withdrawLast()
    }
    if tail.isEmpty { return try read(chunk, into: &writer) }
    var bytes = tail
    tail = []
    bytes += chunk
    try read(bytes, into: &writer)
  }

  /// Writes the remaining rows as if the input had ended.
  ///
  /// If the input grows, these rows may change.
  mutating func finish(into writer: inout BatchWriter) throws(SourceError) {
    guard provisional == 0 else { return }
    let count = writer.count
    var copy = self
    copy.tail = []
    try copy.read(tail, isLast: true, into: &writer)
    provisional = writer.count - count
  }

  private mutating func read(
    _ bytes: [UInt8], isLast: Bool = false, into writer: inout BatchWriter
  ) throws(SourceError) {
    var entries: [LineIndexer.Entry] = []
    var end = row.start
    var consumed = 0
    bytes.withUnsafeBytes { bytes in
      var remaining = bytes
      while let size = next(in: remaining, isLast: isLast, writer.count + entries.count, &entries) {
        end = row.start
        remaining = UnsafeRawBufferPointer(rebasing: remaining[size...])
      }
      consumed = bytes.count - remaining.count + consumeScanned(remaining)
    }
    tail = consumed == 0 ? bytes : Array(bytes[consumed...])
    if !entries.isEmpty { try writer.append(entries, end: end) }
  }

  /// Appends the index entry of the first complete row in some bytes.
  ///
  /// - Returns: The number of bytes that belong to the row, or `nil` if the row is not complete.
  private mutating func next(
    in bytes: UnsafeRawBufferPointer, isLast: Bool, _ position: Int,
    _ entries: inout [LineIndexer.Entry]
  ) -> Int? {
    guard let size = scan.end(in: bytes, isLast: isLast) ?? (isLast && row.count > 0 ? 0 : nil)
    else { return nil }
    let start = row.start
    var end = start + size
    if row.count == 0 {
      // The row is complete in these bytes, so no byte is copied.
      let text = bytes.row(upTo: size)
      if !text.isEmpty { entries.append(entry(text, at: start, position)) }
    } else {
      row.append(UnsafeRawBufferPointer(rebasing: bytes[..<size]))
      end = start + row.count
      if row.textCount > 0 { entries.append(entry(row, position)) }
    }
    row = UnfinishedRecord(at: end, isRow: true)
    scan = RowScan(table.delimiter, table.rowEnd)
    return size
  }

  /// Moves the scanned bytes of the current row to `row`.
  ///
  /// - Returns: The number of moved bytes.
  private mutating func consumeScanned(_ bytes: UnsafeRawBufferPointer) -> Int {
    let consumed = scan.consumableCount(of: bytes.count)
    row.append(UnsafeRawBufferPointer(rebasing: bytes[..<consumed]))
    scan.drop(consumed)
    return consumed
  }

  private func entry(_ text: UnsafeRawBufferPointer, at start: Int, _ position: Int)
    -> LineIndexer.Entry
  {
    text.count > RecordChunk.parseLimit
      ? table.entry(forLong: text, length: text.count, offset: start, position: position)
      : table.entry(for: text, offset: start, position: position)
  }

  private func entry(_ row: UnfinishedRecord, _ position: Int) -> LineIndexer.Entry {
    row.text.withUnsafeBytes { text in
      row.isLong
        ? table.entry(
          forLong: text, length: row.textCount, offset: row.start, position: position)
        : table.entry(for: text, offset: row.start, position: position)
    }
  }
}
