internal import MocoaLocalization
internal import Mocoa
public import MocoaBrowser
internal import MocoaData
internal import MocoaModel

extension ProgramFeature {
  /// Pages of files, streams, folders, databases, differences and watched commands, and the
  /// commands `diff` and `scaffold`.
  public static var files: ProgramFeature { files { $0.options.watchedCommand } }

  /// The home screen entry for the sample list that a manifest defines.
  static var planets: HomeEntry {
    HomeEntry(
      name: localized("Planets"), detail: localized("a list defined by a manifest"),
      url: "mocoa://planets/")
  }

  /// Creates the feature.
  ///
  /// - Parameters:
  ///   - surroundings: A closure that returns the folders from which the home screen is made.
  ///   - watchedCommand: A closure that returns the command of the watch page, or `nil`.
  static func files(
    in surroundings: @escaping @Sendable () -> Surroundings = { .ofProcess() },
    watching watchedCommand: @escaping @MainActor (FeatureContext) -> WatchPage.Command?
  ) -> ProgramFeature {
    var feature = ProgramFeature { registry, context in
      let (follows, manifests) = (context.follows, context.manifests)
      RecordsPage.register(in: registry, follows: follows, manifests: manifests)
      DatabasePage.register(in: registry, follows: follows)
      FolderPage.register(in: registry, follows: follows)
      DiffPage.register(in: registry)
      WatchPage.register(watchedCommand(context), in: registry, manifests: manifests)
      registry.registerPaths { try RecordsPage.url(ofFile: $0, options: $1) }
      manifests.makePage = { [weak registry, weak manifests] manifest, url in
        guard let registry, let manifests else {
          throw ModuleRegistry.ModuleLookupError.notFound(url)
        }
        return try RecordsPage(
          url: url, registry: registry, follows: follows, manifests: manifests, own: manifest)
      }
    }
    feature.commands = [
      .diff: { options, _ in
        try await DiffReport(options: options.records)
          .print(options.operands[0], options.operands[1], options.output ?? .text)
      },
      .scaffold: { options, registry in try await Scaffold(options, registry).print() },
    ]
    feature.homeSamples = { [planets] }
    feature.homeSections = { surroundings().makeHomeSections() }
    feature.setMemoryLimit = { MemoryLimit.setting = $0 }
    feature.libraryVersions = {
      ["SQLite \(LinkedLibraries.sqlite)", "simdjson \(LinkedLibraries.simdjson)"]
    }
    return feature
  }
}
