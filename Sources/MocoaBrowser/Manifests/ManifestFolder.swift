internal import Glibc

/// Where the user's own manifests are.
enum ManifestFolder {
  /// `$XDG_CONFIG_HOME/mocoa/modules`, or what the standard puts in its place; nil where the user has
  /// no home.
  static var path: String? {
    if let folder = variable("XDG_CONFIG_HOME"), folder.hasPrefix("/") {
      return folder + "/mocoa/modules"
    }
    return variable("HOME").map { $0 + "/.config/mocoa/modules" }
  }

  private static func variable(_ name: String) -> String? {
    guard let value = getenv(name), value.pointee != 0 else { return nil }
    return String(cString: value)
  }
}
