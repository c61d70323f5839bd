internal import MocoaLocalization
internal import MocoaModel
internal import MocoaQuery
internal import MocoaTerminal

/// A panel of text that covers the page.
struct Panel {
  /// The content of a panel.
  enum Content {
    case help
    case inspector(Inspection)
    case activity

    /// The complete command of a confirmation question.
    case command
  }

  let content: Content
  var text: TextPanel

  /// The revision of the log, the number of its dropped events, and the number of columns when the
  /// text was created.
  var shownState = (revision: -1, dropped: 0, columns: 0)

  /// The confirmation question whose command the panel shows.
  var shownQuestion: CommandQuestion?

  /// The prompt that is restored when the panel closes.
  var suspendedPrompt: Prompt?

  /// Creates a panel with the complete command of a confirmation question.
  @MainActor
  init(asking prompt: Prompt, theme: Theme) {
    content = .command
    text = TextPanel(title: localized("command"), lines: [], theme: theme)
    suspendedPrompt = prompt
  }

  init(content: Content, text: TextPanel) {
    (self.content, self.text) = (content, text)
  }

  var isInspector: Bool {
    if case .inspector = content { true } else { false }
  }

  /// Returns the hints for the status line, most important first.
  @MainActor func hints(_ keys: KeyBindings) -> [KeyHint] {
    let close = KeyHint(keys.sign(of: .closePage) ?? "Esc", localized("close"))
    guard case .inspector(let inspection) = content, let suggestion = inspection.suggestion else {
      return [close, KeyHint("↑↓", localized("scroll"))]
    }
    return [close] + suggestion.hints(keys)
  }
}
