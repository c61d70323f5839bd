internal import MocoaLocalization
internal import MocoaModel

extension RecordLoader {
  /// Returns the pass that reads the rows of a delimited text.
  ///
  /// If the JSON pointer selects a row or a value in it, the pass reads that instead.
  func pass(
    inRowsFrom start: Int, _ dialect: DelimitedDialect, _ finder: RecordFinder
  ) throws(SourceError) -> RecordPass {
    let first = try firstRow(from: start, dialect)
    let table = first.bytes.withUnsafeBytes { DelimitedTable($0, dialect, options) }
    let from = dialect.hasHeader ? first.end : start
    var rows = RecordPass(
      InputReader(input, from: from, cancellation), DelimitedSplitter(from: from, table),
      writer(.delimited(table)))
    rows.isAppendable = isAppendable
    guard let token = pointer.tokens.first else {
      heading?.names = table.names
      return rows
    }
    let range = try range(token, among: rows, finder)
    guard range.count <= RecordChunk.parseLimit else {
      throw input.error(
        localized("row too long to open (\(range.count >> 20) MiB)"), at: from)
    }
    let row = RecordChunk.trimmed(try input.bytes.bytes(range)[...], form: .delimited(table))
    return try pass(inText: row.withUnsafeBytes(table.json))
  }

  /// Returns the pass that reads a value in the JSON text of a row.
  ///
  /// The first token of the JSON pointer has selected the row, and the others select the value.
  private func pass(inText json: [UInt8]) throws(SourceError) -> RecordPass {
    var loader = self
    loader.input = ByteInput(json, name: input.name)
    let finder = RecordFinder(
      input: loader.input, pointer: pointer, cancellation: cancellation)
    return try loader.pass(in: 0..<json.count, by: pointer.tokens.dropFirst(), finder)
  }

  /// Returns the first nonblank row without its line end, and the offset of its end.
  ///
  /// If the row exceeds `firstRowLimit` and the dialect has no header, the result is the beginning
  /// of the row.
  ///
  /// - Throws: ``SourceError`` if the row exceeds `firstRowLimit` and contains the column names.
  private func firstRow(from start: Int, _ dialect: DelimitedDialect) throws(SourceError)
    -> (bytes: [UInt8], end: Int)
  {
    var reader = InputReader(input, from: start, cancellation)
    var scan = RowScan(dialect.delimiter, dialect.rowEnd)
    var bytes: [UInt8] = []
    var offset = start
    while true {
      var isLast = true
      if case .bytes(let piece) = try reader.next(upTo: FileBytes.blockSize) {
        bytes += piece
        isLast = false
      }
      var blank = 0
      while let size = bytes.withUnsafeBytes({
        scan.end(in: .init(rebasing: $0[blank...]), isLast: isLast)
      }) {
        let row = bytes[blank..<blank + size].withUnsafeBytes { Array($0.row(upTo: size)) }
        if !row.isEmpty { return (row, offset + blank + size) }
        blank += size
        scan = RowScan(dialect.delimiter, dialect.rowEnd)
      }
      if isLast { return ([], offset) }
      bytes.removeFirst(blank)
      offset += blank
      if bytes.count > DelimitedTable.firstRowLimit {
        guard dialect.hasHeader else { return (bytes, offset) }
        throw input.error(
          localized("header row too long (use --no-header)"),
          at: offset)
      }
    }
  }
}
