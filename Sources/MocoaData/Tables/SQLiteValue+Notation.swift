internal import MocoaModel
internal import MocoaSystem

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
