internal import Glibc
internal import MocoaModel
internal import Synchronization

/// What records are read from: a file, or a stream whose bytes are kept as they come.
///
/// Either way its bytes can be read again at any place that has been reached, from any thread. Those
/// of a compressed file are decompressed as they are asked for, and kept like those of a stream.
final class ByteInput: Sendable {
  /// The bytes that are there.
  let bytes: FileBytes

  /// What can change and be read again: what the bytes are, or were decompressed from.
  let file: FileBytes

  /// Where the first byte stands; not at the beginning where somebody has read of it before.
  let start: Int

  private let stream: (any ByteStream)?

  /// What decompresses a file; nil for anything else.
  private let spool: StreamSpool?

  /// Holds the inode of a stream, without reading it, so that no other file gets its number.
  private let inode: Int32

  /// What the system said of the file before its bytes were copied; nil if they are not.
  private let copiedState: FileState?

  /// The maximum number of blanks in a row; nil for the limit of memory.
  private let ownBlankLimit: Int?

  /// The maximum size in bytes of a file that is copied when it is opened.
  ///
  /// The records of its former versions then need no descriptor.
  static let copiedSize = 1 << 18

  /// The bytes of a file from a place on.
  init(_ file: FileBytes, start: Int) {
    (bytes, self.file, self.start) = (file, file, start)
    (stream, spool, inode) = (nil, nil, -1)
    (copiedState, ownBlankLimit) = (nil, nil)
  }

  /// A copy of the bytes of a file.
  ///
  /// - Parameter state: What the system said of the file before they were copied.
  init(_ copy: FileBytes, of file: FileBytes, _ state: FileState, start: Int) {
    (bytes, self.file, self.start) = (copy, file, start)
    (stream, spool, inode) = (nil, nil, -1)
    (copiedState, ownBlankLimit) = (state, nil)
  }

  /// What a stream gives.
  ///
  /// - Parameters:
  ///   - inode: a descriptor that holds the inode of the stream, to be closed with it.
  ///   - blankLimit: The maximum number of blanks in a row; nil for the limit of memory.
  init(_ stream: any ByteStream, inode: Int32 = -1, blankLimit: Int? = nil) {
    (bytes, file, start) = (stream.bytes, stream.bytes, 0)
    (self.stream, spool, self.inode) = (stream, nil, inode)
    (copiedState, ownBlankLimit) = (nil, blankLimit)
  }

  /// What a file holds that is compressed.
  init(_ spool: StreamSpool, of file: FileBytes) {
    (bytes, self.file, start) = (spool.bytes, file, 0)
    (stream, self.spool, inode) = (spool, spool, -1)
    (copiedState, ownBlankLimit) = (nil, nil)
  }

  /// What is in memory.
  convenience init(_ bytes: [UInt8], name: String) {
    self.init(FileBytes(bytes, name: name), start: 0)
  }

  /// What the input is called in messages.
  var name: String { bytes.name }

  /// What the input is called where the name tells what is in it.
  var plainName: String { spool == nil ? name : Compression.plainName(name) }

  /// Whether the bytes come once, and how many is not known before the end.
  var isStream: Bool { stream != nil && !isCompressed }

  /// Whether it is a file that is decompressed as it is read.
  var isCompressed: Bool { spool != nil }

  /// Whether decompression ended before its end.
  var hasFailed: Bool { spool?.hasFailed ?? false }

  /// Whether the bytes stay as they are once they are there, whatever becomes of the file.
  var isKept: Bool { stream != nil }

  /// The maximum number of blanks in a row that are read of a stream.
  var blankLimit: Int { ownBlankLimit ?? MemoryLimit.bytes }

  /// What the system says of the file; of one that was copied, what it said before.
  func state() throws(SourceError) -> FileState {
    if let copiedState { return copiedState }
    return FileState(try file.status())
  }

  /// How much of all there is was read, 0 to 1, with the bytes before a place; nil where nobody knows.
  func fraction(before offset: Int) -> Double? {
    if isStream { return nil }
    let part = min(1, Double(offset) / Double(max(1, bytes.size)))
    guard let spool else { return part }
    let taken = Double(spool.taken.load(ordering: .relaxed)) / Double(max(1, file.size))
    return part * min(1, taken)
  }

  /// How many bytes there are, and whether there will be more; waits until there are more than
  /// `offset`, or until there is none to wait for.
  ///
  /// - Parameters:
  ///   - limit: how long to wait at most; for ever without one.
  ///   - cancellation: ends the wait, where `wake` is called behind it.
  func extent(
    beyond offset: Int, atMost limit: Duration? = nil, _ cancellation: Cancellation
  ) throws(SourceError) -> ByteExtent {
    if let stream {
      return try stream.extent(beyond: offset, atMost: limit) { cancellation.isCancelled }
    }
    if bytes.size <= offset { bytes.size = max(bytes.size, Int(try bytes.status().st_size)) }
    return ByteExtent(count: bytes.size, isEnded: true)
  }

  /// Has those who wait look whether they are cancelled.
  func wake() {
    stream?.wake()
  }

  /// Takes no more from a stream; what has come stays.
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
  /// What is wrong at a place, with the line and column that it is in.
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
