/// A pattern of any length that a text contains, anywhere or at one end.
///
/// It is prepared once, so that matching a text takes time in proportion to the length of the text.
struct LongPattern: Sendable {
  private let bytes: [UInt8]

  /// The number of bytes that remain matched after a mismatch, by the number of matched bytes minus
  /// one.
  ///
  /// This is the failure function of Knuth, Morris and Pratt.
  private let fallbacks: [Int]
  private let isCaseSensitive: Bool
  private let startsFirst: Bool
  private let endsLast: Bool

  init(_ pattern: Filter.Pattern) {
    isCaseSensitive = pattern.isCaseSensitive
    bytes = Array((isCaseSensitive ? pattern.text : pattern.text.lowercased()).utf8)
    fallbacks = Self.fallbacks(of: bytes)
    if case .anchored(let start, let end) = pattern.kind {
      (startsFirst, endsLast) = (start, end)
    } else {
      (startsFirst, endsLast) = (false, false)
    }
  }

  /// Returns `true` if a text matches the pattern.
  ///
  /// - Complexity: O(length of the text), and O(1) for a text that is too short.
  func matches(_ text: UnsafeRawBufferPointer) -> Bool {
    // The lowercase form of a letter has at most twice as many bytes.
    guard text.count * 2 >= bytes.count else { return false }
    if isCaseSensitive { return finds(in: text) }
    var lower = String(decoding: text, as: UTF8.self).lowercased()
    return lower.withUTF8 { finds(in: UnsafeRawBufferPointer($0)) }
  }

  private func finds(in text: UnsafeRawBufferPointer) -> Bool {
    guard text.count >= bytes.count else { return false }
    switch (startsFirst, endsLast) {
    case (true, true): return text.elementsEqual(bytes)
    case (true, false): return text.starts(with: bytes)
    case (false, true): return text.suffix(bytes.count).elementsEqual(bytes)
    case (false, false): break
    }
    var count = 0
    for byte in text {
      while count > 0, bytes[count] != byte { count = fallbacks[count - 1] }
      if bytes[count] == byte { count += 1 }
      if count == bytes.count { return true }
    }
    return false
  }

  private static func fallbacks(of bytes: [UInt8]) -> [Int] {
    var fallbacks = [Int](repeating: 0, count: bytes.count)
    var count = 0
    for index in bytes.indices.dropFirst() {
      while count > 0, bytes[count] != bytes[index] { count = fallbacks[count - 1] }
      if bytes[count] == bytes[index] { count += 1 }
      fallbacks[index] = count
    }
    return fallbacks
  }
}
