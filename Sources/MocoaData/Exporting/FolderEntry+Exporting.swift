internal import MocoaQuery

extension FolderEntry: ExportableItem {
  /// The path.
  package var sourceLine: [UInt8] { pathBytes }

  package var invalidName: String? { hasUTF8Name ? nil : name }

  package func exactText(at path: String) -> [UInt8]? {
    // A file name may be invalid UTF-8. Other programs need its exact bytes.
    path == "path" ? pathBytes : nil
  }
}
