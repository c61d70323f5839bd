internal import Glibc

/// The current working directory of the process.
package enum WorkingDirectory {
  /// The path of the directory, or `nil` if it was removed or cannot be read.
  static var path: String? {
    guard let bytes = getcwd(nil, 0) else { return nil }
    defer { free(bytes) }
    return String(cString: bytes)
  }

  /// Returns a path as an absolute path, or `nil` if a relative path cannot be resolved.
  package static func absolute(_ path: String) -> String? {
    if path.hasPrefix("/") { return path }
    guard let folder = Self.path else { return nil }
    if path == "." { return folder }
    return "\(folder == "/" ? "" : folder)/\(path)"
  }
}
