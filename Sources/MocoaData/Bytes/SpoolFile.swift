internal import Glibc

/// Files without a name, which keep bytes that come only once.
enum SpoolFile {
  /// How often, in bytes, it is looked whether the disk has room for more.
  private static let stride = 32 << 20

  /// A new file that is gone when it is closed, whatever ends the program.
  ///
  /// - Parameter name: what its bytes are called in messages.
  static func make(for name: String) throws(SourceError) -> Int32 {
    var path = Array("\(folder)/mocoa-XXXXXX".utf8CString)
    let descriptor = mkstemp(&path)
    guard descriptor >= 0 else { throw .spool(name, folder: folder, errno) }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    unlink(path)
    return descriptor
  }

  /// Writes bytes at a place, but not into the last of the disk.
  static func write(
    _ portion: ArraySlice<UInt8>, to descriptor: Int32, at start: Int, of name: String
  ) throws(SourceError) {
    if start / stride != (start + portion.count) / stride, isFull(descriptor) {
      throw .spool(name, folder: folder, ENOSPC)
    }
    var rest = portion
    var place = start
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        pwrite(descriptor, $0.baseAddress, $0.count, off_t(place))
      }
      if count < 0, errno == EINTR { continue }
      if count < 0 { throw .spool(name, folder: folder, errno) }
      rest = rest.dropFirst(count)
      place += count
    }
  }

  /// Has a limit to the size of files end a stream with a message, and not the program: the signal is
  /// meant for this thread alone, and stays pending.
  static func shelterThread() {
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGXFSZ)
    pthread_sigmask(SIG_BLOCK, &signals, nil)
  }

  /// Whether so little is left of the disk that others may need it: a twentieth, or 64 MiB.
  private static func isFull(_ descriptor: Int32) -> Bool {
    var status = statvfs()
    guard fstatvfs(descriptor, &status) == 0, status.f_blocks > 0 else { return false }
    let free = status.f_bavail * status.f_frsize
    return status.f_bavail < status.f_blocks / 20 && free < 1 << 30 || free < 64 << 20
  }

  private static var folder: String {
    guard let folder = getenv("TMPDIR"), folder.pointee != 0 else { return "/tmp" }
    return String(cString: folder)
  }
}
