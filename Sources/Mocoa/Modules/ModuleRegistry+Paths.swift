extension ModuleRegistry {
  /// A function that returns the URL of the page for a path in the file system, or `nil` if it does
  /// not support the path.
  ///
  /// The options select how the page reads the file. They become options of the URL.
  package typealias PathResolver =
    @MainActor (_ path: String, _ options: [ModuleURL.Option]) throws -> ModuleURL?

  /// Registers a function that returns page URLs for paths in the file system.
  ///
  /// The functions are called in the order of registration until one returns a URL.
  package func registerPaths(_ resolve: @escaping PathResolver) {
    pathResolvers.append(resolve)
  }

  /// Returns the URL of the page for a path in the file system, or `nil` if no resolver supports
  /// the path.
  ///
  /// - Parameters:
  ///   - path: The path, which may be relative to the working folder.
  ///   - options: The options that select how the page reads the file.
  package func url(forPath path: String, options: [ModuleURL.Option] = []) throws -> ModuleURL? {
    for resolve in pathResolvers {
      if let url = try resolve(path, options) { return url }
    }
    return nil
  }
}
