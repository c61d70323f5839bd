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

    /// One that has more bytes than a word has bits, or letters of which the cases differ in more
    /// than a byte.
    case long(String, isCaseSensitive: Bool, startsFirst: Bool, endsLast: Bool)
    case everything
  }

  init(_ pattern: Filter.Pattern) {
    form = Self.form(of: pattern)
    required = Self.required(by: pattern)
    guard case .bits(let masks) = form else {
      bits = nil
      return
    }
    bits = BytePattern(masks, pattern.form)
  }

  private static func form(of pattern: Filter.Pattern) -> Form {
    if pattern.form == .expression {
      return Expression(of: pattern.text).map { .expression($0) } ?? .everything
    }
    if pattern.text.isEmpty { return .everything }
    if let variants = variants(of: pattern) { return .bits(BitMasks(variants)) }
    var (startsFirst, endsLast) = (false, false)
    if case .anchored(let start, let end) = pattern.form { (startsFirst, endsLast) = (start, end) }
    return .long(
      pattern.text, isCaseSensitive: pattern.isCaseSensitive, startsFirst: startsFirst,
      endsLast: endsLast)
  }

  private static func required(by pattern: Filter.Pattern) -> RequiredBytes? {
    switch pattern.form {
    case .fuzzy, .expression: nil
    default: variants(of: pattern).flatMap { RequiredBytes($0) }
    }
  }

  /// Which bytes may stand at each place; nil where that cannot be said byte by byte.
  private static func variants(of pattern: Filter.Pattern) -> [Set<UInt8>]? {
    var places: [Set<UInt8>] = []
    for character in pattern.text {
      let (lower, upper) = (character.lowercased().utf8, character.uppercased().utf8)
      let own = String(character).utf8
      if pattern.isCaseSensitive || lower.elementsEqual(upper) {
        places += own.map { [$0] }
      } else if own.count == 1 {
        guard lower.count == 1, upper.count == 1 else { return nil }
        places.append(Set(lower).union(upper))
      } else if lower.count == upper.count, pattern.form == .fuzzy || lower.first == upper.first {
        // Where the first bytes differ, letters of other alphabets may pass as well, which nobody
        // uses: but a word that is looked for exactly is not to find them.
        places += zip(lower, upper).map { [$0, $1] }
      } else if pattern.form == .fuzzy {
        // The other case has more letters, as SS has for ß.
        places += own.map { [$0] }
      } else {
        return nil
      }
    }
    return places.count <= 64 ? places : nil
  }

  // MARK: - Matching

  /// Whether a text is like the pattern.
  func matches(_ bytes: UnsafeRawBufferPointer) -> Bool {
    if let bits { return bits.matches(bytes) }
    switch form {
    case .everything, .bits: return true
    case .expression(let expression): return expression.matches(bytes)
    case .long(let text, let isCaseSensitive, let startsFirst, let endsLast):
      let whole = String(decoding: bytes, as: UTF8.self)
      let (value, text) =
        isCaseSensitive ? (whole, text) : (whole.lowercased(), text.lowercased())
      switch (startsFirst, endsLast) {
      case (true, true): return value == text
      case (true, false): return value.hasPrefix(text)
      case (false, true): return value.hasSuffix(text)
      case (false, false): return value.utf8.contains(text.utf8)
      }
    }
  }
}

extension String.UTF8View {
  /// Whether other bytes stand in these, one behind the other.
  fileprivate func contains(_ other: String.UTF8View) -> Bool {
    guard let first = other.first else { return true }
    var rest = self[...]
    while let start = rest.firstIndex(of: first) {
      rest = rest[start...]
      if rest.starts(with: other) { return true }
      rest = rest.dropFirst()
    }
    return false
  }
}
