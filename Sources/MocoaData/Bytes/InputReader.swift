internal import MocoaModel

/// Reads an input in sequence, starting at an offset.
struct InputReader {
  let input: ByteInput
  let cancellation: CancellationToken

  /// The offset of the next bytes.
  private(set) var offset: Int

  /// The bytes that were read last.
  ///
  /// They are later compared with the file to detect changes before `offset`.
  private(set) var tail: [UInt8]

  /// The maximum number of bytes in the tail.
  private static let tailSize = 1 << 16

  /// The number of whitespace bytes since the last other byte.
  private var blankCount = 0

  /// The offset at which reading ends, if it precedes the end of the input.
  var end = Int.max

  init(
    _ input: ByteInput, from offset: Int, after tail: [UInt8] = [],
    _ cancellation: CancellationToken
  ) {
    self.tail = tail
    self.input = input
    self.offset = offset
    self.cancellation = cancellation
  }

  /// A Boolean value that indicates whether the file still contains the bytes that were read last.
  var isTailUnchanged: Bool {
    // The read bypasses the cache, which has the bytes as they were before.
    (try? input.file.bytes(at: offset - tail.count, upTo: tail.count)) == tail
  }

  /// The result of a read.
  enum ReadResult {
    case bytes([UInt8])

    /// No bytes are available yet.
    case pending

    /// The input has ended or reading was canceled.
    case end
  }

  /// Reads the next bytes.
  ///
  /// - Parameters:
  ///   - count: The maximum number of bytes. The result may be shorter if a stream has fewer bytes
  ///     available.
  ///   - limit: The maximum time to wait for a stream, or `nil` to wait without a limit.
  mutating func next(upTo count: Int, waiting limit: Duration? = nil) throws(SourceError)
    -> ReadResult
  {
    guard offset < end, !cancellation.isCancelled else { return .end }
    let extent = try input.extent(beyond: offset, atMost: limit, cancellation)
    if cancellation.isCancelled { return .end }
    guard extent.count > offset else { return extent.isEnded ? .end : .pending }
    let bytes = try input.bytes.bytes(at: offset, upTo: min(count, min(end, extent.count) - offset))
    guard !bytes.isEmpty else { throw .shortened(input.name) }
    offset += bytes.count
    // The bytes of a stream never change.
    if input.isImmutable {
      try countBlanks(bytes)
      return .bytes(bytes)
    }
    tail = Array((bytes.count < Self.tailSize ? tail + bytes : bytes).suffix(Self.tailSize))
    return .bytes(bytes)
  }

  /// Counts consecutive whitespace bytes, and throws an error if they exceed the limit.
  ///
  /// Whitespace adds no records, but the whitespace bytes of a stream occupy storage.
  private mutating func countBlanks(_ bytes: [UInt8]) throws(SourceError) {
    blankCount = bytes.allSatisfy(\.isJSONBlank) ? blankCount + bytes.count : 0
    if blankCount > input.blankLimit { throw .tooManyBlanks(input.name, limit: input.blankLimit) }
  }
}
