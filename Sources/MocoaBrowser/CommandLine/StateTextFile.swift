internal import MocoaLocalization
internal import Glibc
internal import MocoaSystem

/// A small text file of the user in which the program stores data between runs.
struct StateTextFile: Sendable {
  let path: String

  /// A Boolean value that indicates whether the new file is synchronized to disk before it replaces
  /// the old one.
  ///
  /// It is `false` at the end of the program, where the synchronization would delay the exit.
  var isDurable = false

  /// The maximum size of the file, in bytes.
  ///
  /// This program never writes a larger file.
  static let limit = 1 << 20

  /// An error that prevents reading or saving the text.
  enum StateTextFileError: Error, Equatable {
    /// The file does not exist.
    case missing

    /// The file cannot be read.
    ///
    /// The associated value is the `errno`.
    case unreadable(Int32)

    /// The file at the path is not a regular file, or is larger than the limit.
    case noFile

    /// The file cannot be written.
    ///
    /// The associated value is the `errno`.
    case unwritable(Int32)

    /// Returns a one-line error message for the file at a path.
    func reason(of path: String) -> String {
      switch self {
      case .missing: localized("\(path): not found")
      case .noFile: localized("\(path): not a mocoa state file")
      case .unreadable(let code):
        localized("\(path): cannot be read: \(String(cString: strerror(code)))")
      case .unwritable(let code):
        localized("\(path): cannot be written: \(String(cString: strerror(code)))")
      }
    }
  }

  /// Reads the bytes of the file.
  ///
  /// They are not checked for valid text.
  func read() throws(StateTextFileError) -> [UInt8] {
    // O_NONBLOCK: opening a pipe without a writer would otherwise block.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      throw errno == ENOENT ? .missing : .unreadable(errno)
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_size <= Self.limit
    else { throw .noFile }
    // The extra byte allows for a file that grows after `fstat`.
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

  /// Saves a text in a file that only the user may read and write.
  ///
  /// The file is replaced atomically: a program that reads it finds either the complete old text or
  /// the complete new text.
  func write(_ text: String) throws(StateTextFileError) {
    SmallFile.makeFolders(above: path)
    let draft: Draft
    do throws(Draft.CreationError) {
      draft = try Draft(of: SmallFile.resolvedPath(of: path), mode: 0o600)
    } catch {
      throw .unwritable(error.code)
    }
    do {
      defer { close(draft.descriptor) }
      try StandardStreams.write(Array(text.utf8), to: draft.descriptor)
      // Without this call, a power failure could leave an empty file after the rename.
      if isDurable { fsync(draft.descriptor) }
      guard draft.replaceTarget() else { throw StateTextFileError.unwritable(errno) }
    } catch {
      let code = errno
      draft.remove()
      throw .unwritable(code)
    }
  }
}
