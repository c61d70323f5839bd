/// The content of one column of a surface: a scalar, its combining marks, and its style.
///
/// A glyph is a plain value of 32 bytes, the width of one vector register, so that two surfaces can
/// be compared as memory. A glyph two columns wide is followed by a *continuation* of the same
/// style, which has no scalar.
///
/// ```text
///  column   0    1    2
///  "日a"   [日] [ · ] [a]      · continuation
/// ```
public struct Glyph: Hashable, Sendable {
  /// The scalar, or 0 for a continuation.
  public var scalar: UInt32 {
    get { words[4] }
    set { words[4] = newValue }
  }

  /// The combining marks, at most four.
  ///
  /// Unused elements are 0.
  public var marks: SIMD4<UInt32> {
    get { words.lowHalf }
    set { words.lowHalf = newValue }
  }

  /// The style.
  public var style: Style {
    get { Style(bits: UInt64(words[7]) << 32 | UInt64(words[5])) }
    set {
      words[5] = UInt32(truncatingIfNeeded: newValue.bits)
      words[7] = UInt32(truncatingIfNeeded: newValue.bits >> 32)
    }
  }

  /// The number of columns: 1 or 2, or 0 for a continuation.
  public var width: UInt8 {
    get { UInt8(truncatingIfNeeded: words[6]) }
    set { words[6] = UInt32(newValue) }
  }

  /// The storage: four marks, the scalar, the lower half of the style, the width, and the upper
  /// half of the style.
  private(set) var words: SIMD8<UInt32>

  init(scalar: UInt32, marks: SIMD4<UInt32> = .zero, style: Style, width: UInt8) {
    words = SIMD8(
      lowHalf: marks, highHalf: SIMD4(scalar, 0, UInt32(width), 0))
    self.style = style
  }

  /// Returns a space.
  public static func blank(_ style: Style = .plain) -> Glyph {
    Glyph(scalar: 32, style: style, width: 1)
  }

  /// Returns the second column of a wide glyph.
  static func continuation(_ style: Style) -> Glyph {
    Glyph(scalar: 0, style: style, width: 0)
  }

  /// A Boolean value that indicates whether the marks of the glyph join it and the next glyph into
  /// one cluster.
  ///
  /// Some terminals measure clusters instead of scalars. Such a terminal would use only the columns
  /// of the first glyph for both. A backend prevents this with a zero-width non-joiner, U+200C,
  /// after the marks.
  public var joinsNext: Bool {
    guard marks != .zero else { return false }
    return marks.indices.contains { ScalarRole.joinsConsonants(marks[$0]) }
  }

  /// The scalar and its marks as text, or an empty string for a continuation.
  public var text: String {
    var text = String.UnicodeScalarView()
    for value in [scalar, marks[0], marks[1], marks[2], marks[3]] where value != 0 {
      if let scalar = Unicode.Scalar(value) { text.append(scalar) }
    }
    return String(text)
  }
}
