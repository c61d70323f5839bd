internal import MocoaLanguage
internal import Glibc
internal import Mocoa
internal import MocoaData
internal import MocoaTerminal

extension Options {
  /// The reasons why a command line is invalid.
  enum Fault: Error, Equatable, CustomStringConvertible {
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
      case .unknown(let option): phrase("unknown option \(option) (see mocoa --help)")
      case .missingValue(let option): phrase("option \(option) needs a value (see mocoa --help)")
      case .unexpectedValue(let option):
        phrase("option \(option) takes no value (see mocoa --help)")
      case .illegal(let option, let value, let expected):
        phrase("option \(option): \"\(value)\" is not \(expected)")
      case .tooMany(let operand): phrase("one source at a time: \"\(operand)\" is one too many")
      case .noCommand: phrase("watch what? (write: mocoa watch -n 1 -- COMMAND…)")
      case .checksElsewhere:
        phrase("option --check goes with modules or config (write: mocoa modules --check FILE…)")
      case .picksElsewhere(let word):
        phrase("option --pick opens a list on the terminal, and does not go with \(word)")
      case .noPicking(let option):
        phrase("option \(option) says how items are picked (write: mocoa --pick \(option) …)")
      case .printsElsewhere:
        phrase(
          "options --path, --print-default and --init go with config (write: mocoa config --path)")
      case .configWithoutQuestion:
        phrase(
          "config does one thing at a time: --check [FILE], --path, --print-default, or --init")
      case .linesOfCells:
        phrase(
          "option --lines reads no cells: it does not go with --delimiter, --header or --no-header")
      case .noListShown(let word):
        phrase(
          "options --filter, --sort, --group and --fields are for a list that is shown, and do not go with \(word)"
        )
      case .notTwo(let count):
        phrase("diff compares two lists, not \(count) (write: mocoa diff OLD NEW)")
      case .resumesAlone(let word):
        phrase("option --resume opens what was open last: leave out \"\(word)\"")
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
  struct Entry {
    let name: String
    let letter: Character?
    let value: String?
    let takes: Value
    let help: String

    /// The commands that accept the option; empty if all of them do.
    let commands: [Command]
    let apply: @Sendable (inout Options, String) throws(Fault) -> Void

    init(
      _ name: String, _ letter: Character? = nil, value: String? = nil, takes: Value = .text,
      with commands: [Command] = [], help: String,
      _ apply: @escaping @Sendable (inout Options, String) throws(Fault) -> Void
    ) {
      (self.name, self.letter, self.value, self.takes) = (name, letter, value, takes)
      (self.commands, self.help, self.apply) = (commands, help, apply)
    }

    /// Creates an option with the name of a list option.
    ///
    /// Its value is added to the URL of the page.
    fileprivate init(excerpt option: ExcerptOption, value: String, help: String) {
      self.init(option.rawValue, value: value, with: [.open, .watch], help: help) {
        $0.excerpt.append(.init(name: option.rawValue, value: $1))
      }
    }

    /// Returns `true` if a command accepts the option.
    func goes(with command: Command) -> Bool { commands.isEmpty || commands.contains(command) }
  }

  static let table: [Entry] = [
    Entry(
      "module", "m", value: "URL", takes: .page,
      help: "draw the source with the list module at URL"
    ) {
      $0.module = $1
    },
    Entry("id", value: "FIELD", help: "the field that identifies a record; # for its position") {
      $0.idField = $1
    },
    Entry("kind", value: "FIELD", help: "the field that names a record's cell module") {
      $0.kindField = $1
    },
    Entry(
      "delimiter", "D", value: "CHAR", takes: .word(["tab"]),
      help: "read rows of cells with CHAR between, or tab"
    ) {
      (options, value) throws(Fault) in
      guard let delimiter = RecordOptions.delimiter(value) else {
        throw .illegal(
          option: "--delimiter", value: value, expected: phrase("one ASCII character, or tab"))
      }
      options.delimiter = delimiter
    },
    Entry("header", help: "the first row of cells has the names of the columns") { options, _ in
      options.hasHeader = true
    },
    Entry("no-header", help: "the first row of cells is a record") { options, _ in
      options.hasHeader = false
    },
    Entry("lines", help: "read lines of text, each a record, whatever stands in them") {
      options, _ in options.areLines = true
    },
    Entry(
      excerpt: .filter, value: "TEXT", help: "show only the items that have TEXT, as f does"),
    Entry(excerpt: .sort, value: "FIELDS", help: "sort by FIELDS, as s does: -year title"),
    Entry(
      excerpt: .group, value: "FIELD", help: "put items with the same FIELD together, as b does"),
    Entry(excerpt: .fields, value: "FIELDS", help: "show FIELDS, in columns, as c does"),
    Entry(
      "manifest", value: "FILE", takes: .file,
      help: "know the modules that FILE describes; may be repeated"
    ) {
      $0.manifests.append($1)
    },
    Entry(
      "check", with: [.modules, .config],
      help: "modules, config: check files instead, and say all that is wrong"
    ) {
      options, _ in options.checks = true
    },
    Entry("path", with: [.config], help: "config: print where the settings are") { options, _ in
      options.printsPath = true
    },
    Entry(
      "print-default", with: [.config],
      help: "config: print settings that change nothing, to begin with"
    ) {
      options, _ in options.printsDefault = true
    },
    Entry(
      "init", with: [.config],
      help: "config: write these where the settings are, unless there are some"
    ) {
      options, _ in options.writesDefault = true
    },
    Entry("interval", "n", value: "SECS", help: "watch: so long from run to run (2)") {
      (options, value) throws(Fault) in
      options.interval = try interval(value)
    },
    Entry(
      "motion", value: "HOW", takes: .word(Motion.allCases.map(\.rawValue)),
      help: "what moves when a list changes: full, reduced, off"
    ) {
      (options, value) throws(Fault) in
      guard let motion = Motion(rawValue: value) else {
        throw .illegal(option: "--motion", value: value, expected: phrase("full, reduced or off"))
      }
      options.motion = motion
    },
    Entry(
      "theme", value: "NAME", takes: .theme,
      help: "how things look: auto, or a theme (mocoa config --check)"
    ) {
      $0.theme = $1
    },
    Entry(
      "log", value: "FILE", takes: .file, help: "append what happens to FILE, a JSON object a line"
    ) {
      $0.logPath = $1
    },
    Entry("debug", "d", help: "show placeholders for what no module can show") {
      options, _ in options.isDebugging = true
    },
    Entry(
      "pick", with: [.open, .watch],
      help: "print the item that Enter picks, and end (1: there is none, 130: q)"
    ) {
      options, _ in options.picks = true
    },
    Entry(
      "multi", with: [.open, .watch], help: "with --pick: pick all that is marked, by Space or Tab"
    ) {
      options, _ in options.picksSeveral = true
    },
    Entry(
      "format", value: "FORM", takes: .word(["json"]), with: [.open, .watch],
      help: "with --pick: json, or text with {field}, {a.b}, {}"
    ) {
      (options, value) throws(Fault) in
      options.format = try PickFormat.read(value)
    },
    Entry(
      "print0", with: [.open, .watch],
      help: "with --pick: end each item with a NUL, not a line end"
    ) {
      options, _ in options.endsWithNul = true
    },
    Entry("plain", help: "rows and commands in lines; where no terminal is: the items, and end") {
      options, _ in
      options.isPlain = true
    },
    Entry("mouse", help: "take the mouse, as usual (M gives it back)") { options, _ in
      options.hasMouse = true
    },
    Entry("no-mouse", help: "leave the mouse to the terminal (M takes it)") { options, _ in
      options.hasMouse = false
    },
    Entry(
      "resume", with: [.open], help: "open the pages that were open when mocoa ended last"
    ) { options, _ in
      options.resumes = true
    },
    Entry("help", "h", help: "print this help") { options, _ in options.showsHelp = true },
    Entry("version", "V", help: "print the version") { options, _ in
      options.showsVersion = true
    },
  ]

  /// The valid intervals between two runs, in seconds, from a tenth to a year.
  static let intervals = 0.1...31_536_000

  /// The description of a valid interval in error messages.
  static var intervalWords: String { phrase("a number of seconds, 0.1 or more") }

  private static func interval(_ text: String) throws(Fault) -> Duration {
    guard let seconds = Double(text), intervals.contains(seconds) else {
      throw .illegal(option: "--interval", value: text, expected: intervalWords)
    }
    return .seconds(seconds)
  }
}
