internal import Glibc

/// The folder that relative paths begin at.
enum WorkingFolder {
  /// Its path; nil where it was removed, or nobody may know it.
  static var path: String? {
    guard let bytes = getcwd(nil, 0) else { return nil }
    defer { free(bytes) }
    return String(cString: bytes)
  }
}
