internal import Glibc

/// The status of a file at a point in time, which is compared with a later status to detect
/// changes.
struct FileState: Sendable {
  /// The size in bytes.
  let size: Int

  private let device: UInt
  private let number: UInt
  private let changed: timespec

  /// A Boolean value that indicates whether the file had changed immediately before this status was
  /// read.
  ///
  /// A change shortly after the read may then be undetectable, because file timestamps have a
  /// resolution of up to 10 ms.
  let isFresh: Bool

  private static let tick = 20_000_000

  init(_ status: stat) {
    size = Int(status.st_size)
    (device, number) = (UInt(status.st_dev), UInt(status.st_ino))
    changed = status.st_mtim
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    let age = (now.tv_sec - changed.tv_sec, now.tv_nsec - changed.tv_nsec)
    isFresh = age.0 < 2 && age.0 * 1_000_000_000 + age.1 < Self.tick
  }

  /// Returns `true` if both are states of the same file, whether or not it has changed.
  func isSameFile(as other: FileState) -> Bool {
    device == other.device && number == other.number
  }

  /// Returns `true` if both are states of the same file with equal size and modification time.
  func isSame(as other: FileState) -> Bool { isSameFile(as: other) && isUntouched(since: other) }

  /// Returns `true` if the size and the modification time of both states are equal.
  func isUntouched(since other: FileState) -> Bool {
    size == other.size && changed.tv_sec == other.changed.tv_sec
      && changed.tv_nsec == other.changed.tv_nsec
  }
}

extension FileState {
  /// Creates the current status of the file at a path.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - name: The name of the file in error messages.
  /// - Throws: ``SourceError`` if the path is not a readable file.
  init(ofFileAt path: String, _ name: String) throws(SourceError) {
    var status = stat()
    guard stat(path, &status) == 0 else {
      throw [ENOENT, ENOTDIR].contains(errno) ? .removed(name) : .system(name, errno)
    }
    switch status.st_mode & S_IFMT {
    case S_IFREG: self.init(status)
    case S_IFDIR: throw .directory(name)
    default: throw .replaced(name)
    }
  }
}

extension FileState {
  /// Returns `true` if the file at a path is this file, unchanged or with appended bytes.
  func isBeginning(ofFileAt path: String) -> Bool {
    guard let now = try? FileState(ofFileAt: path, path), now.isSameFile(as: self) else {
      return false
    }
    return now.size > size || now.isUntouched(since: self)
  }
}
