internal import MocoaLocalization
internal import Glibc
internal import Mocoa
internal import MocoaData
internal import MocoaModel
internal import MocoaTerminal

/// Execution of prompt text: a URL, an item number, a command with its operand, or a path.
extension Browser {
  /// The commands that accept an operand after the command word, as their own prompt does.
  private static let prompting: [Action] = [
    .filter, .sort, .group, .columns, .search, .write, .runCommand, .pipeToCommand,
  ]

  /// The commands of that list that accept field names.
  nonisolated private static let querying: [Action] = [.filter, .sort, .group, .columns]

  /// Executes the text of the prompt.
  func execute(_ text: String) {
    if ModuleURL.looksLikeURL(text), !Self.prompting.contains(where: { $0.begins(text) }) {
      if let (way, place) = Self.way(text) { return go(to: place, way) }
      return go(to: text)
    }
    if let number = Int(text) { return go(toItem: number) }
    if let action = Self.command(text) { return perform(action) }
    if let (way, place) = Self.way(text) { return go(to: place, way) }
    if let action = Self.prompting.first(where: { $0.begins(text) }) {
      return enter(action.operand(in: text), at: action)
    }
    if text.split(separator: " ").first == "motion" {
      return showWarning(
        localized("expected full, reduced or off (motion full)"))
    }
    if Self.isPath(text) { return go(to: text) }
    showWarning(
      localized("unknown command: \(text) (Tab completes)")
    )
  }

  /// Performs an action and enters a text in the prompt that it opens.
  func enter(_ text: String, at action: Action) {
    perform(action)
    guard case .prompt(var prompt) = overlay else { return }
    prompt.line = LineEditor(text)
    show(prompt)
    overlay = nil
    accept(prompt)
  }

  /// The completion candidates that consist of a command word and a field of the list.
  var fieldCandidates: [String] {
    let names = fieldNames
    return Self.querying.flatMap { action in
      names.map { "\(action.command ?? "") \(action == .group ? $0 : FieldListSyntax.word($0))" }
    }
  }

  private func go(toItem number: Int) {
    if number > 0, recordingJump({ screen?.move(toItem: number) }) == true { return }
    let count = listPage?.list.snapshot.itemCount ?? 0
    showWarning(
      count > 0
        ? localized("no item \(number) (1–\(count))")
        : localized("no item \(number)"))
  }

  private static func command(_ text: String) -> Action? {
    commands.first { $0.command == text || $0.shortCommand == text }
  }

  /// Returns the operand and the open mode of a text that begins with `open`, `tab` or `over`;
  /// otherwise `nil`.
  private static func way(_ text: String) -> (OpenMode, String)? {
    for (word, way) in [("open ", OpenMode.here), ("tab ", .tab), ("over ", .over)]
    where text.hasPrefix(word) {
      return (way, String(text.dropFirst(word.count)).trimmed)
    }
    return nil
  }

  /// Returns a Boolean value that indicates whether a text contains a slash or is the path of an
  /// existing file.
  private static func isPath(_ text: String) -> Bool {
    text.utf8.contains(UInt8(ascii: "/")) || access(XDGDirectory.expanded(text), F_OK) == 0
  }
}

extension Action {
  /// The one-letter abbreviation of the command word, or `nil`; only `quit` has one, `q`.
  fileprivate var shortCommand: String? {
    self == .quit ? "q" : nil
  }

  /// Returns a Boolean value that indicates whether a text is the command word followed by a blank
  /// and an operand.
  fileprivate func begins(_ text: String) -> Bool {
    command.map { text.hasPrefix("\($0) ") } ?? false
  }

  /// Returns the text after the command word.
  fileprivate func operand(in text: String) -> String {
    String(text.dropFirst((command?.count ?? 0) + 1)).trimmed
  }
}
