import Glibc

/// The paths of the programs that tests run.
public enum Programs {
  /// Returns the path of a program of this package, which is next to the test bundle.
  public static func path(of name: String) -> String {
    var path = CommandLine.arguments[0]
    while let last = path.last, last != "/" { path.removeLast() }
    return path + name
  }

  /// The folder for temporary files.
  public static var temporaryFolder: String {
    getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
  }

  /// Returns the path of a program of the system, or nil if it is not installed.
  public static func installed(_ name: String) -> String? {
    let folders = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
    return folders.split(separator: ":").map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
  }
}
