internal import MocoaLocalization
internal import Mocoa
package import MocoaBrowser
internal import MocoaModel

extension ProgramFeature {
  /// The samples: the music library, the contacts and the planets.
  ///
  /// Pass this feature to a program after `files`. The samples are registered lazily, when code
  /// looks up or defines an unknown module. If `files` followed, its definitions would register them
  /// immediately.
  package static var samples: ProgramFeature {
    var feature = ProgramFeature { registry, _ in
      // They are registered on demand, so that they do not delay the opening of a file.
      registry.registerLazily { registry in
        MusicModule.register(in: registry)
        ContactsModule.register(in: registry)
      }
    }
    feature.homeSamples = {
      [
        HomeEntry(
          name: localized("Music library"), detail: localized("artists, albums and tracks"),
          url: MusicModule.address),
        HomeEntry(
          name: localized("Contacts"), detail: localized("names in many scripts"),
          url: ContactsModule.address),
        planets,
      ]
    }
    return feature
  }
}
