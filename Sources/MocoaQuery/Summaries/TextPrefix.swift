/// Truncates long text.
enum TextPrefix {
  /// The number of bytes after the limit that are sufficient to find the end of a character.
  static let lookahead = 64

  /// Returns the number of bytes that remain after a text is truncated.
  ///
  /// The end is between two grapheme clusters. If the first cluster is longer than the limit, the
  /// end is between two Unicode scalars.
  ///
  /// - Complexity: O(limit).
  static func length(of text: some RandomAccessCollection<UInt8>, limit: Int) -> Int {
    guard text.count > limit else { return text.count }
    let bytes = Array(text.prefix(limit + lookahead))
    let beginning = String(decoding: bytes[..<scalarStart(bytes.count, in: bytes)], as: UTF8.self)
    // Repaired UTF-8 differs from the original in length.
    guard beginning.utf8.elementsEqual(bytes.prefix(beginning.utf8.count)) else {
      return scalarStart(limit, in: bytes)
    }
    var length = 0
    for letter in beginning {
      let next = length + letter.utf8.count
      if next > limit { break }
      length = next
    }
    return length > 0 ? length : scalarStart(limit, in: bytes)
  }

  /// Returns the text, or its beginning and an ellipsis if it exceeds the limit.
  ///
  /// - Parameters:
  ///   - text: The text, or at least its first bytes up to the limit and `lookahead` bytes more.
  ///   - limit: The maximum number of bytes before the ellipsis.
  static func text(_ text: [UInt8], limit: Int) -> String {
    guard text.count > limit else { return String(decoding: text, as: UTF8.self) }
    return String(decoding: text[..<length(of: text, limit: limit)], as: UTF8.self) + "…"
  }

  /// Returns the last offset up to `end` that is not inside a Unicode scalar of valid UTF-8.
  private static func scalarStart(_ end: Int, in bytes: [UInt8]) -> Int {
    // A scalar has at most four bytes, and the first byte determines their number.
    for start in stride(from: end - 1, through: max(0, end - 4), by: -1) {
      let byte = bytes[start]
      if byte & 0xC0 == 0x80 { continue }
      let count = byte < 0xC0 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
      return start + count > end ? start : end
    }
    return end
  }
}
