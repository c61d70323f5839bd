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
    let draft: Draft
    do throws(Draft.CreationError) {
      draft = try Draft(of: target, mode: 0o600)
    } catch {
      throw .unwritable(error.code)
    }
    do {
      defer { close(draft.descriptor) }
      try StandardStreams.write(Array(text.utf8), to: draft.descriptor)
      // Or a file that is empty would take the place of the other where the power fails.
      if isDurable { fsync(draft.descriptor) }
      guard draft.replaceTarget() else { throw Fault.unwritable(errno) }
    } catch {
      let code = errno
      draft.remove()
      throw .unwritable(code)
    }
  }

  /// Where the file is, for those who keep a link to it.
  private var target: String {
    guard let resolved = realpath(path, nil) else { return path }
    defer { free(resolved) }
    return String(cString: resolved)
  }
}
