/// The way in which one scalar of text is drawn.
///
/// A scalar is drawn as itself only if it has the same columns in terminals that count scalars and
/// in terminals that count clusters.
enum ScalarRole: Equatable {
  /// A base, which may have marks.
  ///
  /// It is drawn as itself or as another scalar.
  case base(UInt32, columns: Int)

  /// A scalar that is replaced with a glyph of one column, which cannot have marks.
  case replacement(Unicode.Scalar)

  /// A mark that is drawn over its base.
  case mark

  /// A scalar that shapes its neighbors, such as a zero-width joiner.
  ///
  /// It is not drawn if it follows a base, and otherwise replaced with `▯`.
  case joiner

  /// A skin tone.
  ///
  /// It is not drawn if it follows an emoji.
  case skinTone

  /// A conjoining letter of a Korean syllable.
  case conjoining

  /// The Thai or Lao vowel AM: a mark on the previous letter, followed by a letter.
  case splitVowel

  static let zeroWidthJoiner: UInt32 = 0x200D
  static let keycap: UInt32 = 0x20E3

  init(of scalar: UInt32) {
    switch scalar {
    case 0x20..<0x7F, 0xA0..<0xAD, 0xAE..<0x300: self = .base(scalar, columns: 1)
    case 0x4E00..<0xA000, 0xAC00..<0xD7A4: self = .base(scalar, columns: 2)
    case 0..<0x20: self = .replacement(Self.picture(of: scalar))
    case 0x7F: self = .replacement("\u{2421}")
    case 0x80..<0xA0: self = .replacement(ReplacementScalar.invisible)
    case 0x200C, Self.zeroWidthJoiner, 0x180B...0x180D, 0x180F, 0xFE00...0xFE0F, 0xE0100...0xE01EF:
      self = .joiner
    case 0x1F1E6...0x1F1FF:  // half of a flag, drawn as its letter
      self = .base(scalar - 0x1F1E6 + 0x41, columns: 1)
    case 0x1F3FB...0x1F3FF: self = .skinTone
    case 0xE33, 0xEB3: self = .splitVowel
    case 0x115F, 0x1160, 0x3164, 0xFFA0:  // Korean letters without a shape
      self = .replacement(ReplacementScalar.invisible)
    case 0x1100..<0x1200, 0xA960..<0xA980, 0xD7B0..<0xD800: self = .conjoining
    case 0xFF9E, 0xFF9F:  // half-width voice marks, which join clusters: full-width
      self = .base(scalar - 0xFF9E + 0x309B, columns: 2)
    // Letters that join the next one.
    case 0xD4E, 0x111C2, 0x111C3, 0x1193F, 0x11941, 0x11A84...0x11A89, 0x11D46:
      self = .base(ReplacementScalar.unknownWidth.value, columns: 1)
    // Scalars whose width changed with Unicode 16, from one column to two or from two to one.
    case 0x2630...0x2637, 0x268A...0x268F, 0x3248...0x324F, 0x1D300...0x1D356, 0x1D360...0x1D376:
      self = .base(ReplacementScalar.unknownWidth.value, columns: 1)
    default: self = Self.byCategory(scalar)
    }
  }

  private static func byCategory(_ value: UInt32) -> ScalarRole {
    guard let scalar = Unicode.Scalar(value) else {
      return .replacement(ReplacementScalar.unknownWidth)
    }
    let properties = scalar.properties
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate:
      return .replacement(ReplacementScalar.invisible)
    case .unassigned:
      guard
        !properties.isDefaultIgnorableCodePoint, !properties.isNoncharacterCodePoint
      else { return .replacement(ReplacementScalar.invisible) }
    case .spacingMark:
      guard DisplayWidth.columns(of: value) != nil else { break }
      return .base(spelled(spacingMark: value), columns: 1)
    case .nonspacingMark, .enclosingMark:
      guard !properties.isDefaultIgnorableCodePoint else {
        return .replacement(ReplacementScalar.invisible)
      }
      guard let columns = DisplayWidth.columns(of: value) else { break }
      return columns == 0 ? .mark : .base(spelled(spacingMark: value), columns: 1)
    default:
      guard let columns = DisplayWidth.columns(of: value) else { break }
      return columns == 0
        ? .replacement(ReplacementScalar.invisible) : .base(value, columns: columns)
    }
    return .base(ReplacementScalar.unknownWidth.value, columns: 1)
  }

  private static func picture(of control: UInt32) -> Unicode.Scalar {
    Unicode.Scalar(0x2400 + control) ?? ReplacementScalar.invisible
  }

  /// Returns a scalar of one column that replaces a combining mark of unclear width.
  ///
  /// Such a mark has one column in some terminals and none in others. An Indic vowel sign is
  /// replaced with the independent letter of the same vowel, so कि is drawn as कइ. In each Indic
  /// block of 128 scalars, this letter precedes the sign by 56. Other marks are replaced with a
  /// dotted circle.
  private static func spelled(spacingMark scalar: UInt32) -> UInt32 {
    guard case 0x900..<0xD80 = scalar else { return ReplacementScalar.base.value }
    switch scalar & 0x7F {
    case 0x3E...0x43, 0x46...0x4C: return scalar - 56
    default: return ReplacementScalar.base.value
    }
  }

  /// Returns `true` if a mark is a virama, which joins its base and the next letter into one
  /// cluster.
  static func joinsConsonants(_ mark: UInt32) -> Bool {
    guard mark >= 0x94D else { return false }
    return Unicode.Scalar(mark)?.properties.canonicalCombiningClass == .virama
  }

  /// Returns `true` if skin tones and joined emoji after a scalar are dropped.
  static func isEmoji(_ value: UInt32) -> Bool {
    switch value {
    case ..<0xA0, 0x1F1E6...0x1F1FF: false  // digits and halves of flags are not drawn as emoji
    default: Unicode.Scalar(value)?.properties.isEmoji ?? false
    }
  }
}
