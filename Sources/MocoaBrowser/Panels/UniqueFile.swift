internal import MocoaLocalization
internal import Glibc

/// Creation of a file that never replaces an existing one.
enum UniqueFile {
  /// An error that indicates why a file was not written.
  struct WriteError: Error, CustomStringConvertible {
    let path: String
    let code: Int32

    var description: String {
      localized("\(path): cannot be written: \(String(cString: strerror(code)))")
    }
  }

  /// The maximum number of names to try.
  private static let attempts = 999

  /// The maximum length of a name in bytes; longer names are truncated to fit the limits of file
  /// systems.
  private static let nameLimit = 100

  /// Writes a text to a new file `<name>.json`, or `<name>-2.json` and higher numbers if it exists.
  ///
  /// - Returns: The name of the file.
  static func write(_ text: String, named name: String, in folder: String) throws(WriteError)
    -> String
  {
    var stem = name
    while stem.utf8.count > nameLimit { stem.removeLast() }
    var code = EEXIST
    for attempt in 1...attempts where code == EEXIST {
      let file = attempt == 1 ? "\(stem).json" : "\(stem)-\(attempt).json"
      let path = "\(folder)/\(file)"
      let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
      guard descriptor >= 0 else {
        code = errno
        continue
      }
      defer { close(descriptor) }
      guard let reason = fill(descriptor, Array(text.utf8)) else { return file }
      unlink(path)
      code = reason
    }
    throw WriteError(path: "\(stem).json", code: code)
  }

  /// Writes all bytes to a file descriptor.
  ///
  /// - Returns: The error number, or `nil` if all bytes were written.
  private static func fill(_ descriptor: Int32, _ bytes: [UInt8]) -> Int32? {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR {
        return errno
      }
    }
    return nil
  }
}
