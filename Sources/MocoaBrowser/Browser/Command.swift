internal import MocoaTerminal

/// A command of the browser, as an entry of ``table``.
///
/// Key bindings, the prompt, the palette, the help, the settings, line mode, the manual and
/// completions are generated from the table.
struct Command: Sendable {
  /// The action that performs the command, or `nil` if the command exists only in line mode.
  let action: Action?

  /// The name in key settings, at the prompt, and in line mode.
  let name: String

  /// The former names and abbreviations, which are accepted instead of the name.
  var aliases: [String] = []

  /// The default keys.
  var keys: [KeyPress] = []

  /// A short description, or `nil` if the command is not listed in the help.
  var help: String?

  /// The text that may follow the name at the prompt.
  var argument = Argument.none

  var traits: Traits = []

  /// The properties of the command in line mode, or `nil` if line mode does not have it.
  var line: LineForm?

  /// The kind of text that may follow the name of a command at the prompt.
  enum Argument: Sendable {
    case none

    /// A URL or a path to open.
    case location

    /// A text for the prompt that the command opens.
    case text

    /// One field name, or several field names, for the prompt that the command opens.
    case field, fields
  }

  /// Properties that determine when and how a command is available.
  struct Traits: OptionSet, Sendable {
    let rawValue: Int

    /// The name is a command word of the prompt.
    static let word = Traits(rawValue: 1)

    /// The command is available while a panel covers the page.
    static let inPanels = Traits(rawValue: 2)

    /// Manifests and pages cannot bind the keys of the command.
    static let reserved = Traits(rawValue: 4)

    /// The command uses or changes a list, as opposed to navigating.
    static let usesList = Traits(rawValue: 8)

    /// The command uses items, or has no effect without items.
    static let needsItems = Traits(rawValue: 16)
  }

  /// The properties of a command in line mode.
  struct LineForm: Sendable {
    /// The command word, or `nil` if it is the name of the command.
    var word: String?

    /// The operand that may follow the word, in the notation of the help.
    var operand = ""

    /// The description in line mode, or `nil` if it is the help of the command.
    var help: String?

    /// A closure that performs the command with the text after the word.
    ///
    /// `nil` if the command performs its action.
    var perform: (@MainActor @Sendable (LineMode, String) -> Void)?
  }

  /// Returns `true` if a word is the name or an alias of the command.
  func isNamed(_ word: String) -> Bool { name == word || aliases.contains(word) }
}

// MARK: - Lookup

extension Command {
  /// All commands, in the order of the help.
  static let table = sections.flatMap(\.commands)

  /// The command words of the prompt, in the order of the help.
  static let words = table.filter { $0.traits.contains(.word) }

  private static let byAction = Dictionary(
    table.compactMap { command in command.action.map { ($0, command) } },
    uniquingKeysWith: { first, _ in first })

  /// Returns the command of an action, or `nil` for an action whose keys are fixed, such as typing.
  static func command(of action: Action) -> Command? { byAction[action] }

  /// Returns the command whose word a text begins with, and the operand after the word.
  ///
  /// The operand is `nil` if no text follows. The result is `nil` if the text does not begin with a
  /// command word.
  static func parse(_ text: String) -> (command: Command, operand: String?)? {
    if let command = words.first(where: { $0.isNamed(text) }) { return (command, nil) }
    guard let blank = text.firstIndex(of: " ") else { return nil }
    let word = String(text[..<blank])
    guard let command = table.first(where: { $0.argument != .none && $0.isNamed(word) }) else {
      return nil
    }
    return (command, String(text[blank...]).trimmed)
  }

  /// Returns the completion candidates that consist of a command word and a field name.
  static func fieldCandidates(_ names: [String]) -> [String] {
    table.flatMap { command in
      switch command.argument {
      case .field: names.map { "\(command.name) \($0)" }
      case .fields: names.map { "\(command.name) \(FieldListSyntax.word($0))" }
      case .none, .location, .text: [String]()
      }
    }
  }
}

extension Action {
  /// The command of the action, or `nil` for an action whose keys are fixed, such as typing.
  var command: Command? { Command.command(of: self) }

  /// The name of the action in key settings, or `nil` if its keys are fixed.
  var name: String? { command?.name }

  /// Returns `true` if the command of the action has a trait.
  func has(_ trait: Command.Traits) -> Bool { command?.traits.contains(trait) ?? false }
}

// MARK: - Line mode

extension Command {
  /// The commands of line mode, in the order of its help.
  static let lineCommands = table.filter { $0.line != nil }

  /// The word of the command in line mode.
  var lineWord: String { line?.word ?? name }

  /// Returns the commands of line mode that a word may mean.
  ///
  /// These are the one with that word, otherwise those with words that begin with it, otherwise
  /// those with aliases that begin with it.
  static func lineCommands(named word: String) -> [Command] {
    let exact = lineCommands.filter { $0.lineWord == word || $0.isNamed(word) }
    if !exact.isEmpty { return exact }
    let abbreviated = lineCommands.filter { $0.lineWord.hasPrefix(word) }
    if !abbreviated.isEmpty { return abbreviated }
    return lineCommands.filter { $0.aliases.contains { $0.hasPrefix(word) } }
  }
}
