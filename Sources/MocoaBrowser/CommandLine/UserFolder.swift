internal import Glibc

/// Where the user keeps what belongs to programs, as the XDG base directories say.
enum UserFolder {
  /// What the user has written for them.
  case config

  /// What they have made for the user.
  case data

  /// What they remember from run to run.
  case state

  /// The folder of a program; nil for somebody without a home.
  func path(of program: String) -> String? {
    if let folder = Self.variable(variable), folder.hasPrefix("/") { return "\(folder)/\(program)" }
    guard let home = Self.home, access(home, X_OK) == 0 else { return nil }
    return "\(home == "/" ? "" : home)/\(standard)/\(program)"
  }

  /// A path as people write it: with `~` for their home.
  static func short(_ path: String) -> String { short(path, home: home ?? "/") }

  static func short(_ path: String, home: String) -> String {
    let home = home.last == "/" ? String(home.dropLast()) : home
    guard !home.isEmpty, path == home || path.hasPrefix(home + "/") else { return path }
    return "~" + path.dropFirst(home.count)
  }

  /// A path that was typed, of which `~` is the home of the user.
  static func expanded(_ path: String) -> String {
    guard path.hasPrefix("~/"), let home = variable("HOME") else { return path }
    return home + path.dropFirst()
  }

  private static var home: String? { variable("HOME").flatMap { $0.hasPrefix("/") ? $0 : nil } }

  private var variable: String {
    switch self {
    case .config: "XDG_CONFIG_HOME"
    case .data: "XDG_DATA_HOME"
    case .state: "XDG_STATE_HOME"
    }
  }

  private var standard: String {
    switch self {
    case .config: ".config"
    case .data: ".local/share"
    case .state: ".local/state"
    }
  }

  private static func variable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }
}
