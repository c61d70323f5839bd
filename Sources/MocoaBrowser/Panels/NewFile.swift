internal import Glibc

/// Writes a file only if no file exists at its path.
enum NewFile {
  /// Writes a new file, or removes it if it cannot be written completely.
  ///
  /// - Parameter mode: The permissions of the file, before the mask of the process applies.
  /// - Returns: The error number, or `nil` if the file was written.
  static func write(_ bytes: [UInt8], to path: String, mode: mode_t) -> Int32? {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
    guard descriptor >= 0 else { return errno }
    defer { close(descriptor) }
    do throws(OutputError) {
      try StandardStreams.write(bytes, to: descriptor)
      return nil
    } catch {
      let code = errno
      unlink(path)
      return code
    }
  }
}
