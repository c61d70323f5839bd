internal import MocoaLocalization
internal import Glibc
internal import Mocoa
internal import MocoaModel
internal import MocoaTerminal

/// Execution of the text of a prompt: a URL, an item number, a command with its operand, or a path.
extension Browser {
  /// Executes the text of the prompt.
  func execute(_ text: String) {
    if let (command, operand) = Command.parse(text), let action = command.action {
      return perform(action, operand: operand)
    }
    if ModuleURL.looksLikeURL(text) { return go(to: text) }
    if let number = Int(text) { return go(toItem: number) }
    if text.split(separator: " ").first == "motion" {
      return showWarning(
        localized("expected full, reduced or off (motion full)"))
    }
    if Self.isPath(text) { return go(to: text) }
    showWarning(
      localized("unknown command: \(text) (Tab completes)")
    )
  }

  /// Performs the action of a command word.
  ///
  /// - Parameter operand: The location or the text that follows the word, or `nil`.
  private func perform(_ action: Action, operand: String?) {
    guard let operand else { return perform(action) }
    switch action {
    case .open: go(to: operand, .here)
    case .openTab: go(to: operand, .tab)
    case .peek: go(to: operand, .over)
    case .countValues: countValues(of: operand)
    default: enter(operand, at: action)
    }
  }

  /// Performs an action, and enters a text in the prompt that the action opens.
  func enter(_ text: String, at action: Action) {
    perform(action)
    guard case .prompt(var prompt) = overlay else { return }
    prompt.line = LineEditor(text)
    show(prompt)
    overlay = nil
    accept(prompt)
  }

  private func go(toItem number: Int) {
    if number > 0, cursor.recordingMove({ screen?.focusedScrolling?.move(toItem: number) }) == true
    {
      return
    }
    let count = listPage?.list.snapshot.itemCount ?? 0
    showWarning(
      count > 0
        ? localized("no item \(number) (1–\(count))")
        : localized("no item \(number)"))
  }

  /// Returns `true` if a text contains a slash or is the path of an existing file.
  private static func isPath(_ text: String) -> Bool {
    text.utf8.contains(UInt8(ascii: "/")) || access(XDGDirectory.expanded(text), F_OK) == 0
  }
}
