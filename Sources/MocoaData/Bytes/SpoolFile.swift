internal import Glibc
internal import MocoaSystem
internal import Synchronization

/// Functions for unnamed temporary files, which store the bytes of streams.
enum SpoolFile {
  /// The number of bytes between two checks of the free disk space.
  private static let stride = 32 << 20

  /// Creates a temporary file that is deleted when it is closed, even if the program crashes.
  ///
  /// - Parameter name: The name of the stream in messages.
  static func make(for name: String) throws(SourceError) -> Int32 {
    var path = Array("\(folder)/mocoa-XXXXXX".utf8CString)
    let descriptor = mkstemp(&path)
    guard descriptor >= 0 else { throw .spool(name, folder: folder, errno) }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    unlink(path)
    return descriptor
  }

  /// Writes bytes at an offset, unless the disk is almost full.
  static func write(
    _ portion: ArraySlice<UInt8>, to descriptor: Int32, at start: Int, of name: String
  ) throws(SourceError) {
    if start / stride != (start + portion.count) / stride, isFull(descriptor) {
      throw .spool(name, folder: folder, ENOSPC)
    }
    var remaining = portion
    var offset = start
    while !remaining.isEmpty {
      let count = remaining.withUnsafeBytes {
        pwrite(descriptor, $0.baseAddress, $0.count, off_t(offset))
      }
      if count < 0, errno == EINTR { continue }
      if count < 0 { throw .spool(name, folder: folder, errno) }
      remaining = remaining.dropFirst(count)
      offset += count
    }
  }

  /// Blocks the signal SIGXFSZ in the current thread.
  ///
  /// By default, the signal ends the program when a file exceeds the size limit of the process.
  /// With the signal blocked, only the write fails, and the stream ends with an error message.
  static func blockFileSizeSignal() {
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGXFSZ)
    pthread_sigmask(SIG_BLOCK, &signals, nil)
  }

  /// Returns `true` if the disk is almost full: less than 64 MiB are free, or less than 1 GiB and
  /// less than 5 percent.
  private static func isFull(_ descriptor: Int32) -> Bool {
    var status = statvfs()
    guard fstatvfs(descriptor, &status) == 0, status.f_blocks > 0 else { return false }
    let free = status.f_bavail * status.f_frsize
    return status.f_bavail < status.f_blocks / 20 && free < 1 << 30 || free < 64 << 20
  }

  /// Returns `true` if an unnamed file is in an in-memory file system, such as `/tmp` on some
  /// systems.
  static func isInMemory(_ descriptor: Int32) -> Bool {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_nlink == 0 else { return false }
    let device = UInt(status.st_dev)
    return inMemory.withLock { results in
      if let results = results[device] { return results }
      let found = isInMemory(device: device)
      results[device] = found
      return found
    }
  }

  /// For each examined device, a Boolean value that indicates whether its files are in memory.
  private static let inMemory = Mutex<[UInt: Bool]>([:])

  private static func isInMemory(device: UInt) -> Bool {
    let major = device >> 8 & 0xFFF | device >> 32 & ~0xFFF
    let minor = device & 0xFF | device >> 12 & 0xFFF_FF00
    let number = "\(major):\(minor)"
    let bytes = (try? SmallFile.read("/proc/self/mountinfo", limit: 1 << 20)) ?? nil
    return String(decoding: bytes ?? [], as: UTF8.self).split(separator: "\n").contains { line in
      let words = line.split(separator: " ")
      guard words.count > 4, words[2] == number, let end = words.firstIndex(of: "-"),
        end + 1 < words.count
      else { return false }
      return words[end + 1] == "tmpfs" || words[end + 1] == "ramfs"
    }
  }

  private static var folder: String {
    guard let folder = getenv("TMPDIR"), folder.pointee != 0 else { return "/tmp" }
    return String(cString: folder)
  }
}
