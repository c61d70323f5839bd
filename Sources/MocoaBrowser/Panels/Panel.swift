internal import MocoaTerminal

/// Something to read that lies over the page.
struct Panel {
  /// What it tells.
  enum Content {
    case help
    case inspector(Inspection)
    case activity
  }

  let content: Content
  var text: TextPanel

  /// What of the journal it tells: up to which event, how many older ones were dropped, and in how many
  /// columns.
  var told = (revision: -1, dropped: 0, columns: 0)

  var isInspector: Bool {
    if case .inspector = content { true } else { false }
  }

  /// What the status line says.
  @MainActor var hint: String {
    guard case .inspector(let inspection) = content, let suggestion = inspection.suggestion else {
      return "q close  ↑↓ scroll"
    }
    return "q close  " + suggestion.hint
  }
}
