internal import Glibc
internal import MocoaSystem

/// An advisory lock on a folder, which excludes other processes that take the same lock.
///
/// The lock applies to the folder and not to a file in it, because the files are replaced by
/// rename. No lock file is created.
enum DirectoryLock {
  /// The maximum number of attempts to take the lock.
  ///
  /// With the pauses between them, they take half a second, because a stopped process may never
  /// release the lock.
  private static let attempts = 100

  /// The pause between two attempts, in microseconds.
  private static let pause: UInt32 = 5000

  /// Performs a closure while this process holds the lock of the folder that contains a file.
  ///
  /// The folder is created if it does not exist.
  ///
  /// If the folder cannot be opened or its file system does not support locks, the closure runs
  /// without a lock.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - waits: A Boolean value that indicates whether the method waits for another process that
  ///     holds the lock.
  ///   - body: The closure to perform.
  /// - Returns: The result of the closure, or `nil` if another process holds the lock for too long.
  static func withLock<Value, Failure>(
    above path: String, waits: Bool, _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value? {
    SmallFile.makeFolders(above: path)
    let end = path.utf8.lastIndex(of: UInt8(ascii: "/")) ?? path.startIndex
    let descriptor = open(String(path[..<end]), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    // Without the folder, the closure reports its own error.
    guard descriptor >= 0 else { return try body() }
    // A child process that is starting may inherit the descriptor, so closing it is not enough.
    defer {
      flock(descriptor, LOCK_UN)
      close(descriptor)
    }
    for _ in 0..<(waits ? attempts : 1) {
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return try body() }
      // A file system without locks must not prevent writing.
      if errno != EWOULDBLOCK, errno != EINTR { return try body() }
      if waits { usleep(pause) }
    }
    return nil
  }
}
