/// Tells texts that are like a pattern, in one pass over their bytes.
///
/// It is the bit-parallel "shift-and" of Baeza-Yates and Gonnet: bit *j* of a word says that the first
/// *j* + 1 bytes of the pattern end here. A fuzzy pattern may also go on at the beginning of a later word.
struct PatternMatcher: Sendable {
  /// One that is looked for byte by byte; what follows is asked only where there is none.
  ///
  /// It counts no references, for it is asked of every value of millions of items.
  let bits: BytePattern?

  /// What stands in every text that is like it; nil where that cannot be said.
  let required: RequiredBytes?
  private let form: Form

  private enum Form: Sendable {
    /// What holds the memory of the byte pattern.
    case bits(BitMasks)
    case expression(Expression)

    /// A pattern of more bytes than a word has bits, or with letters of which the cases differ in more
    /// than a byte.
    case long(LongPattern)
    case everything
  }

  init(_ pattern: Filter.Pattern) {
    let variants = Self.variants(of: pattern)
    form = Self.form(of: pattern, variants)
    required = pattern.form == .fuzzy ? nil : variants.flatMap { RequiredBytes($0) }
    guard case .bits(let masks) = form else {
      bits = nil
      return
    }
    bits = BytePattern(masks, pattern.form)
  }

  private static func form(of pattern: Filter.Pattern, _ variants: [Set<UInt8>]?) -> Form {
    if pattern.form == .expression {
      return Expression(of: pattern.text).map { .expression($0) } ?? .everything
    }
    if pattern.text.isEmpty { return .everything }
    if let variants { return .bits(BitMasks(variants)) }
    return .long(LongPattern(pattern))
  }

  /// Returns the bytes that may appear at each index; nil for an expression, and for a pattern that has
  /// none for single bytes.
  private static func variants(of pattern: Filter.Pattern) -> [Set<UInt8>]? {
    if pattern.form == .expression { return nil }
    return variants(
      of: pattern.text, isFuzzy: pattern.form == .fuzzy, isCaseSensitive: pattern.isCaseSensitive)
  }

  /// Returns the bytes that may appear at each index of a text; nil if they cannot be stated byte by
  /// byte, or if they are more than a word has bits.
  ///
  /// - Complexity: O(1): it reads no more characters than a word has bits, each once.
  static func variants(
    of text: some Sequence<Character>, isFuzzy: Bool, isCaseSensitive: Bool
  ) -> [Set<UInt8>]? {
    var places: [Set<UInt8>] = []
    for character in text {
      let own = String(character).utf8
      if places.count + own.count > mostBytes { return nil }
      let (lower, upper) = (character.lowercased().utf8, character.uppercased().utf8)
      if isCaseSensitive || lower.elementsEqual(upper) {
        places += own.map { [$0] }
      } else if own.count == 1 {
        guard lower.count == 1, upper.count == 1 else { return nil }
        places.append(Set(lower).union(upper))
      } else if lower.count == upper.count, isFuzzy || lower.first == upper.first {
        // Where the first bytes differ, letters of other alphabets may pass as well, which nobody
        // uses: but a word that is looked for exactly is not to find them.
        places += zip(lower, upper).map { [$0, $1] }
      } else if isFuzzy {
        // The other case has more letters, as SS has for ß.
        places += own.map { [$0] }
      } else {
        return nil
      }
    }
    return places.count <= mostBytes ? places : nil
  }

  /// The bits of a word.
  private static let mostBytes = 64

  // MARK: - Matching

  /// Whether a text is like the pattern.
  func matches(_ bytes: UnsafeRawBufferPointer) -> Bool {
    if let bits { return bits.matches(bytes) }
    switch form {
    case .everything, .bits: return true
    case .expression(let expression): return expression.matches(bytes)
    case .long(let pattern): return pattern.matches(bytes)
    }
  }
}
