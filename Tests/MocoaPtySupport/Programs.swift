import Glibc

/// Where the programs under test stand.
public enum Programs {
  /// The path of a program of this package, beside the test bundle.
  public static func path(of name: String) -> String {
    var path = CommandLine.arguments[0]
    while let last = path.last, last != "/" { path.removeLast() }
    return path + name
  }

  /// Where temporary files go.
  public static var temporaryFolder: String {
    getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
  }

  /// The path of a program of the system; nil if it is not installed.
  public static func installed(_ name: String) -> String? {
    let folders = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
    return folders.split(separator: ":").map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
  }
}
