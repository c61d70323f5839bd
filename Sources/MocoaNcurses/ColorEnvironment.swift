import Glibc

/// The environment variables that determine the colors of a terminal.
enum ColorEnvironment {
  /// A Boolean value that indicates whether `NO_COLOR` is set and not empty.
  static var disablesColors: Bool { variable("NO_COLOR").map { !$0.isEmpty } ?? false }

  /// A Boolean value that indicates whether the terminal reports true color in `COLORTERM`.
  ///
  /// GNU screen passes on `COLORTERM` of the outer terminal, but does not support true color itself.
  static var declaresTrueColor: Bool {
    guard let word = variable("COLORTERM"), ["truecolor", "24bit"].contains(word) else {
      return false
    }
    let isScreen = variable("TERM")?.hasPrefix("screen") ?? false
    return !isScreen || variable("TMUX") != nil
  }

  private static func variable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }
}
