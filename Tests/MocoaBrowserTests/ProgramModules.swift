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
  static func all(
    watching command: WatchPage.Command? = nil, hasSamples: Bool = true
  ) -> [ProgramFeature] {
    let files = ProgramFeature.files { _ in command }
    guard hasSamples else { return [files] }
    var examples = ProgramFeature { registry, context in
      let (clock, folder) = (context.clock, context.dataFolder.map { "\($0)/examples" })
      registry.registerLazily { Examples.register(in: $0, clock: clock, folder: folder) }
    }
    examples.homeSamples = {
      [
        HomeEntry(
          name: localized("Examples"), detail: localized("example screens with source code"),
          url: Examples.address, opens: true)
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
    locations places: LocationStore = LocationStore(),
    register: (@MainActor (ModuleRegistry) -> Void)? = nil
  ) -> ModuleRegistry {
    let context = FeatureContext(
      options: Options(), follows: follows, manifests: manifests, clock: clock,
      dataFolder: dataFolder)
    registerModules(
      of: ProgramFeature.all(watching: command, hasSamples: register == nil), in: registry,
      context, locations: places
    ) { register?($0) }
    return registry
  }
}
