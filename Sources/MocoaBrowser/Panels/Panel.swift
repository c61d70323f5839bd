internal import MocoaLanguage
internal import MocoaData
internal import MocoaModel
internal import MocoaTerminal

/// Something to read that lies over the page.
struct Panel {
  /// What it tells.
  enum Content {
    case help
    case inspector(Inspection)
    case activity

    /// What the fields of a list are.
    case summary(ListSummary, ObservationToken)

    /// The whole command of a question.
    case command
  }

  let content: Content
  var text: TextPanel

  /// What of the journal it tells: up to which event, how many older ones were dropped, and in how many
  /// columns.
  var told = (revision: -1, dropped: 0, columns: 0)

  /// The question whose command is shown.
  var toldQuestion: CommandQuestion?

  /// The prompt with the question whether the command that is shown is to run.
  var asking: Prompt?

  /// Creates a panel with the whole command of a question.
  @MainActor
  init(asking prompt: Prompt, theme: Theme) {
    content = .command
    text = TextPanel(title: phrase("command"), lines: [], theme: theme)
    asking = prompt
  }

  init(content: Content, text: TextPanel) {
    (self.content, self.text) = (content, text)
  }

  var isInspector: Bool {
    if case .inspector = content { true } else { false }
  }

  /// What the status line says, the most important first.
  @MainActor func hints(_ keys: Keys) -> [String] {
    let close = phrase("\(keys.sign(of: .leave) ?? "Esc") close")
    guard case .inspector(let inspection) = content, let suggestion = inspection.suggestion else {
      return [close, phrase("↑↓ scroll")]
    }
    return [close] + suggestion.hints(keys)
  }
}
