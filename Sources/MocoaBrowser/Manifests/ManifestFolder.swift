internal import MocoaData

/// Where the user's own manifests are.
enum ManifestFolder {
  /// `$XDG_CONFIG_HOME/mocoa/modules`, or what the standard puts in its place; nil where the user has
  /// no home.
  static var path: String? { UserFolder.config.path(of: "mocoa").map { "\($0)/modules" } }

  /// The paths of the manifests in a folder, in the order of their names; the schema is none.
  ///
  /// Nil where one cannot look into the folder now.
  static func files(in folder: String) -> [String]? {
    SmallFile.paths(in: folder, ending: ".json")?.filter { !$0.hasSuffix(".schema.json") }
  }
}
