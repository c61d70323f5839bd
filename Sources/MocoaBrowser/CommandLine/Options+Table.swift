internal import MocoaLocalization
internal import Glibc
internal import Mocoa
internal import MocoaData
internal import MocoaTerminal

extension Options {
  /// The reasons why a command line is invalid.
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

    var description: String {
      switch self {
      case .unknown(let option): localized("unknown option \(option) (see mocoa --help)")
      case .missingValue(let option): localized("option \(option) needs a value (see mocoa --help)")
      case .unexpectedValue(let option):
        localized("option \(option) takes no value (see mocoa --help)")
      case .illegal(let option, let value, let expected):
        localized("option \(option): \"\(value)\" is not \(expected)")
      case .tooMany(let operand): localized("one source at a time: \"\(operand)\" is one too many")
      case .noCommand: localized("watch what? (write: mocoa watch -n 1 -- COMMAND…)")
      case .checksElsewhere:
        localized("option --check goes with modules or config (write: mocoa modules --check FILE…)")
      case .picksElsewhere(let word):
        localized("option --pick opens a list on the terminal, and does not go with \(word)")
      case .noPicking(let option):
        localized("option \(option) says how items are picked (write: mocoa --pick \(option) …)")
      case .printsElsewhere:
        localized(
          "options --path, --print-default and --init go with config (write: mocoa config --path)")
      case .configWithoutQuestion:
        localized(
          "config does one thing at a time: --check [FILE], --path, --print-default, or --init")
      case .linesOfCells:
        localized(
          "option --lines reads no cells: it does not go with --delimiter, --header or --no-header")
      case .noListShown(let word):
        localized(
          "options --filter, --sort, --group and --fields are for a list that is shown, and do not go with \(word)"
        )
      case .notTwo(let count):
        localized("diff compares two lists, not \(count) (write: mocoa diff OLD NEW)")
      case .resumesAlone(let word):
        localized("option --resume opens what was open last: leave out \"\(word)\"")
      }
    }
  }

  /// The kinds of option values, for completion.
  enum Value: Equatable {
    /// Free text, or a value that depends on the data.
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
        $0.excerpt.append(.init(name: option.rawValue, value: $1))
      }
    }

    /// Returns `true` if a command accepts the option.
    func goes(with command: Command) -> Bool { commands.isEmpty || commands.contains(command) }
  }

  static let table: [OptionDefinition] = [
    OptionDefinition(
      "module", "m", value: "URL", takes: .page,
      help: "draw the source with the list module at URL"
    ) {
      $0.module = $1
    },
    OptionDefinition(
      "id", value: "FIELD", help: "the field that identifies a record; # for its position"
    ) {
      $0.idField = $1
    },
    OptionDefinition("kind", value: "FIELD", help: "the field that names a record's cell module") {
      $0.kindField = $1
    },
    OptionDefinition(
      "delimiter", "D", value: "CHAR", takes: .word(["tab"]),
      help: "read rows of cells with CHAR between, or tab"
    ) {
      (options, value) throws(OptionsError) in
      guard let delimiter = RecordOptions.delimiter(value) else {
        throw .illegal(
          option: "--delimiter", value: value, expected: localized("one ASCII character, or tab"))
      }
      options.delimiter = delimiter
    },
    OptionDefinition("header", help: "the first row of cells has the names of the columns") {
      options, _ in
      options.hasHeader = true
    },
    OptionDefinition("no-header", help: "the first row of cells is a record") { options, _ in
      options.hasHeader = false
    },
    OptionDefinition("lines", help: "read lines of text, each a record, whatever stands in them") {
      options, _ in options.areLines = true
    },
    OptionDefinition(
      excerpt: .filter, value: "TEXT", help: "show only the items that have TEXT, as f does"),
    OptionDefinition(
      excerpt: .sort, value: "FIELDS", help: "sort by FIELDS, as s does: -year title"),
    OptionDefinition(
      excerpt: .group, value: "FIELD", help: "put items with the same FIELD together, as b does"),
    OptionDefinition(excerpt: .fields, value: "FIELDS", help: "show FIELDS, in columns, as c does"),
    OptionDefinition(
      "manifest", value: "FILE", takes: .file,
      help: "know the modules that FILE describes; may be repeated"
    ) {
      $0.manifests.append($1)
    },
    OptionDefinition(
      "check", with: [.modules, .config],
      help: "modules, config: check files instead, and say all that is wrong"
    ) {
      options, _ in options.checksFiles = true
    },
    OptionDefinition("path", with: [.config], help: "config: print where the settings are") {
      options, _ in
      options.showsConfigPath = true
    },
    OptionDefinition(
      "print-default", with: [.config],
      help: "config: print settings that change nothing, to begin with"
    ) {
      options, _ in options.printsDefault = true
    },
    OptionDefinition(
      "init", with: [.config],
      help: "config: write these where the settings are, unless there are some"
    ) {
      options, _ in options.initializesConfig = true
    },
    OptionDefinition("interval", "n", value: "SECS", help: "watch: so long from run to run (2)") {
      (options, value) throws(OptionsError) in
      options.interval = try interval(value)
    },
    OptionDefinition(
      "motion", value: "HOW", takes: .word(Motion.allCases.map(\.rawValue)),
      help: "what moves when a list changes: full, reduced, off"
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
      help: "how things look: auto, or a theme (mocoa config --check)"
    ) {
      $0.theme = $1
    },
    OptionDefinition(
      "log", value: "FILE", takes: .file, help: "append what happens to FILE, a JSON object a line"
    ) {
      $0.logPath = $1
    },
    OptionDefinition("debug", "d", help: "show placeholders for what no module can show") {
      options, _ in options.isDebugging = true
    },
    OptionDefinition(
      "pick", with: [.open, .watch],
      help: "print the item that Enter picks, and end (1: there is none, 130: q)"
    ) {
      options, _ in options.picks = true
    },
    OptionDefinition(
      "multi", with: [.open, .watch], help: "with --pick: pick all that is marked, by Space or Tab"
    ) {
      options, _ in options.allowsMultiplePicks = true
    },
    OptionDefinition(
      "format", value: "FORM", takes: .word(["json"]), with: [.open, .watch],
      help: "with --pick: json, or text with {field}, {a.b}, {}"
    ) {
      (options, value) throws(OptionsError) in
      options.format = try PickFormat(parsing: value)
    },
    OptionDefinition(
      "print0", with: [.open, .watch],
      help: "with --pick: end each item with a NUL, not a line end"
    ) {
      options, _ in options.endsWithNul = true
    },
    OptionDefinition(
      "plain", help: "rows and commands in lines; where no terminal is: the items, and end"
    ) {
      options, _ in
      options.isPlain = true
    },
    OptionDefinition("mouse", help: "take the mouse, as usual (M gives it back)") { options, _ in
      options.hasMouse = true
    },
    OptionDefinition("no-mouse", help: "leave the mouse to the terminal (M takes it)") {
      options, _ in
      options.hasMouse = false
    },
    OptionDefinition(
      "resume", with: [.open], help: "open the pages that were open when mocoa ended last"
    ) { options, _ in
      options.resumes = true
    },
    OptionDefinition("help", "h", help: "print this help") { options, _ in options.showsHelp = true
    },
    OptionDefinition("version", "V", help: "print the version") { options, _ in
      options.showsVersion = true
    },
  ]

  /// The valid intervals between two runs, in seconds, from a tenth to a year.
  static let intervals = 0.1...31_536_000

  /// The description of a valid interval in error messages.
  static var intervalWords: String { localized("a number of seconds, 0.1 or more") }

  private static func interval(_ text: String) throws(OptionsError) -> Duration {
    guard let seconds = Double(text), intervals.contains(seconds) else {
      throw .illegal(option: "--interval", value: text, expected: intervalWords)
    }
    return .seconds(seconds)
  }
}
