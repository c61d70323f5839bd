internal import MocoaLocalization
internal import Mocoa
internal import MocoaModel
internal import MocoaQuery
internal import MocoaTerminal

/// The key hints of the status line.
extension Browser {
  /// The keys that are most useful in the current state of the page, the most useful first.
  ///
  /// The key that shows the help is not among them.
  func makeHints() -> [KeyHint] {
    if takesText { return KeyBindings.formHints }
    let closing: [(Action, String)] =
      navigator.isPresenting ? [(.closePage, localized("close"))] : []
    let own = pickHints + trees.hints + pageCommands.compactMap { KeyHint($0) }
    // The keys of the page have precedence over the global ones.
    let taken = Set(pageKeys.bindings.flatMap(\.keys))
    let general = (closing + offeredActions).filter { action, _ in
      keys.key(of: action).map { !taken.contains($0) } ?? false
    }
    return own + general.compactMap { keys.hint(of: $0, $1) }
  }

  /// The hint for the key that shows the help, or `nil` if it has no key or the page accepts text.
  var helpHint: KeyHint? { takesText ? nil : keys.hint(of: .help, localized("help")) }

  /// The actions whose keys are shown, with words for them.
  private var offeredActions: [(Action, String)] {
    guard let list = listScreen, let page = listPage else {
      return [(.back, localized("back"))].filter { _ in navigator.canGoBack }
        + [(.prompt, localized("go to"))]
    }
    let open: [(Action, String)] =
      picking == nil && canOpen(list.currentCell) ? [(.open, localized("open"))] : []
    let back: [(Action, String)] = navigator.canGoBack ? [(.back, localized("back"))] : []
    if list.markedCount > 0 {
      return [
        (.copy, localized("copy")), (.write, localized("write")), (.runCommand, localized("run")),
        (.markItems(.none), localized("unmark")),
      ]
    }
    if page.history?.isLatest == false {
      return [
        (.older, localized("older")), (.newer, localized("newer")), (.latest, localized("latest")),
      ]
    }
    if list.rowColumns?.cursorField != nil { return Self.columnActions }
    if cursor.highlightedSearch != nil {
      return [
        (.searchNext, localized("next match")), (.searchPrevious, localized("previous match")),
        (.escape, localized("done")), (.search, localized("search")),
      ] + open
    }
    if let page = page as? TallyPage { return tallyActions(page) + back }
    if queries.results?.query.filter != nil {
      return [
        (.escape, localized("show all")), (.filter, localized("edit")),
        (.countValues, localized("count")), (.write, localized("write")),
      ] + open
    }
    if page is any ComparisonPage {
      return [
        (.nextChange, localized("next")), (.preview, localized("preview")),
        (.filter, localized("filter")), (.moveColumnCursor(.right), localized("column")),
      ] + back
    }
    if (page as? any ReopenablePage)?.isFolder == true {
      return open + [
        (.editSource, localized("edit")), (.preview, localized("preview")),
        (.filter, localized("filter")), (.runCommand, localized("run")),
      ] + back
    }
    if trees.isActive {
      return [
        (.switchView, localized("table")), (.copy, localized("copy")),
        (.filter, localized("filter")),
      ] + back
    }
    if list.rowColumns == nil {
      return open + back + [
        (.filter, localized("filter")), (.search, localized("search")),
        (.prompt, localized("go to")),
      ]
    }
    if page.isPaused != nil {
      return [
        (.nextChange, localized("next change")),
        (.pause, page.isPaused == true ? localized("resume") : localized("pause")),
        (.toggleBaseline, localized("baseline")),
        (.filter, localized("filter")), (.sortColumn, localized("sort")),
        (.older, localized("older version")),
      ]
    }
    return [
      (.filter, localized("filter")), (.sortColumn, localized("sort")),
      (.countValues, localized("count")), (.preview, localized("preview")),
      (.moveColumnCursor(.right), localized("column")),
      (.copy, localized("copy")),
    ] + open + back
  }

  /// Returns the commands of frequency tables, histograms and lists of fields.
  private func tallyActions(_ page: TallyPage) -> [(Action, String)] {
    page.kind.field == nil
      ? [
        (.open, localized("values")), (.hideColumn, localized("hide")),
        (.filter, localized("filter")), (.countValues, localized("count")),
      ]
      : [
        (.open, localized("show rows")), (.sortColumn, localized("sort")),
        (.filter, localized("filter")),
      ]
  }

  /// The commands on the column under the column cursor.
  private static var columnActions: [(Action, String)] {
    [
      (.sortColumn, localized("sort")), (.showOnlyValue, localized("only this")),
      (.countValues, localized("count")), (.hideColumn, localized("hide")),
      (.freezeColumns, localized("freeze")),
      (.fitColumn, localized("fit")), (.escape, localized("done")),
    ]
  }

  /// Returns `true` if selecting a cell opens a page or has another effect.
  private func canOpen(_ cell: AnyCellViewModel?) -> Bool {
    guard let cell, let page = listPage else { return false }
    return cell.element is ItemGroup || page.canOpen(cell)
      || (page as? any ActionListPage)?.action(of: cell) != nil
  }
}
