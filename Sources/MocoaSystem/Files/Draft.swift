internal import Glibc

/// A temporary file that replaces its target when it is complete.
///
/// It is in the folder of the target, and is locked while it is written. An unlocked draft belongs
/// to a process that was killed, on this machine or another one. If the file system does not
/// support locks, abandoned drafts remain.
package struct Draft {
  /// The path of the file to replace.
  private let target: String

  /// The path of the draft.
  package let path: String

  /// A descriptor for writing to the draft.
  package let descriptor: Int32

  /// An error that prevents creating a draft, with the error code of the system.
  package struct CreationError: Error { package let code: Int32 }

  /// The suffix of the file names of drafts, after the process ID.
  ///
  /// It contains the name of the program, so that files of the user are not removed as abandoned
  /// drafts.
  private static let ending = ".mocoa-draft"

  /// The maximum number of attempts to create a draft.
  ///
  /// An attempt fails if another process removes the draft as abandoned before it is locked.
  private static let attempts = 8

  /// Creates a locked draft next to a file, and removes the abandoned drafts of the file.
  package init(of target: String, mode: UInt32) throws(CreationError) {
    (self.target, path) = (target, "\(target).\(getpid())\(Self.ending)")
    let end = target.lastIndex(of: "/")
    let folder = end.map { $0 == target.startIndex ? "/" : String(target[..<$0]) } ?? "."
    let name = end.map { String(target[target.index(after: $0)...]) } ?? target
    Self.removeAbandoned(in: folder, of: name)
    for _ in 0..<Self.attempts {
      // An existing file of that name must not be overwritten.
      unlink(path)
      let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
      guard descriptor >= 0 else { throw CreationError(code: errno) }
      // A draft is also used on a file system that does not support locks.
      flock(descriptor, LOCK_EX)
      var status = stat()
      if fstat(descriptor, &status) == 0, status.st_nlink > 0 {
        self.descriptor = descriptor
        return
      }
      // Another process has removed the file as abandoned before it was locked.
      close(descriptor)
    }
    throw CreationError(code: EBUSY)
  }

  /// Renames the draft to its target, which replaces an existing file.
  ///
  /// - Returns: `true` on success.
  package func replaceTarget() -> Bool { rename(path, target) == 0 }

  /// Gives the draft the name of its target, unless a file with that name exists.
  ///
  /// - Returns: `true` on success.
  package func createTarget() -> Bool {
    if link(path, target) == 0 {
      unlink(path)
      return true
    }
    // A file system without hard links cannot refuse to replace a file in one step.
    guard errno != EEXIST, access(target, F_OK) != 0 else {
      errno = EEXIST
      return false
    }
    return replaceTarget()
  }

  /// Removes the draft.
  package func remove() { unlink(path) }

  /// Removes the drafts in a folder that belong to killed processes.
  ///
  /// - Parameter name: The name of the file whose drafts are removed, or `nil` for the drafts of
  ///   all files that only their owner may read and write.
  package static func removeAbandoned(in folder: String, of name: String? = nil) {
    for draft in SmallFile.paths(in: folder, ending: ending, includesHidden: true) ?? [] {
      let stem = draft.dropFirst(folder.count + 1).dropLast(ending.count)
      guard let dot = stem.lastIndex(of: "."), pid_t(stem[dot...].dropFirst()) != nil,
        name == nil || stem[..<dot] == name ?? ""
      else { continue }
      let descriptor = open(draft, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
      guard descriptor >= 0 else { continue }
      defer { close(descriptor) }
      var (locked, named) = (stat(), stat())
      guard flock(descriptor, LOCK_EX | LOCK_NB) == 0, fstat(descriptor, &locked) == 0,
        lstat(draft, &named) == 0, locked.st_ino == named.st_ino, locked.st_dev == named.st_dev,
        locked.st_mode & S_IFMT == S_IFREG, locked.st_uid == geteuid(),
        name != nil || locked.st_mode & 0o777 == 0o600
      else { continue }
      unlink(draft)
    }
  }
}
