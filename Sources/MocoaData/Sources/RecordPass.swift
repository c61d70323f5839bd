internal import MocoaLanguage
internal import MocoaModel

/// One way through an input, from the first record to the last, that can be interrupted.
struct RecordPass: Sendable {
  private var reader: InputReader
  private var splitter: any RecordSplitter
  private var writer: BatchWriter

  /// Up to where nothing may follow behind what holds the records; nil where that does not matter.
  private let end: Int?

  /// Where what holds the records begins; nil if a value that follows it is an error.
  var beginning: Int?

  /// The kind of the whole input, once more than one value was found in it.
  private(set) var sequence: ContentGuess?

  /// The size of the first piece, which is to be on the screen at once, and of those that follow.
  private static let firstPiece = 1 << 16
  private static let piece = 1 << 20

  init(
    _ reader: InputReader, _ splitter: some RecordSplitter, _ writer: BatchWriter,
    end: Int? = nil
  ) {
    (self.reader, self.splitter, self.writer, self.end) = (reader, splitter, writer, end)
  }

  /// How far the input was read.
  var offset: Int { reader.offset }

  /// Whether what was read last is still there.
  var isThere: Bool { reader.isTailThere }

  /// Whether there may be more records when the input has become longer.
  var mayGoOn: Bool { splitter.mayGoOn }

  /// Whether the records that were found stay what they are when the input has become longer: those
  /// among lines do, and those within one.
  var isAppendable = false

  /// Takes a batch.
  typealias Publish = (RecordBatch) -> Void

  /// Reads on to the end, or until it is cancelled, and hands over what is found; what is there is
  /// handed over in any case.
  ///
  /// - Parameter isBrief: whether to stop behind one piece.
  /// - Returns: whether the end was reached.
  mutating func run(isBrief: Bool = false, _ publish: Publish) throws(SourceError) -> Bool {
    do throws(SourceError) {
      while try advance() {
        if let batch = writer.takeIfDue() { hand(over: batch, isLast: false, to: publish) }
        if isBrief { return false }
      }
      if !reader.cancellation.isCancelled { try splitter.finish(into: &writer) }
    } catch {
      handOverRest(to: publish)
      throw error
    }
    // Before the end is looked for, which a stream may keep open.
    handOverRest(to: publish)
    try expectNothing()
    return true
  }

  /// Reads on to a place, and hands over the records that end before it.
  mutating func run(upTo place: Int, _ publish: Publish) throws(SourceError) {
    do throws(SourceError) {
      while reader.offset < place, !splitter.isClosed,
        case .bytes(let bytes) = try reader.next(upTo: min(Self.piece, place - reader.offset))
      {
        try splitter.take(bytes, into: &writer)
      }
    } catch {
      handOverRest(to: publish)
      throw error
    }
    handOverRest(to: publish)
  }

  private mutating func handOverRest(to publish: Publish) {
    if !writer.isEmpty { hand(over: writer.take(), isLast: true, to: publish) }
  }

  /// Takes the next piece, if it comes before something else has to be done.
  ///
  /// - Returns: false when there will be no more.
  private mutating func advance() throws(SourceError) -> Bool {
    if splitter.isClosed { return false }
    let size = writer.count == 0 ? Self.firstPiece : Self.piece
    switch try reader.next(upTo: size, waiting: writer.isEmpty ? nil : writer.timeLeft) {
    case .bytes(let bytes):
      try splitter.take(bytes, into: &writer)
      // A record that does not end takes memory as well.
      try writer.checkMemory()
    case .nothing: break
    case .end: return false
    }
    return true
  }

  private func hand(over batch: RecordBatch, isLast: Bool, to publish: Publish) {
    var batch = batch
    let fraction = reader.input.fraction(before: reader.offset)
    batch.fraction = isLast ? fraction.map { _ in 1 } : fraction
    publish(batch)
  }

  /// Checks that only blanks follow what held the records.
  private mutating func expectNothing() throws(SourceError) {
    guard let end, let start = splitter.end, !reader.cancellation.isCancelled else { return }
    var hasLineEnd = false
    var rest = InputReader(reader.input, from: start, reader.cancellation)
    rest.end = end
    while case .bytes(let bytes) = try rest.next(upTo: Self.piece) {
      let index = bytes.firstIndex { !$0.isJSONBlank }
      hasLineEnd = hasLineEnd || bytes[..<(index ?? bytes.count)].contains(.lineFeed)
      guard let index else { continue }
      if end == .max, let begin = beginning {
        sequence = ContentGuess.sequence(
          isOnOneLine: try isOnOneLine(from: begin, upTo: start), hasLineEnd: hasLineEnd,
          next: bytes[index])
      }
      if sequence != nil { return }
      throw reader.input.error(
        phrase("text goes on behind the value"), at: rest.offset - bytes.count + index)
    }
  }

  /// Whether no line ends between two places.
  private func isOnOneLine(from start: Int, upTo end: Int) throws(SourceError) -> Bool {
    var line = InputReader(reader.input, from: start, reader.cancellation)
    line.end = end
    while case .bytes(let bytes) = try line.next(upTo: Self.piece) {
      if bytes[...].firstLineEnd != nil { return false }
    }
    return true
  }
}
