internal import MocoaLanguage
internal import Mocoa
internal import MocoaData
internal import MocoaTerminal

extension Browser {
  /// Where a page is opened.
  enum Way {
    case here, over, tab
  }

  /// Opens what the cursor is on.
  func openSelection(_ way: Way) {
    guard let screen, let cell = screen.selection,
      let page = screen.focusedPage as? ListPageViewModel
    else { return }
    if unfoldSelection() { return }
    let current = navigator.current
    let activity = current?.activity
    // To look at something, or beside something, is not to choose it.
    if way == .here { screen.select() }
    // Who is selected may open a page itself, or leave this one.
    guard navigator.current === current else { return }
    guard let url = page.destination(of: cell) else {
      // Or it does something else, which the page then says.
      if page.list.selectionMode == .multiple || current?.activity != activity { return }
      if let obstacle = (page as? FolderPage)?.entry(of: cell)?.obstacle { return say(obstacle) }
      say(phrase("nothing to open here\(keys.remark((.preview, phrase("shows all of it"))))"))
      return
    }
    noteJump()
    // What is opened beside is wanted there.
    if way == .tab { go(to: url, way) } else { passing { go(to: url, way) } }
  }

  /// Goes out to the page above; the page left stays in the history.
  func goOut() {
    attempt { () throws(Navigator.Failure) in
      try passing { () throws(Navigator.Failure) in
        if try !navigator.out() {
          say(phrase("nothing is above this page\(keys.remark((.leave, phrase("quits"))))"))
        }
      }
    }
  }

  /// Goes back to the page before.
  func goBack() {
    attempt { () throws(Navigator.Failure) in
      if try !navigator.back() {
        say(phrase("this is the first page\(keys.remark((.leave, phrase("quits"))))"))
      }
    }
  }

  /// Goes forward to the page that one went back from.
  func goForward() {
    attempt { () throws(Navigator.Failure) in
      let offer = keys.remark((.back, phrase("goes back")), (.forward, phrase("forward again")))
      if try !navigator.forward() { say(phrase("this is the last page\(offer)")) }
    }
  }

  /// Leaves the page: out to where it was opened from; from the first page, out of the program.
  func leave() {
    attempt { () throws(Navigator.Failure) in
      if try !navigator.pop() { quit() }
    }
  }

  /// Ends the program, unless that would lose something.
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

  /// Opens a URL, or what is in the working folder or elsewhere under a path.
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
    // Deleting in an empty prompt leaves it, as everywhere.
    if edit == .deleteBackward, prompt.line.text.isEmpty {
      overlay = nil
      return
    }
    prompt.line.apply(edit)
    show(prompt)
  }

  /// Goes to the URL or the item in the prompt, or runs the command in it.
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
  /// The text without the blanks around it.
  var trimmed: String {
    guard let first = firstIndex(where: { !$0.isWhitespace }),
      let last = lastIndex(where: { !$0.isWhitespace })
    else { return "" }
    return String(self[first...last])
  }
}
