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

    /// The letters of a word, which may be anywhere in the same order.
    case scattered(ScatteredPattern)
    case everything
  }

  init(_ pattern: Filter.Pattern) {
    let variants = Self.variants(of: pattern)
    strategy = Self.strategy(of: pattern, variants)
    required =
      [.fuzzy, .scattered].contains(pattern.kind) ? nil : variants.flatMap { RequiredBytes($0) }
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

  /// The word whose letters may be anywhere, or `nil` for other patterns.
  var scattered: ScatteredPattern? {
    if case .scattered(let pattern) = strategy { return pattern }
    return nil
  }

  private static func strategy(of pattern: Filter.Pattern, _ variants: [Set<UInt8>]?) -> Strategy {
    if pattern.kind == .expression {
      return Expression(of: pattern.text).map { .expression($0) } ?? .everything
    }
    if pattern.text.isEmpty { return .everything }
    if pattern.kind == .scattered, let pattern = ScatteredPattern(pattern) {
      return .scattered(pattern)
    }
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
    case .scattered(let pattern): return pattern.matches(bytes)
    }
  }

  /// Returns the parts of a text that match the pattern, ascending and without overlaps.
  ///
  /// A fuzzy pattern that does not occur as a whole has one part for each run of its letters. The
  /// result is empty if the pattern does not match, or if it matches only empty parts.
  ///
  /// - Parameters:
  ///   - bytes: The text.
  ///   - limit: The maximum number of parts.
  ///   - isCut: A Boolean value that indicates whether more text follows.
  func ranges(
    in bytes: UnsafeRawBufferPointer, limit: Int, isCut: Bool = false
  ) -> [Range<Int>] {
    if let bits { return bits.ranges(in: bytes, limit: limit, isCut: isCut) }
    switch strategy {
    case .everything, .bits: return []
    case .long(let pattern): return pattern.ranges(in: bytes, limit: limit, isCut: isCut)
    case .scattered(let pattern):
      return Array(pattern.letterPattern.ranges(in: bytes).prefix(limit))
    case .expression(let expression):
      // An expression that is too expensive for one text is too expensive for drawing.
      if expression.hasSkipped { return [] }
      var ranges: [Range<Int>] = []
      while ranges.count < limit,
        let range = expression.range(in: bytes, from: ranges.last?.upperBound ?? 0, isCut: isCut)
      {
        ranges.append(range)
      }
      return ranges
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
    (mayJump ? fuzzyEnd(in: bytes) : end(in: bytes, from: 0)) >= 0
  }

  /// Returns the offset after the first occurrence of the whole pattern, or -1 if there is none.
  ///
  /// - Parameters:
  ///   - bytes: The text.
  ///   - start: The offset at which the search starts.
  @inline(__always)
  private func end(in bytes: UnsafeRawBufferPointer, from start: Int) -> Int {
    var ends: UInt64 = 0
    var first: UInt64 = startsFirst && start > 0 ? 0 : 1
    for offset in start..<bytes.count {
      ends = (ends << 1 | first) & words[Int(bytes[offset])]
      if startsFirst { first = 0 }
      if !endsLast, ends & last != 0 { return offset + 1 }
    }
    return ends & last != 0 ? bytes.count : -1
  }

  /// Returns the offset after the first match of a fuzzy pattern, or -1 if there is none.
  ///
  /// - Parameters:
  ///   - bytes: The text.
  ///   - record: A closure that receives the bits of the matches that end at each byte.
  @inline(__always)
  private func fuzzyEnd(
    in bytes: UnsafeRawBufferPointer, _ record: (UInt64) -> Void = { _ in }
  ) -> Int {
    // The matches that end at this byte, and at any earlier byte.
    var (ends, ended): (UInt64, UInt64) = (0, 0)
    var previous: UInt8 = 0
    for offset in 0..<bytes.count {
      let byte = bytes[offset]
      let mask = words[Int(byte)]
      var possible = ends << 1 | 1
      // Checks for the start of a word only if the result depends on it.
      let more = ended << 1 & mask & ~possible
      if more != 0, ByteKind(byte).begins(after: ByteKind(previous)) { possible |= more }
      ends = possible & mask
      record(ends)
      if ends & last != 0 { return offset + 1 }
      ended |= ends
      previous = byte
    }
    return -1
  }

  /// Returns the parts of a text that match the pattern, ascending.
  func ranges(
    in bytes: UnsafeRawBufferPointer, limit: Int, isCut: Bool
  ) -> [Range<Int>] {
    if endsLast, isCut { return [] }
    let length = last.trailingZeroBitCount + 1
    var ranges: [Range<Int>] = []
    var start = 0
    while ranges.count < limit {
      let end = end(in: bytes, from: start)
      guard end >= 0 else { break }
      ranges.append(end - length..<end)
      start = end
    }
    return ranges.isEmpty && mayJump ? Array(fuzzyRanges(in: bytes).prefix(limit)) : ranges
  }

  /// Returns the runs of letters in the first match of a fuzzy pattern.
  private func fuzzyRanges(in bytes: UnsafeRawBufferPointer) -> [Range<Int>] {
    guard fuzzyEnd(in: bytes) >= 0 else { return [] }
    var states: [UInt64] = []
    var upper = fuzzyEnd(in: bytes) { states.append($0) }
    // From the last letter of the pattern, each letter before it is at the previous byte or, at the
    // start of a word, at the nearest byte where the letters before it match.
    var ranges: [Range<Int>] = []
    var (offset, bit) = (upper - 1, last)
    while bit > 1 {
      bit >>= 1
      guard let previous = states[..<offset].lastIndex(where: { $0 & bit != 0 }) else { break }
      if previous + 1 < offset {
        ranges.append(offset..<upper)
        upper = previous + 1
      }
      offset = previous
    }
    ranges.append(offset..<upper)
    return ranges.reversed()
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
    if isCaseSensitive { return end(in: text, from: 0) != nil }
    var lower = String(decoding: text, as: UTF8.self).lowercased()
    return lower.withUTF8 { end(in: UnsafeRawBufferPointer($0), from: 0) != nil }
  }

  /// Returns the parts of a text that match the pattern, ascending.
  func ranges(
    in text: UnsafeRawBufferPointer, limit: Int, isCut: Bool
  ) -> [Range<Int>] {
    if endsLast, isCut { return [] }
    if isCaseSensitive { return occurrences(in: text, limit: limit) }
    let original = String(decoding: text, as: UTF8.self)
    var lower = original.lowercased()
    let found = lower.withUTF8 { occurrences(in: UnsafeRawBufferPointer($0), limit: limit) }
    if found.isEmpty { return [] }
    // The lowercase form of a letter may have another number of bytes.
    var ranges = ArraySlice(found.map { (range: $0, start: Int?.none) })
    var result: [Range<Int>] = []
    var (offset, lowerOffset) = (0, 0)
    for scalar in original.unicodeScalars {
      let length = UTF8.width(scalar)
      lowerOffset += scalar.properties.lowercaseMapping.utf8.count
      if let next = ranges.first {
        if next.start == nil, lowerOffset > next.range.lowerBound {
          ranges[ranges.startIndex].start = offset
        }
        if lowerOffset >= next.range.upperBound, let start = ranges.first?.start {
          result.append(start..<min(text.count, offset + length))
          ranges.removeFirst()
        }
      }
      offset += length
    }
    return result
  }

  /// Returns the occurrences of the pattern in a text, ascending and without overlaps.
  private func occurrences(in text: UnsafeRawBufferPointer, limit: Int) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    while ranges.count < limit, let end = end(in: text, from: ranges.last?.upperBound ?? 0) {
      ranges.append(end - bytes.count..<end)
    }
    return ranges
  }

  /// Returns the offset after the first occurrence of the pattern, or `nil` if there is none.
  private func end(in text: UnsafeRawBufferPointer, from start: Int) -> Int? {
    guard text.count - start >= bytes.count else { return nil }
    switch (startsFirst, endsLast) {
    case (true, true): return start == 0 && text.elementsEqual(bytes) ? text.count : nil
    case (true, false): return start == 0 && text.starts(with: bytes) ? bytes.count : nil
    case (false, true): return text.suffix(bytes.count).elementsEqual(bytes) ? text.count : nil
    case (false, false): break
    }
    var count = 0
    for offset in start..<text.count {
      let byte = text[offset]
      while count > 0, bytes[count] != byte { count = fallbacks[count - 1] }
      if bytes[count] == byte { count += 1 }
      if count == bytes.count { return offset + 1 }
    }
    return nil
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
