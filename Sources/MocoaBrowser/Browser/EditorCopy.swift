internal import Glibc
internal import MocoaLanguage

/// A copy of an item for an editor, in a folder of its own.
///
/// The folder is locked while the program or an editor uses the copy: the editor inherits the lock, and holds
/// it until it ends, also after the program was killed. The next start removes a folder that is not locked,
/// unless the copy was changed or there are other files.
struct EditorCopy {
  /// The copy.
  var path: String { "\(folder)/\(Self.name)" }

  private let folder: String

  /// The descriptor that holds the lock, which the editor inherits.
  let lock: Int32

  private static let name = "item.json"

  /// A second copy, which no editor knows, to see whether the other was changed.
  private static let original = ".original"

  /// The number of attempts to make a folder that no other program takes for abandoned.
  private static let attempts = 8

  /// The number of attempts to take the lock of an editor that ends, and the microseconds between them.
  private static let (lockAttempts, lockPause) = (20, UInt32(10_000))

  /// The reason why there is no copy.
  struct CopyError: Error, CustomStringConvertible {
    let folder: String
    let code: Int32

    var description: String {
      phrase("\(folder): no copy can be made: \(String(cString: strerror(code)))")
    }
  }

  /// The fate of a copy.
  enum Ending: Equatable {
    /// It was removed, without a change.
    case removed

    /// It is there, and was changed.
    case changed(String)

    /// Its folder is there, with files that an editor left.
    case leftFiles(String)

    /// It is there, and an editor uses it.
    case inUse(String)
  }

  /// Creates a copy that cannot be written to.
  init(_ bytes: [UInt8]) throws(CopyError) {
    (folder, lock) = try Self.makeFolder()
    for name in [Self.original, Self.name] {
      if let code = Self.write(bytes, to: "\(folder)/\(name)") {
        remove()
        throw CopyError(folder: folder, code: code)
      }
    }
  }

  /// Releases the copy and removes it, unless it was changed, an editor uses it, or there are other files.
  func end() -> Ending {
    close(lock)
    for attempt in 0..<Self.lockAttempts {
      if let lock = Self.lock(folder) { return EditorCopy(folder: folder, lock: lock).settle() }
      // Another program found it abandoned meanwhile.
      if errno == ENOENT { return .removed }
      if attempt < Self.lockAttempts - 1 { usleep(Self.lockPause) }
    }
    return .inUse(path)
  }

  /// Removes the copies that neither a program nor an editor uses.
  ///
  /// - Returns: the fates of the copies that stay, each once.
  static func removeAbandoned() -> [Ending] {
    guard let parent, let names = names(in: parent) else { return [] }
    defer { rmdir(parent) }
    return names.filter { $0.hasPrefix("copy-") }.compactMap { name in
      let folder = "\(parent)/\(name)"
      return lock(folder).map { EditorCopy(folder: folder, lock: $0).settle() }
    }.filter { $0 != .removed }
  }

  private init(folder: String, lock: Int32) {
    (self.folder, self.lock) = (folder, lock)
  }

  private enum Content { case unchanged, changed, otherFiles }

  /// What is in the folder; a file that cannot be read may have been changed.
  private var content: Content {
    guard let names = Self.names(in: folder) else { return .changed }
    let hasCopy = names.contains(Self.name)
    if hasCopy {
      guard let before = Self.read("\(folder)/\(Self.original)"), let now = Self.read(path),
        before == now
      else { return .changed }
    }
    return Set(names).isSubset(of: [Self.name, Self.original]) ? .unchanged : .otherFiles
  }

  private func settle() -> Ending {
    switch content {
    case .unchanged:
      remove()
      return .removed
    case .changed: return .changed("\(keep())/\(Self.name)")
    case .otherFiles: return .leftFiles(keep())
    }
  }

  /// Gives the folder a name under which it is not looked at again; returns its path.
  private func keep() -> String {
    defer { close(lock) }
    guard let range = folder.ranges(of: "/copy-").last else { return folder }
    var kept = folder
    kept.replaceSubrange(range, with: "/kept-")
    if rename(folder, kept) != 0 { return folder }
    unlink("\(kept)/\(Self.original)")
    return kept
  }

  /// Removes the files of the program and the folder, unless other files have appeared.
  private func remove() {
    for name in [Self.name, Self.original] { unlink("\(folder)/\(name)") }
    rmdir(folder)
    // Only the last of them removes it.
    if let parent = Self.parent { rmdir(parent) }
    close(lock)
  }

  // MARK: - Folders and files

  private static var temporaryFolder: String {
    let folder = getenv("TMPDIR").map { String(cString: $0) }
    return folder.flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "/tmp"
  }

  private static var parentPath: String { "\(temporaryFolder)/mocoa-\(geteuid())" }

  /// The folder of this user for copies; nil if there is none, or somebody else has one of that name.
  private static var parent: String? {
    let path = parentPath
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR,
      status.st_uid == geteuid(), status.st_mode & 0o077 == 0
    else { return nil }
    return path
  }

  /// Makes a locked folder.
  private static func makeFolder() throws(CopyError) -> (folder: String, lock: Int32) {
    var code: Int32 = 0
    for _ in 0..<attempts {
      mkdir(parentPath, 0o700)
      var template = Array("\(parent ?? temporaryFolder)/copy-XXXXXX".utf8CString)
      let folder = template.withUnsafeMutableBufferPointer { buffer in
        buffer.baseAddress.flatMap { mkdtemp($0) }.map { String(cString: $0) }
      }
      code = errno
      guard let folder else {
        // Another program has removed the folder above it.
        if code == ENOENT { continue }
        break
      }
      if let lock = lock(folder) { return (folder, lock) }
      code = errno
      rmdir(folder)
      // Another program takes it for abandoned until it is locked.
      if code != EWOULDBLOCK, code != ENOENT { break }
    }
    throw CopyError(folder: parent ?? temporaryFolder, code: code)
  }

  /// Locks a folder of this user; nil, with `errno`, if that cannot be done or the folder is removed.
  private static func lock(_ folder: String) -> Int32? {
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    var (locked, named) = (stat(), stat())
    if flock(descriptor, LOCK_EX | LOCK_NB) == 0, fstat(descriptor, &locked) == 0 {
      if lstat(folder, &named) == 0, locked.st_ino == named.st_ino { return descriptor }
      errno = ENOENT
    }
    let code = errno
    close(descriptor)
    errno = code
    return nil
  }

  /// - Returns: why it was not written; nil if it was.
  private static func write(_ bytes: [UInt8], to path: String) -> Int32? {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o400)
    guard descriptor >= 0 else { return errno }
    defer { close(descriptor) }
    do throws(OutputError) {
      try StandardStreams.write(bytes, to: descriptor)
      return nil
    } catch {
      return errno
    }
  }

  private static func read(_ path: String) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = Glibc.read(descriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      if count <= 0 { return count < 0 ? nil : bytes }
      bytes += buffer[..<count]
    }
  }

  /// The names of the files in a folder; nil if it cannot be read.
  private static func names(in folder: String) -> [String]? {
    guard let entries = opendir(folder) else { return nil }
    defer { closedir(entries) }
    var names: [String] = []
    while let entry = readdir(entries) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }
}
