internal import Glibc

/// Whether text stands on light or on dark in the terminal.
enum Background {
  case dark, light

  /// What COLORFGBG says, as some terminals set it: `15;0`, or with something in between; nil where
  /// nobody says anything.
  static var told: Background? {
    getenv("COLORFGBG").flatMap { Background(String(cString: $0)) }
  }

  /// What a value of COLORFGBG says: the last number is that of the background in the palette.
  init?(_ value: String) {
    guard let last = value.split(separator: ";", omittingEmptySubsequences: false).last,
      let index = UInt8(last), index < 16
    else { return nil }
    self = index == 7 || index > 8 ? .light : .dark
  }
}
