internal import Glibc
internal import Mocoa
internal import MocoaData

/// The file that keeps which pages were open when the program ended last.
struct StateFile {
  let path: String

  /// A file that is larger was not written by this program.
  private static let limit = 1 << 20

  /// Why there is nothing to go on with, or nothing could be kept.
  enum Fault: Error, Equatable, CustomStringConvertible {
    case missing
    case unreadable(path: String, Int32)
    case noFile(path: String)
    case broken(path: String, NavigatorState.TextError)
    case unwritable(path: String, Int32)

    var description: String {
      switch self {
      case .missing: "nothing to resume: no page was kept yet"
      case .unreadable(let path, let code):
        "\(path): cannot be read: \(String(cString: strerror(code)))"
      case .noFile(let path): "\(path): no file that pages were kept in"
      case .broken(let path, let error): "\(path):\(error)"
      case .unwritable(let path, let code):
        "\(path): the open pages cannot be kept: \(String(cString: strerror(code)))"
      }
    }
  }

  /// The file of this user for a program: `$XDG_STATE_HOME/NAME/pages`, else
  /// `~/.local/state/NAME/pages`; nil for somebody without a home.
  static func standard(of program: String) -> StateFile? {
    UserFolder.state.path(of: program).map { StateFile(path: "\($0)/pages") }
  }

  /// Reads what was open.
  func read() throws(Fault) -> NavigatorState {
    // A pipe that nobody writes to is no file, and nothing to wait for.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      throw errno == ENOENT ? .missing : .unreadable(path: path, errno)
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_size <= Self.limit
    else { throw .noFile(path: path) }
    var bytes = [UInt8](repeating: 0, count: Self.limit)
    var count = 0
    while count < bytes.count {
      let part = bytes.withUnsafeMutableBytes { buffer in
        Glibc.read(descriptor, buffer.baseAddress?.advanced(by: count), buffer.count - count)
      }
      if part < 0, errno == EINTR { continue }
      guard part >= 0 else { throw .unreadable(path: path, errno) }
      if part == 0 { break }
      count += part
    }
    do throws(NavigatorState.TextError) {
      return try NavigatorState(text: String(decoding: bytes[..<count], as: UTF8.self))
    } catch {
      throw .broken(path: path, error)
    }
  }

  /// Keeps what is open: whoever reads the file finds this or what was there before, whole.
  func write(_ state: NavigatorState) throws(Fault) {
    SmallFile.makeFolders(above: path)
    let path = target
    let draft = "\(path).\(getpid())"
    // Whatever lies in the way is not written to.
    unlink(draft)
    let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw .unwritable(path: path, errno) }
    do {
      defer { close(descriptor) }
      try StandardStreams.write(Array(state.text.utf8), to: descriptor)
    } catch {
      let code = errno
      unlink(draft)
      throw .unwritable(path: path, code)
    }
    guard rename(draft, path) == 0 else {
      let code = errno
      unlink(draft)
      throw .unwritable(path: path, code)
    }
  }

  /// Where the file is, for those who keep a link to it.
  private var target: String {
    guard let resolved = realpath(path, nil) else { return path }
    defer { free(resolved) }
    return String(cString: resolved)
  }
}
