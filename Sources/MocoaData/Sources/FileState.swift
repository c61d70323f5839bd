internal import Glibc

/// What the system said of a file at some time, by which it is told later whether it has changed.
struct FileState: Sendable {
  /// How many bytes it had.
  let size: Int

  private let device: UInt
  private let number: UInt
  private let changed: timespec

  /// Whether the file had changed so shortly before that a change soon after leaves no trace: the
  /// clock of files has ticks of up to 10 ms.
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

  /// Whether it is the same file, which may have changed.
  func isSameFile(as other: FileState) -> Bool {
    device == other.device && number == other.number
  }

  /// Whether it is the same file, as it was.
  func isSame(as other: FileState) -> Bool { isSameFile(as: other) && isUntouched(since: other) }

  /// Whether the file was not written to in between, as far as the system says.
  func isUntouched(since other: FileState) -> Bool {
    size == other.size && changed.tv_sec == other.changed.tv_sec
      && changed.tv_nsec == other.changed.tv_nsec
  }
}

extension FileState {
  /// What is at a path now.
  ///
  /// - Parameter name: what the file is called in messages.
  /// - Throws: why that is no file that could be read.
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
  /// Whether a path leads to the same file, as it was or with something added to it.
  func isBeginning(ofFileAt path: String) -> Bool {
    guard let now = try? FileState(ofFileAt: path, path), now.isSameFile(as: self) else {
      return false
    }
    return now.size > size || now.isUntouched(since: self)
  }
}
