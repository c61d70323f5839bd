internal import MocoaLanguage
internal import Mocoa
internal import MocoaData
internal import MocoaTerminal

extension Browser {
  /// A location in which a page opens.
  enum Way {
    case here, over, tab
  }

  /// Opens the page of the current item.
  func openSelection(_ way: Way) {
    guard let screen, let cell = screen.selection,
      let page = screen.focusedPage as? ListPageViewModel
    else { return }
    if unfoldSelection() { return }
    let current = navigator.current
    let activity = current?.activity
    // Opening over the page or in a tab does not select the item.
    if way == .here { screen.select() }
    // The selection may open a page or close this one.
    guard navigator.current === current else { return }
    guard let url = page.destination(of: cell) else {
      // Or the selection has another effect, which the page shows.
      if page.list.selectionMode == .multiple || current?.activity != activity { return }
      if let obstacle = (page as? FolderPage)?.entry(of: cell)?.obstacle { return say(obstacle) }
      say(phrase("nothing to open here\(keys.remark((.preview, phrase("shows all of it"))))"))
      return
    }
    noteJump()
    // A tab is opened on purpose, so its folder counts as visited.
    if way == .tab { go(to: url, way) } else { passing { go(to: url, way) } }
  }

  /// Shows the parent page; the page that is left stays in the history.
  func goOut() {
    attempt { () throws(Navigator.Failure) in
      try passing { () throws(Navigator.Failure) in
        if try !navigator.out() {
          say(phrase("nothing is above this page\(keys.remark((.leave, phrase("quits"))))"))
        }
      }
    }
  }

  /// Shows the previous page of the history.
  func goBack() {
    attempt { () throws(Navigator.Failure) in
      if try !navigator.back() {
        say(phrase("this is the first page\(keys.remark((.leave, phrase("quits"))))"))
      }
    }
  }

  /// Shows the next page of the history.
  func goForward() {
    attempt { () throws(Navigator.Failure) in
      let offer = keys.remark((.back, phrase("goes back")), (.forward, phrase("forward again")))
      if try !navigator.forward() { say(phrase("this is the last page\(offer)")) }
    }
  }

  /// Closes the page, or ends the program if it is the first page.
  func leave() {
    attempt { () throws(Navigator.Failure) in
      if try !navigator.pop() { quit() }
    }
  }

  /// Ends the program, unless a file is still being written.
  func quit() {
    if let writing {
      return warn(
        phrase(
          "\(writing.file.path) is still being written\(keys.remark((.escape, phrase("stops it"))))"
        ))
    }
    noteStay()
    control?.quit(status: picking == nil ? ExitStatus.success : ExitStatus.cancelled)
  }

  func goHome() {
    if let home = navigator.home { go(to: home) }
  }

  func go(to url: ModuleURL, _ way: Way = .here) {
    attempt { () throws(Navigator.Failure) in
      switch way {
      case .here: try navigator.push(url)
      case .over: try navigator.present(url)
      case .tab: try navigator.openTab(url)
      }
    }
  }

  /// Opens a URL, or a path relative to the working folder.
  func go(to text: String, _ way: Way = .here) {
    do {
      let url =
        ModuleURL.looksLikeURL(text)
        ? try Source.url(text)
        : try RecordsPage.url(ofFile: UserFolder.expanded(text), options: Options())
      go(to: url, way)
    } catch {
      warn("\(error)")
    }
  }

  private func attempt(_ body: () throws(Navigator.Failure) -> Void) {
    do {
      try body()
    } catch {
      warn("\(error)")
    }
  }

  // MARK: - The prompt

  func edit(_ edit: LineEditor.Edit) {
    guard case .prompt(var prompt) = overlay else { return }
    // As in other editors, deleting in an empty prompt closes it.
    if edit == .deleteBackward, prompt.line.text.isEmpty {
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
    remember(prompt)
    obey(text)
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
