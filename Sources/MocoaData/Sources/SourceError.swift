internal import MocoaLocalization
public import MocoaJSON
internal import MocoaSystem

/// An error of a source.
///
/// The description has the form `FILE:LINE:COLUMN: reason`.
public enum SourceError: Error, Hashable, Sendable {
  /// A system error, with its code.
  case system(String, Int32)

  /// The file is shorter than when it was opened.
  case shortened(String)

  /// The path is a directory.
  case directory(String)

  /// The path is a socket, which cannot be opened like a file.
  case socket(String)

  /// The input is the terminal, from which the program reads the pressed keys.
  case terminal(String)

  /// The bytes of a stream cannot be stored in a folder because of a system error.
  case spool(String, folder: String, Int32)

  /// The file has a format that is recognized but not supported.
  case format(String, name: String)

  /// The file is compressed, and decompression failed.
  case compressed(String, CompressionError)

  /// The file is a database that SQLite cannot read, for the associated reason.
  case database(String, String)

  /// The text is encoded in UTF-16.
  case utf16(String)

  /// The input is not JSON.
  case notJSON(String, JSONError)

  /// The input begins as JSON and contains an error.
  case invalid(String, JSONError)

  /// The records exceed the memory limit.
  ///
  /// `limit` is the number of records that were read before the limit was reached.
  case tooMany(String, limit: Int)

  /// A stream has more than `limit` consecutive whitespace bytes.
  case tooManyBlanks(String, limit: Int)

  /// The path does not lead to a regular file any more, but to bytes that can be read only once.
  case replaced(String)

  /// The file was deleted or renamed.
  case removed(String)

  /// Reading was stopped before the end.
  case stopped

  /// The text of a JSON pointer is not empty and does not begin with a slash.
  case pointer(String, pointer: String)

  /// The JSON pointer contains a name or an index that does not exist.
  case noSuchValue(String, pointer: String, token: String)
}

extension SourceError {
  /// A Boolean value that indicates whether the records exceed the memory limit.
  var isLimit: Bool {
    switch self {
    case .tooMany, .tooManyBlanks: true
    default: false
    }
  }
}

extension SourceError: CustomStringConvertible {
  /// The description of the error, in one line.
  public var description: String {
    switch self {
    case .system(let path, let code): "\(path): \(Self.reason(code))"
    case .shortened(let path): localized("\(path): file was truncated while reading")
    case .directory(let path): "\(FileError.directory(path))"
    case .socket(let path):
      localized("\(path): cannot open a socket (nc -U \(path) | mocoa)")
    case .terminal(let path):
      localized("\(path): cannot read from the terminal (name a file or pipe data)")
    case .spool(let path, let folder, let code):
      localized("\(path): cannot spool to \(folder): \(Self.reason(code)) (set TMPDIR)")
    case .format(let path, let name):
      localized("\(path): unsupported format: \(name)")
    case .compressed(let path, let error): "\(path): \(error.reason)"
    case .database(let path, let reason): "\(path): \(reason)"
    case .utf16(let path):
      localized("\(path): UTF-16 is not supported (iconv -f UTF-16 -t UTF-8 \(path))")
    case .notJSON(let path, let error):
      localized(
        """
        \(path):\(error.line):\(error.column): not JSON: \(error.reason)\
         (--lines opens it as text, -D',' as CSV)
        """)
    case .invalid(let path, let error):
      "\(path):\(error.line):\(error.column): \(error.reason)"
    case .tooMany(let path, let limit):
      localized(
        "\(path): incomplete: memory limit reached after \(limit) records (raise limits.memory in config.json)"
      )
    case .tooManyBlanks(let path, let limit):
      localized(
        "\(path): incomplete: memory limit reached after \(limit >> 20) MiB of blanks (raise limits.memory in config.json)"
      )
    case .replaced(let path): localized("\(path): no longer a regular file (r reloads)")
    case .removed(let path): localized("\(path): file was removed")
    case .stopped: localized("incomplete: loading was stopped")
    case .pointer(let path, let pointer):
      localized("\(path): \"\(pointer)\" is not a JSON pointer (start it with /)")
    case .noSuchValue(let path, let pointer, let token):
      localized("\(path): no value at \(pointer): \"\(token)\" not found")
    }
  }

  private static func reason(_ code: Int32) -> String { FileError.reason(code) }
}
