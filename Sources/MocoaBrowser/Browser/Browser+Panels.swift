internal import MocoaLocalization
internal import Mocoa
internal import MocoaQuery
internal import MocoaTerminal

/// The panels that cover the page: help, inspector and log.
extension Browser {
  func showHelp() {
    let text = TextPanel(title: localized("help"), lines: [], theme: theme)
    var panel = Panel(content: .help, text: text)
    refresh(&panel, columns: window.area.size.columns)
    overlay = .panel(panel)
  }

  /// Returns the help text for the key bindings of the page: the keys of its status line, those of
  /// the page, and all others in groups.
  private func helpLines(columns: Int) -> [TextContent.Line] {
    guard screen?.focusedTextInput == nil else {
      let entries = (KeyBindings.fields + KeyBindings.form.bindings)
        .compactMap(HelpReport.Entry.init)
      return HelpReport.lines(
        [.init(title: localized("Form"), entries: entries)], hasPrompt: false, columns: columns)
    }
    let here = makeHints().map { HelpReport.Entry(keys: $0.key, help: $0.words) }
    let page = pageKeys.bindings.compactMap(HelpReport.Entry.init)
    return HelpReport.lines(
      [
        .init(title: localized("Useful here"), entries: here),
        .init(title: localized("This page"), entries: page),
      ] + keys.pageGroups.map(HelpReport.Section.init), hasPrompt: true, columns: columns)
  }

  /// Opens the inspector for the current cell, or for the page if it has no current cell.
  func inspect() {
    guard let screen else { return }
    let page = screen.focusedPage
    show(Inspection(of: screen.focusedList?.currentCell ?? page, on: page, keys: keys))
  }

  /// Inspects another view model of the same page.
  ///
  /// - Parameter go: A closure that selects the view model, and returns `false` if there is none.
  func inspectNeighbour(_ go: (Inspection) -> Bool) {
    guard case .panel(let panel) = overlay, case .inspector(let inspection) = panel.content,
      go(inspection)
    else {
      showMessage(localized("no other view model"))
      return
    }
    show(inspection)
  }

  private func show(_ inspection: Inspection) {
    let text = TextPanel(title: localized("inspector"), lines: [], theme: theme)
    overlay = .panel(Panel(content: .inspector(inspection), text: text))
  }

  /// Shows the log, or closes it if it is open.
  func showActivity() {
    if case .panel(let panel) = overlay, case .activity = panel.content {
      overlay = nil
      return
    }
    let text = TextPanel(title: localized("log"), lines: [], theme: theme, followsEnd: true)
    overlay = .panel(Panel(content: .activity, text: text))
  }

  /// Draws the log panel again after an event, if the panel is open.
  func noteActivity() {
    if case .panel(let panel) = overlay, case .activity = panel.content {
      control?.setNeedsDisplay()
    }
  }

  /// Updates the content of a panel before it is drawn.
  func refresh(_ panel: inout Panel, columns: Int) {
    switch panel.content {
    case .help:
      guard panel.shownState.columns != columns else { return }
      panel.shownState.columns = columns
      panel.text.show(helpLines(columns: columns))
    case .command:
      guard let question = panel.suspendedPrompt?.question, panel.shownQuestion != question else {
        return
      }
      panel.shownQuestion = question
      panel.text.show([
        .init([.init(question.headline, .error)]), .init([]),
        .init([.init(question.commandLine, .text)]),
      ])
    case .inspector(let inspection):
      inspection.update()
      panel.text.show(inspection.lines)
    case .activity:
      guard panel.shownState.revision != journal.revision || panel.shownState.columns != columns
      else { return }
      let report = ActivityReport(of: journal, columns: columns)
      panel.text.show(
        report.lines, dropping: report.lost(since: panel.shownState.dropped, of: journal))
      panel.shownState = (journal.revision, journal.dropped, columns)
    }
  }
}
