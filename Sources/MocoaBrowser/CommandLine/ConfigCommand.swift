internal import MocoaLanguage
internal import Glibc
internal import Mocoa
internal import MocoaData
internal import MocoaModel
internal import MocoaTerminal

/// The `mocoa config` command, which prints the path of the settings file, checks it, or writes
/// default settings.
struct ConfigCommand {
  let themes: ThemeCatalog

  /// The reasons why the command fails.
  enum Fault: Error, CustomStringConvertible {
    case noHome
    case missing(String)
    case present(String)
    case unwritable(String, Int32)

    var description: String {
      switch self {
      case .noHome: phrase("there is no folder for settings: HOME is not set")
      case .missing(let path):
        phrase("\(path): is not there, and need not be (mocoa config --init writes one)")
      case .present(let path): phrase("\(path): is there already, and stays as it is")
      case .unwritable(let path, let code):
        phrase("\(path): cannot be written: \(String(cString: strerror(code)))")
      }
    }
  }

  /// Runs the command that the options select.
  ///
  /// - Returns: The exit status.
  func run(_ options: Options) throws -> Int32 {
    if options.checks { return try check(options.operands.first) }
    var output = StandardOutput()
    if options.writesDefault {
      guard let path = Config.path else { throw Fault.noHome }
      try Self.write(to: path)
      try output.line(SanitizedText.line(phrase("\(path): written")))
      try output.flush()
      return ExitStatus.success
    }
    if options.printsPath {
      guard let path = Config.path else { throw Fault.noHome }
      try output.line(SanitizedText.line(path))
    } else {
      try output.line(Self.usual)
    }
    try output.flush()
    return ExitStatus.success
  }

  /// Checks one file, or the settings and themes of the user if `operand` is `nil`.
  ///
  /// - Returns: The exit status.
  private func check(_ operand: String?) throws -> Int32 {
    guard let path = operand ?? Config.path else { throw Fault.noHome }
    // A file that the user names must exist. The default settings file is optional.
    let isThere = SmallFile.exists(path)
    if !isThere, operand != nil { throw Fault.missing(path) }
    var results: [(path: String, complaints: [String])] = []
    if isThere { results.append((path, Config.settings(at: path, themes: themes).complaints)) }
    for path in operand == nil ? themes.paths : [] {
      results.append((path, Settings(path: path, empty: .standard, Theme.read).complaints))
    }
    var output = StandardOutput()
    for result in results where result.complaints.isEmpty {
      try output.line(SanitizedText.line(phrase("\(result.path): ok")))
    }
    if results.isEmpty { try output.line(SanitizedText.line("\(Fault.missing(path))")) }
    try output.flush()
    for complaint in results.flatMap(\.complaints) { StandardStreams.complain(complaint) }
    return results.allSatisfy(\.complaints.isEmpty) ? ExitStatus.success : ExitStatus.failure
  }

  /// Writes the default settings and creates the parent folders.
  ///
  /// An existing file stays unchanged.
  private static func write(to path: String) throws(Fault) {
    SmallFile.makeFolders(above: path)
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else {
      throw errno == EEXIST ? .present(path) : .unwritable(path, errno)
    }
    defer { close(descriptor) }
    do throws(OutputError) {
      try StandardStreams.write(Array("\(usual)\n".utf8), to: descriptor)
    } catch {
      // A partly written file would contain invalid settings.
      let code = errno
      unlink(path)
      throw .unwritable(path, code)
    }
  }

  /// The JSON text of the default settings, with every member.
  static var usual: String {
    let options = Options()
    let keys = Keys.rebindable.map { binding in
      FieldValue.Field(
        name: binding.action.name ?? "",
        value: .list(binding.keys.map { .text($0.name) }))
    }
    let fields = Config.Member.allCases.map { member in
      let value: FieldValue =
        switch member {
        case .language: .text(Config.automatic)
        case .theme: .text(ThemeCatalog.automatic)
        case .motion: .text(Motion.full.rawValue)
        case .mouse: .bool(options.hasMouse)
        case .interval: .int(options.interval.components.seconds)
        case .recents: .int(Int64(Places.recentLimit))
        case .limits: .object([.init(name: "memory", value: .text(Config.automatic))])
        case .confirm: .text(ConfirmationPolicy.dangerous.rawValue)
        case .keys: .object(keys)
        }
      return FieldValue.Field(name: member.rawValue, value: value)
    }
    return JSONText.indented(.object(fields))
  }
}
