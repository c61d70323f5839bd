internal import Glibc
internal import MocoaLocalization

/// A copy of an item for an editor, in its own folder.
///
/// The folder is locked while the program or an editor uses the copy. The editor inherits the lock
/// and holds it until it exits, even if the program is killed. When the program starts again, it
/// removes unlocked folders, unless the copy was changed or the folder contains other files.
struct EditorCopy {
  /// The path of the copy.
  var path: String { "\(folder)/\(Self.name)" }

  private let folder: String

  /// The file descriptor that holds the lock, which the editor inherits.
  let lock: Int32

  private static let name = "item.json"

  /// The name of a second copy, which is compared with the first to detect changes.
  private static let original = ".original"

  /// The maximum number of attempts to create a folder.
  ///
  /// An attempt fails if another program removes the folder as abandoned before it is locked.
  private static let attempts = 8

  /// The maximum number of attempts to take the lock after an editor has exited, and the time
  /// between them in microseconds.
  private static let (lockAttempts, lockPause) = (20, UInt32(10_000))

  /// An error that indicates why the copy could not be created.
  struct CopyError: Error, CustomStringConvertible {
    let folder: String
    let code: Int32

    var description: String {
      localized("\(folder): cannot create a temporary copy: \(String(cString: strerror(code)))")
    }
  }

  /// The state of a copy after the editor has exited.
  enum Ending: Equatable {
    /// A copy that was removed because it was not changed.
    case removed

    /// A changed copy that remains, with its path.
    case changed(String)

    /// A folder that remains because it contains other files, with its path.
    case leftFiles(String)

    /// A copy that an editor still uses, with its path.
    case inUse(String)
  }

  /// Creates a read-only copy.
  ///
  /// - Parameter bytes: The content of the copy.
  /// - Throws: ``CopyError`` if the folder or a file cannot be created.
  init(_ bytes: [UInt8]) throws(CopyError) {
    (folder, lock) = try Self.makeFolder()
    for name in [Self.original, Self.name] {
      if let code = NewFile.write(bytes, to: "\(folder)/\(name)", mode: 0o400) {
        remove()
        throw CopyError(folder: folder, code: code)
      }
    }
  }

  /// Releases the copy, and removes it and its folder.
  ///
  /// They are not removed if the copy was changed, an editor uses it, or the folder contains other
  /// files.
  func end() -> Ending {
    close(lock)
    for attempt in 1...Self.lockAttempts {
      if let lock = Self.lock(folder) { return EditorCopy(folder: folder, lock: lock).settle() }
      // Another program may have removed or kept the folder as abandoned.
      if errno == ENOENT { return endingElsewhere }
      // An editor that a signal ends, or a process that is being started, holds the lock briefly.
      if attempt < Self.lockAttempts { usleep(Self.lockPause) }
    }
    return .inUse(path)
  }

  /// The state of a copy whose folder another program removed or renamed.
  private var endingElsewhere: Ending {
    guard let kept = keptFolder, let names = Self.names(in: kept) else { return .removed }
    let isAlone = Set(names).isSubset(of: [Self.name, Self.original])
    return isAlone && names.contains(Self.name)
      ? .changed("\(kept)/\(Self.name)") : .leftFiles(kept)
  }

  /// Removes the copies that neither a program nor an editor uses.
  ///
  /// - Returns: The states of the copies that were not removed.
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

  /// The content of the folder.
  ///
  /// A file that cannot be read counts as changed.
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

  /// Renames the folder so that the program does not remove it later, and returns its path.
  private func keep() -> String {
    defer { close(lock) }
    guard let kept = keptFolder, rename(folder, kept) == 0 else { return folder }
    unlink("\(kept)/\(Self.original)")
    return kept
  }

  /// The path to which `keep` renames the folder.
  ///
  /// It is `nil` if the name of the folder does not begin with `copy-`.
  private var keptFolder: String? {
    guard let range = folder.ranges(of: "/copy-").last else { return nil }
    var kept = folder
    kept.replaceSubrange(range, with: "/kept-")
    return kept
  }

  /// Removes the files that the program created, and the folder unless it contains other files.
  private func remove() {
    for name in [Self.name, Self.original] { unlink("\(folder)/\(name)") }
    rmdir(folder)
    // This succeeds only if no other copies are in the folder.
    if let parent = Self.parent { rmdir(parent) }
    close(lock)
  }

  // MARK: - Folders and files

  private static var temporaryFolder: String {
    let folder = getenv("TMPDIR").map { String(cString: $0) }
    return folder.flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "/tmp"
  }

  private static var parentPath: String { "\(temporaryFolder)/mocoa-\(geteuid())" }

  /// The folder of this user that contains all copies, or `nil` if it does not exist or has another
  /// owner or mode.
  private static var parent: String? {
    let path = parentPath
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR,
      status.st_uid == geteuid(), status.st_mode & 0o077 == 0
    else { return nil }
    return path
  }

  /// Creates a locked folder.
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
        // Another program removed the parent folder.
        if code == ENOENT { continue }
        break
      }
      if let lock = lock(folder) { return (folder, lock) }
      code = errno
      rmdir(folder)
      // Until the lock is taken, another program may remove the folder as abandoned.
      if code != EWOULDBLOCK, code != ENOENT { break }
    }
    throw CopyError(folder: parent ?? temporaryFolder, code: code)
  }

  /// Locks a folder of this user.
  ///
  /// - Returns: The descriptor with the lock, or `nil` with `errno` set if locking fails or the
  ///   folder was removed.
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

  /// Returns the names of the files in a folder, or `nil` if it cannot be read.
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
