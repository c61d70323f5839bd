/// A progress bar as text: `━━━━━━──────  50%`.
///
/// All texts have the same width, so that the text before the bar does not move.
enum ProgressBar {
  /// The width of the bar in columns, without the percentage.
  private static let columns = 12

  /// Returns the bar and the percentage for a fraction from 0 to 1.
  static func text(_ fraction: Double) -> String {
    let fraction = min(1, max(0, fraction))
    // Rounded down, so that the bar is full only at 1.
    let full = Int(fraction * Double(columns))
    let percent = String(Int(fraction * 100))
    return String(repeating: "━", count: full) + String(repeating: "─", count: columns - full)
      + String(repeating: " ", count: 4 - percent.count) + percent + "%"
  }
}
