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
    var places: [Set<UInt8>] = []
    for character in text {
      let own = String(character).utf8
      if places.count + own.count > maxBytes { return nil }
      let (lower, upper) = (character.lowercased().utf8, character.uppercased().utf8)
      if isCaseSensitive || lower.elementsEqual(upper) {
        places += own.map { [$0] }
      } else if own.count == 1 {
        guard lower.count == 1, upper.count == 1 else { return nil }
        places.append(Set(lower).union(upper))
      } else if lower.count == upper.count, isFuzzy || lower.first == upper.first {
        // If the first bytes differ, letters of other alphabets may match too. This is acceptable
        // in a fuzzy pattern, but not in an exact one.
        places += zip(lower, upper).map { [$0, $1] }
      } else if isFuzzy {
        // The other case has more letters, such as SS for ß.
        places += own.map { [$0] }
      } else {
        return nil
      }
    }
    return places.count <= maxBytes ? places : nil
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
