internal import MocoaLocalization
internal import Mocoa
package import MocoaBrowser
internal import MocoaModel

extension ProgramFeature {
  /// The music library, the contacts and the planets.
  ///
  /// A program passes this feature after `files`, which defines modules. A definition registers the
  /// samples, which are deferred.
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
          url: MusicModule.address, opens: true),
        HomeEntry(
          name: localized("Contacts"), detail: localized("names in many scripts"),
          url: ContactsModule.address, opens: true),
        planets,
      ]
    }
    return feature
  }
}
