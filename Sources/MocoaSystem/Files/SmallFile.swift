internal import Glibc

/// Reads and finds small files.
package enum SmallFile {
  /// Returns the content of a file.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - limit: The maximum size in bytes. A larger file is not read completely.
  /// - Returns: The bytes, or `nil` if the file exceeds the limit.
  /// - Throws: ``FileError`` if the file cannot be read.
  package static func read(_ path: String, limit: Int) throws(FileError) -> [UInt8]? {
    // Opening a pipe without a writer must not block.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw .system(path, errno) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .system(path, errno) }
    if status.st_mode & S_IFMT == S_IFDIR { throw .directory(path) }
    _ = fcntl(descriptor, F_SETFL, 0)
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while bytes.count <= limit {
      let count = Glibc.read(descriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      if count < 0 { throw .system(path, errno) }
      if count == 0 { return bytes }
      bytes += buffer[..<count]
    }
    return nil
  }

  /// Returns the paths of the regular files in a folder whose names have a suffix, sorted by name.
  ///
  /// The result is empty if the folder does not exist.
  ///
  /// - Parameter includesHidden: A Boolean value that indicates whether names that begin with a dot
  ///   are included.
  /// - Returns: The paths, or `nil` if the folder cannot be read now.
  package static func paths(
    in folder: String, ending: String, includesHidden: Bool = false
  ) -> [String]? {
    guard let entries = opendir(folder) else {
      return errno == ENOENT || errno == ENOTDIR ? [] : nil
    }
    defer { closedir(entries) }
    var names: [String] = []
    while let entry = readdir(entries) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name.hasSuffix(ending), includesHidden || !name.hasPrefix(".") { names.append(name) }
    }
    return names.sorted().map { "\(folder)/\($0)" }.filter(isRegular)
  }

  /// Returns the absolute path of a file without symbolic links, or `path` if it cannot be
  /// resolved.
  ///
  /// If a program replaces the file at this path, symbolic links to it remain.
  package static func resolvedPath(of path: String) -> String {
    guard let resolved = realpath(path, nil) else { return path }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// Returns `true` if the file at a path is a regular file, which can be read repeatedly, unlike a
  /// pipe.
  package static func isRegular(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// Returns the size of the file at a path in bytes, or `nil` if it is unknown.
  package static func size(of path: String) -> Int? {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : nil
  }

  /// Returns `true` if a file exists at a path.
  package static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  /// Creates the missing parent folders of a path, accessible only to the user.
  ///
  /// If this fails, opening a file in them fails too.
  package static func makeFolders(above path: String) {
    ParentFolders.make(above: path)
  }
}
