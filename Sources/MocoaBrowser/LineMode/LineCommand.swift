internal import MocoaTerminal

/// A command of line mode, which is the first word of a typed line.
///
/// Most commands are actions of the browser. A few exist only in line mode. Parsing and help are
/// both based on ``all``.
@MainActor
struct LineCommand {
  let word: String

  /// The operand that may follow the word, as the help prints it.
  var operand = ""

  /// A short description of the command.
  let help: String

  /// A closure that performs the command.
  ///
  /// It receives the text after the word.
  let perform: @MainActor (LineMode, String) -> Void

  /// Creates a command for an action of the browser, with an operand.
  private init(
    _ action: Action, _ operand: String, _ help: String,
    perform: @escaping @MainActor (LineMode, String) -> Void
  ) {
    self.init(word: action.name ?? "", operand: operand, help: help, perform: perform)
  }

  private init(
    _ action: Action, _ help: String, perform: @escaping @MainActor (LineMode, String) -> Void
  ) {
    self.init(action, "", help, perform: perform)
  }

  private init(
    word: String, operand: String = "", help: String,
    perform: @escaping @MainActor (LineMode, String) -> Void
  ) {
    (self.word, self.operand, self.help, self.perform) = (word, operand, help, perform)
  }

  /// All commands, in the order of the help.
  static let all = reading + going + querying + choosing + other

  /// Returns the command with exactly this word, or else all commands whose words have it as a
  /// prefix.
  static func find(_ word: String) -> [LineCommand] {
    let exact = all.filter { $0.word == word }
    return exact.isEmpty ? all.filter { $0.word.hasPrefix(word) } : exact
  }

  private static let reading = [
    LineCommand(
      word: "rows", operand: "[N|N-M]",
      help: "print rows; N = rows per page; N-M = range"
    ) { $0.writeRows(asked: $1) },
    LineCommand(.preview, "[N]", "print all fields of a row") {
      $0.onRow($1) { $0.sayWhole() }
    },
    LineCommand(.move(.down), "next row") { mode, _ in mode.sayRowBeside(1) },
    LineCommand(.move(.up), "previous row") { mode, _ in mode.sayRowBeside(-1) },
    LineCommand(.move(.pageDown), "next rows (same as Enter)") { mode, _ in
      mode.sayNextRows()
    },
    LineCommand(.move(.pageUp), "previous rows") { mode, _ in mode.sayRowsBefore() },
    LineCommand(.move(.first), "first rows") { mode, _ in
      mode.browser.recordingJump { mode.writeRows(from: 1) }
    },
    LineCommand(.move(.last), "last rows") { mode, _ in
      mode.browser.recordingJump { mode.sayLastRows() }
    },
  ]

  private static let going = [
    LineCommand(
      .open, "[N] [KEY]", "open row N; with KEY: run the page's key action"
    ) { $0.open($1) },
    LineCommand(word: "go", operand: "URL", help: "go to a URL or a file") { $0.go($1, .here) },
    LineCommand(.peek, "[N|URL]", "peek at row or URL") {
      $0.go($1, .over)
    },
    LineCommand(.openTab, "[N|URL]", "open row or URL in new tab") { $0.go($1, .tab) },
    LineCommand(word: "tabs", help: "list tabs") { mode, _ in mode.sayTabs() },
  ]

  private static let querying = [
    LineCommand(.filter, "[TEXT]", "filter rows; no TEXT clears the filter") {
      $0.filter($1)
    },
    LineCommand(.sort, "[FIELD…]", "sort by FIELDS (year desc title); no FIELD unsorts") {
      $0.sort($1)
    },
    LineCommand(.reverse, "reverse sort order") { mode, _ in
      mode.perform(.reverse, after: .query)
    },
    LineCommand(.group, "[FIELD]", "group by FIELD; no FIELD removes groups") {
      $0.group($1)
    },
    LineCommand(.columns, "[FIELD…]", "print only FIELDS; no FIELD resets") {
      $0.columns($1)
    },
    LineCommand(.fold, "[N]", "fold or unfold a row's section") {
      $0.onRow($1) { $0.perform(.fold, after: .query) }
    },
    LineCommand(.foldAll, "fold or unfold all (value counts)") {
      mode, _ in mode.perform(.foldAll, after: .query)
    },
    LineCommand(.search, "TEXT", "search TEXT") { $0.search($1) },
    LineCommand(word: "next", help: "next match") { mode, _ in
      mode.searchAgain(.searchNext)
    },
    LineCommand(word: "previous", help: "previous match") { mode, _ in
      mode.searchAgain(.searchPrevious)
    },
    LineCommand(.jumpBack, "jump back") {
      mode, _ in mode.jump(.jumpBack)
    },
    LineCommand(.jumpForward, "jump forward") { mode, _ in
      mode.jump(.jumpForward)
    },
  ]

  private static let choosing = [
    LineCommand(
      .mark, "[N…|N-M|all|none|invert]", "toggle marks"
    ) { $0.mark($1) },
    LineCommand(word: "pick", operand: "[N…]", help: "with --pick: print picked rows and exit") {
      $0.pick($1)
    },
    LineCommand(.runCommand, "COMMAND", "run COMMAND; {} = target rows") {
      $0.enter($1, at: .runCommand)
    },
    LineCommand(.pipeToCommand, "COMMAND", "pipe items as JSON to command") {
      $0.enter($1, at: .pipeToCommand)
    },
    LineCommand(.write, "FILE", "export items to file") {
      $0.enter($1, at: .write)
    },
    LineCommand(.editSource, "[N]", "open row in editor") {
      $0.onRow($1) { $0.perform(.editSource) }
    },
    LineCommand(.inspect, "[N]", "inspect row") {
      $0.onRow($1) { $0.perform(.inspect) }
    },
    LineCommand(.copy, "[N]", "copy row to clipboard") {
      $0.onRow($1) { $0.perform(.copy) }
    },
  ]

  private static let other =
    [
      LineCommand(.latest, "[on|off]", "latest version; on = announce changes immediately") {
        $0.live($1)
      },
      LineCommand(.older, "older version") { mode, _ in
        mode.goInTime(.older)
      },
      LineCommand(.newer, "newer version") { mode, _ in mode.goInTime(.newer) },
      LineCommand(.follow, "announce appended rows on or off") {
        mode, _ in
        mode.follow()
      },
      LineCommand(.debug, "toggle debug mode") { mode, _ in
        mode.perform(.debug, after: .rows(from: mode.currentRow))
      },
      LineCommand(.escape, "close overlay or clear filter") { mode, _ in
        mode.perform(.escape)
      },
      LineCommand(.help, "[WORD]", "list commands, or explain WORD") { $0.sayHelp($1) },
    ] + simple

  /// The commands that only perform an action of the browser.
  private static let simple: [LineCommand] = {
    let actions: [Action] = [
      .back, .forward, .goToParent, .closePage, .quit, .nextTab, .previousTab, .closeTab, .nextPart,
      .fieldStatistics, .showLog, .copyURL, .bookmark, .cancel, .reload, .pause, .copyCode,
      .writeManifest, .suspend,
    ]
    let bindings = KeyBindings.standard.global.bindings + KeyBindings.standard.inspecting.bindings
    return actions.map { action in
      let help = bindings.first { $0.action == action }?.help ?? ""
      return LineCommand(action, help) { mode, _ in mode.perform(action) }
    } + [LineCommand(.home, "go to the home page") { mode, _ in mode.perform(.home) }]
  }()
}
