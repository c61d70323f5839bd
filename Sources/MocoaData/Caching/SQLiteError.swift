internal import MocoaLanguage
internal import CSQLite
internal import Glibc

/// What SQLite has refused, and why.
struct SQLiteError: Error {
  /// The extended result code, whose lower eight bits are the kind.
  let code: Int32

  /// What SQLite says of it.
  let message: String

  /// What the system has said to SQLite, if it was asked; 0 for nothing.
  let system: Int32

  /// The latest error of a connection.
  init(_ code: Int32, of database: OpaquePointer?) {
    self.code = code
    message = String(cString: sqlite3_errmsg(database))
    system = database.map { sqlite3_system_errno($0) } ?? 0
  }

  /// That a file holds other bytes than were written to it.
  static var corruption: SQLiteError { SQLiteError(code: SQLITE_CORRUPT, message: "", system: 0) }

  private init(code: Int32, message: String, system: Int32) {
    (self.code, self.message, self.system) = (code, message, system)
  }

  /// The code without what is particular about it.
  var kind: Int32 { code & 0xFF }

  /// Whether somebody else has locked what was asked for.
  var isLocked: Bool { [SQLITE_BUSY, SQLITE_LOCKED].contains(kind) }

  /// Whether a file could not be made beside the database, or the database not be opened.
  var isAboutFolder: Bool { [SQLITE_CANTOPEN, SQLITE_READONLY].contains(kind) }

  /// Whether the file holds what no database would.
  var isDamage: Bool {
    // An error without a kind is about a statement, and all of ours fit our own tables.
    [SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_FORMAT, SQLITE_ERROR, SQLITE_MISMATCH].contains(kind)
  }

  /// What it means for whoever wants to read or write a cache.
  func cacheError(_ name: String, writing: Bool) -> EntityCacheError {
    let kind: EntityCacheError.Kind =
      isDamage ? .damaged : writing ? .notWritable : .notReadable
    return EntityCacheError(kind, "\(name): \(reason)")
  }

  private var reason: String {
    switch kind {
    case SQLITE_FULL: phrase("cannot be saved: no space is left")
    case SQLITE_BUSY, SQLITE_LOCKED: phrase("is locked by another program")
    case SQLITE_READONLY: phrase("cannot be written")
    case SQLITE_NOTADB: phrase("is no database")
    case SQLITE_CORRUPT, SQLITE_FORMAT: phrase("is damaged")
    case SQLITE_CANTOPEN, SQLITE_IOERR:
      phrase("cannot be opened or used: ")
        + (system == 0 ? message : String(cString: strerror(system)).lowercasedFirst)
    default: message
    }
  }
}

extension String {
  /// The text as it would stand within a sentence.
  fileprivate var lowercasedFirst: String { prefix(1).lowercased() + dropFirst() }
}
