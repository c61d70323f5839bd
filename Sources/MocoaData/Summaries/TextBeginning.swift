/// The beginning of a text that is too long to be kept.
enum TextBeginning {
  /// So many bytes behind the limit tell whether a letter ends there.
  static let lookAhead = 64

  /// Returns how many of the first bytes of a text are kept.
  ///
  /// The cut is between two letters as people see them. Where the first letter is longer than the
  /// limit, the cut is between two scalars.
  ///
  /// - Complexity: O(limit).
  static func length(of text: some RandomAccessCollection<UInt8>, limit: Int) -> Int {
    guard text.count > limit else { return text.count }
    let bytes = Array(text.prefix(limit + lookAhead))
    let beginning = String(decoding: bytes[..<scalarStart(bytes.count, in: bytes)], as: UTF8.self)
    // What is repaired has other lengths than its bytes.
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

  /// Returns the text, or of a long one its beginning and an ellipsis.
  ///
  /// - Parameter text: at least the bytes up to the limit, and those behind it that tell where
  ///   letters end.
  static func text(_ text: [UInt8], limit: Int) -> String {
    guard text.count > limit else { return String(decoding: text, as: UTF8.self) }
    return String(decoding: text[..<length(of: text, limit: limit)], as: UTF8.self) + "…"
  }

  /// Returns the last position up to another one that is not within a scalar of valid UTF-8.
  private static func scalarStart(_ end: Int, in bytes: [UInt8]) -> Int {
    // A scalar has at most four bytes, of which the first tells how many.
    for start in stride(from: end - 1, through: max(0, end - 4), by: -1) {
      let byte = bytes[start]
      if byte & 0xC0 == 0x80 { continue }
      let count = byte < 0xC0 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
      return start + count > end ? start : end
    }
    return end
  }
}
