internal import Glibc

/// A folder of the user for files of programs, as defined by the XDG base directory specification.
package enum XDGDirectory {
  /// The settings that the user has written.
  case config

  /// The files that programs create for the user.
  case data

  /// The state that programs save between runs.
  case state

  /// Returns the path of the folder for a program, or `nil` if the user has no home folder.
  func path(of program: String) -> String? {
    if let folder = Self.variable(variable), folder.hasPrefix("/") { return "\(folder)/\(program)" }
    guard let home = Self.home, access(home, X_OK) == 0 else { return nil }
    return "\(home == "/" ? "" : home)/\(standard)/\(program)"
  }

  /// Returns a path in a form for display, with `~` for the home folder.
  static func short(_ path: String) -> String { short(path, home: home ?? "/") }

  /// Returns a path in a form for display, with `~` for a home folder.
  package static func short(_ path: String, home: String) -> String {
    let home = home.last == "/" ? String(home.dropLast()) : home
    guard !home.isEmpty, path == home || path.hasPrefix(home + "/") else { return path }
    return "~" + path.dropFirst(home.count)
  }

  /// Returns a path in which a leading `~/` is replaced by the home folder.
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
