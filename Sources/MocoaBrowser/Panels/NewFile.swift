internal import MocoaLanguage
internal import Glibc

/// A file that is written, and never in the place of another.
enum NewFile {
  /// Why it was not written.
  struct Fault: Error, CustomStringConvertible {
    let path: String
    let code: Int32

    var description: String {
      phrase("\(path): cannot be written: \(String(cString: strerror(code)))")
    }
  }

  /// So many names are tried.
  private static let attempts = 999

  /// Longer names are cut, to fit what file systems take.
  private static let nameLimit = 100

  /// Writes a text to `<name>.json`, or to `<name>-2.json` and so on where there is such a file.
  ///
  /// - Returns: the name of the file.
  static func write(_ text: String, named name: String, in folder: String) throws(Fault) -> String {
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
    throw Fault(path: "\(stem).json", code: code)
  }

  /// - Returns: the number of the error; nil where all was written.
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
