internal import MocoaModel

/// Reads an input from beginning to end and hands over its index in batches, on any thread.
struct RecordLoader: Sendable {
  var input: ByteInput
  let pointer: JSONPointer
  let options: RecordOptions

  /// Whether reading is to end early.
  let cancellation: Cancellation

  /// What to know of what is read where a command prints it; nil for anything else.
  ///
  /// What is no JSON is lines of text there, whatever it begins with, and the records have no place
  /// that could be pointed to.
  var output: CommandOutput?

  /// The most bytes that the index may take.
  var memoryLimit = MemoryLimit.bytes

  /// Is told what the columns are called, where it is a table; nil where nobody asks.
  var heading: TableHeading?

  /// The seed of this run's hashes: one that data was made for cannot be known.
  static let seed = UInt64.random(in: .min ... .max)

  /// How reading ended.
  struct Ending: Sendable {
    /// Why the input could not be read to its end; nil when it could, or was cancelled.
    var failure: SourceError?

    /// Where reading was interrupted, or ended; nil where there was nothing to read.
    var rest: RecordPass?

    /// Whether the end was reached.
    var isEnd = true
  }

  /// Reads the input to its end, or until it is cancelled.
  ///
  /// - Parameters:
  ///   - begun: where reading was interrupted; nil to read from the beginning.
  ///   - isBrief: whether to stop behind one piece.
  func run(
    from begun: RecordPass? = nil, isBrief: Bool = false, _ publish: RecordPass.Publish
  ) -> Ending {
    if let begun { return goOn(begun, isBrief: isBrief, publish) }
    var reading = GuessedReading(self)
    return reading.run(isBrief: isBrief, publish)
  }

  /// Goes on where reading was interrupted, or when there is more.
  func goOn(_ pass: RecordPass, isBrief: Bool = false, _ publish: RecordPass.Publish) -> Ending {
    var pass = pass
    do throws(SourceError) {
      let isEnd = try pass.run(isBrief: isBrief, publish)
      guard let sequence = pass.sequence, let start = pass.beginning else {
        return Ending(rest: pass, isEnd: isEnd)
      }
      // The value that seemed to be all of the input is the first of several.
      let content: ContentSniffer.Content =
        sequence == .lines ? .lines(from: start) : .values(from: start)
      guard let whole = try self.pass(through: content) else { return Ending() }
      var restart = Restart(isDue: true)
      let ending = goOn(whole, isBrief: isBrief) { publish(restart.taking($0)) }
      if ending.isEnd { restart.clear(publish) }
      return ending
    } catch {
      return Ending(failure: error)
    }
  }

  // MARK: - What is to be read

  var indexer: LineIndexer { indexer(isText: false) }

  private func indexer(isText: Bool) -> LineIndexer {
    LineIndexer(seed: Self.seed, identity: options.identity, isText: isText)
  }

  func writer(_ form: RecordForm) -> BatchWriter {
    BatchWriter(
      RecordChunk.Source(
        bytes: input.bytes, pointer: output == nil ? pointer.text : nil,
        kindField: options.kindField), form, memoryLimit: memoryLimit)
  }

  /// Whether more records may be added to those that stand one behind the other.
  ///
  /// What is added to compressed bytes is found by reading all of them.
  var isAppendable: Bool { !input.isCompressed }

  /// The way through the records that the pointer leads to; nil where there is nothing.
  func pass(through content: ContentSniffer.Content) throws(SourceError) -> RecordPass? {
    heading?.names = nil
    let finder = RecordFinder(input: input, pointer: pointer, cancellation: cancellation)
    switch content {
    case .empty:
      if let token = pointer.tokens.first { throw finder.nothing(token) }
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
      let all = RecordFinder.Place.container(.values, at: start)
      return pass(at: try finder.follow(pointer.tokens[...], from: all))
    }
  }

  /// The way through lines, or through the value that the pointer leads to in one of them.
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

  /// The way through lines of text, or through the one that the pointer leads to.
  private func pass(inTextFrom start: Int, _ finder: RecordFinder) throws(SourceError)
    -> RecordPass
  {
    guard let token = pointer.tokens.first else { return text(from: start) }
    let line = try range(token, among: text(from: start), finder)
    if let next = pointer.tokens.dropFirst().first { throw finder.nothing(next) }
    return text(from: line.lowerBound, upTo: line.upperBound)
  }

  /// The way through lines of text, each of which is told by all of it.
  private func text(from start: Int, upTo end: Int = .max) -> RecordPass {
    var reader = InputReader(input, from: start, cancellation)
    reader.end = end
    return RecordPass(reader, LineSplitter(from: start, indexer(isText: true)), writer(.text))
  }

  /// The way through the value that tokens lead to in another; of that, only the way there is looked
  /// at.
  func pass(
    in whole: Range<Int>, by tokens: ArraySlice<String>, _ finder: RecordFinder
  ) throws(SourceError) -> RecordPass {
    let place = try finder.follow(tokens, from: try finder.place(at: whole))
    return pass(at: place, end: tokens.isEmpty ? whole.upperBound : nil)
  }

  private func pass(at place: RecordFinder.Place, end: Int? = nil) -> RecordPass {
    switch place {
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

  /// The bytes of the line that a token counts to, among those that are not blank.
  private func line(_ token: String, from start: Int, _ finder: RecordFinder)
    throws(SourceError) -> Range<Int>
  {
    try range(token, among: lines(from: start), finder)
  }

  /// Where the record stands that a token counts to.
  func range(_ token: String, among records: RecordPass, _ finder: RecordFinder)
    throws(SourceError) -> Range<Int>
  {
    guard let position = JSONPointer.position(token) else { throw finder.nothing(token) }
    var pass = records
    var range: Range<Int>?
    while range == nil {
      let isEnd = try pass.run(isBrief: true) { batch in
        range = batch.chunks.lazy.compactMap { $0.range(at: position) }.first
      }
      if isEnd { break }
    }
    guard let range else { throw finder.nothing(token) }
    return range
  }
}
