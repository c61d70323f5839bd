internal import CZlib
internal import CZstd
internal import MocoaLocalization

/// The compression format of a file, detected from its first bytes.
enum Compression: Sendable {
  case gzip
  case zstd

  /// The ranges of the first bytes that identify each format.
  ///
  /// Skippable frames of zstd have 16 different magic numbers.
  private static let beginnings: [(Compression, [ClosedRange<UInt8>])] = [
    (.gzip, [0x1F...0x1F, 0x8B...0x8B]),
    (.zstd, [0x28...0x28, 0xB5...0xB5, 0x2F...0x2F, 0xFD...0xFD]),
    (.zstd, [0x50...0x5F, 0x2A...0x2A, 0x4D...0x4D, 0x18...0x18]),
  ]

  /// The maximum number of bytes that the detection needs.
  static let headSize = 4

  /// The result of examining the first bytes of an input.
  enum Finding {
    case compressed(Compression)
    case plain

    /// More bytes are needed.
    case open
  }

  /// Examines the first bytes of an input.
  static func detect(in head: some Collection<UInt8>) -> Finding {
    let fits = beginnings.filter { zip($0.1, head).allSatisfy { $0.contains($1) } }
    if let match = fits.first(where: { $0.1.count <= head.count }) { return .compressed(match.0) }
    return fits.isEmpty ? .plain : .open
  }

  /// Creates a decompressor for the format.
  ///
  /// - Parameter name: The name of the input in messages.
  func decompressor(of name: String) throws(SourceError) -> any Decompressor {
    switch self {
    case .gzip: try GzipDecompressor(name)
    case .zstd: try ZstdDecompressor(name)
    }
  }

  /// Returns the name of a file without the extension of a compression format.
  static func uncompressedName(_ name: String) -> String {
    for ending in [".gz", ".zst"] where name.lowercased().hasSuffix(ending) {
      return String(name.dropLast(ending.count))
    }
    return name
  }
}

/// The reason why compressed bytes cannot be decompressed completely.
public enum CompressionError: Hashable, Sendable {
  /// The bytes end before the end of the compressed data.
  case truncated

  /// The bytes are corrupted or were never compressed.
  case corrupted

  /// Other data follows the compressed data.
  case trailingData

  /// Decompression needs more memory than the limit.
  case windowTooLarge

  /// A localized message that follows the name of the file.
  var reason: String {
    switch self {
    case .truncated: localized("incomplete: compressed data is truncated")
    case .corrupted: localized("incomplete: compressed data is corrupted")
    case .trailingData:
      localized("trailing data after the compressed stream is ignored")
    case .windowTooLarge:
      localized("needs over 128 MiB to decompress (run zstd -d --long=31 on it first)")
    }
  }
}

/// A type that decompresses bytes in pieces.
///
/// Compressed data may consist of several parts, whose contents are concatenated.
protocol Decompressor: AnyObject {
  /// A Boolean value that indicates whether the compressed data may end at the current byte.
  var isAtEnd: Bool { get }

  /// Decompresses bytes until the input is consumed or the output is full.
  ///
  /// - Returns: The number of consumed and the number of written bytes. If the output is full, more
  ///   output may follow even if all input was consumed.
  func run(_ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer)
    throws(SourceError) -> (consumed: Int, produced: Int)
}

/// A decompressor for the gzip format.
final class GzipDecompressor: Decompressor {
  private let name: String
  // zlib stores the address of the stream, so the stream must not move.
  private let stream: UnsafeMutablePointer<z_stream>
  private var phase = Phase.inMember

  /// A Boolean value that indicates whether the current member is not the first one.
  private var isLaterMember = false

  private enum Phase {
    case inMember

    /// The data after the end of a member, where another member may begin.
    case afterMember

    /// The zero bytes after the last member, which fill the last block of a tape.
    case inPadding
  }

  /// The argument of zlib for the largest window and a gzip header.
  private static let windowBits: Int32 = 15 + 16

  /// The minimum size of a header in bytes.
  ///
  /// Data that is invalid within this size is not a member but trailing data.
  private static let headerSize = 10

  init(_ name: String) throws(SourceError) {
    self.name = name
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    let code = inflateInit2_(
      stream, Self.windowBits, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    guard code == Z_OK else {
      stream.deallocate()
      throw .compressed(name, .windowTooLarge)
    }
  }

  deinit {
    inflateEnd(stream)
    stream.deallocate()
  }

  var isAtEnd: Bool { phase != .inMember }

  func run(_ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer)
    throws(SourceError) -> (consumed: Int, produced: Int)
  {
    if phase == .afterMember, !input.isEmpty {
      isLaterMember = true
      phase = input[0] == 0x1F ? .inMember : .inPadding
      inflateReset(stream)
    }
    if phase == .inMember { return try inflate(input, into: output) }
    guard input.allSatisfy({ $0 == 0 }) else { throw .compressed(name, .trailingData) }
    return (input.count, 0)
  }

  private func inflate(_ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer)
    throws(SourceError) -> (consumed: Int, produced: Int)
  {
    // zlib does not modify the bytes at `next_in`.
    stream.pointee.next_in = UnsafeMutablePointer(
      mutating: input.bindMemory(to: UInt8.self).baseAddress)
    stream.pointee.avail_in = UInt32(input.count)
    stream.pointee.next_out = output.bindMemory(to: UInt8.self).baseAddress
    stream.pointee.avail_out = UInt32(output.count)
    let code = CZlib.inflate(stream, Z_NO_FLUSH)
    let consumed = input.count - Int(stream.pointee.avail_in)
    let produced = output.count - Int(stream.pointee.avail_out)
    switch code {
    case Z_STREAM_END: phase = .afterMember
    // The output is full or the input is empty.
    case Z_OK, Z_BUF_ERROR: break
    default:
      let isHeader =
        isLaterMember && stream.pointee.total_out == 0
        && stream.pointee.total_in <= Self.headerSize
      throw .compressed(name, isHeader ? .trailingData : .corrupted)
    }
    return (consumed, produced)
  }
}

/// A decompressor for the zstd format.
///
/// A frame that needs a window of more than 128 MiB is rejected, as by the zstd program.
final class ZstdDecompressor: Decompressor {
  private let name: String
  private let stream: OpaquePointer

  /// A Boolean value that indicates whether at least one frame has been read and all frames are
  /// complete.
  private(set) var isAtEnd = false
  private var hasFrame = false

  init(_ name: String) throws(SourceError) {
    guard let stream = ZSTD_createDStream() else { throw .compressed(name, .windowTooLarge) }
    (self.name, self.stream) = (name, stream)
  }

  deinit {
    ZSTD_freeDStream(stream)
  }

  func run(_ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer)
    throws(SourceError) -> (consumed: Int, produced: Int)
  {
    var source = ZSTD_inBuffer(src: input.baseAddress, size: input.count, pos: 0)
    var target = ZSTD_outBuffer(dst: output.baseAddress, size: output.count, pos: 0)
    let hint = ZSTD_decompressStream(stream, &target, &source)
    if ZSTD_isError(hint) != 0 {
      throw .compressed(name, makeError(ZSTD_getErrorCode(hint)))
    }
    // A call without input after a frame would start to wait for another frame.
    if source.pos > 0 || target.pos > 0 { isAtEnd = hint == 0 }
    hasFrame = hasFrame || isAtEnd
    return (source.pos, target.pos)
  }

  private func makeError(_ code: ZSTD_ErrorCode) -> CompressionError {
    switch code {
    case ZSTD_error_frameParameter_windowTooLarge, ZSTD_error_memory_allocation: .windowTooLarge
    case ZSTD_error_prefix_unknown: hasFrame ? .trailingData : .corrupted
    default: .corrupted
    }
  }
}
