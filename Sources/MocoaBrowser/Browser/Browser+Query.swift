internal import MocoaData
internal import MocoaLocalization
internal import Mocoa
internal import MocoaModel
internal import MocoaQuery
internal import MocoaTerminal

/// Queries and searches of the focused list.
extension Browser {
  /// The page of the focused list, or `nil` if the focused page is not a list.
  var listPage: ListPageViewModel? { screen?.focusedPage as? ListPageViewModel }

  /// The query results of the focused list, or `nil` if the list never had a query.
  var queried: QueryResults? { listPage?.queried }

  /// Returns the query results of the focused list, creating them if needed.
  ///
  /// - Returns: The query results, or `nil` if the focused page is not a list.
  func makeQueried() -> QueryResults? {
    guard let page = listPage else {
      showMessage(localized("not a list"))
      return nil
    }
    let queried = page.makeQueried()
    session?.prioritizeCursor(in: queried, of: page)
    return queried
  }

  /// Applies the query in the URL of a new page to the page and to the lists embedded in it.
  ///
  /// The query in the URL of the page replaces the query of its first list, unless it is empty.
  func showExcerpt(in session: PageSession) {
    let lists = session.page.listPages
    lists.first.map(session.page.passListOptions)
    for list in lists { showOwnExcerpt(of: list, in: session) }
  }

  private func showOwnExcerpt(of page: ListPageViewModel, in session: PageSession) {
    guard !page.listOptions.isEmpty else { return }
    let fault = page.applyListOptions()
    if let queried = page.queried { session.prioritizeCursor(in: queried, of: page) }
    if let fault {
      return showWarning(localized("\(fault) (filter not applied)"))
    }
    session.makeList(for: page).checkFields { [weak self, weak page] paths in
      guard let self, let page, listPage === page else { return }
      warnOfUnknown(paths)
      control?.setNeedsDisplay()
    }
  }

  /// Removes the filter of the list, otherwise its groups, otherwise its sort order.
  ///
  /// - Returns: `false` if the list has no query.
  func clearQuery() -> Bool {
    guard let queried, !queried.query.isEmpty else { return false }
    if queried.query.filter != nil {
      queried.query.filter = nil
    } else if queried.query.group != nil {
      queried.query.group = nil
    } else {
      queried.query.orders = []
    }
    return true
  }

  // MARK: - The prompt

  func openFilter() {
    guard let query = makeQueried()?.query else { return }
    cursor.beginMove()
    input.completion = Completion()
    open(Prompt(.filter(former: query), query.filter?.text ?? ""))
  }

  func openSort() {
    guard let query = makeQueried()?.query else { return }
    input.completion = Completion(fields: fieldNames)
    open(Prompt(.sort, query.orderText))
  }

  func openSearch() {
    guard listPage != nil else { return showMessage(localized("not a list")) }
    cursor.beginMove()
    input.completion = Completion()
    open(Prompt(.search(from: listScreen?.itemNumber ?? 1)))
  }

  /// Shows a prompt whose text has changed.
  ///
  /// If the prompt is a filter, a search, or another that applies while typing, its text is
  /// applied.
  func show(_ prompt: Prompt) {
    overlay = .prompt(prompt)
    let text = prompt.line.text
    switch prompt.purpose {
    case .filter: filter(by: text)
    case .palette(var palette):
      palette.search(text)
      overlay = .prompt(Prompt(.palette(palette), prompt.line))
    case .search(let number):
      guard let filter = filter(of: text) else { return }
      if filter.isEmpty {
        cursor.cancelSearch(returningTo: number)
      } else {
        cursor.search(filter, from: number)
      }
    case .overwrite(let file):
      // The first key after the question was visible answers it.
      if !prompt.isShown {
        overlay = .prompt(Prompt(prompt.purpose))
      } else if text.lowercased() == "y" {
        overlay = nil
        deferred.perform { self.write(file) }
      } else if !text.isEmpty {
        overlay = .prompt(Prompt(.write, file.path))
      }
    case .run, .pipe:
      var prompt = prompt
      prompt.preview = CommandPreview(of: prompt)
      overlay = .prompt(prompt)
      if prompt.preview?.isComplete == false { completePreviewLater() }
    default: break
    }
  }

  /// Executes the text of a prompt.
  func accept(_ prompt: Prompt) {
    let text = prompt.line.text
    input.record(prompt)
    switch prompt.purpose {
    case .filter:
      filter(by: text)
      if filter(of: text) != nil { recordMoveByFilter() }
      warnOfUnknown(queried?.query.filter?.fieldPaths.sorted() ?? [])
    case .sort:
      queried?.query.orders = ListQuery.orders(text)
      warnOfUnknown(ListQuery.orders(text).map(\.field))
    case .columns: if let listPage { session?.showColumns(text, of: listPage) }
    case .group:
      group(by: text)
      warnOfUnknown([queried?.query.group].compactMap(\.self))
    case .run, .pipe: deferred.perform { self.unlessOverlaid { self.runCommand(in: prompt) } }
    case .write: deferred.perform { self.unlessOverlaid { self.write(to: text) } }
    case .palette(let palette): accept(palette)
    case .go, .search, .overwrite, .confirm: break
    }
    // A text with an error remains in the prompt for correction.
    switch prompt.purpose {
    case .filter where filter(of: text) == nil: overlay = .prompt(prompt)
    case .search(let number):
      guard let filter = filter(of: text) else {
        overlay = .prompt(prompt)
        return
      }
      cursor.acceptSearch(filter, from: number)
    default: break
    }
  }

  /// Shows a warning about fields that the first items do not have.
  ///
  /// It follows an existing warning about the URL.
  func warnOfUnknown(_ paths: [String]) {
    guard let complaint = listPage?.unknownFieldsMessage(for: paths) else { return }
    guard let message, message.isWarning, !message.text.hasSuffix(complaint) else {
      return showWarning(complaint)
    }
    showWarning([message.text, complaint].joined(separator: " · "))
  }

  /// Records a jump from the item that was current before the filter, if the filter hides it.
  ///
  /// The results of the query must be complete.
  private func recordMoveByFilter() {
    guard let page = listPage, let queried else { return }
    queried.onUpToDate { [weak self, weak page] in
      guard let self, let page, listPage === page else { return }
      syncCursors()
      cursor.endMove()
    }
  }

  /// Cancels a prompt, and restores the state that the list had when the prompt opened.
  func leave(_ prompt: Prompt) {
    cursor.cancelMove()
    switch prompt.purpose {
    case .filter(let former): queried?.query = former
    case .search(let number):
      cursor.cancelSearch(returningTo: number)
    case .confirm: answer(.no, prompt)
    default: break
    }
  }

  private func filter(by text: String) {
    guard let filter = filter(of: text) else { return }
    queried?.query.filter = filter.isEmpty ? nil : filter
  }

  /// Parses the text of a filter prompt.
  ///
  /// If the text is not valid, shows the error and returns `nil`.
  private func filter(of text: String) -> Filter? {
    do throws(FilterError) {
      return try Filter(text)
    } catch {
      showWarning("\(error.offset + 1): \(error)")
      return nil
    }
  }

  // MARK: - Sorting

  func reverseOrder() {
    guard let queried, !queried.query.orders.isEmpty else {
      return showMessage(
        localized("not sorted\(keys.hint((.sort, localized("sorts it"))))"))
    }
    for index in queried.query.orders.indices {
      queried.query.orders[index].isDescending.toggle()
    }
  }

  /// The field names of the first items.
  var fieldNames: [String] { listPage?.fieldNames ?? [] }

  /// Sorts the list by a field.
  ///
  /// If the list is sorted by that field, reverses the order.
  func sort(byField name: String) {
    guard let queried = makeQueried() else { return }
    recordVisitedFolder()
    let former = queried.query.orders.first
    let isReversed = former?.field == name && former?.isDescending == false
    queried.query.orders = [.init(name, isDescending: isReversed)]
  }

  // MARK: - Status text

  /// The number of matching items and the number of all items.
  ///
  /// While the query is running, only the evaluated items are counted.
  var queryCount: String? {
    guard let queried else { return nil }
    guard let (passing, tested) = queried.partialCount else {
      return localized("\(queried.itemCount) of \(queried.base.snapshot.itemCount)")
    }
    let count = localized("\(passing) of \(tested)…")
    return queried.progress.map { "\(count), \(Int($0 * 100)) %" } ?? count
  }

  /// The status text of the query, or an empty string if the list has no query.
  var queryStatus: String {
    guard let queried, !queried.query.isEmpty else { return "" }
    let text = queried.query.text(count: queryCount.map { " (\($0))" } ?? "")
    return [text, queried.errorMessage].compactMap(\.self).joined(separator: " · ")
  }
}
