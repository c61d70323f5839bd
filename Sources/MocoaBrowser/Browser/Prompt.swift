internal import MocoaLocalization
internal import MocoaQuery
internal import MocoaTerminal

/// The input line at the bottom of the screen, with its purpose.
struct Prompt {
  /// The use of the text in a prompt.
  enum Purpose: Equatable {
    /// A URL to open, an item number, or a command to execute.
    case go

    /// A filter for the list, with the query to restore if the prompt is canceled.
    case filter(former: ListQuery)

    /// Fields to sort the list by.
    case sort

    /// A field to group the list by.
    case group

    /// Fields to show in columns.
    case columns

    /// A search for the first match, starting at the item with the associated number.
    case search(from: Int)

    /// A shell command that runs on the target items, or receives them on standard input.
    case run, pipe

    /// The name of a file to write.
    case write

    /// The search text of the palette.
    case palette(Palette)

    /// The query of picking, in the first row of the window.
    case pick

    /// A confirmation that an existing file may be overwritten.
    case overwrite(ExportFile)

    /// A confirmation that a command may run.
    case confirm(CommandQuestion)
  }

  var purpose: Purpose
  var line: LineEditor

  /// The target items of a command, or `nil` if there are none.
  var target: CommandTarget?

  /// The preview of the command in the line, or `nil` if the line is not a command.
  var preview: CommandPreview?

  /// A Boolean value that indicates whether the terminal has shown the question.
  ///
  /// Input before that does not confirm it.
  var isShown = false

  /// A Boolean value that indicates whether text with a line end was pasted into the prompt.
  var hasPastedLineEnd = false

  /// Creates a prompt.
  ///
  /// - Parameters:
  ///   - purpose: The use of the text.
  ///   - text: The initial text, which typed text replaces.
  init(_ purpose: Purpose, _ text: String = "") {
    (self.purpose, line) = (purpose, LineEditor(text, isOffer: true))
  }

  init(_ purpose: Purpose, _ line: LineEditor) {
    (self.purpose, self.line) = (purpose, line)
  }

  /// The category of a prompt.
  ///
  /// Each category has its own history.
  enum HistoryCategory {
    case go, filter, sort, group, columns, search, command, file
  }

  /// The history category of the prompt, or `nil` if its lines are not recorded.
  var category: HistoryCategory? {
    switch purpose {
    case .go: .go
    case .filter: .filter
    case .sort: .sort
    case .group: .group
    case .columns: .columns
    case .search: .search
    case .run, .pipe: .command
    case .write: .file
    case .palette, .overwrite, .confirm, .pick: nil
    }
  }

  /// The key bindings of the prompt.
  var keys: KeyTable<Action> {
    switch purpose {
    case .palette: KeyBindings.palette
    case .filter, .sort, .group, .columns, .search: KeyBindings.query
    case .go, .run, .pipe, .write, .overwrite: KeyBindings.prompt
    case .confirm: KeyBindings.question
    case .pick: KeyBindings.pickPrompt
    }
  }

  /// A Boolean value that indicates whether the prompt is a question that one key answers.
  var isQuestion: Bool { if case .overwrite = purpose { true } else { question != nil } }

  /// A Boolean value that indicates whether the line is a shell command.
  var isCommand: Bool { purpose == .run || purpose == .pipe }

  /// The confirmation question for a command, or `nil` if the prompt is not such a question.
  var question: CommandQuestion? {
    if case .confirm(let question) = purpose { question } else { nil }
  }

  /// A Boolean value that indicates whether the prompt shows the number of results.
  var showsCount: Bool { if case .filter = purpose { true } else { purpose == .pick } }

  /// A Boolean value that indicates whether the line is a filter or a search.
  var isFilter: Bool {
    switch purpose {
    case .filter, .search, .pick: true
    default: false
    }
  }

  /// A Boolean value that indicates whether the prompt shows the grammar of filters.
  var showsFilterHint: Bool { isFilter && purpose != .pick && line.text.isEmpty }

  /// The maximum number of columns of a window in which the label of a filter is its key.
  private static let narrow = 24

  /// Returns the label before the line in a window.
  func label(inColumns columns: Int) -> String {
    if case .filter = purpose, columns <= Self.narrow { return "f " }
    if purpose == .pick, columns <= Self.narrow { return "> " }
    return label
  }

  /// The label before the line.
  var label: String {
    switch purpose {
    case .go: ":"
    case .filter: localized("filter: ")
    case .sort: localized("sort by: ")
    case .group: localized("group by: ")
    case .columns: localized("columns: ")
    case .search: "/"
    case .palette: localized("command: ")
    case .run: "!"
    case .pipe: "|"
    case .write: localized("export to: ")
    case .overwrite(let file): localized("\(file.name) exists. Overwrite? (y/n) ")
    case .confirm: ""
    case .pick: localized(" pick  ")
    }
  }
}
