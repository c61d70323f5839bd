internal import Glibc

/// The folder that relative paths begin at.
enum WorkingFolder {
  /// Its path; nil where it was removed, or nobody may know it.
  static var path: String? {
    guard let bytes = getcwd(nil, 0) else { return nil }
    defer { free(bytes) }
    return String(cString: bytes)
  }

  /// A path from the root; nil where nobody knows where a relative one begins.
  static func absolute(_ path: String) -> String? {
    if path.hasPrefix("/") { return path }
    guard let folder = Self.path else { return nil }
    if path == "." { return folder }
    return "\(folder == "/" ? "" : folder)/\(path)"
  }
}
