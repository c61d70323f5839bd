/// Matches texts with a pattern, in one pass over their bytes.
///
/// It uses the bit-parallel shift-and algorithm of Baeza-Yates and Gonnet. Bit *j* of a word
/// indicates that the first *j* + 1 bytes of the pattern end at the current byte. A fuzzy pattern
/// may also continue at the start of a later word.
struct PatternMatcher: Sendable {
  /// The byte pattern, or `nil` if `strategy` must be used.
  ///
  /// It avoids reference counting, because it is matched with every value of millions of items.
  let bits: BytePattern?

  /// Bytes that every matching text contains, or `nil` if there are none or they are unknown.
  let required: RequiredBytes?
  private let strategy: Strategy

  private enum Strategy: Sendable {
    /// A pattern with at most 64 bytes, as the masks that `bits` uses.
    case bits(BitMasks)
    case expression(Expression)

    /// A pattern with more bytes than a machine word has bits, or with a letter whose cases differ
    /// in more than one byte.
    case long(LongPattern)
    case everything
  }

  init(_ pattern: Filter.Pattern) {
    let variants = Self.variants(of: pattern)
    strategy = Self.strategy(of: pattern, variants)
    required = pattern.kind == .fuzzy ? nil : variants.flatMap { RequiredBytes($0) }
    guard case .bits(let masks) = strategy else {
      bits = nil
      return
    }
    bits = BytePattern(masks, pattern.kind)
  }

  /// The regular expression, or `nil` if the pattern is not a regular expression.
  var expression: Expression? {
    if case .expression(let expression) = strategy { return expression }
    return nil
  }

  private static func strategy(of pattern: Filter.Pattern, _ variants: [Set<UInt8>]?) -> Strategy {
    if pattern.kind == .expression {
      return Expression(of: pattern.text).map { .expression($0) } ?? .everything
    }
    if pattern.text.isEmpty { return .everything }
    if let variants { return .bits(BitMasks(variants)) }
    return .long(LongPattern(pattern))
  }

  /// Returns the bytes that may appear at each index of a pattern.
  ///
  /// - Returns: `nil` for a regular expression, or for a pattern that cannot be matched byte by
  ///   byte.
  private static func variants(of pattern: Filter.Pattern) -> [Set<UInt8>]? {
    if pattern.kind == .expression { return nil }
    return variants(
      of: pattern.text, isFuzzy: pattern.kind == .fuzzy, isCaseSensitive: pattern.isCaseSensitive)
  }

  /// Returns the bytes that may appear at each index of a text.
  ///
  /// - Returns: `nil` if the text cannot be matched byte by byte, or has more bytes than a machine
  ///   word has bits.
  /// - Complexity: O(1): the method reads at most as many characters as a machine word has bits.
  static func variants(
    of text: some Sequence<Character>, isFuzzy: Bool, isCaseSensitive: Bool
  ) -> [Set<UInt8>]? {
    var variants: [Set<UInt8>] = []
    for character in text {
      let own = String(character).utf8
      if variants.count + own.count > maxBytes { return nil }
      let (lower, upper) = (character.lowercased().utf8, character.uppercased().utf8)
      if isCaseSensitive || lower.elementsEqual(upper) {
        variants += own.map { [$0] }
      } else if own.count == 1 {
        guard lower.count == 1, upper.count == 1 else { return nil }
        variants.append(Set(lower).union(upper))
      } else if lower.count == upper.count, isFuzzy || lower.first == upper.first {
        // If the first bytes differ, letters of other alphabets may match too. This is acceptable
        // in a fuzzy pattern, but not in an exact one.
        variants += zip(lower, upper).map { [$0, $1] }
      } else if isFuzzy {
        // The other case has more letters, such as SS for ß.
        variants += own.map { [$0] }
      } else {
        return nil
      }
    }
    return variants.count <= maxBytes ? variants : nil
  }

  /// The number of bits in a machine word, which is the maximum number of bytes of a pattern.
  private static let maxBytes = 64

  // MARK: - Matching

  /// Returns `true` if a text matches the pattern.
  func matches(_ bytes: UnsafeRawBufferPointer) -> Bool {
    if let bits { return bits.matches(bytes) }
    switch strategy {
    case .everything, .bits: return true
    case .expression(let expression): return expression.matches(bytes)
    case .long(let pattern): return pattern.matches(bytes)
    }
  }
}

/// A word for each byte value, with one bit for each index of a pattern at which the byte may
/// appear.
final class BitMasks: Sendable {
  /// The words of all 256 byte values.
  nonisolated(unsafe) fileprivate let words: UnsafeMutablePointer<UInt64>
  // Sendable: the words are written only before the object is shared.

  /// The word with only the bit of the last index of the pattern.
  fileprivate let last: UInt64

  /// Creates the masks of a pattern.
  ///
  /// - Parameter variants: The bytes that may appear at each index; 1 to 64 elements.
  init(_ variants: [Set<UInt8>]) {
    words = .allocate(capacity: 256)
    words.initialize(repeating: 0, count: 256)
    for (index, bytes) in variants.enumerated() {
      for byte in bytes { words[Int(byte)] |= 1 << UInt64(index) }
    }
    last = 1 << UInt64(variants.count - 1)
  }

  deinit { words.deallocate() }
}

/// A pattern that is searched byte by byte.
///
/// The caller must retain its ``BitMasks``.
struct BytePattern: @unchecked Sendable {
  // Sendable: the words are only read.
  private let words: UnsafePointer<UInt64>
  private let last: UInt64
  private let mayJump: Bool
  private let startsFirst: Bool
  private let endsLast: Bool

  init(_ masks: BitMasks, _ form: Filter.Pattern.Kind) {
    (words, last, mayJump) = (UnsafePointer(masks.words), masks.last, form == .fuzzy)
    if case .anchored(let start, let end) = form {
      (startsFirst, endsLast) = (start, end)
    } else {
      (startsFirst, endsLast) = (false, false)
    }
  }

  /// Returns `true` if a text matches the pattern.
  func matches(_ bytes: UnsafeRawBufferPointer) -> Bool {
    mayJump ? findsFuzzily(bytes) : finds(bytes)
  }

  private func finds(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var ends: UInt64 = 0
    var first: UInt64 = 1
    for byte in bytes {
      ends = (ends << 1 | first) & words[Int(byte)]
      if startsFirst { first = 0 }
      if !endsLast, ends & last != 0 { return true }
    }
    return ends & last != 0
  }

  private func findsFuzzily(_ bytes: UnsafeRawBufferPointer) -> Bool {
    // The matches that end at this byte, and at any earlier byte.
    var (ends, ended): (UInt64, UInt64) = (0, 0)
    var previous: UInt8 = 0
    for byte in bytes {
      let mask = words[Int(byte)]
      var possible = ends << 1 | 1
      // Checks for the start of a word only if the result depends on it.
      let more = ended << 1 & mask & ~possible
      if more != 0, ByteKind(byte).begins(after: ByteKind(previous)) { possible |= more }
      ends = possible & mask
      if ends & last != 0 { return true }
      ended |= ends
      previous = byte
    }
    return false
  }
}

/// The kind of a byte in a word of text, which determines where a word starts.
private enum ByteKind {
  case other, lower, upper, digit

  /// The first byte of a two-byte letter.
  case lead

  /// Any byte of a letter except the first.
  case trail

  /// The first byte of a character of three or more bytes, which always starts a word.
  case sign

  init(_ byte: UInt8) {
    self =
      switch byte {
      case 0x61...0x7A: .lower
      case 0x41...0x5A: .upper
      case 0x30...0x39: .digit
      case 0x80...0xBF: .trail
      case 0xC0...0xDF: .lead
      case 0xE0...0xFF: .sign
      default: .other
      }
  }

  /// Returns `true` if a byte of this kind starts a word after a byte of the kind `before`.
  func begins(after before: ByteKind) -> Bool {
    switch self {
    case .other, .trail: false
    case .lower, .lead: before == .other || before == .digit
    case .upper: before != .upper
    case .digit: before != .digit
    case .sign: true
    }
  }
}

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
