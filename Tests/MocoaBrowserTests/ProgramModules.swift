import Mocoa
import MocoaExamples
import MocoaLocalization
import MocoaTerminal

@testable import MocoaBrowser
@testable import MocoaFiles

extension ProgramFeature {
  /// The features of `mocoa`.
  ///
  /// - Parameters:
  ///   - command: The command of the watch page, or `nil`.
  ///   - hasSamples: A Boolean value that indicates whether the samples and examples are included.
  ///   - surroundings: The folders from which the home screen is made, or `nil` for no sections
  ///     about a folder and a machine.
  static func all(
    watching command: WatchPage.Command? = nil, hasSamples: Bool = true,
    in surroundings: Surroundings? = nil
  ) -> [ProgramFeature] {
    var files = ProgramFeature.files(in: { surroundings ?? Surroundings() }) { _ in command }
    if surroundings == nil { files.homeSections = nil }
    guard hasSamples else { return [files] }
    var examples = ProgramFeature { registry, context in
      let (clock, folder) = (context.clock, context.dataFolder.map { "\($0)/examples" })
      registry.registerLazily { Examples.register(in: $0, clock: clock, folder: folder) }
    }
    examples.homeSamples = {
      [
        HomeEntry(
          name: localized("Examples"), detail: localized("example screens with source code"),
          url: Examples.address)
      ]
    }
    return [files, .samples, examples]
  }
}

extension Launch {
  /// Registers the modules of `mocoa`, with other modules instead of the samples and examples if
  /// `register` is not `nil`.
  @discardableResult
  static func registry(
    _ registry: ModuleRegistry = ModuleRegistry(), follows: Bool = false,
    watching command: WatchPage.Command? = nil, manifests: ManifestCatalog = ManifestCatalog(),
    clock: (any FrameClock)? = nil, dataFolder: String? = nil,
    locations places: LocationStore = LocationStore(), in surroundings: Surroundings? = nil,
    register: (@MainActor (ModuleRegistry) -> Void)? = nil
  ) -> ModuleRegistry {
    let context = FeatureContext(
      options: Options(), follows: follows, manifests: manifests, clock: clock,
      dataFolder: dataFolder)
    registerModules(
      of: ProgramFeature.all(watching: command, hasSamples: register == nil, in: surroundings),
      in: registry, context, locations: places
    ) { register?($0) }
    return registry
  }
}
