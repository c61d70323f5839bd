internal import MocoaLocalization
internal import Glibc
internal import Mocoa
internal import MocoaQuery
internal import MocoaTerminal

extension Options {
  /// An error in a command line.
  enum OptionsError: Error, Equatable, CustomStringConvertible {
    case unknown(option: String)
    case missingValue(option: String)
    case unexpectedValue(option: String)
    case illegal(option: String, value: String, expected: String)
    case tooMany(operand: String)
    case noCommand
    case notTwo(Int)
    case resumesAlone(String)
    case checksElsewhere
    case picksElsewhere(String)
    case noPicking(option: String)
    case printsElsewhere
    case configWithoutQuestion
    case linesOfCells
    case noListShown(String)
    case outputElsewhere

    var description: String {
      switch self {
      case .unknown(let option): localized("unknown option \(option) (see mocoa --help)")
      case .missingValue(let option): localized("option \(option) needs a value (see mocoa --help)")
      case .unexpectedValue(let option):
        localized("option \(option) takes no value (see mocoa --help)")
      case .illegal(let option, let value, let expected):
        localized("option \(option): \"\(value)\" is not \(expected)")
      case .tooMany(let operand): localized("unexpected argument: \"\(operand)\" (one source only)")
      case .noCommand: localized("missing command (mocoa watch -n 1 -- COMMAND…)")
      case .checksElsewhere:
        localized("--check requires a command (mocoa modules --check, mocoa config --check)")
      case .picksElsewhere(let word):
        localized("--pick cannot be used with \(word)")
      case .noPicking(let option):
        localized("\(option) requires --pick (mocoa --pick \(option) …)")
      case .printsElsewhere:
        localized(
          "--path, --print-default and --init require config (mocoa config --path)")
      case .configWithoutQuestion:
        localized(
          "config takes one of --check, --path, --print-default, --init")
      case .linesOfCells:
        localized(
          "--lines conflicts with --delimiter, --header and --no-header")
      case .noListShown(let word):
        localized(
          "--filter, --sort, --group and --fields cannot be used with \(word)"
        )
      case .outputElsewhere:
        localized("--output requires diff (mocoa diff --output json OLD NEW)")
      case .notTwo(let count):
        localized("diff takes two files, got \(count) (mocoa diff OLD NEW)")
      case .resumesAlone(let word):
        localized("--resume allows no source or list option (remove \"\(word)\")")
      }
    }
  }

  /// The kind of the value of an option, which completion uses.
  enum Value: Equatable {
    /// Free text, or a value that completion cannot know.
    case text

    case file

    /// The URL of a page.
    case page

    /// The name of a theme.
    case theme

    /// One of the associated words.
    ///
    /// Other values may be valid too.
    case word([String])
  }

  /// An option.
  ///
  /// Parsing, the help text and the completions are all based on the table of entries.
  struct OptionDefinition {
    let name: String
    let letter: Character?
    let value: String?
    let takes: Value
    let help: String

    /// The commands that accept the option; empty if all of them do.
    let commands: [Command]
    let apply: @Sendable (inout Options, String) throws(OptionsError) -> Void

    init(
      _ name: String, _ letter: Character? = nil, value: String? = nil, takes: Value = .text,
      with commands: [Command] = [], help: String,
      _ apply: @escaping @Sendable (inout Options, String) throws(OptionsError) -> Void
    ) {
      (self.name, self.letter, self.value, self.takes) = (name, letter, value, takes)
      (self.commands, self.help, self.apply) = (commands, help, apply)
    }

    /// Creates an option with the name of a list option.
    ///
    /// Its value is added to the URL of the page.
    fileprivate init(excerpt option: ListOption, value: String, help: String) {
      self.init(option.rawValue, value: value, with: [.open, .watch], help: help) {
        $0.listOptions.append(.init(name: option.rawValue, value: $1))
      }
    }

    /// Returns `true` if a command accepts the option.
    func applies(to command: Command) -> Bool { commands.isEmpty || commands.contains(command) }
  }

  static let table: [OptionDefinition] = [
    OptionDefinition(
      "module", "m", value: "URL", takes: .page,
      help: "use the list module at URL"
    ) {
      $0.module = $1
    },
    OptionDefinition(
      "id", value: "FIELD", help: "field that identifies a record (# = position)"
    ) {
      $0.idField = $1
    },
    OptionDefinition("kind", value: "FIELD", help: "field that selects the cell module") {
      $0.kindField = $1
    },
    OptionDefinition(
      "delimiter", "D", value: "CHAR", takes: .word(["tab"]),
      help: "cell delimiter: one ASCII character or \"tab\""
    ) {
      (options, value) throws(OptionsError) in
      guard let delimiter = FieldDelimiter.parse(value) else {
        throw .illegal(
          option: "--delimiter", value: value, expected: localized("one ASCII character, or tab"))
      }
      options.delimiter = delimiter
    },
    OptionDefinition("header", help: "first row contains column names") {
      options, _ in
      options.hasHeader = true
    },
    OptionDefinition("no-header", help: "first row is data") { options, _ in
      options.hasHeader = false
    },
    OptionDefinition("lines", help: "read every line as one record") {
      options, _ in options.treatsInputAsLines = true
    },
    OptionDefinition(
      excerpt: .filter, value: "TEXT", help: "filter items (same as key f)"),
    OptionDefinition(
      excerpt: .sort, value: "FIELDS", help: "sort by FIELDS, \"-\" descends: -year title (key s)"),
    OptionDefinition(
      excerpt: .group, value: "FIELD", help: "group by FIELD (key b)"),
    OptionDefinition(excerpt: .fields, value: "FIELDS", help: "show FIELDS as columns (key c)"),
    OptionDefinition(
      "manifest", value: "FILE", takes: .file,
      help: "load a manifest (repeatable)"
    ) {
      $0.manifests.append($1)
    },
    OptionDefinition(
      "check", with: [.modules, .config],
      help: "with modules or config: validate files"
    ) {
      options, _ in options.checksFiles = true
    },
    OptionDefinition("path", with: [.config], help: "with config: print the settings path") {
      options, _ in
      options.showsConfigPath = true
    },
    OptionDefinition(
      "print-default", with: [.config],
      help: "with config: print the default settings"
    ) {
      options, _ in options.printsDefault = true
    },
    OptionDefinition(
      "init", with: [.config],
      help: "with config: create the settings file"
    ) {
      options, _ in options.initializesConfig = true
    },
    OptionDefinition(
      "output", value: "FORMAT", takes: .word(DiffOutput.allCases.map(\.rawValue)), with: [.diff],
      help: "with diff: print \"text\" or \"json\", no screen"
    ) {
      (options, value) throws(OptionsError) in
      guard let output = DiffOutput(rawValue: value) else {
        throw .illegal(option: "--output", value: value, expected: localized("text or json"))
      }
      options.output = output
    },
    OptionDefinition(
      "interval", "n", value: "SECONDS", help: "with watch: seconds between runs (default 2)"
    ) {
      (options, value) throws(OptionsError) in
      options.interval = try interval(value)
    },
    OptionDefinition(
      "motion", value: "MODE", takes: .word(Motion.allCases.map(\.rawValue)),
      help: "animation: full, reduced or off"
    ) {
      (options, value) throws(OptionsError) in
      guard let motion = Motion(rawValue: value) else {
        throw .illegal(
          option: "--motion", value: value, expected: localized("full, reduced or off"))
      }
      options.motion = motion
    },
    OptionDefinition(
      "theme", value: "NAME", takes: .theme,
      help: "theme name, or auto"
    ) {
      $0.theme = $1
    },
    OptionDefinition(
      "log", value: "FILE", takes: .file, help: "append events to FILE as JSON Lines"
    ) {
      $0.logPath = $1
    },
    OptionDefinition("debug", "d", help: "show placeholders for unregistered kinds") {
      options, _ in options.isDebugging = true
    },
    OptionDefinition(
      "pick", with: [.open, .watch],
      help: "pick an item with Enter, print it and exit"
    ) {
      options, _ in options.picks = true
    },
    OptionDefinition(
      "multi", with: [.open, .watch], help: "with --pick: allow several (Space or Tab marks)"
    ) {
      options, _ in options.allowsMultiplePicks = true
    },
    OptionDefinition(
      "format", value: "TEMPLATE", takes: .word(["json"]), with: [.open, .watch],
      help: "with --pick: \"json\" or a template with {field}"
    ) {
      (options, value) throws(OptionsError) in
      options.format = try PickFormat(parsing: value)
    },
    OptionDefinition(
      "print0", with: [.open, .watch],
      help: "with --pick: end items with NUL"
    ) {
      options, _ in options.endsWithNul = true
    },
    OptionDefinition(
      "query", value: "TEXT", with: [.open, .watch], help: "with --pick: start with this text"
    ) {
      $0.pickText = $1
    },
    OptionDefinition(
      "no-prompt", with: [.open, .watch], help: "with --pick: start in the list"
    ) { options, _ in
      options.hasPickPrompt = false
    },
    OptionDefinition(
      "no-rank", with: [.open, .watch], help: "with --pick: keep the order of the list"
    ) { options, _ in
      options.ranks = false
    },
    OptionDefinition(
      "select-1", with: [.open, .watch], help: "with --pick: pick the only match immediately"
    ) { options, _ in
      options.picksOnlyMatch = true
    },
    OptionDefinition(
      "exit-0", with: [.open, .watch], help: "with --pick: exit with 1 if nothing matches"
    ) { options, _ in
      options.endsIfEmpty = true
    },
    OptionDefinition(
      "height", value: "ROWS", with: [.open, .watch],
      help: "with --pick: use ROWS (or 40%) below the shell line"
    ) {
      (options, value) throws(OptionsError) in
      guard let height = InlineHeight(parsing: value) else {
        throw .illegal(
          option: "--height", value: value, expected: localized("a number of rows or a percentage"))
      }
      options.height = height
    },
    OptionDefinition(
      "plain", help: "line mode for screen readers and pipes"
    ) {
      options, _ in
      options.isPlain = true
    },
    OptionDefinition("mouse", help: "enable the mouse (default)") { options, _ in
      options.hasMouse = true
    },
    OptionDefinition("no-mouse", help: "disable the mouse") {
      options, _ in
      options.hasMouse = false
    },
    OptionDefinition(
      "resume", with: [.open], help: "restore the pages of the last session"
    ) { options, _ in
      options.resumes = true
    },
    OptionDefinition("help", "h", help: "print this help") { options, _ in options.showsHelp = true
    },
    OptionDefinition("version", "V", help: "print the version") { options, _ in
      options.showsVersion = true
    },
  ]

  /// The valid intervals between two runs of a watched command, in seconds.
  static let intervals = 0.1...31_536_000

  /// The text that describes a valid interval in error messages.
  static var intervalWords: String { localized("a number of seconds, 0.1 or more") }

  private static func interval(_ text: String) throws(OptionsError) -> Duration {
    guard let seconds = Double(text), intervals.contains(seconds) else {
      throw .illegal(option: "--interval", value: text, expected: intervalWords)
    }
    return .seconds(seconds)
  }
}
