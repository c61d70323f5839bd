internal import MocoaLocalization
internal import MocoaModel

/// One pass through an input that finds its records, from the first to the last.
///
/// It can be interrupted and continued.
struct RecordPass: Sendable {
  private var reader: InputReader
  private var splitter: any RecordSplitter
  private var writer: BatchWriter

  /// The end of the range in which only whitespace may follow the container of the records.
  ///
  /// The value is `nil` if other text may follow the container.
  private let end: Int?

  /// The start offset of the container of the records, if further values may follow the container.
  ///
  /// If the value is `nil`, text after the container is an error.
  var beginning: Int?

  /// The format of an input in which a second value follows the container of the records, or `nil`.
  private(set) var sequence: FormatDetection?

  /// The size in bytes of the first piece that is read.
  ///
  /// It is small, so that the first records appear quickly.
  private static let firstReadSize = 1 << 16

  /// The size in bytes of all further pieces.
  private static let readSize = 1 << 20

  init(
    _ reader: InputReader, _ splitter: some RecordSplitter, _ writer: BatchWriter,
    end: Int? = nil
  ) {
    (self.reader, self.splitter, self.writer, self.end) = (reader, splitter, writer, end)
  }

  /// The offset up to which the input was read.
  var offset: Int { reader.offset }

  /// A Boolean value that indicates whether the input still contains the bytes that were read last.
  var isUnchanged: Bool { reader.isTailUnchanged }

  /// A Boolean value that indicates whether more records may follow when the input grows.
  var canContinue: Bool { splitter.canContinue }

  /// A Boolean value that indicates whether the records that were read stay valid when the input
  /// grows.
  ///
  /// This is the case if the records are lines, or are contained in a single line.
  var isAppendable = false

  /// A closure that receives a batch of records.
  typealias Publish = (RecordBatch) -> Void

  /// Reads to the end of the records, or until the operation is canceled.
  ///
  /// All records that were found are published, even after an error.
  ///
  /// - Parameters:
  ///   - isBrief: A Boolean value that indicates whether to stop after one piece of the input.
  ///   - publish: A closure that receives the records.
  /// - Returns: `true` if the end was reached.
  /// - Throws: ``SourceError`` if the input cannot be read or is not valid.
  mutating func run(firstBatchOnly isBrief: Bool = false, _ publish: Publish) throws(SourceError)
    -> Bool
  {
    do throws(SourceError) {
      while try advance() {
        if let batch = writer.takeIfDue() { deliver(batch, isLast: false, to: publish) }
        if isBrief { return false }
      }
      if !reader.cancellation.isCancelled { try splitter.finish(into: &writer) }
    } catch {
      publishRemaining(to: publish)
      throw error
    }
    // Publishes the rest before the check for the end, which may block for a stream.
    publishRemaining(to: publish)
    try expectWhitespace()
    return true
  }

  /// Reads to an offset and publishes the records that end before it.
  mutating func run(upTo end: Int, _ publish: Publish) throws(SourceError) {
    do throws(SourceError) {
      while reader.offset < end, !splitter.isClosed,
        case .bytes(let bytes) = try reader.next(upTo: min(Self.readSize, end - reader.offset))
      {
        try splitter.take(bytes, into: &writer)
      }
    } catch {
      publishRemaining(to: publish)
      throw error
    }
    publishRemaining(to: publish)
  }

  private mutating func publishRemaining(to publish: Publish) {
    if !writer.isEmpty { deliver(writer.take(), isLast: true, to: publish) }
  }

  /// Reads the next piece, if it arrives before the next batch is due.
  ///
  /// - Returns: `false` at the end of the records.
  private mutating func advance() throws(SourceError) -> Bool {
    if splitter.isClosed { return false }
    let size = writer.count == 0 ? Self.firstReadSize : Self.readSize
    switch try reader.next(upTo: size, waiting: writer.isEmpty ? nil : writer.timeLeft) {
    case .bytes(let bytes):
      try splitter.take(bytes, into: &writer)
      // A record without an end takes memory too.
      try writer.checkMemory()
    case .pending: break
    case .end: return false
    }
    return true
  }

  private func deliver(_ batch: RecordBatch, isLast: Bool, to publish: Publish) {
    var batch = batch
    let fraction = reader.input.fraction(before: reader.offset)
    batch.fraction = isLast ? fraction.map { _ in 1 } : fraction
    publish(batch)
  }

  /// Checks that only whitespace follows the container of the records.
  private mutating func expectWhitespace() throws(SourceError) {
    guard let end, let start = splitter.end, !reader.cancellation.isCancelled else { return }
    var hasLineEnd = false
    var tail = InputReader(reader.input, from: start, reader.cancellation)
    tail.end = end
    while case .bytes(let bytes) = try tail.next(upTo: Self.readSize) {
      let index = bytes.firstIndex { !$0.isJSONBlank }
      hasLineEnd = hasLineEnd || bytes[..<(index ?? bytes.count)].contains(.lineFeed)
      guard let index else { continue }
      if end == .max, let begin = beginning {
        sequence = FormatDetection.sequence(
          isOnOneLine: try isOnOneLine(from: begin, upTo: start), hasLineEnd: hasLineEnd,
          next: bytes[index])
      }
      if sequence != nil { return }
      throw reader.input.error(
        localized("unexpected text after the value"), at: tail.offset - bytes.count + index)
    }
  }

  /// Returns `true` if no line ends between two offsets.
  private func isOnOneLine(from start: Int, upTo end: Int) throws(SourceError) -> Bool {
    var line = InputReader(reader.input, from: start, reader.cancellation)
    line.end = end
    while case .bytes(let bytes) = try line.next(upTo: Self.readSize) {
      if bytes[...].firstLineEnd != nil { return false }
    }
    return true
  }
}
