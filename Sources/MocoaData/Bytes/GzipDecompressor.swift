internal import CZlib

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
    case behindMember

    /// The zeros that fill the last block of a tape.
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
    throws(SourceError) -> (taken: Int, made: Int)
  {
    if phase == .behindMember, !input.isEmpty {
      isLaterMember = true
      phase = input[0] == 0x1F ? .inMember : .inPadding
      inflateReset(stream)
    }
    if phase == .inMember { return try inflate(input, into: output) }
    guard input.allSatisfy({ $0 == 0 }) else { throw .compressed(name, .trailingData) }
    return (input.count, 0)
  }

  private func inflate(_ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer)
    throws(SourceError) -> (taken: Int, made: Int)
  {
    // zlib does not modify the bytes at `next_in`.
    stream.pointee.next_in = UnsafeMutablePointer(
      mutating: input.bindMemory(to: UInt8.self).baseAddress)
    stream.pointee.avail_in = UInt32(input.count)
    stream.pointee.next_out = output.bindMemory(to: UInt8.self).baseAddress
    stream.pointee.avail_out = UInt32(output.count)
    let code = CZlib.inflate(stream, Z_NO_FLUSH)
    let taken = input.count - Int(stream.pointee.avail_in)
    let made = output.count - Int(stream.pointee.avail_out)
    switch code {
    case Z_STREAM_END: phase = .behindMember
    // The output is full or the input is empty.
    case Z_OK, Z_BUF_ERROR: break
    default:
      let isHeader =
        isLaterMember && stream.pointee.total_out == 0
        && stream.pointee.total_in <= Self.headerSize
      throw .compressed(name, isHeader ? .trailingData : .corrupted)
    }
    return (taken, made)
  }
}
