import CZlib
import CZstd
import Testing

/// Functions that compress bytes like the common programs do.
enum CompressedFixture {
  static func gzip(_ bytes: [UInt8]) throws -> [UInt8] {
    var stream = z_stream()
    var input = bytes
    var output = [UInt8](repeating: 0, count: bytes.count + bytes.count / 100 + 100)
    try input.withUnsafeMutableBufferPointer { input in
      try output.withUnsafeMutableBufferPointer { output in
        let size = Int32(MemoryLayout<z_stream>.size)
        try #require(
          deflateInit2_(
            &stream, 9, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, size) == Z_OK)
        (stream.next_in, stream.avail_in) = (input.baseAddress, UInt32(input.count))
        (stream.next_out, stream.avail_out) = (output.baseAddress, UInt32(output.count))
        try #require(deflate(&stream, Z_FINISH) == Z_STREAM_END)
      }
    }
    defer { deflateEnd(&stream) }
    return Array(output.prefix(Int(stream.total_out)))
  }

  static func gzip(_ text: String) throws -> [UInt8] { try gzip(Array(text.utf8)) }

  static func zstd(_ bytes: [UInt8]) throws -> [UInt8] {
    var output = [UInt8](repeating: 0, count: ZSTD_compressBound(bytes.count))
    let count = ZSTD_compress(&output, output.count, bytes, bytes.count, 3)
    try #require(ZSTD_isError(count) == 0)
    return Array(output.prefix(count))
  }

  static func zstd(_ text: String) throws -> [UInt8] { try zstd(Array(text.utf8)) }

  /// Returns a frame that requests a window of `1 << windowLog` bytes.
  static func zstd(_ bytes: [UInt8], windowLog: Int32) throws -> [UInt8] {
    let context = ZSTD_createCCtx()
    defer { ZSTD_freeCCtx(context) }
    ZSTD_CCtx_setParameter(context, ZSTD_c_windowLog, windowLog)
    ZSTD_CCtx_setParameter(context, ZSTD_c_contentSizeFlag, 0)
    var output = [UInt8](repeating: 0, count: ZSTD_compressBound(bytes.count) + 64)
    let (written, rest) = bytes.withUnsafeBytes { input in
      output.withUnsafeMutableBytes { output in
        var source = ZSTD_inBuffer(src: input.baseAddress, size: input.count, pos: 0)
        var target = ZSTD_outBuffer(dst: output.baseAddress, size: output.count, pos: 0)
        // A frame that is flushed before its end does not state its small size.
        ZSTD_compressStream2(context, &target, &source, ZSTD_e_flush)
        let rest = ZSTD_compressStream2(context, &target, &source, ZSTD_e_end)
        return (target.pos, rest)
      }
    }
    try #require(rest == 0)
    return Array(output.prefix(written))
  }
}
