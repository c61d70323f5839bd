internal import MocoaModel

/// Reads an input in order, from one place on.
struct InputReader {
  let input: ByteInput
  let cancellation: Cancellation

  /// Where the next bytes stand.
  private(set) var offset: Int

  /// The last bytes that were read, by which it is told later whether they are still there.
  private(set) var tail: [UInt8]

  /// The most bytes of a tail.
  private static let tailSize = 1 << 16

  /// How many blanks were read since the last other byte.
  private var blankCount = 0

  /// Where reading ends, if not with the input.
  var end = Int.max

  init(
    _ input: ByteInput, from offset: Int, after tail: [UInt8] = [], _ cancellation: Cancellation
  ) {
    self.tail = tail
    self.input = input
    self.offset = offset
    self.cancellation = cancellation
  }

  /// Whether the last bytes are still where they were read.
  var isTailThere: Bool {
    // Past the cache, which remembers the bytes as they were.
    (try? input.file.bytes(at: offset - tail.count, upTo: tail.count)) == tail
  }

  /// What came of an attempt to read.
  enum Piece {
    case bytes([UInt8])

    /// There is nothing yet.
    case nothing

    /// There will be nothing more, or it was cancelled.
    case end
  }

  /// The next bytes, at most so many; fewer where a stream has given fewer so far.
  ///
  /// - Parameter limit: how long to wait for a stream at most; for ever without one.
  mutating func next(upTo count: Int, waiting limit: Duration? = nil) throws(SourceError) -> Piece {
    guard offset < end, !cancellation.isCancelled else { return .end }
    let extent = try input.extent(beyond: offset, atMost: limit, cancellation)
    if cancellation.isCancelled { return .end }
    guard extent.count > offset else { return extent.isEnded ? .end : .nothing }
    let bytes = try input.bytes.bytes(at: offset, upTo: min(count, min(end, extent.count) - offset))
    guard !bytes.isEmpty else { throw .shortened(input.name) }
    offset += bytes.count
    // What a stream gave stays as it was.
    if input.isKept {
      try countBlanks(bytes)
      return .bytes(bytes)
    }
    tail = Array((bytes.count < Self.tailSize ? tail + bytes : bytes).suffix(Self.tailSize))
    return .bytes(bytes)
  }

  /// Refuses blanks without end: they make no record, but the bytes of a stream are kept.
  private mutating func countBlanks(_ bytes: [UInt8]) throws(SourceError) {
    blankCount = bytes.allSatisfy(\.isJSONBlank) ? blankCount + bytes.count : 0
    if blankCount > input.blankLimit { throw .tooManyBlanks(input.name, limit: input.blankLimit) }
  }
}
