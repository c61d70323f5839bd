internal import MocoaLocalization
internal import Glibc

/// Writes a file without replacing an existing one.
enum UniqueFile {
  /// An error that indicates why a file was not written.
  struct WriteError: Error, CustomStringConvertible {
    let path: String
    let code: Int32

    var description: String {
      localized("\(path): cannot be written: \(String(cString: strerror(code)))")
    }
  }

  /// The maximum number of names that are tried.
  private static let attempts = 999

  /// The maximum length of a name in bytes.
  ///
  /// Longer names are truncated to the limits of file systems.
  private static let nameLimit = 100

  /// Writes a text to a new file.
  ///
  /// Its name is `<name>.json`, or `<name>-2.json` and higher numbers if a file with that name
  /// exists.
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
      guard let reason = NewFile.write(Array(text.utf8), to: path, mode: 0o644) else { return file }
      code = reason
    }
    throw WriteError(path: "\(stem).json", code: code)
  }
}
