internal import CZstd

/// Decompresses what zstd has compressed.
///
/// A frame that takes a window of more than 128 MiB is refused, as zstd does it too.
final class ZstdDecompressor: Decompressor {
  private let name: String
  private let stream: OpaquePointer

  /// Whether all frames so far are complete, and how many are.
  private(set) var isAtEnd = false
  private var hasFrame = false

  init(_ name: String) throws(SourceError) {
    guard let stream = ZSTD_createDStream() else { throw .compressed(name, .tooLarge) }
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
      throw .compressed(name, fault(ZSTD_getErrorCode(rest)))
    }
    // Asked without input behind a frame, it would begin to wait for another one.
    if source.pos > 0 || target.pos > 0 { isAtEnd = rest == 0 }
    hasFrame = hasFrame || isAtEnd
    return (source.pos, target.pos)
  }

  private func fault(_ code: ZSTD_ErrorCode) -> CompressionFault {
    switch code {
    case ZSTD_error_frameParameter_windowTooLarge, ZSTD_error_memory_allocation: .tooLarge
    case ZSTD_error_prefix_unknown: hasFrame ? .followed : .damaged
    default: .damaged
    }
  }
}
