/// What stands at one position of a surface: a scalar, its combining marks, and its style.
///
/// A plain value without storage of its own, so that comparing two surfaces is comparing memory. A
/// glyph two columns wide is followed by a *continuation*, which has no scalar.
///
/// ```text
///  column   0    1    2
///  "日a"   [日] [ · ] [a]      · continuation
/// ```
public struct Glyph: Hashable, Sendable {
  /// The scalar; 0 in a continuation.
  public var scalar: UInt32

  /// Up to four combining marks, unused places 0.
  public var marks: SIMD4<UInt32>

  /// How it looks.
  public var style: Style

  /// The number of columns: 1 or 2; 0 for a continuation.
  public var width: UInt8

  init(scalar: UInt32, marks: SIMD4<UInt32> = .zero, style: Style, width: UInt8) {
    self.scalar = scalar
    self.marks = marks
    self.style = style
    self.width = width
  }

  /// A space.
  public static func blank(_ style: Style = .plain) -> Glyph {
    Glyph(scalar: 32, style: style, width: 1)
  }

  /// The second column of a wide glyph.
  static func continuation(_ style: Style) -> Glyph {
    Glyph(scalar: 0, style: style, width: 0)
  }
}
