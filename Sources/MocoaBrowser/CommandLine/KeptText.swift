internal import MocoaLanguage
internal import Glibc
internal import MocoaData

/// A small text that the program keeps in a file of the user's from run to run.
struct KeptText: Sendable {
  let path: String

  /// Whether it is on the disk before it takes the place of what was there before; at the end of the
  /// program nobody has the time.
  var isDurable = false

  /// A file that is larger was not written by this program.
  static let limit = 1 << 20

  /// Why there is no text, or none could be kept.
  enum Fault: Error, Equatable {
    /// There is no such file.
    case missing

    /// It cannot be read.
    case unreadable(Int32)

    /// What is there is no file, or too large.
    case noFile

    /// It cannot be written.
    case unwritable(Int32)

    /// The reason in one line.
    func reason(of path: String) -> String {
      switch self {
      case .missing: phrase("\(path): is not there")
      case .noFile: phrase("\(path): no file that mocoa keeps anything in")
      case .unreadable(let code):
        phrase("\(path): cannot be read: \(String(cString: strerror(code)))")
      case .unwritable(let code):
        phrase("\(path): cannot be written: \(String(cString: strerror(code)))")
      }
    }
  }

  /// Reads the text, whatever bytes it is of.
  func read() throws(Fault) -> [UInt8] {
    // A pipe that nobody writes to is no file, and nothing to wait for.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      throw errno == ENOENT ? .missing : .unreadable(errno)
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_size <= Self.limit
    else { throw .noFile }
    // One byte more, to see whether it has grown.
    var bytes = [UInt8](repeating: 0, count: min(Self.limit, Int(status.st_size) + 1))
    var count = 0
    while count < bytes.count {
      let part = bytes.withUnsafeMutableBytes { buffer in
        Glibc.read(descriptor, buffer.baseAddress?.advanced(by: count), buffer.count - count)
      }
      if part < 0, errno == EINTR { continue }
      guard part >= 0 else { throw .unreadable(errno) }
      if part == 0 { break }
      count += part
    }
    return Array(bytes[..<count])
  }

  /// Keeps a text, for nobody else to read: whoever reads the file finds this or what was there before,
  /// whole.
  func write(_ text: String) throws(Fault) {
    SmallFile.makeFolders(above: path)
    let path = target
    removeDrafts(beside: path)
    let draft = "\(path).\(getpid())\(Self.draftEnd)"
    // Whatever lies in the way is not written to.
    unlink(draft)
    let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw .unwritable(errno) }
    do {
      defer { close(descriptor) }
      try StandardStreams.write(Array(text.utf8), to: descriptor)
      // Or a file that is empty would take the place of the other where the power fails.
      if isDurable { fsync(descriptor) }
    } catch {
      let code = errno
      unlink(draft)
      throw .unwritable(code)
    }
    guard rename(draft, path) == 0 else {
      let code = errno
      unlink(draft)
      throw .unwritable(code)
    }
  }

  /// How the names of drafts end, behind the number of the process: nobody calls a copy so.
  private static let draftEnd = ".draft"

  /// Drafts that are younger, in seconds, are left alone: the process may be one of another machine.
  private static let draftAge = 3600

  /// Removes the drafts that processes have left which were killed while they wrote; nobody reads them.
  private func removeDrafts(beside path: String) {
    let stroke = path.utf8.lastIndex(of: UInt8(ascii: "/"))
    let folder = stroke.map { String(path[..<$0]) } ?? "."
    let name = String(path[(stroke.map(path.utf8.index(after:)) ?? path.startIndex)...]) + "."
    for draft in SmallFile.paths(in: folder, ending: Self.draftEnd) ?? [] {
      let rest = draft.split(separator: "/").last?.dropping(prefix: name)
      let number = rest?.dropping(suffix: Self.draftEnd)
      guard let number, let process = pid_t(number), process > 0 else { continue }
      var status = stat()
      guard kill(process, 0) != 0, errno == ESRCH, lstat(draft, &status) == 0,
        status.st_mode & ~S_IFMT == 0o600, status.st_mode & S_IFMT == S_IFREG,
        status.st_uid == geteuid(), status.st_mtim.tv_sec + Self.draftAge < time(nil)
      else { continue }
      unlink(draft)
    }
  }

  /// Where the file is, for those who keep a link to it.
  private var target: String {
    guard let resolved = realpath(path, nil) else { return path }
    defer { free(resolved) }
    return String(cString: resolved)
  }
}

extension Substring {
  /// What is behind a beginning; nil where it does not begin so.
  fileprivate func dropping(prefix: String) -> Substring? {
    hasPrefix(prefix) ? dropFirst(prefix.count) : nil
  }

  /// What is before an end; nil where it does not end so.
  fileprivate func dropping(suffix: String) -> Substring? {
    hasSuffix(suffix) ? dropLast(suffix.count) : nil
  }
}
