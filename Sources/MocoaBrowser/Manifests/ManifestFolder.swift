internal import MocoaSystem

/// The folder of the user's manifests.
enum ManifestFolder {
  /// The path of the folder, or `nil` if the user has no home folder.
  ///
  /// It is `$XDG_CONFIG_HOME/mocoa/modules`, or the default of the XDG specification if the
  /// variable is not set.
  static var path: String? { XDGDirectory.config.path(of: "mocoa").map { "\($0)/modules" } }

  /// Returns the paths of the manifests in a folder, sorted by name.
  ///
  /// Schema files are omitted.
  ///
  /// - Returns: The paths, or `nil` if the folder cannot be read.
  static func files(in folder: String) -> [String]? {
    SmallFile.paths(in: folder, ending: ".json")?.filter { !$0.hasSuffix(".schema.json") }
  }
}
