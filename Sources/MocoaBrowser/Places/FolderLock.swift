internal import Glibc
internal import MocoaData

/// A folder whose files no other process changes meanwhile, as far as it asks in the same way.
///
/// It is the folder that is locked and no file in it: the files are replaced by others, and nothing is
/// left behind.
enum FolderLock {
  /// So often it is asked whether the other process is done, and so many microseconds it is waited in
  /// between: half a second in all, for one that was stopped may never be.
  private static let attempts = 100
  private static let pause: UInt32 = 5000

  /// Does something while nobody else has the folder that a file is in, which is made where it is not
  /// there.
  ///
  /// - Parameter waits: whether it is waited for somebody who has it.
  /// - Returns: nil where somebody has it all the time.
  static func hold<Value, Failure>(
    above path: String, waits: Bool, _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value? {
    SmallFile.makeFolders(above: path)
    let end = path.utf8.lastIndex(of: UInt8(ascii: "/")) ?? path.startIndex
    let descriptor = open(String(path[..<end]), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    // Where there is no folder, what is done next says so.
    guard descriptor >= 0 else { return try body() }
    // A process that is just being started has the descriptor too: closing it here is not enough.
    defer {
      flock(descriptor, LOCK_UN)
      close(descriptor)
    }
    for _ in 0..<(waits ? attempts : 1) {
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return try body() }
      // A file system that cannot lock anything keeps nobody from writing.
      if errno != EWOULDBLOCK, errno != EINTR { return try body() }
      if waits { usleep(pause) }
    }
    return nil
  }
}
