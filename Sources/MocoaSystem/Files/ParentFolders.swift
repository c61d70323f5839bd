internal import Glibc

/// Creation of the folders that contain a file.
package enum ParentFolders {
  /// Creates the missing parent folders of a path, accessible only to the user.
  ///
  /// If this fails, opening a file in them fails too.
  package static func make(above path: String) {
    for index in path.indices.dropFirst() where path[index] == "/" {
      mkdir(String(path[..<index]), 0o700)
    }
  }
}
