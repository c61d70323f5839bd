internal import MocoaJSON
internal import Glibc
internal import MocoaLocalization
internal import MocoaModel
internal import Synchronization

/// The bytes of a source: a file, or a stream whose bytes are stored as they arrive.
///
/// Any thread can read all bytes up to the current end repeatedly. The bytes of a compressed file
/// are decompressed on demand and stored like those of a stream.
final class ByteInput: Sendable {
  /// The bytes that are already available.
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
  /// If the file changes later, its earlier records are read from the copy, and the file need not
  /// stay open for them.
  private static let copiedSize = 1 << 18

  /// Creates an input of the bytes of a file, starting at an offset.
  private init(_ file: FileBytes, start: Int) {
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
  private init(_ copy: FileBytes, of file: FileBytes, _ state: FileState, start: Int) {
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
  private init(_ spool: StreamSpool, of file: FileBytes) {
    (bytes, self.file, start) = (spool.bytes, file, 0)
    (stream, self.spool, inode) = (spool, spool, -1)
    (copiedState, ownBlankLimit) = (nil, nil)
  }

  /// Creates an input of bytes that another input has already read.
  convenience init(available bytes: FileBytes) { self.init(bytes, start: 0) }

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
  private var hasFailed: Bool { spool?.hasFailed ?? false }

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
    let fetched = Double(spool.fetchedCount.load(ordering: .relaxed)) / Double(max(1, file.size))
    return part * min(1, fetched)
  }

  /// Waits until more than `offset` bytes are available or the input ends.
  ///
  /// - Parameters:
  ///   - offset: The offset of the requested byte.
  ///   - limit: The maximum time to wait, or `nil` to wait without a limit.
  ///   - cancellation: A token that ends the wait. Call `wake` after you cancel it.
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
  /// Returns an error with the line and column of an offset.
  func error(_ reason: String, at offset: Int) -> SourceError {
    var (line, lineStart, position) = (1, 0, 0)
    while position < offset,
      case let chunk = (try? bytes.bytes(at: position, upTo: min(1 << 20, offset - position))) ?? [],
      !chunk.isEmpty
    {
      var remaining = chunk[...]
      while let end = remaining.firstLineEnd {
        line += 1
        lineStart = position + end + 1
        remaining = remaining[(end + 1)...]
      }
      position += chunk.count
    }
    return .invalid(
      name,
      JSONError(offset: offset, line: line, column: offset - lineStart + 1, reason: reason))
  }
}

extension ByteInput {
  /// The paths of standard input.
  private static let standardInput = ["/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"]

  /// The open streams by inode.
  ///
  /// A stream that is opened again is shared, because its bytes cannot be read from the system a
  /// second time.
  private static let streams = Mutex<[Inode: Open]>([:])

  /// The open compressed files, with the state that each had when it was opened.
  private static let unpacked = Mutex<[Unpacked]>([])

  private struct Unpacked {
    let state: FileState
    let start: Int
    weak let input: ByteInput?
  }

  /// The input that reads the stream of standard input, or `nil` before the stream is opened.
  ///
  /// Later requests for standard input return this input, because opening the stream replaces
  /// descriptor 0 by `/dev/null`.
  private static let standardStream = Mutex<ByteInput?>(nil)

  private struct Inode: Hashable {
    var device: UInt
    var number: UInt
  }

  private struct Open {
    weak let input: ByteInput?
  }

  /// Opens a file, a pipe or a device.
  ///
  /// If the path leads to a stream that is already open, the result is that stream.
  ///
  /// - Throws: ``SourceError`` if the path is a folder, a socket or a terminal, or cannot be
  ///   opened.
  static func open(_ path: String) throws(SourceError) -> ByteInput {
    let isStandardInput = standardInput.contains(path)
    if isStandardInput, let stream = standardStream.withLock({ $0 }) { return stream }
    let name = isStandardInput ? localized("standard input") : path
    let descriptor = try descriptor(of: path, isStandardInput: isStandardInput, name)
    let file = FileBytes(descriptor, name: name, size: 0)
    let status = try file.status()
    switch status.st_mode & S_IFMT {
    case S_IFDIR: throw .directory(name)
    case S_IFREG:
      file.size = Int(status.st_size)
      // Virtual files, as in /proc, report a size of 0.
      guard file.size == 0, try !file.bytes(at: 0, upTo: 1).isEmpty else {
        let start = isStandardInput ? max(0, Int(lseek(descriptor, 0, SEEK_CUR))) : 0
        return try opened(file, from: min(start, file.size), FileState(status))
      }
      return try stream(of: file)
    default:
      if isatty(descriptor) == 1 { throw .terminal(name) }
      let inode = Inode(device: UInt(status.st_dev), number: UInt(status.st_ino))
      if let open = streams.withLock({ $0[inode]?.input }) { return open }
      let input = try stream(of: file)
      streams.withLock { streams in
        streams = streams.filter { $0.value.input != nil }
        streams[inode] = Open(input: input)
      }
      if isStandardInput {
        standardStream.withLock { $0 = input }
        detachStandardInput()
      }
      return input
    }
  }

  /// Returns the input of a file, decompressed if the file is compressed.
  private static func opened(_ file: FileBytes, from start: Int, _ state: FileState)
    throws(SourceError) -> ByteInput
  {
    let head = try file.bytes(at: start, upTo: Compression.headSize)
    guard case .compressed = Compression.detect(in: head) else {
      guard file.size <= ByteInput.copiedSize else { return ByteInput(file, start: start) }
      let copy = FileBytes(try file.bytes(at: 0, upTo: file.size), name: file.name)
      return ByteInput(copy, of: file, state, start: min(start, copy.size))
    }
    // All pages of a compressed file share its decompressed bytes.
    let open = unpacked.withLock { files in
      // A failed input is not reused. Decompression may succeed next time, for example after a full
      // disk.
      files.first {
        $0.start == start && $0.state.isSame(as: state) && $0.input?.hasFailed == false
      }
    }
    if let input = open?.input { return input }
    let descriptor = fcntl(file.descriptor, F_DUPFD_CLOEXEC, 0)
    guard descriptor >= 0 else { throw .system(file.name, errno) }
    let input = ByteInput(try StreamSpool(descriptor, name: file.name, from: start), of: file)
    unpacked.withLock { files in
      files.removeAll { $0.input == nil }
      if !state.isFresh { files.append(Unpacked(state: state, start: start, input: input)) }
    }
    return input
  }

  /// The value of `O_PATH`, which glibc declares only for programs that define `_GNU_SOURCE`.
  private static let onlyPath: Int32 = 0o10_000_000

  private static func stream(of file: FileBytes) throws(SourceError) -> ByteInput {
    let descriptor = fcntl(file.descriptor, F_DUPFD_CLOEXEC, 0)
    guard descriptor >= 0 else { throw .system(file.name, errno) }
    let spool = try StreamSpool(descriptor, name: file.name)
    let inode = Glibc.open("/proc/self/fd/\(file.descriptor)", O_CLOEXEC | onlyPath)
    return ByteInput(spool, inode: inode)
  }

  /// Replaces the descriptor of standard input by `/dev/null`.
  ///
  /// The input is then the only reader of the stream. If the input closes the stream early, the
  /// writing program receives an error.
  private static func detachStandardInput() {
    let nothing = Glibc.open("/dev/null", O_RDONLY | O_CLOEXEC)
    guard nothing >= 0 else { return }
    dup2(nothing, STDIN_FILENO)
    close(nothing)
  }

  private static func descriptor(of path: String, isStandardInput: Bool, _ name: String)
    throws(SourceError) -> Int32
  {
    // Standard input is duplicated, because opening it fails if it is a socket or belongs to
    // another user.
    let descriptor =
      isStandardInput
      ? fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0)
      : Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor < 0 else { return descriptor }
    let code = errno
    var status = stat()
    let isSocket = stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFSOCK
    throw isSocket ? .socket(name) : .system(name, code)
  }
}
