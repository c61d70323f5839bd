internal import Glibc

/// A file that takes the place of another one when it is whole.
///
/// It is beside the other file, and locked while it is written. A draft that is not locked belongs to a
/// process that was killed, on this machine or another one. A file system that cannot lock keeps its drafts.
package struct Draft {
  /// The file that it takes the place of.
  private let target: String

  /// The draft.
  package let path: String

  /// A descriptor that it is written to.
  package let descriptor: Int32

  /// The reason why there is no draft, as a number of the system.
  package struct CreationError: Error { package let code: Int32 }

  /// The end of the names of drafts, after the number of the process: nobody calls a copy so.
  private static let ending = ".draft"

  /// The number of attempts to make a draft that no other process takes for abandoned.
  private static let attempts = 8

  /// Creates a locked draft beside a file, and removes the drafts of the file that are abandoned.
  package init(of target: String, mode: UInt32) throws(CreationError) {
    (self.target, path) = (target, "\(target).\(getpid())\(Self.ending)")
    let end = target.lastIndex(of: "/")
    let folder = end.map { $0 == target.startIndex ? "/" : String(target[..<$0]) } ?? "."
    let name = end.map { String(target[target.index(after: $0)...]) } ?? target
    Self.removeAbandoned(in: folder, of: name)
    for _ in 0..<Self.attempts {
      // A file of that name is not written to.
      unlink(path)
      let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
      guard descriptor >= 0 else { throw CreationError(code: errno) }
      // A file system that cannot lock is written to, too.
      flock(descriptor, LOCK_EX)
      var status = stat()
      if fstat(descriptor, &status) == 0, status.st_nlink > 0 {
        self.descriptor = descriptor
        return
      }
      // Another process took it for abandoned before it was locked.
      close(descriptor)
    }
    throw CreationError(code: EBUSY)
  }

  /// Gives the draft the name of its file; returns `true` if that was possible.
  package func replaceTarget() -> Bool { rename(path, target) == 0 }

  /// Removes the draft.
  package func remove() { unlink(path) }

  /// Removes the drafts in a folder of processes that were killed while they wrote.
  ///
  /// - Parameter name: the file whose drafts are removed; nil for those of all files that only their owner may
  ///   read.
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
