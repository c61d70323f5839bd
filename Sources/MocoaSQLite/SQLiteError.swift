internal import MocoaLocalization
internal import CSQLite
internal import Glibc

/// An error of SQLite.
package struct SQLiteError: Error {
  /// The extended result code of SQLite.
  ///
  /// Its lower eight bits are the primary code.
  package let code: Int32

  /// The error message of SQLite.
  package let message: String

  /// The system error number, or 0 if there is none.
  package let system: Int32

  /// Creates the error of the latest call on a connection.
  package init(_ code: Int32, of database: OpaquePointer?) {
    self.code = code
    message = String(cString: sqlite3_errmsg(database))
    system = database.map { sqlite3_system_errno($0) } ?? 0
  }

  /// The error for a file whose content differs from what was written to it.
  package static var corruption: SQLiteError {
    SQLiteError(code: SQLITE_CORRUPT, message: "", system: 0)
  }

  private init(code: Int32, message: String, system: Int32) {
    (self.code, self.message, self.system) = (code, message, system)
  }

  /// The primary result code of SQLite.
  package var kind: Int32 { code & 0xFF }

  /// A Boolean value that indicates whether a lock of another connection prevented the operation.
  package var isLocked: Bool { [SQLITE_BUSY, SQLITE_LOCKED].contains(kind) }

  /// A Boolean value that indicates whether the database, or a file next to it, could not be opened
  /// or created.
  package var isAboutFolder: Bool { [SQLITE_CANTOPEN, SQLITE_READONLY].contains(kind) }

  /// A Boolean value that indicates whether the content of the file is not a valid database.
  package var isDamage: Bool {
    // The generic code is an error in a statement, and all statements fit the tables of an intact
    // file.
    [SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_FORMAT, SQLITE_ERROR, SQLITE_MISMATCH].contains(kind)
  }

  /// The reason for the error, for messages to the user.
  package var reason: String {
    switch kind {
    case SQLITE_FULL: localized("cannot save: disk full")
    case SQLITE_BUSY, SQLITE_LOCKED: localized("is locked by another program")
    case SQLITE_READONLY: localized("cannot be written")
    case SQLITE_NOTADB: localized("is not a database")
    case SQLITE_CORRUPT, SQLITE_FORMAT: localized("is damaged")
    case SQLITE_CANTOPEN: localized("cannot open: \(systemReason)")
    case SQLITE_IOERR: localized("input or output error: \(systemReason)")
    default: message
    }
  }

  private var systemReason: String {
    system == 0 ? message : String(cString: strerror(system)).lowercasedFirst
  }
}

extension String {
  /// The text with a lowercase first letter.
  fileprivate var lowercasedFirst: String { prefix(1).lowercased() + dropFirst() }
}
