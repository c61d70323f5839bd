internal import Glibc
internal import MocoaModel
internal import Synchronization

/// The bytes of a source: a file, or a stream whose bytes are stored as they arrive.
///
/// Any thread can read all bytes up to the current end repeatedly. The bytes of a compressed file
/// are decompressed on demand and stored like those of a stream.
final class ByteInput: Sendable {
  /// The bytes that are available until now.
  let bytes: FileBytes

  /// The file on which the input is based.
  ///
  /// It is `bytes` itself, or the file from which the bytes are copied or decompressed.
  let file: FileBytes

  /// The offset of the first byte of the input.
  ///
  /// It is greater than 0 if another process has read a part of standard input.
  let start: Int

  private let stream: (any ByteStream)?

  /// The decompressor of a compressed file, or `nil` for other inputs.
  private let spool: StreamSpool?

  /// A descriptor that keeps the inode of a stream in use without reading the stream, so that no
  /// other file gets the same inode.
  private let inode: Int32

  /// The state of the file before its bytes were copied, or `nil` if `bytes` is not a copy.
  private let copiedState: FileState?

  /// The maximum number of consecutive whitespace bytes in a stream, or `nil` for the memory limit.
  private let ownBlankLimit: Int?

  /// The maximum size in bytes of a file that is copied when it is opened.
  ///
  /// The records of the copy then need no descriptor when the file has changed.
  static let copiedSize = 1 << 18

  /// Creates an input of the bytes of a file, starting at an offset.
  init(_ file: FileBytes, start: Int) {
    (bytes, self.file, self.start) = (file, file, start)
    (stream, spool, inode) = (nil, nil, -1)
    (copiedState, ownBlankLimit) = (nil, nil)
  }

  /// Creates an input of a copy of the bytes of a file.
  ///
  /// - Parameters:
  ///   - copy: The copied bytes.
  ///   - file: The file.
  ///   - state: The state of the file before its bytes were copied.
  ///   - start: The offset of the first byte.
  init(_ copy: FileBytes, of file: FileBytes, _ state: FileState, start: Int) {
    (bytes, self.file, self.start) = (copy, file, start)
    (stream, spool, inode) = (nil, nil, -1)
    (copiedState, ownBlankLimit) = (state, nil)
  }

  /// Creates an input of a stream.
  ///
  /// - Parameters:
  ///   - inode: A descriptor that reserves the inode of the stream and is closed with the input.
  ///   - blankLimit: The maximum number of consecutive whitespace bytes, or `nil` for the memory
  ///     limit.
  init(_ stream: any ByteStream, inode: Int32 = -1, blankLimit: Int? = nil) {
    (bytes, file, start) = (stream.bytes, stream.bytes, 0)
    (self.stream, spool, self.inode) = (stream, nil, inode)
    (copiedState, ownBlankLimit) = (nil, blankLimit)
  }

  /// Creates an input of the decompressed bytes of a file.
  init(_ spool: StreamSpool, of file: FileBytes) {
    (bytes, self.file, start) = (spool.bytes, file, 0)
    (stream, self.spool, inode) = (spool, spool, -1)
    (copiedState, ownBlankLimit) = (nil, nil)
  }

  /// Creates an input of bytes in memory.
  convenience init(_ bytes: [UInt8], name: String) {
    self.init(FileBytes(bytes, name: name), start: 0)
  }

  /// The name of the input in messages.
  var name: String { bytes.name }

  /// The name of the input without the extension of its compression format.
  var uncompressedName: String { spool == nil ? name : Compression.uncompressedName(name) }

  /// A Boolean value that indicates whether the bytes can be read from the system only once and
  /// their number is unknown until the end.
  var isStream: Bool { stream != nil && !isCompressed }

  /// A Boolean value that indicates whether the input is a file that is decompressed while it is
  /// read.
  var isCompressed: Bool { spool != nil }

  /// A Boolean value that indicates whether decompression ended with an error.
  var hasFailed: Bool { spool?.hasFailed ?? false }

  /// A Boolean value that indicates whether the available bytes stay the same even if the file
  /// changes.
  var isImmutable: Bool { stream != nil }

  /// The maximum number of consecutive whitespace bytes that are read from a stream.
  var blankLimit: Int { ownBlankLimit ?? MemoryLimit.bytes }

  /// Returns the current state of the file.
  ///
  /// For a copy, returns the state of the file before its bytes were copied.
  func state() throws(SourceError) -> FileState {
    if let copiedState { return copiedState }
    return FileState(try file.status())
  }

  /// Returns the fraction of the input before an offset, from 0 to 1, or `nil` if the size is
  /// unknown.
  func fraction(before offset: Int) -> Double? {
    if isStream { return nil }
    let part = min(1, Double(offset) / Double(max(1, bytes.size)))
    guard let spool else { return part }
    let taken = Double(spool.taken.load(ordering: .relaxed)) / Double(max(1, file.size))
    return part * min(1, taken)
  }

  /// Waits until more than `offset` bytes are available or the input ends.
  ///
  /// - Parameters:
  ///   - offset: The offset of the requested byte.
  ///   - limit: The maximum time to wait, or `nil` to wait without a limit.
  ///   - cancellation: A token. To end the wait, cancel it and then call `wake`.
  /// - Throws: ``SourceError`` if the byte is not available because of an error.
  func extent(
    beyond offset: Int, atMost limit: Duration? = nil, _ cancellation: CancellationToken
  ) throws(SourceError) -> ByteExtent {
    if let stream {
      return try stream.extent(beyond: offset, atMost: limit) { cancellation.isCancelled }
    }
    if bytes.size <= offset { bytes.size = max(bytes.size, Int(try bytes.status().st_size)) }
    return ByteExtent(count: bytes.size, isEnded: true)
  }

  /// Makes all waiting threads check for cancellation.
  func wake() {
    stream?.wake()
  }

  /// Stops reading from a stream.
  ///
  /// The available bytes remain.
  func stop() {
    stream?.stop()
  }

  deinit {
    stream?.stop()
    if inode >= 0 { close(inode) }
  }
}

// MARK: - Errors

extension ByteInput {
  /// Returns an error at an offset, with its line and column.
  func error(_ reason: String, at offset: Int) -> SourceError {
    var (line, lineStart, place) = (1, 0, 0)
    while place < offset,
      case let piece = (try? bytes.bytes(at: place, upTo: min(1 << 20, offset - place))) ?? [],
      !piece.isEmpty
    {
      var rest = piece[...]
      while let end = rest.firstLineEnd {
        line += 1
        lineStart = place + end + 1
        rest = rest[(end + 1)...]
      }
      place += piece.count
    }
    return .invalid(
      name,
      JSONError(offset: offset, line: line, column: offset - lineStart + 1, reason: reason))
  }
}
