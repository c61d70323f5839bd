internal import Glibc

/// A file that is read as a whole, because it cannot be large.
public enum SmallFile {
  /// The bytes of a file.
  ///
  /// - Parameter limit: how many bytes it may have; of a larger file no more than these are read.
  /// - Throws: why it cannot be read.
  /// - Returns: nil where it has more bytes than the limit.
  public static func bytes(of path: String, limit: Int) throws(SourceError) -> [UInt8]? {
    // A pipe that nobody writes to is not waited for.
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
      let count = read(descriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      if count < 0 { throw .system(path, errno) }
      if count == 0 { return bytes }
      bytes += buffer[..<count]
    }
    return nil
  }

  /// The paths of the regular files in a folder whose names have an ending, in the order of the names;
  /// none where there is no such folder, nil where it cannot be looked into now.
  ///
  /// - Parameter includesHidden: whether names that begin with a dot count.
  public static func paths(
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

  /// Whether it is a file that can be read again and again, unlike a pipe.
  public static func isRegular(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// Whether there is anything at a path.
  public static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  /// Makes the folders that are missing above a path, for nobody else to look into; where that fails,
  /// so does opening a file there.
  public static func makeFolders(above path: String) {
    for place in path.indices.dropFirst() where path[place] == "/" {
      mkdir(String(path[..<place]), 0o700)
    }
  }
}
