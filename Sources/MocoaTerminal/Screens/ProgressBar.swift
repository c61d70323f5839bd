/// How far something has come, as text: `━━━━━━──────  50%`.
///
/// Every text is equally wide, so that what stands before it stays in its place.
enum ProgressBar {
  /// How many columns the bar has.
  private static let columns = 12

  /// The text for a fraction, 0 to 1.
  static func text(_ fraction: Double) -> String {
    let fraction = min(1, max(0, fraction))
    // All of it only when it is all of it.
    let full = Int(fraction * Double(columns))
    let percent = String(Int(fraction * 100))
    return String(repeating: "━", count: full) + String(repeating: "─", count: columns - full)
      + String(repeating: " ", count: 4 - percent.count) + percent + "%"
  }
}
