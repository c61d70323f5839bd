internal import Glibc

/// The names, sizes and times of the entries of a folder.
struct FolderListing: Sendable, Equatable {
  /// An entry of a folder.
  struct Entry: Sendable, Equatable {
    var name: String
    var isFolder = false

    /// The size in bytes; 0 for a folder.
    var size = 0

    /// The time of the last change, in seconds since 1970.
    var modified = 0
  }

  /// The absolute path of the folder.
  var path: String

  /// The folders and regular files whose names do not begin with a dot.
  var entries: [Entry] = []

  /// A Boolean value that indicates whether the folder contains a Git repository.
  var hasRepository = false

  /// A Boolean value that indicates whether `entries` has all entries, not only the first ones.
  var isComplete = true

  /// The maximum number of entries that are read.
  static let limit = 2000
}

extension FolderListing {
  /// Reads a folder.
  ///
  /// No file is opened. Entries whose names are not UTF-8 are omitted, because a URL cannot contain
  /// them.
  ///
  /// - Returns: `nil` if the folder cannot be read.
  init?(readingFolderAt path: String) {
    guard let folder = opendir(path) else { return nil }
    defer { closedir(folder) }
    self.init(path: path)
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(validatingCString: $0) }
      }
      guard let name else { continue }
      if name == ".git" { hasRepository = true }
      if name.hasPrefix(".") { continue }
      guard entries.count < Self.limit else {
        isComplete = false
        break
      }
      var status = stat()
      guard fstatat(dirfd(folder), name, &status, 0) == 0 else { continue }
      let kind = status.st_mode & S_IFMT
      guard kind == S_IFDIR || kind == S_IFREG else { continue }
      entries.append(
        Entry(
          name: name, isFolder: kind == S_IFDIR, size: kind == S_IFREG ? Int(status.st_size) : 0,
          modified: Int(status.st_mtim.tv_sec)))
    }
  }

  /// Returns the first 16 bytes of a regular file, or fewer if the file is shorter or unreadable.
  static func firstBytes(ofFileAt path: String) -> [UInt8] {
    // Opening a pipe that has replaced the file must not block.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return [] }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 16)
    let count = pread(descriptor, &bytes, bytes.count, 0)
    return Array(bytes.prefix(max(0, count)))
  }
}
