/// The replacements of scalars that must not, or cannot, appear on a surface.
///
/// Each has one column. C0 controls and DEL have their own pictures: a tab is `␉`.
public enum ReplacementScalar {
  /// `▯`: the replacement of an invisible scalar, which would control the terminal or deceive the
  /// reader.
  ///
  /// It replaces C1 controls, bidirectional controls, zero-width and tag characters, and line and
  /// paragraph separators. It also replaces joiners, variation selectors and skin tones without a
  /// base.
  public static let invisible: Unicode.Scalar = "\u{25AF}"

  /// `�`: the replacement of a character of unknown width.
  ///
  /// Either the C library does not know it, or terminals disagree on its width.
  public static let unknownWidth: Unicode.Scalar = "\u{FFFD}"

  /// `◌`: the base of a combining mark that follows no letter, and the replacement of a spacing
  /// mark that would shift its row.
  public static let base: Unicode.Scalar = "\u{25CC}"
}
