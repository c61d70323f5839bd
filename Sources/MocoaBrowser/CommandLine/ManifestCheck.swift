internal import MocoaLocalization
internal import Mocoa
internal import MocoaTerminal

/// The `mocoa modules --check` command, which checks manifests and prints all errors.
@MainActor
enum ManifestCheck {
  /// Checks files and prints their errors.
  ///
  /// If `paths` is empty, the manifests of the user and the bundled ones are checked.
  ///
  /// - Returns: The exit status.
  static func print(
    _ paths: [String], keys: KeyBindings, features: [ProgramFeature]
  ) throws -> Int32 {
    let results = check(paths, keys: keys, features: features)
    var output = StandardOutput()
    for result in results where result.errorMessages.isEmpty {
      try output.line(SanitizedText.line(localized("\(result.name): ok")))
    }
    try output.flush()
    for complaint in results.flatMap(\.errorMessages) { StandardStreams.printError(complaint) }
    return results.allSatisfy(\.errorMessages.isEmpty) ? ExitStatus.success : ExitStatus.failure
  }

  /// The result of checking one file.
  struct Outcome {
    let name: String
    let errorMessages: [String]
  }

  /// Checks each file separately, and then checks for conflicts between the files.
  static func check(
    _ paths: [String], keys: KeyBindings = .standard, features: [ProgramFeature]
  ) -> [Outcome] {
    let own = ManifestFolder.path.flatMap(ManifestFolder.files(in:)) ?? []
    let files =
      paths.isEmpty
      ? own.map { ManifestFile(path: $0, keys: keys) }
        + Resources.manifests.map { ManifestFile(name: $0.name, bytes: $0.bytes(), keys: keys) }
      : paths.map { ManifestFile(path: $0, keys: keys) }
    // The order is that of a normal start: after the program's own modules, one by one.
    let catalog = ManifestCatalog(
      paths: paths, userFolder: paths.isEmpty ? ManifestFolder.path : nil, keys: keys)
    let registry = ModuleRegistry()
    Launch.registerModules(
      of: features, in: registry, FeatureContext(options: Options(), manifests: catalog),
      locations: LocationStore()
    ) { _ in }
    // Reading the roots also registers the modules that are loaded on demand.
    _ = registry.roots
    return files.enumerated().map { place, file in
      guard file.errorMessages.isEmpty, place < catalog.entries.count,
        catalog.entries[place].file == nil
      else { return Outcome(name: file.name, errorMessages: file.errorMessages) }
      let complaints = catalog.errorMessages.filter { $0.hasPrefix("\(file.name):") }
      return Outcome(name: file.name, errorMessages: complaints)
    }
  }
}
