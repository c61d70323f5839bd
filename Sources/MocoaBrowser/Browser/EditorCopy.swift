internal import Glibc
internal import MocoaLanguage

/// A copy of an item for an editor, in a folder of its own.
///
/// The folder is locked while the program uses the copy. One that is not locked belongs to a program that was
/// killed: the next start removes it, unless the copy was changed.
struct EditorCopy {
  /// The copy.
  var path: String { "\(folder)/\(Self.name)" }

  private let folder: String
  private let lock: Int32

  private static let name = "item.json"

  /// A second copy, which no editor knows, to see whether the other was changed.
  private static let original = ".original"

  /// The reason why there is no copy.
  struct CopyError: Error, CustomStringConvertible {
    let folder: String
    let code: Int32

    var description: String {
      phrase("\(folder): no copy can be made: \(String(cString: strerror(code)))")
    }
  }

  /// Creates a copy that cannot be written to.
  init(_ bytes: [UInt8]) throws(CopyError) {
    mkdir(Self.parentPath, 0o700)
    let parent = Self.parent ?? Self.temporaryFolder
    var template = Array("\(parent)/copy-XXXXXX".utf8CString)
    let made = template.withUnsafeMutableBufferPointer { buffer in
      buffer.baseAddress.flatMap { mkdtemp($0) }.map { String(cString: $0) }
    }
    guard let made else { throw CopyError(folder: parent, code: errno) }
    folder = made
    guard let lock = Self.lock(made) else {
      let code = errno
      rmdir(made)
      throw CopyError(folder: parent, code: code)
    }
    self.lock = lock
    for name in [Self.original, Self.name] {
      if let code = Self.write(bytes, to: "\(made)/\(name)") {
        remove()
        throw CopyError(folder: parent, code: code)
      }
    }
  }

  /// Removes the copy, unless it was changed.
  ///
  /// - Returns: where the changed copy is; nil if it was removed.
  func end() -> String? {
    guard isChanged else {
      remove()
      return nil
    }
    return keep()
  }

  /// Removes the copies of programs that were killed.
  ///
  /// - Returns: the copies that were changed, which stay, and are returned once.
  static func removeAbandoned() -> [String] {
    guard let parent, let entries = opendir(parent) else { return [] }
    defer {
      closedir(entries)
      rmdir(parent)
    }
    var kept: [String] = []
    while let name = name(of: readdir(entries)) {
      guard name.hasPrefix("copy-"), let lock = lock("\(parent)/\(name)") else { continue }
      if let path = EditorCopy(folder: "\(parent)/\(name)", lock: lock).end() { kept.append(path) }
    }
    return kept
  }

  private init(folder: String, lock: Int32) {
    (self.folder, self.lock) = (folder, lock)
  }

  private var isChanged: Bool {
    guard let before = Self.read("\(folder)/\(Self.original)"), let now = Self.read(path) else {
      return false
    }
    return before != now
  }

  /// Gives the folder a name under which it is not looked at again.
  private func keep() -> String {
    unlink("\(folder)/\(Self.original)")
    let name = folder.split(separator: "/").last.map { "kept-\($0.dropFirst("copy-".count))" }
    let target = folder.split(separator: "/").dropLast().map { "/\($0)" }.joined()
    let kept = name.map { "\(target)/\($0)" } ?? folder
    let isRenamed = rename(folder, kept) == 0
    close(lock)
    return "\(isRenamed ? kept : folder)/\(Self.name)"
  }

  /// Removes the folder, with what an editor has left beside the copy.
  private func remove() {
    if let entries = opendir(folder) {
      while let name = Self.name(of: readdir(entries)) { unlink("\(folder)/\(name)") }
      closedir(entries)
    }
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

  /// Locks a folder of this user; nil if a program has it.
  private static func lock(_ folder: String) -> Int32? {
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return descriptor }
    close(descriptor)
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

  /// The name of an entry of a folder; nil at its end.
  private static func name(of entry: UnsafeMutablePointer<dirent>?) -> String? {
    guard let entry else { return nil }
    return withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
  }
}
