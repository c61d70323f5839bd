/// A converter that decompresses the bytes of an input.
///
/// The first bytes determine whether the input is compressed. If it is not, its bytes are passed on
/// unchanged.
struct StreamDecompressor {
  /// The name of the input in messages.
  let name: String

  /// The maximum number of bytes that are decompressed at once.
  private static let portion = 1 << 20

  private enum State {
    /// The first bytes, which are too few to determine the format.
    case beginning([UInt8])
    case plain
    case compressed(any Decompressor, buffer: [UInt8])
  }

  private var state = State.beginning([])

  init(_ name: String) {
    self.name = name
  }

  /// A closure that receives the converted bytes and returns `false` to end the conversion.
  typealias Output = (ArraySlice<UInt8>) throws(SourceError) -> Bool

  /// Converts the next bytes and passes the result to a closure.
  ///
  /// - Returns: `false` if the closure has ended the conversion.
  mutating func take(_ bytes: ArraySlice<UInt8>, _ keep: Output) throws(SourceError) -> Bool {
    switch state {
    case .plain:
      return try keep(bytes)
    case .compressed(let decompressor, var buffer):
      // The buffer is moved out and reused, so that it is not copied.
      state = .plain
      defer { state = .compressed(decompressor, buffer: buffer) }
      return try unpack(bytes, by: decompressor, &buffer, keep)
    case .beginning(let former):
      let head = former + bytes
      switch Compression.detect(in: head) {
      case .open:
        state = .beginning(head)
        return true
      case .plain: state = .plain
      case .compressed(let compression):
        state = .compressed(
          try compression.decompressor(of: name),
          buffer: [UInt8](repeating: 0, count: Self.portion))
      }
      return try take(head[...], keep)
    }
  }

  /// Processes the end of the input.
  ///
  /// - Throws: `truncated` if the compressed data is incomplete.
  mutating func finish(_ keep: Output) throws(SourceError) {
    switch state {
    case .plain: return
    case .beginning(let head): if !head.isEmpty { _ = try keep(head[...]) }
    case .compressed(let decompressor, _):
      if !decompressor.isAtEnd { throw .compressed(name, .truncated) }
    }
  }

  private func unpack(
    _ bytes: ArraySlice<UInt8>, by decompressor: any Decompressor, _ buffer: inout [UInt8],
    _ keep: Output
  ) throws(SourceError) -> Bool {
    var remaining = bytes
    while true {
      let (consumed, produced) = try Self.step(remaining, by: decompressor, &buffer)
      if consumed == 0, produced == 0, !remaining.isEmpty { throw .compressed(name, .corrupted) }
      remaining = remaining.dropFirst(consumed)
      if produced > 0, try !keep(buffer[..<produced]) { return false }
      // If the buffer is full, more output may follow.
      if remaining.isEmpty, produced < buffer.count { return true }
    }
  }

  private static func step(
    _ bytes: ArraySlice<UInt8>, by decompressor: any Decompressor, _ buffer: inout [UInt8]
  ) throws(SourceError) -> (consumed: Int, produced: Int) {
    // `withUnsafeBytes` does not preserve the error type of its closure.
    try bytes.withUnsafeBytes { input in
      buffer.withUnsafeMutableBytes { output in
        Result { () throws(SourceError) in try decompressor.run(input, into: output) }
      }
    }.get()
  }
}
