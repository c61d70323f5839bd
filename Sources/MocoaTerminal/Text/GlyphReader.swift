/// Converts text to glyphs, one grapheme cluster at a time.
///
/// All drawn text passes through this type.
///
/// A glyph consumes at most `maxClusterLength` scalars and takes at least one column. The cost of
/// drawing the beginning of a line is therefore bounded by its columns, even if the line has a
/// hundred megabytes, or one letter with a million accents. Accents after the first 64 scalars are
/// drawn on separate dotted circles.
///
/// ```text
/// "e\u{301}"       é, one glyph with a mark        "🇩🇪"      D E, two glyphs
/// "a\tb\u{202E}"   a ␉ b ▯                         "👩‍👩‍👧"     👩, its base
/// ```
struct GlyphReader {
  /// The maximum number of scalars of one glyph.
  ///
  /// The next scalar begins another glyph.
  static let maxClusterLength = 64

  /// The offset of the next byte to read.
  private(set) var offset = 0

  /// The letter of a split vowel, which becomes the next glyph, or 0 if no letter is pending.
  ///
  /// The mark of the vowel is part of the previous glyph.
  private var pending: UInt32 = 0

  /// The scalar that was decoded last, which usually begins the next cluster.
  private var ahead = Decoded(value: 0, length: 0, role: .joiner)

  /// The byte offset of `ahead`.
  private var aheadOffset = -1

  /// Returns the next glyph of a text, or `nil` at its end.
  ///
  /// - Parameters:
  ///   - text: The UTF-8 bytes, the same in every call.
  ///   - style: The style of the glyph.
  mutating func next(in text: Span<UInt8>, style: Style) -> Glyph? {
    if pending != 0 {
      let letter = pending
      pending = 0
      return cluster(from: letter, as: ScalarRole(of: letter), in: text, style: style)
    }
    guard offset < text.count else { return nil }
    let byte = text[offset]
    // Printable ASCII before ASCII or the end cannot be followed by a mark.
    if byte >= 0x20, byte < 0x7F, offset + 1 == text.count || text[offset + 1] < 0x80 {
      offset += 1
      return Glyph(scalar: UInt32(byte), style: style, width: 1)
    }
    guard let first = peek(in: text) else { return nil }
    offset += first.length
    return cluster(from: first.value, as: first.role, in: text, style: style)
  }

  /// Skips printable ASCII characters without marks, and returns the range of their bytes.
  ///
  /// Each byte is one glyph of one column.
  mutating func skipPlain(in text: Span<UInt8>) -> Range<Int> {
    let start = offset
    guard pending == 0 else { return start..<start }
    while offset < text.count, (0x20..<0x7F).contains(text[offset]) { offset += 1 }
    if offset > start, offset < text.count, text[offset] >= 0x80 { offset -= 1 }
    return start..<offset
  }

  private mutating func cluster(
    from first: UInt32, as role: ScalarRole, in text: Span<UInt8>, style: Style
  ) -> Glyph {
    var glyph = Glyph(scalar: first, style: style, width: 1)
    var marks = Marks()
    switch role {
    case .base(let scalar, let columns):
      glyph.scalar = scalar
      glyph.width = UInt8(columns)
    case .replacement(let scalar):
      glyph.scalar = scalar.value
      return glyph
    case .joiner, .skinTone:
      glyph.scalar = ReplacementScalar.invisible.value
      return glyph
    case .mark:
      glyph.scalar = ReplacementScalar.base.value
      marks.append(first)
    case .conjoining:
      break
    case .splitVowel:
      glyph.scalar = ReplacementScalar.base.value
      split(first, &marks)
    }
    let budget = composeHangul(&glyph, in: text)
    if role == .conjoining, glyph.scalar == first {
      let letter = Hangul.letter(first)
      glyph.scalar = letter ?? ReplacementScalar.unknownWidth.value
      glyph.width = letter == nil ? 1 : 2
    }
    collect(&marks, on: first, in: text, atMost: budget)
    glyph.marks = marks.scalars
    return glyph
  }

  /// Composes the letters of a Korean syllable to one scalar.
  ///
  /// - Returns: The number of further scalars that the cluster may contain.
  private mutating func composeHangul(_ glyph: inout Glyph, in text: Span<UInt8>) -> Int {
    var budget = Self.maxClusterLength - 1
    guard glyph.scalar >= 0x1100, glyph.scalar < 0xD800 else { return budget }
    while let next = peek(in: text), let joined = Hangul.composed(glyph.scalar, next.value) {
      glyph.scalar = joined
      glyph.width = 2
      offset += next.length
      budget -= 1
    }
    return budget
  }

  /// Reads the scalars that follow a base and belong to the same cluster.
  ///
  /// Combining marks are added to `marks`. Joiners, skin tones and joined emoji are dropped.
  private mutating func collect(
    _ marks: inout Marks, on base: UInt32, in text: Span<UInt8>, atMost budget: Int
  ) {
    var budget = budget
    while pending == 0, budget > 0, let next = peek(in: text), next.value >= 0x300 {
      switch next.role {
      case .mark where next.value == ScalarRole.keycap && Self.isKeycapBase(base):
        break
      case .mark:
        marks.append(next.value)
      case .joiner:
        guard next.value == ScalarRole.zeroWidthJoiner, ScalarRole.isEmoji(base) else { break }
        let start = offset + next.length
        guard start < text.count else { break }
        let after = Self.scalar(in: text, at: start)
        guard ScalarRole.isEmoji(after.value) else { break }
        offset += after.length
        budget -= 1
      case .skinTone:
        guard ScalarRole.isEmoji(base) else { return }
      case .splitVowel:
        split(next.value, &marks)
      case .base, .replacement, .conjoining:
        return
      }
      offset += next.length
      budget -= 1
    }
  }

  /// Splits a Thai or Lao vowel AM into a mark and a letter.
  ///
  /// The mark is added before the existing marks. The letter is stored as the next glyph.
  private mutating func split(_ vowel: UInt32, _ marks: inout Marks) {
    marks.prepend(vowel + 0x1A)
    pending = vowel - 1
  }

  private static func isKeycapBase(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x23, 0x2A, 0x30...0x39: true
    default: false
    }
  }
}

// MARK: - UTF-8

extension GlyphReader {
  private struct Decoded {
    var value: UInt32
    var length: Int
    var role: ScalarRole
  }

  private mutating func peek(in text: Span<UInt8>) -> Decoded? {
    guard offset < text.count else { return nil }
    if aheadOffset != offset {
      let (value, length) = Self.scalar(in: text, at: offset)
      ahead = Decoded(value: value, length: length, role: ScalarRole(of: value))
      aheadOffset = offset
    }
    return ahead
  }

  /// Returns the scalar at an offset of valid UTF-8, and its length in bytes.
  private static func scalar(
    in text: Span<UInt8>, at offset: Int
  ) -> (value: UInt32, length: Int) {
    func continuation(_ index: Int) -> UInt32 { UInt32(text[offset + index] & 0x3F) }
    let lead = UInt32(text[offset])
    switch lead {
    case ..<0x80:
      return (lead, 1)
    case ..<0xE0:
      return ((lead & 0x1F) << 6 | continuation(1), 2)
    case ..<0xF0:
      return ((lead & 0x0F) << 12 | continuation(1) << 6 | continuation(2), 3)
    default:
      let high = (lead & 0x07) << 18 | continuation(1) << 12
      return (high | continuation(2) << 6 | continuation(3), 4)
    }
  }
}

/// Up to four combining marks of one glyph.
///
/// Further marks are dropped, because a cell of ncurses cannot contain them.
private struct Marks {
  var scalars = SIMD4<UInt32>.zero
  private var count = 0

  mutating func append(_ mark: UInt32) {
    guard count < 4 else { return }
    scalars[count] = mark
    count += 1
  }

  mutating func prepend(_ mark: UInt32) {
    scalars = SIMD4(mark, scalars[0], scalars[1], scalars[2])
    count = min(count + 1, 4)
  }
}
