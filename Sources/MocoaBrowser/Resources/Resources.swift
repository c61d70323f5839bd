internal import CResources

/// What is compiled into the program.
enum Resources {
  /// The music library, as JSON.
  static var music: [UInt8] {
    Array(UnsafeBufferPointer(start: mocoa_music_bytes(), count: mocoa_music_size()))
  }

  /// The address book, as JSON.
  static var contacts: [UInt8] {
    Array(UnsafeBufferPointer(start: mocoa_contacts_bytes(), count: mocoa_contacts_size()))
  }

  /// What phrases are in Chinese, as JSON.
  static var chinese: [UInt8] {
    Array(UnsafeBufferPointer(start: mocoa_chinese_bytes(), count: mocoa_chinese_size()))
  }

  /// A manifest.
  struct BundledManifest: Sendable {
    /// What its file is called.
    let name: String

    /// The files that it says it is for, so that it need not be read for others.
    let sources: [String]

    let bytes: @Sendable () -> [UInt8]
  }

  /// The manifests.
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

  /// The samples that manifests show, by what the files of these are called.
  static let samples: [String: @Sendable () -> [UInt8]] = [
    planetsName: {
      Array(UnsafeBufferPointer(start: mocoa_planets_bytes(), count: mocoa_planets_size()))
    }
  ]

  private static let planetsName = "Resources/Modules/planets.json"

  /// The themes, by their names.
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
