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
      help: "say the rows again; say N at once from now on; N to M"
    ) { $0.writeRows(asked: $1) },
    LineCommand(.preview, "[N]", "say all of a row, field by field") {
      $0.onRow($1) { $0.sayWhole() }
    },
    LineCommand(.move(.down), "say the row below") { mode, _ in mode.sayRowBeside(1) },
    LineCommand(.move(.up), "say the row above") { mode, _ in mode.sayRowBeside(-1) },
    LineCommand(.move(.pageDown), "say the next rows, as Enter alone does") { mode, _ in
      mode.sayNextRows()
    },
    LineCommand(.move(.pageUp), "say the rows before") { mode, _ in mode.sayRowsBefore() },
    LineCommand(.move(.first), "say the first rows") { mode, _ in
      mode.browser.recordingJump { mode.writeRows(from: 1) }
    },
    LineCommand(.move(.last), "say the last rows") { mode, _ in
      mode.browser.recordingJump { mode.sayLastRows() }
    },
  ]

  private static let going = [
    LineCommand(
      .open, "[N] [KEY]", "open a row, as N alone does; with KEY: what the page has a letter for"
    ) { $0.open($1) },
    LineCommand(word: "go", operand: "URL", help: "go to a URL or a file") { $0.go($1, .here) },
    LineCommand(.peek, "[N|URL]", "open a row or a URL over this page, to look at it") {
      $0.go($1, .over)
    },
    LineCommand(.openTab, "[N|URL]", "open a row or a URL in a tab of its own") { $0.go($1, .tab) },
    LineCommand(word: "tabs", help: "say which tabs there are") { mode, _ in mode.sayTabs() },
  ]

  private static let querying = [
    LineCommand(.filter, "[TEXT]", "show only the rows that have TEXT; alone: all again") {
      $0.filter($1)
    },
    LineCommand(.sort, "[FIELD…]", "sort by fields: year, or year desc title; alone: not at all") {
      $0.sort($1)
    },
    LineCommand(.reverse, "sort the other way round") { mode, _ in
      mode.perform(.reverse, after: .query)
    },
    LineCommand(.group, "[FIELD]", "group by a field, a section for each value; alone: not at all")
    {
      $0.group($1)
    },
    LineCommand(.columns, "[FIELD…]", "say only these fields of each row; alone: as before") {
      $0.columns($1)
    },
    LineCommand(.fold, "[N]", "fold the section of a row into one row; unfold it") {
      $0.onRow($1) { $0.perform(.fold, after: .query) }
    },
    LineCommand(.foldAll, "fold all sections, which is how often each value is; unfold them") {
      mode, _ in mode.perform(.foldAll, after: .query)
    },
    LineCommand(.search, "TEXT", "go to the next row that has TEXT") { $0.search($1) },
    LineCommand(word: "next", help: "go to the next row that was searched for") { mode, _ in
      mode.searchAgain(.searchNext)
    },
    LineCommand(word: "previous", help: "go to the row before that was searched for") { mode, _ in
      mode.searchAgain(.searchPrevious)
    },
    LineCommand(.jumpBack, "go back to the row that was the current one before it went far") {
      mode, _ in mode.jump(.jumpBack)
    },
    LineCommand(.jumpForward, "go forward to the row that one jumped back from") { mode, _ in
      mode.jump(.jumpForward)
    },
  ]

  private static let choosing = [
    LineCommand(
      .mark, "[N…|N-M|all|none|invert]", "mark rows; a row that is marked loses its mark"
    ) { $0.mark($1) },
    LineCommand(word: "pick", operand: "[N…]", help: "with --pick: end, and print what is picked") {
      $0.pick($1)
    },
    LineCommand(.runCommand, "CMD", "run CMD on what is marked, or on the row, in place of {}") {
      $0.enter($1, at: .runCommand)
    },
    LineCommand(.pipeToCommand, "CMD", "the same, with it as JSON at standard input") {
      $0.enter($1, at: .pipeToCommand)
    },
    LineCommand(.write, "FILE", "write what is marked, or all that is shown, to a file") {
      $0.enter($1, at: .write)
    },
    LineCommand(.editSource, "[N]", "open the file of a row in $VISUAL or $EDITOR, on its line") {
      $0.onRow($1) { $0.perform(.editSource) }
    },
    LineCommand(.inspect, "[N]", "inspect a row: its data and how it was resolved") {
      $0.onRow($1) { $0.perform(.inspect) }
    },
    LineCommand(.copy, "[N]", "copy a row to the clipboard, where lines have one") {
      $0.onRow($1) { $0.perform(.copy) }
    },
  ]

  private static let other =
    [
      LineCommand(.latest, "[on|off]", "the newest version; on: say what changes at once") {
        $0.live($1)
      },
      LineCommand(.older, "show the version before: what the list was") { mode, _ in
        mode.goInTime(.older)
      },
      LineCommand(.newer, "show the version after") { mode, _ in mode.goInTime(.newer) },
      LineCommand(.follow, "say what is added at the end as it comes, or say it no more") {
        mode, _ in
        mode.follow()
      },
      LineCommand(.debug, "debug mode: show what no module can show") { mode, _ in
        mode.perform(.debug, after: .rows(from: mode.currentRow))
      },
      LineCommand(.escape, "end what lies over the page, or else the filter") { mode, _ in
        mode.perform(.escape)
      },
      LineCommand(.help, "[WORD]", "say the commands, or what one does") { $0.sayHelp($1) },
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
