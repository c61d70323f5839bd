internal import CSQLite
internal import MocoaModel
internal import MocoaSQLite

extension SQLiteError {
  /// A Boolean value that indicates whether the statement was interrupted.
  var isInterruption: Bool { kind == SQLITE_INTERRUPT }
}

extension SQLiteStatement {
  /// Returns a value of the current row.
  ///
  /// A blob is represented by its size. A text that exceeds the budget is represented by its
  /// beginning and its size.
  func value(_ column: Int32, _ budget: inout TextBudget) -> FieldValue {
    switch sqlite3_column_type(handle, column) {
    case SQLITE_INTEGER: return .int(integer(column))
    case SQLITE_FLOAT: return Self.real(sqlite3_column_double(handle, column))
    case SQLITE_TEXT:
      return withUTF8(column) { bytes in
        let part = budget.take(bytes.count)
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

  /// Returns `true` if a value may represent a blob or a large text instead of being its exact
  /// value.
  ///
  /// A text in a database that ends like such a value is also included.
  static func isPlaceholder(_ value: FieldValue) -> Bool {
    guard case .string(let text) = value else { return false }
    return text == "<1 byte>" || text.hasSuffix(" bytes>")
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

/// The notation of key values in URLs.
///
/// It is that of SQL literals, so a text is never read as a number.
extension SQLiteValue {
  /// The value in the notation of URLs, or `nil` for null and for text that is not valid UTF-8.
  var spelling: String? {
    switch self {
    case .integer(let value): String(value)
    case .real(let value): String(value)
    case .text(let text): text.quoted(by: "'")
    case .utf8(let bytes): String(validating: bytes, as: UTF8.self).map { $0.quoted(by: "'") }
    case .blob(let bytes):
      "x'" + bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() + "'"
    case .null: nil
    }
  }

  /// Creates a value from its notation in a URL.
  ///
  /// Text that is neither a number nor quoted is used as is.
  init(spelling: String) {
    self =
      Int64(spelling).map { .integer($0) } ?? Self.number(spelling) ?? Self.quotedText(spelling)
      ?? Self.bytes(spelling) ?? .text(spelling)
  }

  /// Returns the number that a text represents, or `nil` if it is not a number.
  ///
  /// Words such as `nan` are not numbers.
  private static func number(_ text: String) -> SQLiteValue? {
    guard text.utf8.contains(where: \.isDigit) || text.hasSuffix("inf") else { return nil }
    return Double(text).map { .real($0) }
  }

  private static func quotedText(_ text: String) -> SQLiteValue? {
    let quote: Unicode.Scalar = "'"
    let scalars = text.unicodeScalars
    guard scalars.count >= 2, scalars.first == quote, scalars.last == quote else { return nil }
    var inner = String.UnicodeScalarView()
    var isBehindQuote = false
    for scalar in scalars.dropFirst().dropLast() {
      isBehindQuote = scalar == quote && !isBehindQuote
      if !isBehindQuote { inner.append(scalar) }
    }
    return .text(String(inner))
  }

  private static func bytes(_ text: String) -> SQLiteValue? {
    guard text.utf8.count >= 3, text.utf8.starts(with: "x'".utf8),
      text.utf8.last == UInt8(ascii: "'")
    else { return nil }
    var digits = Array(text.utf8.dropFirst(2).dropLast())[...]
    var bytes: [UInt8] = []
    while digits.count >= 2 {
      guard let byte = UInt8(String(decoding: digits.prefix(2), as: UTF8.self), radix: 16) else {
        return nil
      }
      bytes.append(byte)
      digits = digits.dropFirst(2)
    }
    return digits.isEmpty ? .blob(bytes) : nil
  }
}
