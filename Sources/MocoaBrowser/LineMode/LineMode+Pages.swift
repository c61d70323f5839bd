internal import MocoaLocalization
internal import Mocoa
internal import MocoaModel
internal import MocoaTerminal

/// The output of pages, panels and forms.
extension LineMode {
  /// Prints the output that was deferred, if its content is available now.
  func writeDeferred() {
    let what = after
    after = .nothing
    switch what {
    case .nothing: return
    case .page:
      writePage()
      news.forget()
    case .firstRows:
      writeContent()
      news.forget()
    case .rows(let first): writeRows(from: first)
    case .currentRow: writeCurrentRow()
    case .query:
      if !browser.queries.statusText.isEmpty { write(browser.queries.statusText) }
      writeRows(from: 1)
    case .panel: writePanel()
    }
  }

  func writePage() {
    writeTitle()
    writeContent()
  }

  /// Prints the location of the page, its status and its commands.
  func writeTitle() {
    guard let screen = browser.screen, let page = browser.navigator.focusedPage else { return }
    var titles = page.breadcrumb
    if titles.last != page.title { titles.append(page.title) }
    if screen.focusedPage !== page { titles.append(screen.focusedPage.title) }
    var parts = [titles.joined(separator: " / ")]
    if listPage != nil, rowCount > 0 { parts.append(Self.rows(rowCount)) }
    let tabs = browser.navigator.tabTitles.count
    if tabs > 1 { parts.append(localized("tab \(browser.navigator.selectedTab + 1) of \(tabs)")) }
    if screen.focusedPage !== page {
      parts.append(localized("pane (next-pane selects the next)"))
    }
    // A form prints its own commands for closing it.
    if browser.navigator.isPresenting, !(screen.focusedPage is FormPageViewModel) {
      parts.append(localized("presented page (close closes it)"))
    }
    if !page.statusText.isEmpty { parts.append(page.statusText) }
    write(parts.joined(separator: localized(", ")))
    let offers = (browser.pageCommandKeys + browser.manifestKeys).compactMap { binding in
      binding.help.map { "\(binding.keys.first?.description ?? "") \(localized(key: $0))" }
    }
    if !browser.queries.statusText.isEmpty { write(browser.queries.statusText) }
    if !offers.isEmpty { write(localized("open N KEY: \(offers.joined(separator: ", "))")) }
    if browser.picking != nil { write(localized("pick N picks a row")) }
  }

  func writeContent() {
    if let form = browser.screen?.focusedPage as? FormPageViewModel {
      writeForm(form)
    } else if listPage != nil {
      // The current row is the first one in a known page or at a fragment, even if rows above it
      // exist.
      writeRows(from: isKnown || browser.listScreen?.fragment != nil ? currentRow : 1)
    } else {
      writeDrawnScreen()
    }
  }

  /// Prints the contents of a page that is neither a list nor a form.
  ///
  /// The page is drawn into memory, and its lines are printed.
  func writeDrawnScreen() {
    browser.syncCursors()
    drawn = drawnLines() ?? []
    for line in drawn { writeTruncated(line) }
    if drawn.isEmpty { write(localized("nothing to read")) }
  }

  /// Draws the current page into memory, and returns its lines.
  ///
  /// - Returns: `nil` if the page is a list or a form, because their contents are printed directly.
  func drawnLines() -> [String]? {
    guard let screen = browser.screen, listPage == nil,
      !(screen.focusedPage is FormPageViewModel)
    else { return nil }
    var surface = Surface(size: Size(columns: columns, rows: browser.window.area.size.rows))
    surface.draw { screen.draw(into: &$0) }
    // Box-drawing characters have no meaning in spoken or linear output.
    let text = surface.description.unicodeScalars.map { scalar in
      (0x2500...0x257F).contains(scalar.value) ? " " : scalar
    }
    return String(String.UnicodeScalarView(text)).split(separator: "\n").map(String.init)
      .filter { !$0.allSatisfy(\.isWhitespace) }
  }

  /// Prints the next lines of a page that is not a list.
  func writeMore() {
    if let form = browser.screen?.focusedPage as? FormPageViewModel { return writeForm(form) }
    let before = browser.screen?.focusedStatus?.positionText
    browser.perform(.move(.pageDown))
    browser.syncCursors()
    if browser.screen?.focusedStatus?.positionText == before, drawnLines() == drawn {
      return write(localized("end of page"))
    }
    writeDrawnScreen()
  }

  /// Prints all fields of the current row.
  func writeAllFields() {
    guard let page = listPage, let path = browser.listScreen?.currentCell?.shownPath,
      page.list.snapshot.contains(path)
    else { return write(localized("no current row")) }
    write(localized("row \(number(of: path)) of \(rowCount)"))
    let item = page.list.snapshot.element(at: path)
    guard let record = item as? any FieldReadable, !record.fieldNames.isEmpty else {
      let renderer = PlainTextRenderer(isDebugging: true)
      for line in renderer.lines(of: page.list.cell(at: path)) { write(line) }
      return
    }
    let first = ItemSerializer.firstFields(of: item, upTo: RecordReport.lineLimit)
    for field in first?.fields ?? record.fields {
      let text = if case .string(let text) = field.value { text } else { field.value.description }
      write("\(field.name): \(text)")
    }
    if first?.areAll == false { write("…") }
    for remark in [record.errorMessage, record.warningMessage].compactMap(\.self) { write(remark) }
  }

  /// Prints only the current row.
  func writeCurrentRow() {
    let number = currentRow
    writeRows(from: number, to: number)
  }

  func writeTabs() {
    for (place, title) in browser.navigator.tabTitles.enumerated() {
      let isShown = place == browser.navigator.selectedTab
      writeTruncated("\(place + 1)  \(title)\(isShown ? localized(" (this)") : "")")
    }
  }

  // MARK: - Panels

  /// Prints the contents of the panel, and closes it unless it is an inspector.
  func writePanel() {
    guard case .panel(var panel) = browser.overlay else { return }
    browser.refresh(&panel, columns: columns)
    let lines = panel.text.plainText.split(separator: "\n", omittingEmptySubsequences: true)
    // The activity log is limited to its newest entries.
    let most =
      if case .activity = panel.content { rowsAtOnce ?? max(1, terminal.size.rows - 4) } else {
        Int.max
      }
    for line in lines.suffix(most) { write(String(line)) }
    browser.overlay = panel.isInspector ? .panel(panel) : nil
  }

  func writeHelp(_ word: String) {
    guard word.isEmpty else {
      let commands = Command.lineCommands(named: word)
      if commands.isEmpty { write(localized("unknown command: \(word)")) }
      return commands.forEach(write)
    }
    write(
      localized("N opens row N. Enter prints the next rows. N-M prints a range."))
    Command.lineCommands.forEach(write)
    write(
      localized(
        "Abbreviations are accepted if unique. ^C cancels, ^D quits."))
  }

  private func write(_ command: Command) {
    guard let form = command.line, let help = form.help ?? command.help else { return }
    let operand = form.operand.isEmpty ? "" : " \(form.operand)"
    write("\(command.lineWord)\(operand): \(localized(key: help))")
  }

  // MARK: - Forms

  private func writeForm(_ form: FormPageViewModel) {
    for (place, field) in form.fields.enumerated() {
      let remark = field.isRequired ? "" : localized(" (optional)")
      write("\(place + 1)  \(field.label): \(field.text)\(remark)")
    }
    write(localized("N TEXT or NAME TEXT sets a field; save or cancel closes the form"))
  }

  /// Sets a field of a form, submits the form, or cancels it.
  ///
  /// - Returns: `true` if the line is a command of the form.
  func fill(_ form: FormPageViewModel, _ line: String) -> Bool {
    let text = String(line.drop(while: \.isWhitespace))
    switch text {
    case "save": save(form)
    case "cancel": browser.perform(.closePage)
    default:
      let names = form.fields.enumerated().flatMap { place, field in
        [("\(place + 1)", place), (field.label, place)]
      }
      // The longest name wins, since one name may be a prefix of another.
      let meant = names.filter { text.lowercased().hasPrefix($0.0.lowercased()) }
        .filter { [nil, " ", ":", "="].contains(text.dropFirst($0.0.count).first) }
        .max { $0.0.count < $1.0.count }
      guard let (name, place) = meant else { return false }
      let value = text.dropFirst(name.count).drop { [" ", ":", "="].contains($0) }
      form.setText(String(value), forFieldAt: place)
      write("\(form.fields[place].label): \(form.fields[place].text)")
    }
    return true
  }

  private func save(_ form: FormPageViewModel) {
    do throws(FormError) {
      try form.submit()
    } catch {
      write("\(error)")
    }
  }
}
