internal import CSQLite
internal import MocoaModel

extension SQLiteError {
  /// Whether it was cancelled.
  var isInterruption: Bool { kind == SQLITE_INTERRUPT }
}

extension SQLiteStatement {
  /// How many columns a row has.
  var columnCount: Int32 { sqlite3_column_count(handle) }

  /// A cell of the row as a value: bytes are told by how many there are, and so is a text for which
  /// there is no room, behind its beginning.
  func value(_ column: Int32, _ room: inout CellRoom) -> FieldValue {
    switch sqlite3_column_type(handle, column) {
    case SQLITE_INTEGER: return .int(integer(column))
    case SQLITE_FLOAT: return Self.real(sqlite3_column_double(handle, column))
    case SQLITE_TEXT:
      return withUTF8(column) { bytes in
        let part = room.take(bytes.count)
        return .text(
          Self.text(head: UnsafeBufferPointer(rebasing: bytes[..<part]), of: bytes.count))
      }
    case SQLITE_BLOB: return Self.bytes(Int(sqlite3_column_bytes(handle, column)))
    default: return .null
    }
  }

  /// A real number, which keeps the `.0` that SQLite writes.
  private static func real(_ number: Double) -> FieldValue {
    number.isFinite ? FieldValue(number, writtenAs: String(number)) : .double(number)
  }

  /// What stands for so many bytes.
  static func bytes(_ count: Int) -> FieldValue {
    .text(count == 1 ? "<1 byte>" : "<\(count) bytes>")
  }

  /// A text of so many bytes by its first ones, with how many there are if these are not all.
  static func text(head: UnsafeBufferPointer<UInt8>, of count: Int) -> String {
    guard head.count < count else { return String(decoding: head, as: UTF8.self) }
    // Not within a scalar.
    let end = head.lastIndex { $0 & 0xC0 != 0x80 } ?? 0
    return String(decoding: head[..<end], as: UTF8.self) + "… <\(count) bytes>"
  }

  /// A cell of the row as it is given to another statement.
  func key(_ column: Int32) -> SQLiteValue {
    switch sqlite3_column_type(handle, column) {
    case SQLITE_INTEGER: .integer(integer(column))
    case SQLITE_FLOAT: .real(sqlite3_column_double(handle, column))
    // As it stands there: made UTF-8, it might be found at another place, or nowhere.
    case SQLITE_TEXT: .utf8(withUTF8(column) { Array($0) })
    case SQLITE_BLOB: .blob(blob(column) ?? [])
    default: .null
    }
  }

  /// A hash of some cells of the row, under the seed of this run.
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
        // Not before the bytes are asked for, which may be others in another encoding.
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
