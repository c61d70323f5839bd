/// Records that are the rows of a delimited text.
///
/// libcsv, which reads such texts as well, is no help here: it hands over copies of cells, one call
/// each, and does not say at which byte a row begins. A row that is read only when it is looked at
/// needs nothing but that.
struct DelimitedSplitter: RecordSplitter {
  private let table: DelimitedTable

  /// Where the row that is not finished begins in the input.
  private var row: UnfinishedRecord

  /// Those of its bytes that are not settled: an opening quote and what follows.
  private var tail: [UInt8] = []
  private var scan: RowScan

  /// How many rows were written that may go on: behind a quote that is not closed there may be several.
  private var provisional = 0

  /// Splits what begins at a place of the input, behind the names of the columns.
  init(from start: Int, _ table: DelimitedTable) {
    self.table = table
    row = UnfinishedRecord(at: start, isRow: true)
    scan = RowScan(table.delimiter, table.rowEnd)
  }

  var mayGoOn: Bool { true }

  mutating func take(_ piece: [UInt8], into writer: inout BatchWriter) throws(SourceError) {
    while provisional > 0 {
      provisional -= 1
      writer.withdrawLast()
    }
    if tail.isEmpty { return try read(piece, into: &writer) }
    var bytes = tail
    tail = []
    bytes += piece
    try read(bytes, into: &writer)
  }

  /// Writes what there is as if nothing followed; it stays unfinished.
  mutating func finish(into writer: inout BatchWriter) throws(SourceError) {
    guard provisional == 0 else { return }
    let count = writer.count
    var rest = self
    rest.tail = []
    try rest.read(tail, isLast: true, into: &writer)
    provisional = writer.count - count
  }

  private mutating func read(
    _ bytes: [UInt8], isLast: Bool = false, into writer: inout BatchWriter
  ) throws(SourceError) {
    var entries: [LineIndexer.Entry] = []
    var end = row.start
    var settled = 0
    bytes.withUnsafeBytes { bytes in
      var rest = bytes
      while let size = next(in: rest, isLast: isLast, writer.count + entries.count, &entries) {
        end = row.start
        rest = UnsafeRawBufferPointer(rebasing: rest[size...])
      }
      settled = bytes.count - rest.count + settle(rest)
    }
    tail = settled == 0 ? bytes : Array(bytes[settled...])
    if !entries.isEmpty { try writer.append(entries, end: end) }
  }

  /// Takes the row that ends first in some bytes.
  ///
  /// - Returns: how many of them are part of it; nil where it goes on.
  private mutating func next(
    in bytes: UnsafeRawBufferPointer, isLast: Bool, _ position: Int,
    _ entries: inout [LineIndexer.Entry]
  ) -> Int? {
    guard let size = scan.end(in: bytes, isLast: isLast) ?? (isLast && row.count > 0 ? 0 : nil)
    else { return nil }
    let start = row.start
    var end = start + size
    if row.count == 0 {
      // A whole row, of which no byte is copied.
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

  /// Takes what is settled of the bytes of a row that goes on, and says how many they are.
  private mutating func settle(_ bytes: UnsafeRawBufferPointer) -> Int {
    let settled = scan.settled(of: bytes.count)
    row.append(UnsafeRawBufferPointer(rebasing: bytes[..<settled]))
    scan.drop(settled)
    return settled
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
