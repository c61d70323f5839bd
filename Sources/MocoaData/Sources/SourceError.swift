internal import MocoaLanguage
internal import Glibc

/// Why a source cannot be read, as data; worded in one place as `FILE:LINE:COLUMN: what is wrong`.
public enum SourceError: Error, Hashable, Sendable {
  /// The system refused the file, for a reason it gives as a number.
  case system(String, Int32)

  /// The file has fewer bytes than when it was opened.
  case shortened(String)

  /// The path leads to a directory.
  case directory(String)

  /// The path leads to a socket, which cannot be opened like a file.
  case socket(String)

  /// The stream comes from the terminal itself, where the keys come from.
  case terminal(String)

  /// The bytes of a stream cannot be kept in a folder, for a reason that the system gives.
  case spool(String, folder: String, Int32)

  /// The file is in a format that is known, but cannot be opened.
  case format(String, name: String)

  /// The file is compressed, and that is not as it should be.
  case compressed(String, CompressionFault)

  /// The file is a database, which SQLite does not read, for a reason in words.
  case database(String, String)

  /// The text is encoded in another way than JSON has to be.
  case utf16(String)

  /// The file is not JSON.
  case notJSON(String, JSONError)

  /// The file began as JSON, and has an error.
  case invalid(String, JSONError)

  /// There are more records than there is memory for; the limit is the number of those that are there.
  case tooMany(String, limit: Int)

  /// A stream gives more blanks in a row than there is memory for; the limit is in bytes.
  case tooManyBlanks(String, limit: Int)

  /// The path leads to something that is no file any more, and gives its bytes only once.
  case replaced(String)

  /// The file has been deleted, or has another name now.
  case removed(String)

  /// Reading was stopped before the end.
  case stopped

  /// The pointer is not empty and does not begin with a slash.
  case pointer(String, pointer: String)

  /// The pointer leads nowhere: there is no such name or position.
  case noSuchValue(String, pointer: String, token: String)
}

extension SourceError {
  /// A Boolean value that indicates whether the limit of memory ended reading.
  var isLimit: Bool {
    switch self {
    case .tooMany, .tooManyBlanks: true
    default: false
    }
  }
}

extension SourceError: CustomStringConvertible {
  /// What is wrong, in one line.
  public var description: String {
    switch self {
    case .system(let path, let code): "\(path): \(Self.reason(code))"
    case .shortened(let path): phrase("\(path): the file became shorter while it was read")
    case .directory(let path): phrase("\(path): is a directory (name a file in it)")
    case .socket(let path):
      phrase("\(path): is a socket (let another program read it: nc -U \(path) | mocoa)")
    case .terminal(let path):
      phrase("\(path): is the terminal (name a file, or pipe something into mocoa)")
    case .spool(let path, let folder, let code):
      phrase("\(path): cannot be kept in \(folder) (set TMPDIR): \(Self.reason(code))")
    case .format(let path, let name):
      phrase("\(path): is \(name), which is no list of records that could be read here")
    case .compressed(let path, let fault): "\(path): \(fault.reason)"
    case .database(let path, let reason): "\(path): \(reason)"
    case .utf16(let path):
      phrase("\(path): is UTF-16 (convert it: iconv -f UTF-16 -t UTF-8 \(path))")
    case .notJSON(let path, let error):
      phrase(
        """
        \(path):\(error.line):\(error.column): not JSON: \(error.reason)\
         (--lines opens it as text, -D',' as CSV)
        """)
    case .invalid(let path, let error):
      "\(path):\(error.line):\(error.column): \(error.reason)"
    case .tooMany(let path, let limit):
      phrase(
        "\(path): stopped after \(limit) records: the limit of memory is reached (limits.memory in config.json)"
      )
    case .tooManyBlanks(let path, let limit):
      phrase(
        "\(path): stopped after \(limit >> 20) MiB of blanks: the limit of memory is reached (limits.memory in config.json)"
      )
    case .replaced(let path): phrase("\(path): is no file any more (r reads what is there)")
    case .removed(let path): phrase("\(path): the file is not there any more")
    case .stopped: phrase("loading was stopped: this is not all")
    case .pointer(let path, let pointer):
      phrase("\(path): \"\(pointer)\" is no JSON pointer (it begins with a slash)")
    case .noSuchValue(let path, let pointer, let token):
      phrase("\(path): nothing at \(pointer): no \"\(token)\" there")
    }
  }

  private static func reason(_ code: Int32) -> String {
    switch code {
    case ENOENT: phrase("no such file")
    case EACCES, EPERM: phrase("permission denied")
    case ENOSPC: phrase("no space is left")
    case EMFILE: phrase("too many files are open (ulimit -n raises the limit)")
    default: String(cString: strerror(code))
    }
  }
}
