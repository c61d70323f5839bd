/// What is shown in place of a scalar that must not, or cannot, stand on a surface.
///
/// Each takes one column. C0 controls and DEL have pictures of their own: a tab is `␉`.
public enum StandIn {
  /// `▯`: something invisible that would act on the terminal or hide in the text.
  ///
  /// C1 controls, bidi controls, zero-width and tag characters, separators of lines and paragraphs,
  /// and joiners, variation selectors and skin tones with nothing to apply to.
  public static let invisible: Unicode.Scalar = "\u{25AF}"

  /// `�`: a character whose width nobody can say.
  ///
  /// The C library does not know it, or terminals count it differently.
  public static let unplaceable: Unicode.Scalar = "\u{FFFD}"

  /// `◌`: the base of a mark that has none, and a spacing mark that would shift its row.
  public static let base: Unicode.Scalar = "\u{25CC}"
}
