internal import MocoaTerminal

extension Command {
  /// A group of related commands with a title.
  struct Section: Sendable {
    let title: String
    let commands: [Command]
  }

  /// The commands whose keys are active on pages, in groups and in the order of the help.
  static let pageSections = [
    Section(title: "Moving", commands: moving),
    Section(title: "Navigation", commands: navigation),
    Section(title: "Filter, sort and search", commands: querying),
    Section(title: "Columns", commands: columns),
    Section(title: "Tabs and panes", commands: tabs),
    Section(title: "Preview and inspect", commands: inspection),
    Section(title: "Marks", commands: marking),
    Section(title: "Commands and export", commands: external),
    Section(title: "Live updates", commands: updates),
    Section(title: "Program", commands: program),
  ]

  static let grid = Section(
    title: "Grid",
    commands: [
      Command(
        .move(.left), "left", [KeyPress(.left)], "item to the left",
        [.reserved, .needsItems]),
      Command(
        .move(.right), "right", [KeyPress(.right)], "item to the right",
        [.reserved, .needsItems]),
    ])

  static let tree = Section(
    title: "Tree",
    commands: [
      Command(
        .tree(.expand), "expand", [.character("l"), KeyPress(.right)], "expand, or step in",
        [.reserved, .needsItems],
        line: .init("[N]", "expand a row of a tree") { $0.onRow($1) { $0.expand(.expand) } }),
      Command(
        .tree(.collapse), "collapse", [.character("h"), KeyPress(.left)],
        "collapse, go to the parent, or leave", [.reserved, .needsItems],
        line: .init("[N]", "collapse a row of a tree") { $0.onRow($1) { $0.expand(.collapse) } }),
      Command(
        .tree(.expandAll), "expand-all", [.character("E")], "expand all below the current item",
        [.needsItems],
        line: .init("[N]", "expand all below a row of a tree") {
          $0.onRow($1) { $0.expand(.expandAll) }
        }),
      Command(
        .tree(.level(0)), "collapse-all", [.character("0")], "collapse all", [.needsItems],
        line: .init { $0.expand(.level(0)) }),
      Command(
        nil, "level", [], nil,
        line: .init("N", "expand a tree to level N") { $0.expandLevels($1) }),
    ]
      + (1...9).map { level in
        Command(
          .tree(.level(level)), "level-\(level)", [.character(Unicode.Scalar(UInt8(48 + level)))],
          level == 1 ? "expand to level 1 (2-9: to that level)" : nil, [.needsItems])
      })

  static let copyMenu = Section(
    title: "Copy menu",
    commands: CopyForm.allCases.map { form in
      Command(
        .copyForm(form), form.commandName, [.character(form.key)], form.help, [.usesList])
    })

  static let inspector = Section(
    title: "Inspector",
    commands: [
      Command(.inspectNext, "inspect-next", [KeyPress(.tab)], "next view model"),
      Command(.inspectPrevious, "inspect-previous", [KeyPress(.backTab)], "previous view model"),
      Command(.copyCode, "copy-code", [.character("Y")], "copy Swift registration", line: .plain),
      Command(.writeManifest, "write-manifest", [.character("w")], "save manifest", line: .plain),
    ])

  /// All commands, in groups.
  static let sections = pageSections + [grid, tree, inspector, copyMenu]

  private init(
    _ action: Action?, _ name: String, aliases: [String] = [], _ keys: [KeyPress], _ help: String?,
    _ traits: Traits = [], argument: Argument = .none, line: LineForm? = nil
  ) {
    self.init(
      action: action, name: name, aliases: aliases, keys: keys, help: help, argument: argument,
      traits: traits, line: line)
  }

  private static let moving = [
    Command(
      nil, "rows", [], nil,
      line: .init("[N|N-M]", "print rows; N = rows per page; N-M = range") {
        $0.writeRows(asked: $1)
      }),
    Command(
      .move(.down), "down", [KeyPress(.down), .character("j")], "next item",
      [.reserved, .needsItems], line: .init("next row") { $0.writeAdjacentRow(1) }),
    Command(
      .move(.up), "up", [KeyPress(.up), .character("k")], "previous item",
      [.reserved, .needsItems], line: .init("previous row") { $0.writeAdjacentRow(-1) }),
    Command(
      .move(.pageDown), "page-down", [KeyPress(.pageDown), .control("f")], "page down",
      [.reserved, .needsItems], line: .init("next rows (same as Enter)") { $0.writeNextRows() }),
    Command(
      .move(.pageUp), "page-up", [KeyPress(.pageUp), .control("b")], "page up",
      [.reserved, .needsItems], line: .init("previous rows") { $0.writePreviousRows() }),
    Command(
      .move(.halfPageDown), "half-page-down", [.control("d")], "half page down",
      [.reserved, .needsItems]),
    Command(
      .move(.halfPageUp), "half-page-up", [.control("u")], "half page up",
      [.reserved, .needsItems]),
    Command(
      .move(.first), "first", [.character("g"), KeyPress(.home)], "first item",
      [.word, .reserved, .needsItems],
      line: .init("first rows") { mode in
        mode.browser.cursor.recordingMove { mode.writeRows(from: 1) }
      }),
    Command(
      .move(.last), "last", [.character("G"), KeyPress(.end)], "last item",
      [.word, .reserved, .needsItems],
      line: .init("last rows") { mode in mode.browser.cursor.recordingMove { mode.writeLastRows() }
      }),
    Command(
      .jumpBack, "jump-back", [.control("o")], "jump back", [.word],
      line: .init { $0.jump(.jumpBack) }),
    Command(
      .jumpForward, "jump-forward", [.control("n")], "jump forward", [.word],
      line: .init { $0.jump(.jumpForward) }),
  ]

  private static let navigation = [
    Command(
      .open, "open", [KeyPress(.enter), .character("l"), KeyPress(.right)], "open item",
      [.reserved, .needsItems], argument: .location,
      line: .init("[N] [KEY]", "open row N; with KEY: run the page's key action") { $0.open($1) }),
    Command(
      nil, "go", [], nil, line: .init("URL", "go to a URL or a file") { $0.go($1, .here) }),
    Command(
      .peek, "peek", aliases: ["over"], [.character("o")], "peek at item", [.word, .reserved],
      argument: .location,
      line: .init("[N|URL]", "peek at row or URL") { $0.go($1, .over) }),
    Command(
      .back, "back", [KeyPress(.backspace), .character("H")], "go back", [.word, .reserved],
      line: .plain),
    Command(
      .forward, "forward", [.character("L")], "go forward", [.word, .reserved], line: .plain),
    Command(
      .goToParent, "parent", aliases: ["out"], [.character("h"), KeyPress(.left)],
      "go to parent page", [.word, .reserved], line: .plain),
    Command(
      .bookmark, "bookmark", [.character("B")], "toggle bookmark", [.word, .usesList],
      line: .plain),
    Command(
      .prompt, "prompt", [.character(":")], "open URL, go to item or run command",
      [.inPanels, .reserved]),
    Command(.palette, "palette", [.control("p")], "open command palette"),
    Command(
      .closePage, "close", aliases: ["leave"], [.character("q")], "close page (quit on the last)",
      [.word, .reserved], line: .plain),
    Command(
      .quit, "quit", aliases: ["q"], [.character("Q")], "quit", [.word, .inPanels, .reserved],
      line: .plain),
  ]

  private static let querying = [
    Command(
      .filter, "filter", [.character("f")], "filter: show matching items", [.word, .usesList],
      argument: .fields,
      line: .init("[TEXT]", "filter rows; no TEXT clears the filter") { $0.submit($1, at: .filter) }
    ),
    Command(
      .sort, "sort", [.character("s")], "sort by fields (year, or year -title)",
      [.word, .usesList], argument: .fields,
      line: .init("[FIELD…]", "sort by FIELDS (year desc title); no FIELD unsorts") {
        $0.submit($1, at: .sort)
      }),
    Command(
      .reverse, "sort-reverse", aliases: ["reverse"], [.character("S")], "reverse sort order",
      [.word, .usesList], line: .init { $0.perform(.reverse, after: .query) }),
    Command(
      .group, "group", [.character("b")], "group by field", [.word, .usesList], argument: .field,
      line: .init("[FIELD]", "group by FIELD; no FIELD removes groups") {
        $0.submit($1, at: .group)
      }),
    Command(
      .columns, "columns", [.character("c")], "choose columns", [.word, .usesList],
      argument: .fields,
      line: .init("[FIELD…]", "print only FIELDS; no FIELD resets") {
        $0.submit($1, at: .columns)
      }),
    Command(
      .fold, "fold", [.character("z")], "fold or unfold section", [.word, .usesList, .needsItems],
      line: .init("[N]", "fold or unfold a row's section") {
        $0.onRow($1) { $0.perform(.fold, after: .query) }
      }),
    Command(
      .foldAll, "fold-all", [.character("Z")], "fold or unfold all (value counts)",
      [.word, .usesList, .needsItems], line: .init { $0.perform(.foldAll, after: .query) }),
    Command(
      .search, "search", [.character("/")], "search", [.word], argument: .text,
      line: .init("TEXT", "search TEXT") { $0.enter($1, at: .search) }),
    Command(
      .searchNext, "search-next", [.character("n")], "next match",
      line: .init(word: "next") { $0.searchAgain(.searchNext) }),
    Command(
      .searchPrevious, "search-previous", [.character("N")], "previous match",
      line: .init(word: "previous") { $0.searchAgain(.searchPrevious) }),
    Command(
      .nextChange, "next-change", [.character(")")], "next changed item", [.usesList],
      line: .init(word: "next-change") { $0.jump(.nextChange) }),
    Command(
      .previousChange, "previous-change", [.character("(")], "previous changed item", [.usesList],
      line: .init(word: "previous-change") { $0.jump(.previousChange) }),
    Command(
      .toggleBaseline, "baseline", [.character("D")],
      "keep all changes from now on marked, or undo", [.word], line: .plain),
    Command(
      .removeChangeMarks, "clear-changes", [.character("X")], "clear the marks of changes",
      [.word], line: .plain),
    Command(
      .fieldStatistics, "stats", aliases: ["fields"], [.character("#")],
      "list the fields with statistics", [.word, .usesList], line: .plain),
  ]

  private static let columns = [
    Command(.moveColumnCursor(.right), "column-right", [.character(".")], "next column"),
    Command(.moveColumnCursor(.left), "column-left", [.character(",")], "previous column"),
    Command(.moveColumnCursor(.last), "last-column", [.character("$")], "last column"),
    Command(.moveColumnCursor(.first), "first-column", [.character("^")], "first column"),
    Command(
      .sortColumn, "sort-column", [.character(";")],
      "sort by the column: again reverses, then ends", [.usesList]),
    Command(
      .showOnlyValue, "only-value", [.character("'")], "show only items with this value",
      [.usesList, .needsItems]),
    Command(
      .hideValue, "without-value", [.character("\"")], "hide items with this value",
      [.usesList, .needsItems]),
    Command(
      .countValues, "count", [.character("%")], "count the values of the column",
      [.word, .usesList], argument: .field,
      line: .init("FIELD", "count the values of FIELD") { $0.browser.countValues(of: $1) }),
    Command(.hideColumn, "hide-column", [.character("_")], "hide the column", [.usesList]),
    Command(.narrowColumn, "narrow-column", [.character("-")], "make the column narrower"),
    Command(.widenColumn, "widen-column", [.character("+")], "make the column wider"),
    Command(
      .fitColumn, "fit-column", [.character("*")], "fit the column to its longest value, or undo"),
    Command(
      .freezeColumns, "freeze-columns", [.character("@")],
      "keep the columns up to this one in view, or undo"),
    Command(
      .undoView, "undo", [.character("U")], "undo the last change of filter, order or columns",
      [.word, .usesList], line: .init { $0.perform(.undoView, after: .query) }),
    Command(
      .resetView, "reset", [.character("R")], "show the list as opened", [.word, .usesList],
      line: .init { $0.perform(.resetView, after: .query) }),
  ]

  private static let tabs = [
    Command(
      .openTab, "tab", [.character("t")], "open in new tab", [.word, .reserved],
      argument: .location,
      line: .init("[N|URL]", "open row or URL in new tab") { $0.go($1, .tab) }),
    Command(nil, "tabs", [], nil, line: .init("list tabs") { $0.writeTabs() }),
    Command(.nextTab, "next-tab", [.character("}")], "next tab", [.word], line: .plain),
    Command(.previousTab, "previous-tab", [.character("{")], "previous tab", [.word], line: .plain),
    Command(.closeTab, "close-tab", [.character("x")], "close the tab", [.word], line: .plain),
    Command(
      .nextPane, "next-pane", aliases: ["next-part"], [KeyPress(.tab)], "focus next pane",
      line: .plain),
  ]

  private static let inspection = [
    Command(
      .help, "help", [.character("?"), KeyPress(.function(1))], "this help", [.word, .reserved],
      line: .init("[WORD]", "list commands, or explain WORD") { $0.writeHelp($1) }),
    Command(
      .preview, "preview", aliases: ["show"], [.character("v")], "toggle preview", [.word],
      line: .init("[N]", "print all fields of a row") { $0.onRow($1) { $0.writeAllFields() } }),
    Command(
      .switchView, "tree", [.character("T")], "show nested values as tree or table",
      [.word, .usesList, .needsItems],
      line: .init("show nested values as tree, or undo") { $0.switchView() }),
    Command(
      .previewDown, "preview-down", aliases: ["show-down"], [.character("J")],
      "scroll preview down"),
    Command(
      .previewUp, "preview-up", aliases: ["show-up"], [.character("K")], "scroll preview up"),
    Command(
      .previewLarger, "preview-grow", aliases: ["show-larger"], [.character(">")],
      "enlarge preview"),
    Command(
      .previewSmaller, "preview-shrink", aliases: ["show-smaller"], [.character("<")],
      "shrink preview"),
    Command(
      .inspect, "inspect", [.character("i")], "inspect item", [.word, .needsItems],
      line: .init("[N]", "inspect row") { $0.onRow($1) { $0.perform(.inspect) } }),
    Command(
      .showLog, "log", [.character("~")], "show event log", [.word, .inPanels], line: .plain),
    Command(
      .copy, "copy", [.character("y")], "copy: choose what", [.word, .inPanels, .usesList],
      line: .init(
        "[N] [value|path|pointer|json|csv|text|key|url]", "copy row, or a part of it, to clipboard"
      ) { $0.copyRow($1) }),
    Command(
      .copyURL, "copy-url", [.character("Y")], "copy URL", [.word, .usesList], line: .plain),
    Command(
      .debug, "debug", [.character("d")], "toggle debug mode", [.word, .inPanels],
      line: .init { $0.perform(.debug, after: .rows(from: $0.currentRow)) }),
  ]

  private static let marking = [
    Command(
      .mark, "mark", [.character(" ")], "toggle mark", [.usesList],
      line: .init("[N…|N-M|all|none|invert]", "toggle marks") { $0.mark($1) }),
    Command(
      .markItems(.range), "mark-range", [.character("m")], "mark range to cursor", [.usesList]),
    Command(
      .markItems(.all), "mark-all", [.character("a")], "mark all matching items",
      [.word, .usesList]),
    Command(
      .markItems(.inverse), "invert-marks", [.character("A")], "invert marks", [.word, .usesList]),
    Command(
      .markItems(.none), "clear-marks", [.character("u")], "clear marks", [.word, .usesList]),
    Command(
      .pick, "pick", [], nil, [.usesList],
      line: .init("[N…]", "with --pick: print picked rows and exit") { $0.pick($1) }),
  ]

  private static let external = [
    Command(
      .runCommand, "run", [.character("!")], "run shell command on items", [.word, .usesList],
      argument: .text,
      line: .init("COMMAND", "run COMMAND; {} = target rows") { $0.enter($1, at: .runCommand) }),
    Command(
      .pipeToCommand, "pipe", [.character("|")], "pipe items as JSON to command",
      [.word, .usesList], argument: .text,
      line: .init("COMMAND", "pipe items as JSON to command") { $0.enter($1, at: .pipeToCommand) }),
    Command(
      .editSource, "edit", [.character("e")], "open in editor", [.word, .usesList],
      line: .init("[N]", "open row in editor") { $0.onRow($1) { $0.perform(.editSource) } }),
    Command(
      .write, "write", [.character("w")], "export items to file", [.word, .usesList],
      argument: .text, line: .init("FILE", "export items to file") { $0.enter($1, at: .write) }),
  ]

  private static let updates = [
    Command(
      .follow, "follow", [.character("F")], "follow new items", [.word],
      line: .init("announce appended rows on or off") { $0.follow() }),
    Command(.reload, "reload", [.character("r")], "reload", [.word], line: .plain),
    Command(.pause, "pause", [.character("p")], "pause or resume updates", [.word], line: .plain),
    Command(
      .older, "older", [.character("[")], "older version", [.word],
      line: .init { $0.goInTime(.older) }),
    Command(
      .newer, "newer", [.character("]")], "newer version", [.word],
      line: .init("newer version") { $0.goInTime(.newer) }),
    Command(
      .latest, "latest", aliases: ["live"], [.character("=")], "latest version", [.word],
      line: .init("[on|off]", "latest version; on = announce changes immediately") { $0.live($1) }),
  ]

  private static let program =
    [
      Command(
        .escape, "escape", [KeyPress(.escape)], "close overlay or clear filter", [.reserved],
        line: .plain),
      Command(.cancel, "cancel", [.control("c")], "stop loading", line: .plain),
      Command(.repaint, "repaint", [.control("l")], "redraw screen", [.inPanels]),
      Command(.mouse, "mouse", [.character("M")], "toggle mouse", [.word, .inPanels]),
      Command(
        .suspend, "suspend", [.control("z")], "suspend (fg resumes)", [.inPanels], line: .plain),
      Command(.home, "home", [], "go to the home page", [.word], line: .plain),
    ] + Motion.allCases.map { Command(.motion($0), "motion \($0.rawValue)", [], nil, [.word]) }
}

extension Command.LineForm {
  /// The line mode properties of a command that performs its action and has no operand.
  fileprivate static let plain = Self()

  /// Creates the line mode properties of a command with an operand.
  fileprivate init(
    _ operand: String, _ help: String,
    perform: @escaping @MainActor @Sendable (LineMode, String) -> Void
  ) {
    self.init(operand: operand, help: help, perform: perform)
  }

  /// Creates the line mode properties of a command without an operand.
  fileprivate init(
    _ help: String? = nil, word: String? = nil,
    perform: @escaping @MainActor @Sendable (LineMode) -> Void
  ) {
    self.init(word: word, help: help) { mode, _ in perform(mode) }
  }
}
