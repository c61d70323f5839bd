internal import Glibc
internal import MocoaModel
internal import Synchronization

/// What records are read from: a file, or a stream whose bytes are kept as they come.
///
/// Either way its bytes can be read again at any place that has been reached, from any thread.
final class ByteInput: Sendable {
  /// The bytes that are there.
  let bytes: FileBytes

  /// Where the first byte stands; not at the beginning where somebody has read of it before.
  let start: Int

  private let stream: (any ByteStream)?

  /// Holds the inode of a stream, without reading it, so that no other file gets its number.
  private let inode: Int32

  private init(_ file: FileBytes, start: Int) {
    (bytes, self.start) = (file, start)
    (stream, inode) = (nil, -1)
  }

  /// What a stream gives.
  ///
  /// - Parameter inode: a descriptor that holds the inode of the stream, to be closed with it.
  init(_ stream: any ByteStream, inode: Int32 = -1) {
    (bytes, start) = (stream.bytes, 0)
    (self.stream, self.inode) = (stream, inode)
  }

  /// What is in memory.
  convenience init(_ bytes: [UInt8], name: String) {
    self.init(FileBytes(bytes, name: name), start: 0)
  }

  /// What the input is called in messages.
  var name: String { bytes.name }

  /// Whether the bytes come once, and how many is not known before the end.
  var isStream: Bool { stream != nil }

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

// MARK: - Opening

extension ByteInput {
  /// The paths that stand for standard input.
  private static let standardInput = ["/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"]

  /// The streams that are open, by their inode: what they gave cannot be had a second time.
  private static let streams = Mutex<[Inode: Open]>([:])

  /// The stream at standard input, which was let go of when it was opened.
  private static let standardStream = Mutex<ByteInput?>(nil)

  private struct Inode: Hashable {
    var device: UInt
    var number: UInt
  }

  private struct Open {
    weak let input: ByteInput?
  }

  /// Opens a file, a pipe, or a device; the same stream as long as one is open there.
  static func open(_ path: String) throws(SourceError) -> ByteInput {
    let isStandardInput = standardInput.contains(path)
    if isStandardInput, let stream = standardStream.withLock({ $0 }) { return stream }
    let name = isStandardInput ? "standard input" : path
    let descriptor = try descriptor(of: path, isStandardInput: isStandardInput, name)
    let file = FileBytes(descriptor, name: name, size: 0)
    let status = try file.status()
    switch status.st_mode & S_IFMT {
    case S_IFDIR: throw .directory(name)
    case S_IFREG:
      file.size = Int(status.st_size)
      // Files that the system makes when they are read, as in /proc, say that they are empty.
      guard file.size == 0, try !file.bytes(at: 0, upTo: 1).isEmpty else {
        let start = isStandardInput ? max(0, Int(lseek(descriptor, 0, SEEK_CUR))) : 0
        return ByteInput(file, start: min(start, file.size))
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
        letGoOfStandardInput()
      }
      return input
    }
  }

  /// `O_PATH`, which glibc shows to GNU programs only.
  private static let onlyPath: Int32 = 0o10_000_000

  private static func stream(of file: FileBytes) throws(SourceError) -> ByteInput {
    let descriptor = fcntl(file.descriptor, F_DUPFD_CLOEXEC, 0)
    guard descriptor >= 0 else { throw .system(file.name, errno) }
    let spool = try StreamSpool(descriptor, name: file.name)
    let inode = Glibc.open("/proc/self/fd/\(file.descriptor)", O_CLOEXEC | onlyPath)
    return ByteInput(spool, inode: inode)
  }

  /// Leaves the stream to its spool alone, so that its writer learns when nobody reads it any more.
  private static func letGoOfStandardInput() {
    let nothing = Glibc.open("/dev/null", O_RDONLY | O_CLOEXEC)
    guard nothing >= 0 else { return }
    dup2(nothing, STDIN_FILENO)
    close(nothing)
  }

  private static func descriptor(of path: String, isStandardInput: Bool, _ name: String)
    throws(SourceError) -> Int32
  {
    // Opened anew, standard input would be refused where it is a socket, or another user's.
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
