internal import Glibc

/// The state of the file of a saved location.
enum FileStatus: Sendable, Equatable {
  /// The location has no file, or the file was not examined.
  case unknown

  /// The file does not exist.
  case missing

  /// A file with its size in bytes.
  case file(bytes: Int)

  /// A folder.
  case folder

  /// Examines the file at a path, which may block if its file system does not respond.
  init(ofFileAt path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else {
      self = errno == ENOENT || errno == ENOTDIR ? .missing : .unknown
      return
    }
    switch status.st_mode & S_IFMT {
    case S_IFREG: self = .file(bytes: Int(status.st_size))
    case S_IFDIR: self = .folder
    default: self = .unknown
    }
  }
}
