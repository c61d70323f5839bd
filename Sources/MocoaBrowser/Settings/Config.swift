internal import MocoaLocalization
internal import Mocoa
internal import MocoaModel
internal import MocoaSystem
internal import MocoaTerminal

/// The settings of the user.
///
/// Options on the command line take precedence.
struct Config {
  /// The language of messages, or `nil` for the language of the locale.
  var language: Language?

  /// The name of the theme, or `nil` if the file does not set it.
  var theme: String?

  /// The amount of motion when a list changes, or `nil` if the file does not set it.
  var motion: Motion?

  /// A Boolean value that indicates whether the program receives mouse events, or `nil` if the file
  /// does not set it.
  var hasMouse: Bool?

  /// A Boolean value that indicates whether tables may have bars.
  var showsBars = true

  /// A Boolean value that indicates whether changed items stay marked until later changes.
  var marksChanges = true

  /// The time between two runs of a watched command, or `nil` if the file does not set it.
  var interval: Duration?

  /// The maximum number of recent locations, or `nil` if the file does not set it.
  var recents: Int?

  /// The maximum memory for the records of a list, in bytes.
  ///
  /// `nil` for a quarter of the memory that is available to the process.
  var memoryLimit: Int?

  /// The policy for confirming commands, or `nil` if the file does not set it.
  var confirm: ConfirmationPolicy?

  /// The key bindings.
  var keys = KeyBindings.standard

  /// The path of the settings file of the user, or `nil` if the user has no home folder.
  ///
  /// It is `$XDG_CONFIG_HOME/mocoa/config.json`, or the default of the XDG specification if the
  /// variable is not set.
  static var path: String? { XDGDirectory.config.path(of: "mocoa").map { "\($0)/config.json" } }

  /// Reads the settings from a file.
  ///
  /// A missing file sets no values.
  ///
  /// - Parameters:
  ///   - path: The path of the file. The default is the file of the user.
  ///   - themes: The themes that the file may name.
  static func settings(at path: String? = path, themes: ThemeCatalog) -> Settings<Config> {
    guard let path, SmallFile.exists(path) else { return Settings(Config()) }
    return Settings(path: path, empty: Config()) { read($0, &$1, themes: themes) }
  }

  /// The members of the settings file, in the order in which `--print-default` prints them.
  enum Member: String, CaseIterable {
    case language, theme, look, motion, mouse, interval, recents, limits, confirm, keys
  }

  /// The value that selects the language of the locale.
  static let automatic = "auto"

  /// Creates settings from the value of a settings file.
  ///
  /// An invalid member is recorded as an error, and its default is used.
  static func read(
    _ value: FieldValue, _ reader: inout SettingsReader, themes: ThemeCatalog
  ) -> Config {
    var config = Config()
    let known = Member.allCases.map(\.rawValue)
    for member in reader.members(of: value, as: localized("field"), known: known) {
      switch Member(rawValue: member.name) {
      case .language:
        config.language = reader.choice(
          member, among: [automatic] + Language.allCases.map(\.rawValue)
        )
        .flatMap(Language.init)
      case .theme: config.theme = theme(member, &reader, themes)
      case .look: config.readLook(member, &reader)
      case .motion:
        config.motion = reader.choice(member, among: Motion.allCases.map(\.rawValue))
          .flatMap(Motion.init)
      case .mouse: config.hasMouse = reader.bool(member)
      case .interval: config.interval = interval(member, &reader)
      case .recents: config.recents = recents(member, &reader)
      case .limits: config.memoryLimit = memoryLimit(member, &reader)
      case .confirm:
        config.confirm = reader.choice(member, among: ConfirmationPolicy.allCases.map(\.rawValue))
          .flatMap(ConfirmationPolicy.init)
      case .keys: config.keys = KeyBindings.read(member, &reader)
      case nil: break
      }
    }
    return config
  }

  /// The members of `look`, with their values; the first value is the default.
  static let lookMembers = [("bars", ["auto", "off"]), ("marks", ["steps", "off"])]

  /// Reads the settings of the appearance of lists.
  private mutating func readLook(_ member: SettingsReader.Member, _ reader: inout SettingsReader) {
    let members = reader.members(
      of: member.value, at: member.path, as: localized("field"), known: Self.lookMembers.map(\.0))
    for member in members {
      guard let values = Self.lookMembers.first(where: { $0.0 == member.name })?.1,
        let value = reader.choice(member, among: values)
      else { continue }
      if member.name == "bars" { showsBars = value != "off" } else { marksChanges = value != "off" }
    }
  }

  private static func theme(
    _ member: SettingsReader.Member, _ reader: inout SettingsReader, _ themes: ThemeCatalog
  ) -> String? {
    guard case .string(let name) = member.value else {
      reader.expect(localized("the name of a theme"), at: member)
      return nil
    }
    if themes.has(name) { return name }
    reader.report(member.path, themes.errorMessage(about: name))
    return nil
  }

  private static func recents(
    _ member: SettingsReader.Member, _ reader: inout SettingsReader
  ) -> Int? {
    if case .int(let number) = member.value, (0...Int64(LocationStore.recentLimit)).contains(number)
    {
      return Int(number)
    }
    reader.expect(localized("a whole number, 0 to \(LocationStore.recentLimit)"), at: member)
    return nil
  }

  private static func memoryLimit(
    _ member: SettingsReader.Member, _ reader: inout SettingsReader
  ) -> Int? {
    var limit: Int?
    for member in reader.members(
      of: member.value, at: member.path, as: localized("field"), known: ["memory"])
    {
      switch member.value {
      case .string(automatic): break
      case .string(let text): limit = ByteSize.bytes(text)
      case .int(let number): limit = ByteSize.bytes(String(number))
      default: break
      }
      if limit == nil, member.value != .string(automatic) {
        reader.expect(localized("a number of bytes, 1M or more, as \"512M\""), at: member)
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
