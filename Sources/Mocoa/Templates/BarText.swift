/// The text of horizontal bars, in eighths of a character.
package enum BarText {
  private static let eighths = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]

  /// Returns a bar whose length is a share of a width.
  ///
  /// A share above 0 has at least one eighth of a character, so that it differs from 0.
  ///
  /// - Parameters:
  ///   - share: The share, from 0 to 1. Other values are limited to this range.
  ///   - width: The length of a full bar, in characters.
  package static func bar(_ share: Double, width: Int) -> String {
    guard share > 0, width > 0 else { return "" }
    let length = max(1, Int((min(share, 1) * Double(width) * 8).rounded()))
    return String(repeating: "█", count: length / 8) + eighths[length % 8]
  }
}
