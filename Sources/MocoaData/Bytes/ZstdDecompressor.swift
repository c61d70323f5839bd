internal import CZstd

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
    throws(SourceError) -> (taken: Int, made: Int)
  {
    var source = ZSTD_inBuffer(src: input.baseAddress, size: input.count, pos: 0)
    var target = ZSTD_outBuffer(dst: output.baseAddress, size: output.count, pos: 0)
    let rest = ZSTD_decompressStream(stream, &target, &source)
    if ZSTD_isError(rest) != 0 {
      throw .compressed(name, makeError(ZSTD_getErrorCode(rest)))
    }
    // A call without input after a frame would start to wait for another frame.
    if source.pos > 0 || target.pos > 0 { isAtEnd = rest == 0 }
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
