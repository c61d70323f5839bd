internal import MocoaLocalization
internal import Mocoa
internal import MocoaTerminal

extension Browser {
  /// The way in which a page is opened: in the current tab, in a new tab, or over the current page.
  enum OpenMode {
    case here, over, tab
  }

  /// Opens the page of the current item.
  func openSelection(_ way: OpenMode) {
    guard let page = listPage, let list = listScreen, let cell = list.currentCell else { return }
    if queries.unfoldSelection() { return }
    if way == .here, trees.openNode() { return }
    let current = navigator.focusedPage
    let activity = current?.statusText
    // Opening over the page or in a tab does not select the item.
    if way == .here { list.select() }
    // The selection may open a page or close this one.
    guard navigator.focusedPage === current else { return }
    let linked = list.rowColumns?.cursorField.flatMap {
      (page as? any FieldLinking)?.destination(of: cell, field: $0)
    }
    guard let url = linked ?? page.destination(of: cell) else {
      if let action = (page as? any ActionListPage)?.action(of: cell) { return perform(action) }
      // Or the selection has another effect, which the page shows.
      if page.list.selectionMode == .multiple || current?.statusText != activity { return }
      if let obstacle = (page as? any FailureExplaining)?.openFailureReason(of: cell) {
        return showMessage(obstacle)
      }
      showMessage(
        localized("nothing to open\(keys.hint((.preview, localized("shows all of it"))))"))
      return
    }
    cursor.recordItem()
    // A tab is opened on purpose, so its folder counts as visited.
    let options = (page as? TallyPage)?.sharingOptions(for: cell) ?? [:]
    if way == .tab {
      go(to: url, way, options: options)
    } else {
      tracingFolders { go(to: url, way, options: options) }
    }
  }

  /// Shows the parent page.
  ///
  /// The current page stays in the history.
  func goToParent() {
    attempt { () throws(Navigator.NavigationError) in
      try tracingFolders { () throws(Navigator.NavigationError) in
        if try !navigator.goToParent() {
          showMessage(
            localized("no parent page\(keys.hint((.closePage, localized("quits"))))"))
        }
      }
    }
  }

  /// Shows the previous page of the history.
  func goBack() {
    attempt { () throws(Navigator.NavigationError) in
      if try !navigator.goBack() {
        showMessage(
          localized("no earlier page\(keys.hint((.closePage, localized("quits"))))"))
      }
    }
  }

  /// Shows the next page of the history.
  func goForward() {
    attempt { () throws(Navigator.NavigationError) in
      let offer = keys.hint(
        (.back, localized("goes back")), (.forward, localized("goes forward")))
      if try !navigator.goForward() { showMessage(localized("no later page\(offer)")) }
    }
  }

  /// Closes the page, or ends the program if it is the first page.
  func closePage() {
    attempt { () throws(Navigator.NavigationError) in
      if try !navigator.pop() { quit() }
    }
  }

  /// Ends the program, unless an export is running.
  func quit() {
    if let writing {
      return showWarning(
        localized(
          "export of \(writing.path) is still running\(keys.hint((.escape, localized("stops it"))))"
        ))
    }
    recordVisitedFolder()
    for session in shownSessions { recordQuery(of: session) }
    control?.quit(status: picking == nil ? ExitStatus.success : ExitStatus.cancelled)
  }

  func goHome() {
    if let home = navigator.home { go(to: home) }
  }

  /// Opens the page at a URL.
  ///
  /// - Parameters:
  ///   - url: The URL.
  ///   - way: The way in which the page is opened.
  ///   - options: Values that override options of the URL.
  func go(
    to url: ModuleURL, _ way: OpenMode = .here, options: [String: (any Sendable)?] = [:]
  ) {
    attempt { () throws(Navigator.NavigationError) in
      switch way {
      case .here: try navigator.push(url, options: options)
      case .over: try navigator.present(url, options: options)
      case .tab: try navigator.openTab(url, options: options)
      }
    }
  }

  /// Opens the page at a URL or at a path, which is relative to the working folder.
  func go(to text: String, _ way: OpenMode = .here) {
    do {
      let registry = navigator.registry
      let url =
        ModuleURL.looksLikeURL(text)
        ? try LaunchTarget.url(text, in: registry)
        : try LaunchTarget.url(forPath: XDGDirectory.expanded(text), in: registry)
      go(to: url, way)
    } catch {
      showWarning("\(error)")
    }
  }

  private func attempt(_ body: () throws(Navigator.NavigationError) -> Void) {
    do {
      try body()
    } catch {
      showWarning("\(error)")
    }
  }

  // MARK: - The prompt

  func edit(_ edit: LineEditor.Edit) {
    guard case .prompt(var prompt) = overlay else { return }
    if prompt.purpose == .pick, edit == .right, prompt.line.isAtEnd { return openFromPickPrompt() }
    // As in other editors, deleting in an empty prompt closes it.
    if edit == .deleteBackward, prompt.line.text.isEmpty {
      if prompt.purpose == .pick { return }
      overlay = nil
      return
    }
    prompt.line.apply(edit)
    show(prompt)
  }

  /// Executes the text of the prompt: a URL, an item number, a command or a path.
  func accept() {
    guard case .prompt(let prompt) = overlay else { return }
    overlay = nil
    let text = prompt.line.text.trimmed
    guard prompt.purpose == .go else {
      return accept(prompt)
    }
    if text.isEmpty { return }
    input.record(prompt)
    execute(text)
  }
}

extension String {
  /// The text without leading and trailing whitespace.
  var trimmed: String {
    guard let first = firstIndex(where: { !$0.isWhitespace }),
      let last = lastIndex(where: { !$0.isWhitespace })
    else { return "" }
    return String(self[first...last])
  }
}
