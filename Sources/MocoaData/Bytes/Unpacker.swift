/// Hands on the bytes of an input as they were before they were compressed; those of an input that is
/// not compressed as they are.
///
/// Which of both it is tell the first bytes.
struct Unpacker {
  /// What the input is called in messages.
  let name: String

  /// The most bytes that are made at once.
  private static let portion = 1 << 20

  private enum State {
    /// The first bytes, which do not tell yet.
    case beginning([UInt8])
    case plain
    case compressed(any Decompressor, buffer: [UInt8])
  }

  private var state = State.beginning([])

  init(_ name: String) {
    self.name = name
  }

  /// Takes what the bytes are handed to; false ends it.
  typealias Keep = (ArraySlice<UInt8>) throws(SourceError) -> Bool

  /// Takes the next bytes, and hands on those that are in them.
  ///
  /// - Returns: false where nobody wants more.
  mutating func take(_ bytes: ArraySlice<UInt8>, _ keep: Keep) throws(SourceError) -> Bool {
    switch state {
    case .plain:
      return try keep(bytes)
    case .compressed(let decompressor, var buffer):
      // One buffer for all of the input.
      state = .plain
      defer { state = .compressed(decompressor, buffer: buffer) }
      return try unpack(bytes, by: decompressor, &buffer, keep)
    case .beginning(let former):
      let head = former + bytes
      switch Compression.finding(in: head) {
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

  /// Takes that there are no more bytes.
  mutating func finish(_ keep: Keep) throws(SourceError) {
    switch state {
    case .plain: return
    case .beginning(let head): if !head.isEmpty { _ = try keep(head[...]) }
    case .compressed(let decompressor, _):
      if !decompressor.isAtEnd { throw .compressed(name, .truncated) }
    }
  }

  private func unpack(
    _ bytes: ArraySlice<UInt8>, by decompressor: any Decompressor, _ buffer: inout [UInt8],
    _ keep: Keep
  ) throws(SourceError) -> Bool {
    var rest = bytes
    while true {
      let (taken, made) = try Self.step(rest, by: decompressor, &buffer)
      if taken == 0, made == 0, !rest.isEmpty { throw .compressed(name, .damaged) }
      rest = rest.dropFirst(taken)
      if made > 0, try !keep(buffer[..<made]) { return false }
      // A full buffer may not have been all.
      if rest.isEmpty, made < buffer.count { return true }
    }
  }

  private static func step(
    _ bytes: ArraySlice<UInt8>, by decompressor: any Decompressor, _ buffer: inout [UInt8]
  ) throws(SourceError) -> (taken: Int, made: Int) {
    // `withUnsafeBytes` forgets the type of what its closure throws.
    try bytes.withUnsafeBytes { input in
      buffer.withUnsafeMutableBytes { output in
        Result { () throws(SourceError) in try decompressor.run(input, into: output) }
      }
    }.get()
  }
}
