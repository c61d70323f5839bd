internal import MocoaLocalization
internal import MocoaModel

/// Reads an input from start to end, and publishes its records in batches.
///
/// A loader can be used on any thread.
struct RecordLoader: Sendable {
  var input: ByteInput
  let pointer: JSONPointer
  let options: RecordOptions

  /// A token that is canceled to end reading early.
  let cancellation: CancellationToken

  /// The classifier for the output of a command, or `nil` for any other input.
  ///
  /// The records of a command have no JSON pointer.
  var output: CommandOutput?

  /// The maximum number of bytes that the index may occupy.
  var memoryLimit = MemoryLimit.bytes

  /// The object that receives the column names of a table, or `nil`.
  var heading: TableHeader?

  /// The seed of all hashes in this process.
  ///
  /// It is random, so that no data can be made to cause collisions.
  static let seed = UInt64.random(in: .min ... .max)

  /// The result of reading.
  struct Ending: Sendable {
    /// The error that ended reading early, or `nil`.
    var failure: SourceError?

    /// The pass that can continue reading when the input grows, or `nil` if the input is empty.
    var continuation: RecordPass?

    /// A Boolean value that indicates whether the end of the input was reached.
    var isEnd = true
  }

  /// Reads the input to its end, or until the operation is canceled.
  ///
  /// - Parameters:
  ///   - begun: The pass to continue, or `nil` to read from the start.
  ///   - isBrief: A Boolean value that indicates whether to stop after one piece of the input.
  ///   - publish: A closure that receives each batch of records.
  func run(
    from begun: RecordPass? = nil, firstBatchOnly isBrief: Bool = false,
    _ publish: RecordPass.Publish
  ) -> Ending {
    if let begun { return continueReading(begun, firstBatchOnly: isBrief, publish) }
    var reading = ProvisionalReading(self)
    return reading.run(firstBatchOnly: isBrief, publish)
  }

  /// Continues a pass that was interrupted, or whose input has grown.
  func continueReading(
    _ pass: RecordPass, firstBatchOnly isBrief: Bool = false, _ publish: RecordPass.Publish
  ) -> Ending {
    var pass = pass
    do throws(SourceError) {
      let isEnd = try pass.run(firstBatchOnly: isBrief, publish)
      guard let sequence = pass.sequence, let start = pass.beginning else {
        return Ending(continuation: pass, isEnd: isEnd)
      }
      // The value that seemed to be the whole input is the first of several.
      let content: ContentSniffer.Content =
        sequence == .lines ? .lines(from: start) : .values(from: start)
      guard let fullPass = try self.pass(through: content) else { return Ending() }
      var restart = Restart(isPending: true)
      let ending = continueReading(fullPass, firstBatchOnly: isBrief) {
        publish(restart.marking($0))
      }
      if ending.isEnd { restart.clear(publish) }
      return ending
    } catch {
      return Ending(failure: error)
    }
  }

  // MARK: - Passes

  private var indexer: LineIndexer { indexer(isText: false) }

  private func indexer(isText: Bool) -> LineIndexer {
    LineIndexer(seed: Self.seed, identity: options.identity, isText: isText)
  }

  private func writer(_ form: RecordLayout) -> BatchWriter {
    BatchWriter(
      RecordChunk.Source(
        bytes: input.bytes, pointer: output == nil ? pointer.text : nil,
        kindField: options.kindField), form, memoryLimit: memoryLimit)
  }

  /// A Boolean value that indicates whether appended bytes can be read without reading the existing
  /// ones again.
  ///
  /// If bytes are appended to compressed input, all of it must be decompressed again.
  private var isAppendable: Bool { !input.isCompressed }

  /// Returns the pass that reads the records of the value that the JSON pointer of the loader
  /// selects.
  ///
  /// - Returns: The pass, or `nil` if the input is empty.
  /// - Throws: ``SourceError`` if the input has no value at the JSON pointer.
  func pass(through content: ContentSniffer.Content) throws(SourceError) -> RecordPass? {
    heading?.names = nil
    let finder = RecordFinder(input: input, pointer: pointer, cancellation: cancellation)
    switch content {
    case .empty:
      if let token = pointer.tokens.first { throw finder.missingValueError(token) }
      return nil
    case .text(let start):
      var pass = try pass(inTextFrom: start, finder)
      pass.isAppendable = isAppendable && pointer.tokens.isEmpty
      return pass
    case .lines(let start):
      var pass = try pass(inLinesFrom: start, finder)
      pass.isAppendable = isAppendable
      return pass
    case .delimited(let start, let dialect):
      return try pass(inRowsFrom: start, dialect, finder)
    case .document(let start):
      var pass = try pass(in: start..<Int.max, by: pointer.tokens[...], finder)
      if pointer.tokens.isEmpty { pass.beginning = pass.offset }
      return pass
    case .values(let start):
      let all = RecordFinder.Target.container(.values, at: start)
      return pass(at: try finder.follow(pointer.tokens[...], from: all))
    }
  }

  /// Returns the pass that reads lines of JSON, or a value in a line if the JSON pointer selects
  /// one.
  private func pass(inLinesFrom start: Int, _ finder: RecordFinder) throws(SourceError)
    -> RecordPass
  {
    guard let first = pointer.tokens.first else { return lines(from: start) }
    let line = try line(first, from: start, finder)
    return try pass(in: line, by: pointer.tokens.dropFirst(), finder)
  }

  private func lines(from start: Int) -> RecordPass {
    RecordPass(
      InputReader(input, from: start, cancellation), LineSplitter(from: start, indexer),
      writer(.lines))
  }

  /// Returns the pass that reads lines of text, or a single line if the JSON pointer selects one.
  private func pass(inTextFrom start: Int, _ finder: RecordFinder) throws(SourceError)
    -> RecordPass
  {
    guard let token = pointer.tokens.first else { return text(from: start) }
    let line = try range(token, among: text(from: start), finder)
    if let next = pointer.tokens.dropFirst().first { throw finder.missingValueError(next) }
    return text(from: line.lowerBound, upTo: line.upperBound)
  }

  /// Returns the pass that reads lines of text.
  ///
  /// The identity of a line is its complete text.
  private func text(from start: Int, upTo end: Int = .max) -> RecordPass {
    var reader = InputReader(input, from: start, cancellation)
    reader.end = end
    return RecordPass(reader, LineSplitter(from: start, indexer(isText: true)), writer(.text))
  }

  /// Returns the pass that reads a value inside another value.
  ///
  /// - Parameters:
  ///   - bounds: The byte range of the enclosing value.
  ///   - tokens: The names and indexes that lead from the enclosing value to the value.
  ///   - finder: The search that finds the value without reading the rest of the enclosing value.
  private func pass(
    in bounds: Range<Int>, by tokens: ArraySlice<String>, _ finder: RecordFinder
  ) throws(SourceError) -> RecordPass {
    let target = try finder.follow(tokens, from: try finder.target(at: bounds))
    return pass(at: target, end: tokens.isEmpty ? bounds.upperBound : nil)
  }

  private func pass(at target: RecordFinder.Target, end: Int? = nil) -> RecordPass {
    switch target {
    case .scalar(let range):
      var reader = InputReader(input, from: range.lowerBound, cancellation)
      reader.end = range.upperBound
      return RecordPass(
        reader, ScalarSplitter(input, from: range.lowerBound, indexer), writer(.single))
    case .container(let form, let start):
      return RecordPass(
        InputReader(input, from: start, cancellation),
        ChildSplitter(input, from: start, isSequence: form == .values, indexer), writer(form),
        end: end)
    }
  }

  /// Returns the range of the line at an index among the nonblank lines.
  ///
  /// - Parameters:
  ///   - token: The index as a token of the JSON pointer.
  ///   - start: The offset of the first line.
  ///   - finder: The search that creates the error.
  private func line(_ token: String, from start: Int, _ finder: RecordFinder)
    throws(SourceError) -> Range<Int>
  {
    try range(token, among: lines(from: start), finder)
  }

  /// Returns the range of the record at an index.
  ///
  /// - Parameters:
  ///   - token: The index as a token of the JSON pointer.
  ///   - records: The pass that reads the records.
  ///   - finder: The search that creates the error.
  /// - Throws: ``SourceError`` if the token is not an index of a record.
  private func range(_ token: String, among records: RecordPass, _ finder: RecordFinder)
    throws(SourceError) -> Range<Int>
  {
    guard let position = JSONPointer.position(token) else { throw finder.missingValueError(token) }
    var pass = records
    var range: Range<Int>?
    while range == nil {
      let isEnd = try pass.run(firstBatchOnly: true) { batch in
        range = batch.chunks.lazy.compactMap { $0.range(at: position) }.first
      }
      if isEnd { break }
    }
    guard let range else { throw finder.missingValueError(token) }
    return range
  }
}

extension RecordLoader {
  /// Returns the pass that reads the rows of a delimited text.
  ///
  /// If the JSON pointer selects a row or a value in it, the pass reads that instead.
  private func pass(
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

  /// Returns the pass that reads a value in a row, which is converted to JSON text.
  ///
  /// The first token of the JSON pointer selects the row. The other tokens select the value in the
  /// row.
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
      if case .bytes(let block) = try reader.next(upTo: FileBytes.blockSize) {
        bytes += block
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
