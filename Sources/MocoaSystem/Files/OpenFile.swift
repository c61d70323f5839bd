internal import Glibc

/// A file with an open descriptor.
package protocol OpenFile {
  /// The descriptor, which is valid while the file exists.
  var descriptor: Int32 { get }
}

/// A regular file that is open for observation, and is closed at the end of its lifetime.
final class ObservedFile: OpenFile {
  let descriptor: Int32

  /// Opens a file, or returns `nil` if the path does not lead to a readable regular file.
  init?(_ path: String) {
    // Opening a pipe without a writer must not block.
    descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    var status = stat()
    guard descriptor >= 0, fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG
    else { return nil }
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }
}
