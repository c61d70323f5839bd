internal import MocoaLocalization
internal import Mocoa
internal import MocoaModel
internal import MocoaTerminal

/// The execution of typed lines.
extension LineMode {
  /// Executes a typed line: an answer to a prompt, input for a form, a row number or range, a URL,
  /// or a command.
  func obey(_ line: String) {
    let words = Self.words(line)
    let text = words.joined(separator: " ")
    if case .prompt(let prompt) = browser.overlay { return answer(prompt, text) }
    if words.isEmpty { return writeNextRows() }
    if let form = browser.screen?.focusedPage as? FormPageViewModel, fill(form, line) { return }
    if let number = Int(text) { return open(row: number) }
    if Self.range(text) != nil { return writeRows(asked: text) }
    if ModuleURL.looksLikeURL(words[0]) { return go(line.trimmed, .here) }
    let commands = Command.lineCommands(named: words[0])
    switch commands.count {
    case 1:
      perform(commands[0], operand: Self.operand(of: line))
    case 0:
      write(localized("unknown command: \(words[0]) (help lists them; a number opens a row)"))
    default:
      write(
        localized("\(words[0]): did you mean \(commands.map(\.lineWord).joined(separator: ", "))?"))
    }
  }

  private static func words(_ line: String) -> [String] {
    line.split(whereSeparator: \.isWhitespace).map(String.init)
  }

  /// Returns the text after the first word of a line, without surrounding whitespace.
  private static func operand(of line: String) -> String {
    let text = line.trimmed
    return String(text[(text.firstIndex(where: \.isWhitespace) ?? text.endIndex)...]).trimmed
  }

  /// Parses a range, which is two positive numbers with a hyphen between them.
  private static func range(_ text: String) -> ClosedRange<Int>? {
    let ends = text.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
    guard ends.count == 2, let one = ends[0], let other = ends[1], one > 0, other > 0 else {
      return nil
    }
    return min(one, other)...max(one, other)
  }

  // MARK: - Actions

  private func perform(_ command: Command, operand: String) {
    guard let form = command.line else { return }
    if form.operand.isEmpty, !operand.isEmpty {
      return write(localized("\(command.lineWord): takes no argument"))
    }
    leavePanel(for: command)
    if let perform = form.perform {
      perform(self, operand)
    } else if let action = command.action {
      perform(action)
    }
  }

  func perform(_ action: Action, after: PendingOutput = .nothing) {
    browser.perform(action)
    if case .panel = browser.overlay {
      self.after = .panel
    } else if case .nothing = after {
    } else {
      self.after = after
    }
  }

  /// Submits a text in the prompt that an action of the browser opens.
  ///
  /// If the text is empty, the prompt stays open.
  func enter(_ text: String, at action: Action) {
    browser.perform(action)
    guard !text.isEmpty, case .prompt(let prompt) = browser.overlay else { return }
    answer(prompt, text)
    // Text that came with the command and is invalid closes the prompt, so that the next line is a
    // command.
    if case .prompt(let left) = browser.overlay, left.purpose == prompt.purpose {
      browser.overlay = nil
    }
  }

  private func answer(_ prompt: Prompt, _ text: String) {
    // The user can answer only a question that was printed.
    if browser.hasUnseenQuestion { return }
    if prompt.question != nil {
      switch text.lowercased() {
      case "y", "yes": browser.commands.answer(.yes, prompt)
      case "e", "edit": browser.commands.answer(.edit, prompt)
      default: browser.commands.answer(.no, prompt)
      }
      return
    }
    var prompt = prompt
    prompt.line = LineEditor(text)
    browser.overlay = .prompt(prompt)
    if case .overwrite = prompt.purpose {
      browser.overlay = nil
      if text.isEmpty { return write(localized("nothing exported")) }
    }
    switch prompt.purpose {
    case .search, .overwrite:
      browser.show(prompt)
      browser.overlay = nil
    default:
      browser.accept()
    }
    switch prompt.purpose {
    case .search: after = .currentRow
    case .filter, .sort, .group, .columns: after = .query
    default: break
    }
  }

  /// Closes the panel, unless it is an inspector and the command applies to its contents.
  private func leavePanel(for command: Command) {
    guard case .panel(let panel) = browser.overlay else { return }
    let about: [Action] = [.copyCode, .writeManifest, .copy]
    if !panel.isInspector || !about.contains(where: { $0 == command.action }) {
      browser.overlay = nil
    }
  }

  // MARK: - Rows

  /// Moves the cursor to the row with a number, and calls a closure.
  ///
  /// If the text is empty, the cursor does not move.
  func onRow(_ text: String, _ perform: (LineMode) -> Void) {
    guard !text.isEmpty else { return perform(self) }
    guard let number = Int(text) else {
      return write(localized("\(text): not a row number"))
    }
    if go(toRow: number) { perform(self) }
  }

  func writeRows(asked text: String) {
    if let range = Self.range(text) {
      guard path(ofRow: range.lowerBound) != nil || rowCount == 0 else {
        return writeMissingRow(range.lowerBound)
      }
      browser.cursor.recordingMove { writeRows(from: range.lowerBound, to: range.upperBound) }
    } else if text.isEmpty {
      writeRows(from: currentRow)
    } else if let count = Int(text), count > 0 {
      rowsAtOnce = count
      writeRows(from: currentRow)
    } else {
      write(localized("\(text): expected a count or range (rows 10, rows 20-30)"))
    }
  }

  func writeAdjacentRow(_ distance: Int) {
    guard listPage != nil else { return writeMore() }
    let number = currentRow + distance
    guard (1...max(1, rowCount)).contains(number), rowCount > 0 else {
      return write(
        distance < 0 ? localized("already at the first row") : localized("already at the last row"))
    }
    browser.perform(.move(distance < 0 ? .up : .down))
    after = .currentRow
  }

  private func open(row number: Int) {
    if number != currentRow { browser.cursor.recordItem() }
    if go(toRow: number) { openRow() }
  }

  /// Opens the current row.
  ///
  /// If this opens no page and shows no message, the method prints the new status of the page. If
  /// the status is unchanged, it prints the row, whose content may have changed.
  private func openRow() {
    let (page, activity) = (
      browser.navigator.focusedPage, browser.navigator.focusedPage?.statusText
    )
    browser.perform(.open)
    guard browser.navigator.focusedPage === page, browser.message == nil, work == nil else {
      return
    }
    if let now = page?.statusText, now != activity, !now.isEmpty { return write(now) }
    after = .currentRow
  }

  /// Opens a row, or performs a page command on it.
  ///
  /// - Parameter text: An optional row number, followed by an optional key or name of a page
  ///   command.
  func open(_ text: String) {
    var words = Self.words(text)
    if let number = words.first.flatMap({ Int($0) }) {
      guard go(toRow: number) else { return }
      words.removeFirst()
    }
    let key = words.joined(separator: " ")
    guard !key.isEmpty else { return openRow() }
    let bindings = browser.pageCommandKeys + browser.manifestKeys
    let meant = bindings.filter { binding in
      binding.help == key || binding.keys.contains { $0.description == key }
    }
    guard let action = meant.first?.action else {
      let offers = bindings.compactMap { $0.keys.first?.description }.joined(separator: ", ")
      return write(
        localized(
          "\(key): no such key on this page\(offers.isEmpty ? "" : localized(" (it has \(offers))"))"
        ))
    }
    browser.perform(action)
  }

  func go(_ text: String, _ way: Browser.OpenMode) {
    if way == .here || ModuleURL.looksLikeURL(text) {
      if text.isEmpty { return write(localized("missing URL or file (go URL)")) }
      return browser.go(to: text, way)
    }
    onRow(text) { $0.browser.openSelection(way) }
  }

  /// Performs a command on the nodes of a tree, and prints the rows from the current one.
  func expand(_ action: TreeAction) {
    guard browser.trees.isActive else {
      return write(localized("this list is not a tree (tree shows it as a tree)"))
    }
    perform(.tree(action), after: .rows(from: currentRow))
    news.forget()
  }

  /// Shows the list as a tree or as a table, and prints its rows.
  ///
  /// The difference between both forms is not reported as a change of the list.
  func switchView() {
    perform(.switchView, after: .rows(from: 1))
    news.forget()
  }

  func expandLevels(_ text: String) {
    guard let count = Int(text), count >= 0 else {
      return write(localized("\(text): expected the number of levels (level 2)"))
    }
    expand(.level(count))
  }

  /// Copies a row, or a part of it.
  ///
  /// - Parameter text: An optional row number, followed by an optional form such as `json`.
  func copyRow(_ text: String) {
    if case .panel = browser.overlay { return browser.perform(.copy) }
    var words = Self.words(text)
    var number = ""
    if let first = words.first, Int(first) != nil { number = words.removeFirst() }
    guard words.count < 2, let form = CopyForm(rawValue: words.first ?? "row") else {
      let forms = CopyForm.allCases.map(\.rawValue).joined(separator: ", ")
      return write(localized("\(words.joined(separator: " ")): expected one of: \(forms)"))
    }
    onRow(number) { $0.browser.perform(.copyForm(form)) }
  }

  // MARK: - Query

  /// Submits a text, which may be empty, in the prompt that an action of the browser opens.
  func submit(_ text: String, at action: Action) {
    guard text.isEmpty else { return enter(text, at: action) }
    browser.perform(action)
    if case .prompt(let prompt) = browser.overlay { answer(prompt, "") }
  }

  func searchAgain(_ action: Action) {
    browser.perform(action)
    if browser.cursor.lastSearch != nil { after = .currentRow }
  }

  /// Moves the cursor to the previous or next row of the jump list.
  ///
  /// If the jump list has no such row, the browser shows a message.
  func jump(_ action: Action) {
    browser.perform(action)
    if browser.message == nil { after = .currentRow }
  }

  // MARK: - Marks

  func mark(_ text: String) {
    for word in text.isEmpty ? [""] : Self.words(text) {
      switch word {
      case "": browser.perform(.mark)
      case "all": browser.perform(.markItems(.all))
      case "none": browser.perform(.markItems(.none))
      case "invert": browser.perform(.markItems(.inverse))
      default: mark(rows: word)
      }
      // An obstacle for one row applies to all of them.
      if browser.message != nil { return }
    }
    write(localized("\(browser.listScreen?.markedCount ?? 0) marked"))
  }

  private func mark(rows text: String) {
    if let number = Int(text) {
      if go(toRow: number) { browser.perform(.mark) }
    } else if let range = Self.range(text) {
      guard path(ofRow: range.upperBound) != nil, go(toRow: range.lowerBound) else {
        return writeMissingRow(range.upperBound)
      }
      // A range starts at the row that was marked last, so the first row must have a new mark.
      let isMarked = path(ofRow: range.lowerBound).map { browser.listScreen?.isMarked($0) == true }
      browser.perform(.mark)
      if browser.message != nil { return }
      if isMarked == true, go(toRow: range.lowerBound) { browser.perform(.mark) }
      if go(toRow: range.upperBound) { browser.perform(.markItems(.range)) }
    } else {
      write(localized("\(text): expected rows (mark 3, 3-7, all, none, invert)"))
    }
  }

  func pick(_ text: String) {
    guard let picking = browser.picking else {
      return write(localized("not in pick mode (start with --pick)"))
    }
    let words = Self.words(text)
    if picking.isMulti, !words.isEmpty {
      for word in words {
        guard let number = Int(word), let path = path(ofRow: number) else {
          return write(localized("\(word): not a row number"))
        }
        if browser.listScreen?.isMarked(path) != true { mark(rows: word) }
      }
      browser.perform(.pick)
    } else {
      onRow(text) { $0.browser.perform(.pick) }
    }
  }

  // MARK: - Changes

  func live(_ text: String) {
    switch text {
    case "": goInTime(.latest)
    case "on", "off":
      isLive = text == "on"
      write(
        isLive
          ? localized("changes are announced immediately")
          : localized("changes are announced at the prompt"))
    default: write(localized("\(text): expected on or off (latest on, latest off)"))
    }
  }

  /// Shows another version of the list.
  ///
  /// The differences from the previous version are not reported as changes of the list.
  func goInTime(_ action: Action) {
    browser.perform(action)
    guard browser.message == nil else { return }
    news.forget()
    if let history = (browser.navigator.focusedPage as? ListPageViewModel)?.history {
      write(
        history.isLatest
          ? localized("latest version")
          : localized("version \(history.versionNumber) of \(history.count)"))
    }
    after = .rows(from: 1)
  }

  func follow() {
    browser.listScreen?.isFollowing.toggle()
    guard browser.listScreen?.isFollowing == true else {
      return write(localized("stopped following new items"))
    }
    write(localized("following new items (follow again stops)"))
    writeLastRows(movesCursor: false)
    news.forget()
  }
}
