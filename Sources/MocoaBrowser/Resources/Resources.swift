internal import CResources

/// The resources that are compiled into the program.
package enum Resources {
  /// The music library, as JSON.
  package static var music: [UInt8] {
    Array(UnsafeBufferPointer(start: mocoa_music_bytes(), count: mocoa_music_size()))
  }

  /// The address book, as JSON.
  package static var contacts: [UInt8] {
    Array(UnsafeBufferPointer(start: mocoa_contacts_bytes(), count: mocoa_contacts_size()))
  }

  /// The Chinese message catalog, as JSON.
  static var chinese: [UInt8] {
    Array(UnsafeBufferPointer(start: mocoa_chinese_bytes(), count: mocoa_chinese_size()))
  }

  /// A bundled manifest.
  struct BundledManifest: Sendable {
    /// The file name of the manifest.
    let name: String

    /// The file patterns in the manifest.
    ///
    /// They are repeated here, so that the manifest is parsed only for matching files.
    let sources: [String]

    let bytes: @Sendable () -> [UInt8]
  }

  /// The bundled manifests.
  static let manifests = [
    BundledManifest(name: planetsName, sources: []) {
      Array(
        UnsafeBufferPointer(
          start: mocoa_planets_module_bytes(), count: mocoa_planets_module_size()))
    },
    BundledManifest(
      name: "Resources/Modules/journal.json",
      sources: ["*.journal.json", "journal.json", "journal.ndjson"]
    ) {
      Array(
        UnsafeBufferPointer(
          start: mocoa_journal_module_bytes(), count: mocoa_journal_module_size()))
    },
  ]

  /// The sample data for each bundled manifest, by the file name of the manifest.
  static let samples: [String: @Sendable () -> [UInt8]] = [
    planetsName: {
      Array(UnsafeBufferPointer(start: mocoa_planets_bytes(), count: mocoa_planets_size()))
    }
  ]

  private static let planetsName = "Resources/Modules/planets.json"

  /// The bundled themes, with their names.
  static var themes: [(name: String, bytes: () -> [UInt8])] {
    (0..<mocoa_theme_count()).map { place in
      let theme = mocoa_theme(place)
      return (
        String(cString: theme.name),
        { Array(UnsafeBufferPointer(start: theme.bytes, count: theme.size)) }
      )
    }
  }
}
