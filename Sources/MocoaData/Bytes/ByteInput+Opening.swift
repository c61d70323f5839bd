internal import MocoaLocalization
internal import Glibc
internal import Synchronization

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

  /// The stream of standard input.
  ///
  /// The descriptor 0 was replaced when the stream was opened.
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
  /// Only the spool then reads the stream, and its writer is notified when the spool stops.
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
