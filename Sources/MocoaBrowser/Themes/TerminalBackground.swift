internal import Glibc

/// The brightness of the terminal's background: light or dark.
enum TerminalBackground {
  case dark, light

  /// The background that the environment variable `COLORFGBG` specifies, or `nil` if it is not set.
  ///
  /// Some terminals set it, for example to `15;0` or `15;default;0`.
  static var fromEnvironment: TerminalBackground? {
    getenv("COLORFGBG").flatMap { TerminalBackground(String(cString: $0)) }
  }

  /// Parses a value of `COLORFGBG`, whose last number is the palette index of the background.
  init?(_ value: String) {
    guard let last = value.split(separator: ";", omittingEmptySubsequences: false).last,
      let index = UInt8(last), index < 16
    else { return nil }
    self = index == 7 || index > 8 ? .light : .dark
  }
}
