internal import MocoaLocalization
internal import Glibc
internal import Mocoa
internal import MocoaModel
internal import MocoaSystem
internal import MocoaTerminal

/// The `mocoa config` command, which prints the path of the settings file, checks it, or writes
/// default settings.
struct ConfigCommand {
  let themes: ThemeCatalog

  /// An error of the command.
  enum ConfigError: Error, CustomStringConvertible {
    case noHome
    case missing(String)
    case notFound(String)
    case present(String)
    case unwritable(String, Int32)

    var description: String {
      switch self {
      case .noHome: localized("no settings folder: HOME is not set")
      case .missing(let path):
        localized("\(path): no settings file (mocoa config --init creates one)")
      case .notFound(let path): localized("\(path): not found")
      case .present(let path): localized("\(path): already exists (unchanged)")
      case .unwritable(let path, let code):
        localized("\(path): cannot be written: \(String(cString: strerror(code)))")
      }
    }
  }

  /// Runs the command that the options select.
  ///
  /// - Returns: The exit status.
  func run(_ options: Options) throws -> Int32 {
    if options.checksFiles { return try check(options.operands.first) }
    var output = StandardOutput()
    if options.initializesConfig {
      guard let path = Config.path else { throw ConfigError.noHome }
      try Self.write(to: path)
      try output.line(SanitizedText.line(localized("\(path): written")))
      try output.flush()
      return ExitStatus.success
    }
    if options.showsConfigPath {
      guard let path = Config.path else { throw ConfigError.noHome }
      try output.line(SanitizedText.line(path))
    } else {
      try output.line(Self.defaultJSON)
    }
    try output.flush()
    return ExitStatus.success
  }

  /// Checks a settings file.
  ///
  /// - Parameter operand: The path of the file, or `nil` for the settings and themes of the user.
  /// - Returns: The exit status.
  private func check(_ operand: String?) throws -> Int32 {
    guard let path = operand ?? Config.path else { throw ConfigError.noHome }
    // A file that the user names must exist. The default settings file is optional.
    let isThere = SmallFile.exists(path)
    if !isThere, operand != nil { throw ConfigError.notFound(path) }
    var results: [(path: String, complaints: [String])] = []
    if isThere { results.append((path, Config.settings(at: path, themes: themes).diagnostics)) }
    for path in operand == nil ? themes.paths : [] {
      results.append((path, Settings(path: path, empty: .standard, Theme.read).diagnostics))
    }
    var output = StandardOutput()
    for result in results where result.complaints.isEmpty {
      try output.line(SanitizedText.line(localized("\(result.path): ok")))
    }
    if results.isEmpty { try output.line(SanitizedText.line("\(ConfigError.missing(path))")) }
    try output.flush()
    for complaint in results.flatMap(\.complaints) { StandardStreams.printError(complaint) }
    return results.allSatisfy(\.complaints.isEmpty) ? ExitStatus.success : ExitStatus.failure
  }

  /// Writes the default settings and creates the parent folders.
  ///
  /// An existing file stays unchanged.
  private static func write(to path: String) throws(ConfigError) {
    SmallFile.makeFolders(above: path)
    guard let code = NewFile.write(Array("\(defaultJSON)\n".utf8), to: path, mode: 0o666) else {
      return
    }
    throw code == EEXIST ? .present(path) : .unwritable(path, code)
  }

  /// The JSON text of the default settings, which contains all members.
  static var defaultJSON: String {
    let options = Options()
    let keys = KeyBindings.rebindable.map { binding in
      FieldValue.Field(
        name: binding.action.name ?? "",
        value: .array(binding.keys.map { .string($0.name) }))
    }
    let fields = Config.Member.allCases.map { member in
      let value: FieldValue =
        switch member {
        case .language: .string(Config.automatic)
        case .theme: .string(ThemeCatalog.automatic)
        case .look:
          .object(
            Config.lookMembers.map { FieldValue.Field(name: $0, value: .string($1[0])) })
        case .motion: .string(Motion.full.rawValue)
        case .mouse: .bool(options.hasMouse)
        case .interval: .int(options.interval.components.seconds)
        case .recents: .int(Int64(LocationStore.recentLimit))
        case .limits: .object([.init(name: "memory", value: .string(Config.automatic))])
        case .confirm: .string(ConfirmationPolicy.dangerous.rawValue)
        case .keys: .object(keys)
        }
      return FieldValue.Field(name: member.rawValue, value: value)
    }
    return JSONText.indented(.object(fields))
  }
}
