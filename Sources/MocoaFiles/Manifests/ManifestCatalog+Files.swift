internal import Mocoa
internal import MocoaBrowser
internal import MocoaData

extension ManifestCatalog {
  /// Returns the manifest for a file, or `nil` if no manifest matches.
  func manifest(forFile path: String) -> Manifest? {
    // A compression suffix does not describe the content, so the name without it is matched too.
    manifest(forPaths: [path, RecordSource.uncompressedName(of: path)])
  }
}
