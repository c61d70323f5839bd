internal import CSQLite
internal import MocoaModel
internal import MocoaSystem

extension SQLiteError {
  /// A Boolean value that indicates whether the statement was interrupted.
  var isInterruption: Bool { kind == SQLITE_INTERRUPT }
}

extension SQLiteStatement {
  /// Returns a value of the current row.
  ///
  /// A blob is represented by its size. A text that exceeds the budget is represented by its
  /// beginning and its size.
  func value(_ column: Int32, _ room: inout TextBudget) -> FieldValue {
    switch sqlite3_column_type(handle, column) {
    case SQLITE_INTEGER: return .int(integer(column))
    case SQLITE_FLOAT: return Self.real(sqlite3_column_double(handle, column))
    case SQLITE_TEXT:
      return withUTF8(column) { bytes in
        let part = room.take(bytes.count)
        return .string(
          Self.text(head: UnsafeBufferPointer(rebasing: bytes[..<part]), of: bytes.count))
      }
    case SQLITE_BLOB: return Self.bytes(Int(sqlite3_column_bytes(handle, column)))
    default: return .null
    }
  }

  /// Returns a floating-point number as a value whose text has the `.0` that SQLite writes.
  private static func real(_ number: Double) -> FieldValue {
    number.isFinite ? FieldValue(number, writtenAs: String(number)) : .double(number)
  }

  /// Returns the text that represents a blob of a given size in bytes.
  static func bytes(_ count: Int) -> FieldValue {
    .string(count == 1 ? "<1 byte>" : "<\(count) bytes>")
  }

  /// Returns a text from its first bytes.
  ///
  /// If these are not all bytes, the text is followed by its total size in bytes.
  static func text(head: UnsafeBufferPointer<UInt8>, of count: Int) -> String {
    guard head.count < count else { return String(decoding: head, as: UTF8.self) }
    // Avoids splitting a Unicode scalar.
    let end = head.lastIndex { $0 & 0xC0 != 0x80 } ?? 0
    return String(decoding: head[..<end], as: UTF8.self) + "… <\(count) bytes>"
  }

  /// Returns a value of the current row that can be bound to another statement.
  func key(_ column: Int32) -> SQLiteValue {
    switch sqlite3_column_type(handle, column) {
    case SQLITE_INTEGER: .integer(integer(column))
    case SQLITE_FLOAT: .real(sqlite3_column_double(handle, column))
    // Keeps the stored bytes. Conversion to valid UTF-8 could change the sort order or the match.
    case SQLITE_TEXT: .utf8(withUTF8(column) { Array($0) })
    case SQLITE_BLOB: .blob(blob(column) ?? [])
    default: .null
    }
  }

  /// Returns a hash of some values of the current row, with the random seed of this process.
  func hash(_ columns: Range<Int32>, salt: UInt64) -> UInt64 {
    var hasher = Hasher()
    hasher.combine(salt)
    for column in columns {
      let type = sqlite3_column_type(handle, column)
      hasher.combine(type)
      switch type {
      case SQLITE_INTEGER: hasher.combine(integer(column))
      case SQLITE_FLOAT: hasher.combine(sqlite3_column_double(handle, column).bitPattern)
      case SQLITE_NULL: break
      default:
        // Reads the size after the bytes, because a conversion of the encoding changes the size.
        let start =
          type == SQLITE_TEXT
          ? UnsafeRawPointer(sqlite3_column_text(handle, column))
          : sqlite3_column_blob(handle, column)
        let count = Int(sqlite3_column_bytes(handle, column))
        hasher.combine(count)
        hasher.combine(bytes: UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count))
      }
    }
    return UInt64(bitPattern: Int64(hasher.finalize()))
  }
}
