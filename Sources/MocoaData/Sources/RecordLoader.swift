internal import MocoaModel

/// Reads an input from beginning to end and hands over its index in batches, on any thread.
struct RecordLoader: Sendable {
  let input: ByteInput
  let pointer: String
  let tokens: [String]
  let options: RecordOptions

  /// Whether reading is to end early.
  let cancellation: Cancellation

  /// Takes a batch.
  typealias Publish = (RecordBatch) -> Void

  /// The seed of this run's hashes: one that data was made for cannot be known.
  static let seed = UInt64.random(in: .min ... .max)

  /// The size of the first piece, which is to be on the screen at once, and of those that follow.
  private static let firstPiece = 1 << 16
  private static let piece = 1 << 20

  /// How reading ended.
  struct Ending: Sendable {
    /// Why the input could not be read to its end; nil when it could, or was cancelled.
    var failure: SourceError?

    /// How to go on when the input has become longer; nil where that makes another value of it.
    var rest: Rest?
  }

  /// Where reading ended, and in the middle of what.
  struct Rest: Sendable {
    fileprivate var splitter: LineSplitter
    fileprivate var writer: BatchWriter

    /// How far the input was read.
    var offset: Int

    /// The last bytes that were read.
    var tail: [UInt8] = []
  }

  /// Reads the input to its end, or until it is cancelled.
  func run(_ publish: Publish) -> Ending {
    do throws(SourceError) {
      let finder = RecordFinder(input: input, pointer: pointer, cancellation: cancellation)
      switch try ContentSniffer(input, cancellation).content() {
      case .empty:
        if let token = tokens.first { throw finder.nothing(token) }
      case .lines(let start):
        guard let first = tokens.first else {
          return goOn(
            Rest(
              splitter: LineSplitter(from: start, indexer), writer: writer(.lines), offset: start),
            publish)
        }
        let line = try line(first, from: start, finder)
        try read(in: line, by: tokens.dropFirst(), finder, publish)
      case .document(let start):
        try read(in: start..<Int.max, by: tokens[...], finder, publish)
      case .values(let start):
        let all = RecordFinder.Place.container(.values, at: start)
        try read(try finder.follow(tokens[...], from: all), publish)
      }
      return Ending()
    } catch {
      return Ending(failure: error)
    }
  }

  /// Goes on where reading ended, now that there is more.
  func goOn(_ rest: Rest, _ publish: Publish) -> Ending {
    var rest = rest
    do throws(SourceError) {
      var reader = InputReader(input, from: rest.offset, after: rest.tail, cancellation)
      try pump(&reader, &rest.splitter, &rest.writer, publish)
      (rest.offset, rest.tail) = (reader.offset, reader.tail)
    } catch {
      return Ending(failure: error)
    }
    return Ending(rest: rest)
  }

  // MARK: - Reading

  private var indexer: LineIndexer { LineIndexer(seed: Self.seed, identity: options.identity) }

  private func writer(_ form: RecordForm) -> BatchWriter {
    BatchWriter(
      RecordChunk.Source(bytes: input.bytes, pointer: pointer, kindField: options.kindField), form)
  }

  /// Reads the records of the value that tokens lead to in another; of that, only the way there is
  /// looked at.
  private func read(
    in whole: Range<Int>, by tokens: ArraySlice<String>, _ finder: RecordFinder, _ publish: Publish
  ) throws(SourceError) {
    let place = try finder.follow(tokens, from: try finder.place(at: whole))
    let end = try read(place, publish)
    if tokens.isEmpty, let end, !cancellation.isCancelled {
      try expectNothing(in: end..<whole.upperBound)
    }
  }

  /// Reads the records of a value, and returns the place behind it.
  @discardableResult
  private func read(_ place: RecordFinder.Place, _ publish: Publish) throws(SourceError) -> Int? {
    switch place {
    case .scalar(let range):
      try readScalar(range, publish)
      return nil
    case .container(let form, let start):
      var reader = InputReader(input, from: start, cancellation)
      var splitter = ChildSplitter(input, from: start, isSequence: form == .values, indexer)
      var writer = writer(form)
      try pump(&reader, &splitter, &writer, publish)
      return splitter.isClosed ? splitter.offset : nil
    }
  }

  /// Feeds a splitter, and hands over what it finds; what is there is handed over in any case.
  private func pump(
    _ reader: inout InputReader, _ splitter: inout some RecordSplitter,
    _ writer: inout BatchWriter, _ publish: Publish
  ) throws(SourceError) {
    defer {
      if !writer.isEmpty {
        var batch = writer.take()
        batch.fraction = input.isStream ? nil : 1
        publish(batch)
      }
    }
    var size = Self.firstPiece
    reading: while !splitter.isClosed {
      switch try reader.next(upTo: size, waiting: writer.isEmpty ? nil : writer.timeLeft) {
      case .bytes(let bytes): try splitter.take(bytes, into: &writer)
      case .nothing: break
      case .end: break reading
      }
      guard var batch = writer.takeIfDue() else { continue }
      if !batch.chunks.isEmpty { size = Self.piece }
      batch.fraction = fraction(at: reader.offset)
      publish(batch)
    }
    if !cancellation.isCancelled { try splitter.finish(into: &writer) }
  }

  private func fraction(at offset: Int) -> Double? {
    input.isStream ? nil : min(1, Double(offset) / Double(max(1, input.bytes.size)))
  }

  // MARK: - Values that hold no others

  private func readScalar(_ range: Range<Int>, _ publish: Publish) throws(SourceError) {
    var reader = InputReader(input, from: range.lowerBound, cancellation)
    reader.end = range.upperBound
    var value = UnfinishedRecord(at: range.lowerBound)
    while case .bytes(let bytes) = try reader.next(upTo: Self.piece) { value.append(bytes[...]) }
    if cancellation.isCancelled { return }
    let isLong = value.textCount > RecordChunk.parseLimit
    if !isLong, let error = value.text.withUnsafeBytes({ JSONScanner.firstError(in: $0) }) {
      throw input.error(error.reason, at: value.start + error.offset)
    }
    let entry = value.text.withUnsafeBytes { bytes in
      isLong
        ? indexer.entry(
          forLong: bytes, length: value.textCount, offset: UInt64(value.start), position: 0)
        : indexer.entry(for: bytes, offset: UInt64(value.start), position: 0)
    }
    var writer = writer(.single)
    try writer.append([entry], end: value.start + value.textCount)
    publish(writer.take())
  }

  private func expectNothing(in range: Range<Int>) throws(SourceError) {
    var reader = InputReader(input, from: range.lowerBound, cancellation)
    reader.end = range.upperBound
    while case .bytes(let bytes) = try reader.next(upTo: Self.piece) {
      guard let index = bytes.firstIndex(where: { !$0.isJSONBlank }) else { continue }
      throw input.error("text goes on behind the value", at: reader.offset - bytes.count + index)
    }
  }

  // MARK: - Lines

  /// The bytes of the line that a token counts to, among those that are not blank.
  private func line(_ token: String, from start: Int, _ finder: RecordFinder)
    throws(SourceError) -> Range<Int>
  {
    guard let position = JSONPointer.position(token) else { throw finder.nothing(token) }
    var line: Range<Int>?
    var splitter = LineSplitter(from: start, indexer)
    var reader = InputReader(input, from: start, cancellation)
    var writer = writer(.lines)
    while line == nil {
      let piece = try reader.next(upTo: Self.piece)
      if case .bytes(let bytes) = piece {
        try splitter.take(bytes, into: &writer)
      } else {
        try splitter.finish(into: &writer)
      }
      line = writer.take().chunks.lazy.compactMap { $0.range(at: position) }.first
      if case .end = piece { break }
    }
    guard let line else { throw finder.nothing(token) }
    return line
  }
}
