internal import MocoaLanguage
internal import MocoaData
internal import MocoaTerminal

/// The line at the bottom in which something is typed, and what for.
struct Prompt {
  /// What is done with what is typed.
  enum Purpose: Equatable {
    /// One goes there, or it is a command.
    case go

    /// The list shows what has it; what was shown comes again when the prompt is left.
    case filter(former: ListQuery)

    /// The list is sorted by it, when it is accepted.
    case sort

    /// The list is grouped by it, when it is accepted.
    case group

    /// The fields in it are shown in columns, when it is accepted.
    case columns

    /// The cursor goes to what has it, from the item with that number on.
    case search(from: Int)

    /// It is a command, run on what is chosen, or given that.
    case run, pipe

    /// It is the name of a file that is written.
    case write

    /// It is what one looks for among all that can be done.
    case palette(Palette)

    /// It is whether a file that is there is written over.
    case overwrite(ItemFile)

    /// It is whether a command is to run.
    case confirm(CommandQuestion)
  }

  var purpose: Purpose
  var line: LineEditor

  /// The items that a command is for; nil if the page has none.
  var target: CommandTarget?

  /// The command that would run with the line; nil for any other prompt.
  var preview: CommandPreview?

  /// A Boolean value that indicates whether text with a line end was pasted into the line.
  var hasPastedLineEnd = false

  /// - Parameter text: what is offered; what is typed takes its place.
  init(_ purpose: Purpose, _ text: String = "") {
    (self.purpose, line) = (purpose, LineEditor(text, isOffer: true))
  }

  init(_ purpose: Purpose, _ line: LineEditor) {
    (self.purpose, self.line) = (purpose, line)
  }

  /// What lines are about; those that were entered before are called back where it is the same.
  enum Subject {
    case go, filter, sort, group, columns, search, command, file
  }

  /// What its line is about; nil for what nobody enters again.
  var subject: Subject? {
    switch purpose {
    case .go: .go
    case .filter: .filter
    case .sort: .sort
    case .group: .group
    case .columns: .columns
    case .search: .search
    case .run, .pipe: .command
    case .write: .file
    case .palette, .overwrite, .confirm: nil
    }
  }

  /// What counts in it.
  var keys: KeyTable<Action> {
    switch purpose {
    case .palette: Keys.choosing
    case .filter, .sort, .group, .columns, .search: Keys.query
    case .go, .run, .pipe, .write, .overwrite: Keys.prompt
    case .confirm: Keys.question
    }
  }

  /// A Boolean value that indicates whether one key answers it.
  var isQuestion: Bool { if case .overwrite = purpose { true } else { question != nil } }

  /// A Boolean value that indicates whether its line is a command.
  var isCommand: Bool { purpose == .run || purpose == .pipe }

  /// The question whether a command is to run; nil for any other prompt.
  var question: CommandQuestion? {
    if case .confirm(let question) = purpose { question } else { nil }
  }

  /// Whether what is typed decides how many items are shown.
  var showsCount: Bool { if case .filter = purpose { true } else { false } }

  /// What stands before the line.
  var sign: String {
    switch purpose {
    case .go: ":"
    case .filter: phrase("filter: ")
    case .sort: phrase("sort by: ")
    case .group: phrase("group by: ")
    case .columns: phrase("columns: ")
    case .search: "/"
    case .palette: phrase("do: ")
    case .run: "!"
    case .pipe: "|"
    case .write: phrase("write to: ")
    case .overwrite(let file): phrase("\(file.name) is there already; write over it? (y/n) ")
    case .confirm: ""
    }
  }
}
