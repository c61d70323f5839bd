internal import MocoaLocalization
internal import Glibc

/// The reason why a small file cannot be read.
package enum FileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A system error, with its code.
  case system(String, Int32)

  /// The path is a directory.
  case directory(String)

  /// The path and the reason, in one line.
  package var description: String {
    switch self {
    case .system(let path, let code): "\(path): \(Self.reason(code))"
    case .directory(let path): localized("\(path): is a folder (open a file in it)")
    }
  }

  /// Returns the description of a system error.
  package static func reason(_ code: Int32) -> String {
    switch code {
    case ENOENT: localized("no such file")
    case EACCES, EPERM: localized("permission denied")
    case ENOSPC: localized("disk full")
    case EMFILE: localized("too many files are open (ulimit -n raises the limit)")
    default: String(cString: strerror(code))
    }
  }
}
