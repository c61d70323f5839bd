internal import MocoaLanguage
internal import Mocoa
internal import MocoaData
internal import MocoaModel
internal import MocoaTerminal

/// What a user has set for every run; options on the command line count before it.
struct Config {
  /// The language of what is said; nil for that of the locale.
  var language: Language?

  /// The name of a theme; nil where nothing is said.
  var theme: String?

  /// How much moves when a list changes.
  var motion: Motion?

  /// Whether the mouse is taken.
  var hasMouse: Bool?

  /// How long it is from one run of a watched command to the next.
  var interval: Duration?

  /// So many are kept of the places that were opened last.
  var recents: Int?

  /// The most memory that the records of a list may take, in bytes; nil for a quarter of all.
  var memoryLimit: Int?

  /// When a command is confirmed before it runs; nil if the file does not set it.
  var confirm: ConfirmationPolicy?

  /// The keys.
  var keys = Keys.standard

  /// `$XDG_CONFIG_HOME/mocoa/config.json`, or what the standard puts in its place; nil for somebody
  /// without a home.
  static var path: String? { UserFolder.config.path(of: "mocoa").map { "\($0)/config.json" } }

  /// What a file sets; nothing where there is none.
  ///
  /// - Parameter path: nil for the user's own.
  static func settings(at path: String? = path, themes: ThemeCatalog) -> Settings<Config> {
    guard let path, SmallFile.exists(path) else { return Settings(Config()) }
    return Settings(path: path, empty: Config()) { read($0, &$1, themes: themes) }
  }

  /// The members of the file, in the order in which they are printed.
  enum Member: String, CaseIterable {
    case language, theme, motion, mouse, interval, recents, limits, confirm, keys
  }

  /// The word for the language of the locale.
  static let automatic = "auto"

  /// Reads the settings; what is wrong is noted and left as it usually is.
  static func read(
    _ value: FieldValue, _ reader: inout SettingsReader, themes: ThemeCatalog
  ) -> Config {
    var config = Config()
    let known = Member.allCases.map(\.rawValue)
    for member in reader.members(of: value, as: phrase("field"), known: known) {
      switch Member(rawValue: member.name) {
      case .language:
        config.language = reader.word(
          member, among: [automatic] + Language.allCases.map(\.rawValue)
        )
        .flatMap(Language.init)
      case .theme: config.theme = theme(member, &reader, themes)
      case .motion:
        config.motion = reader.word(member, among: Motion.allCases.map(\.rawValue))
          .flatMap(Motion.init)
      case .mouse: config.hasMouse = reader.truth(member)
      case .interval: config.interval = interval(member, &reader)
      case .recents: config.recents = recents(member, &reader)
      case .limits: config.memoryLimit = memoryLimit(member, &reader)
      case .confirm:
        config.confirm = reader.word(member, among: ConfirmationPolicy.allCases.map(\.rawValue))
          .flatMap(ConfirmationPolicy.init)
      case .keys: config.keys = Keys.read(member, &reader)
      case nil: break
      }
    }
    return config
  }

  private static func theme(
    _ member: SettingsReader.Member, _ reader: inout SettingsReader, _ themes: ThemeCatalog
  ) -> String? {
    guard case .text(let name) = member.value else {
      reader.expect(phrase("the name of a theme"), at: member)
      return nil
    }
    if themes.has(name) { return name }
    reader.note(member.path, themes.complaint(about: name))
    return nil
  }

  private static func recents(
    _ member: SettingsReader.Member, _ reader: inout SettingsReader
  ) -> Int? {
    if case .int(let number) = member.value, (0...Int64(Places.recentLimit)).contains(number) {
      return Int(number)
    }
    reader.expect(phrase("a whole number, 0 to \(Places.recentLimit)"), at: member)
    return nil
  }

  private static func memoryLimit(
    _ member: SettingsReader.Member, _ reader: inout SettingsReader
  ) -> Int? {
    var limit: Int?
    for member in reader.members(
      of: member.value, at: member.path, as: phrase("field"), known: ["memory"])
    {
      switch member.value {
      case .text(automatic): break
      case .text(let text): limit = MemoryLimit.bytes(text)
      case .int(let number): limit = MemoryLimit.bytes(String(number))
      default: break
      }
      if limit == nil, member.value != .text(automatic) {
        reader.expect(phrase("a number of bytes, 1M or more, as \"512M\""), at: member)
      }
    }
    return limit
  }

  private static func interval(
    _ member: SettingsReader.Member, _ reader: inout SettingsReader
  ) -> Duration? {
    let seconds: Double? =
      switch member.value {
      case .int(let number): Double(number)
      case .double(let number): number
      case .decimal(let digits): Double(digits)
      default: nil
      }
    if let seconds, Options.intervals.contains(seconds) { return .seconds(seconds) }
    reader.expect(Options.intervalWords, at: member)
    return nil
  }
}
