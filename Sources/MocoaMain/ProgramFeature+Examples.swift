internal import Mocoa
internal import MocoaBrowser
internal import MocoaExamples
internal import MocoaLocalization

extension ProgramFeature {
  /// The feature that provides the example pages.
  static var examples: ProgramFeature {
    var feature = ProgramFeature { registry, context in
      let (clock, folder) = (context.clock, context.dataFolder.map { "\($0)/examples" })
      // They are registered on demand, so that they do not delay the opening of a file.
      registry.registerLazily { Examples.register(in: $0, clock: clock, folder: folder) }
    }
    feature.homeSamples = {
      [
        HomeEntry(
          name: localized("Examples"), detail: localized("example screens with source code"),
          url: Examples.address)
      ]
    }
    return feature
  }
}
