internal import Glibc

/// Why a source cannot be read, as data; worded in one place as `FILE:LINE:COLUMN: what is wrong`.
public enum SourceError: Error, Hashable, Sendable {
  /// The system refused the file, for a reason it gives as a number.
  case system(String, Int32)

  /// The file has fewer bytes than when it was opened.
  case shortened(String)

  /// The path leads to a directory.
  case directory(String)

  /// The path leads to a device, a pipe or a socket.
  case notAFile(String)

  /// The file is in a format that is known, but cannot be opened.
  case format(String, name: String)

  /// The file is not JSON.
  case notJSON(String, JSONError)

  /// The file began as JSON, and has an error.
  case invalid(String, JSONError)

  /// The file is one JSON value, and too large to be read as a whole.
  case tooLarge(String, bytes: Int)

  /// Reading was stopped before the end.
  case stopped

  /// The pointer is not empty and does not begin with a slash.
  case pointer(String, pointer: String)

  /// The pointer leads nowhere: there is no such name or position.
  case noSuchValue(String, pointer: String, token: String)
}

extension SourceError: CustomStringConvertible {
  /// What is wrong, in one line.
  public var description: String {
    switch self {
    case .system(let path, let code): "\(path): \(Self.reason(code))"
    case .shortened(let path): "\(path): the file became shorter while it was read"
    case .directory(let path): "\(path): is a directory (name a file in it)"
    case .notAFile(let path):
      "\(path): is not a regular file (devices and streams cannot be read yet)"
    case .format(let path, let name):
      "\(path): is \(name), which cannot be opened yet (JSON and NDJSON can)"
    case .notJSON(let path, let error):
      "\(path):\(error.line):\(error.column): not JSON: \(error.reason)"
        + " (mocoa opens JSON and NDJSON files)"
    case .invalid(let path, let error):
      "\(path):\(error.line):\(error.column): \(error.reason)"
    case .tooLarge(let path, let bytes):
      "\(path): one JSON value of \(bytes >> 20) MiB, and up to"
        + " \(DocumentLimit.bytes >> 20) MiB can be opened (NDJSON of any size can)"
    case .stopped: "loading was stopped: this is not all"
    case .pointer(let path, let pointer):
      "\(path): \"\(pointer)\" is no JSON pointer (it begins with a slash)"
    case .noSuchValue(let path, let pointer, let token):
      "\(path): nothing at \(pointer): no \"\(token)\" there"
    }
  }

  private static func reason(_ code: Int32) -> String {
    switch code {
    case ENOENT: "no such file"
    case EACCES, EPERM: "permission denied"
    default: String(cString: strerror(code))
    }
  }
}

/// How large a file may be that has to be read as a whole.
enum DocumentLimit {
  static let bytes = 64 << 20
}
