internal import MocoaLanguage
internal import Mocoa
internal import MocoaData
internal import MocoaModel
internal import MocoaTerminal

/// What of a list is shown and in which order, and what is looked for in it.
extension Browser {
  /// The list that has the attention.
  var listPage: ListPageViewModel? { screen?.focusedPage as? ListPageViewModel }

  /// What that shows of its list; nil where it shows all, as it is.
  var queried: QueriedList? { listPage?.queried }

  /// The same, made where it is not there yet.
  func makeQueried() -> QueriedList? {
    guard let page = listPage else {
      say(phrase("there is no list here"))
      return nil
    }
    let queried = page.makeQueried()
    look(at: page, queried)
    return queried
  }

  /// Has questions begin where one looks; that may be asked while another page is shown.
  private func look(at page: ListPageViewModel, _ queried: QueriedList) {
    queried.focus = { [weak self, weak page] in
      (self?.screens.values.first { $0.focusedPage === page }?.itemNumber ?? 1) - 1
    }
  }

  /// Shows of a page that was just opened what its URL says, and of the lists that are embedded in
  /// it what theirs say; of the first of these what that of the page says, where it says something.
  func showExcerpt(of page: PageViewModel) {
    let lists = page.listPages
    lists.first.map(page.handExcerpt)
    for list in lists { showOwnExcerpt(of: list) }
  }

  private func showOwnExcerpt(of page: ListPageViewModel) {
    guard !page.excerpt.isEmpty else { return }
    let fault = page.showExcerpt()
    if let queried = page.queried { look(at: page, queried) }
    if let fault {
      warn(phrase("\(fault) (nothing is filtered)"))
    } else {
      checkExcerpt(of: page)
    }
  }

  /// Ends the filter; where there is none, the groups; and where these are not, the order.
  ///
  /// - Returns: false where all of the list is shown as it is.
  func clearQuery() -> Bool {
    guard let queried, !queried.query.isPlain else { return false }
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
    leaving = cursorItem
    completion = Completion()
    open(Prompt(.filter(former: query), query.filter?.text ?? ""))
  }

  func openSort() {
    guard let query = makeQueried()?.query else { return }
    completion = Completion(fields: fieldNames)
    open(Prompt(.sort, query.orderText))
  }

  func openSearch() {
    guard listPage != nil else { return say(phrase("there is no list here")) }
    leaving = cursorItem
    completion = Completion()
    open(Prompt(.search(from: screen?.itemNumber ?? 1)))
  }

  /// Shows a prompt in which something was typed, and does at once what can be done with that.
  func show(_ prompt: Prompt) {
    overlay = .prompt(prompt)
    let text = prompt.line.text
    switch prompt.purpose {
    case .filter: filter(by: text)
    case .palette(var palette):
      palette.look(for: text)
      overlay = .prompt(Prompt(.palette(palette), prompt.line))
    case .search(let number):
      guard let filter = filter(of: text) else { return }
      if filter.isEmpty {
        endSearch()
        _ = screen?.move(toItem: number)
      } else {
        lastSearch = filter
        searchWhenAnswered(filter, from: number)
      }
    case .overwrite(let file):
      // One key is enough of an answer.
      overlay = text.isEmpty ? overlay : nil
      if text.lowercased() == "y" {
        afterAnswer { self.write(file) }
      } else if !text.isEmpty {
        overlay = .prompt(Prompt(.write, file.path))
      }
    case .run, .pipe:
      var prompt = prompt
      prompt.preview = CommandPreview(of: prompt)
      overlay = .prompt(prompt)
    default: break
    }
  }

  /// Does what was typed.
  func accept(_ prompt: Prompt) {
    let text = prompt.line.text
    remember(prompt)
    switch prompt.purpose {
    case .filter:
      filter(by: text)
      if filter(of: text) != nil { noteLeftByFilter() }
      warnOfUnknown(queried?.query.filter?.fieldPaths.sorted() ?? [])
    case .sort:
      queried?.query.orders = ListQuery.orders(text)
      warnOfUnknown(ListQuery.orders(text).map(\.field))
    case .columns: showColumns(text)
    case .group:
      group(by: text)
      warnOfUnknown([queried?.query.group].compactMap(\.self))
    case .run, .pipe: afterAnswer { self.unlessOverlaid { self.runCommand(in: prompt) } }
    case .write: afterAnswer { self.unlessOverlaid { self.write(to: text) } }
    case .palette(let palette): accept(palette)
    case .go, .search, .overwrite, .confirm: break
    }
    // What cannot be read is there still, to be mended.
    switch prompt.purpose {
    case .filter where filter(of: text) == nil: overlay = .prompt(prompt)
    case .search(let number):
      guard let filter = filter(of: text) else {
        overlay = .prompt(prompt)
        return
      }
      // What was found is under the cursor; that nothing was is to be said once more.
      if search == nil, !filter.isEmpty { searchWhenAnswered(filter, from: number) }
      // Where it is still looked for, that is noted when it is there.
      if search == nil, awaitedSearch == nil { noteLeft() }
    default: break
    }
  }

  /// Says which of some fields no item has, as far as the first of them tell; behind what else is
  /// wrong with a URL.
  func warnOfUnknown(_ paths: [String]) {
    guard let complaint = listPage?.complaint(aboutUnknown: paths) else { return }
    guard let message, message.isWarning, !message.text.hasSuffix(complaint) else {
      return warn(complaint)
    }
    warn([message.text, complaint].joined(separator: " · "))
  }

  /// Takes note of where the cursor was, when it is known whether the filter hides that.
  private func noteLeftByFilter() {
    guard let page = listPage, let queried else { return }
    queried.whenAnswered { [weak self, weak page] in
      guard let self, let page, listPage === page else { return }
      catchUp()
      noteLeft()
    }
  }

  /// Leaves a prompt as if nothing had been typed in it.
  func leave(_ prompt: Prompt) {
    leaving = nil
    switch prompt.purpose {
    case .filter(let former): queried?.query = former
    case .search(let number):
      endSearch()
      _ = screen?.move(toItem: number)
    case .confirm: answer(.no, prompt)
    default: break
    }
  }

  private func filter(by text: String) {
    guard let filter = filter(of: text) else { return }
    queried?.query.filter = filter.isEmpty ? nil : filter
  }

  /// The filter that was typed; nil where it cannot be read yet, which is said.
  private func filter(of text: String) -> Filter? {
    do throws(FilterError) {
      return try Filter(text)
    } catch {
      warn("\(error.place + 1): \(error)")
      return nil
    }
  }

  // MARK: - Sorting

  func reverseOrder() {
    guard let queried, !queried.query.orders.isEmpty else {
      return say(phrase("the list is not sorted\(keys.remark((.sort, phrase("sorts it"))))"))
    }
    for place in queried.query.orders.indices {
      queried.query.orders[place].isDescending.toggle()
    }
  }

  /// The names of fields that items have, as far as the first of them tell.
  var fieldNames: [String] { listPage?.fieldNames ?? [] }

  /// Sorts by the field whose name was pointed to, as `s` does; by which the list is sorted, the
  /// other way round.
  func sort(byField name: String) {
    guard let queried = makeQueried() else { return }
    noteStay()
    let former = queried.query.orders.first
    let isReversed = former?.field == name && former?.isDescending == false
    queried.query.orders = [.init(name, isDescending: isReversed)]
  }

  // MARK: - Searching

  /// Goes to another item that has what was looked for last.
  func searchAgain(isForward: Bool) {
    guard let lastSearch else {
      return say(
        phrase("nothing was searched for yet\(keys.remark((.search, phrase("searches"))))"))
    }
    leaving = cursorItem
    let number = screen?.itemNumber ?? 1
    search(lastSearch, from: isForward ? number : number - 2, isForward: isForward)
  }

  /// Looks for something from an item on, in what was asked for, which may not be what is shown yet.
  private func searchWhenAnswered(_ filter: Filter, from number: Int) {
    guard let page = listPage, let queried, queried.isAsking else {
      return search(filter, from: number - 1, isForward: true)
    }
    let key = ObjectIdentifier(page)
    let isFirst = awaitedSearch?.page != key
    awaitedSearch = (key, filter)
    guard isFirst else { return }
    queried.whenAnswered { [weak self, weak page] in
      guard let self, let awaited = awaitedSearch, awaited.page == key else { return }
      awaitedSearch = nil
      guard let page, listPage === page else { return }
      catchUp()
      // The cursor is still on the item where it was, which may stand elsewhere by now.
      let number = screen?.itemNumber ?? 1
      if case .prompt(let prompt) = overlay, case .search = prompt.purpose {
        overlay = .prompt(Prompt(.search(from: number), prompt.line))
      }
      search(awaited.filter, from: number - 1, isForward: true)
      control?.setNeedsDisplay()
    }
  }

  /// Goes to the first item from a position on that has something, or behind the end to one before it.
  private func search(_ filter: Filter, from position: Int, isForward: Bool) {
    seek { list, cancellation, found in
      ListSearch(filter, in: list, isForward: isForward, cancellation)
        .run(from: position, then: found)
    } position: {
      $0.position
    } then: { [weak self] result in
      guard let self else { return }
      // While it is typed the cursor may still go back.
      if overlay == nil { noteLeft() }
      guard let result else { return warn(phrase("not found: \(filter.text)")) }
      if result.isWrapped {
        say(isForward ? phrase("went on from the beginning") : phrase("went on from the end"))
      }
    }
  }

  /// Has the cursor go to an item that is looked for in the list, maybe on a thread.
  ///
  /// - Parameters:
  ///   - start: begins to look in what is shown now.
  ///   - position: that of what was found, in what was looked through.
  ///   - perform: is told what was found when the cursor is there; nil for nothing.
  func seek<Found: Sendable>(
    _ start: (ListSnapshot, Cancellation, @escaping @MainActor @Sendable (Found?) -> Void) -> Void,
    position: @escaping @MainActor @Sendable (Found) -> Int,
    then perform: @escaping @MainActor @Sendable (Found?) -> Void
  ) {
    endSearch()
    guard let list = listPage?.list else { return }
    let cancellation = Cancellation()
    search = cancellation
    let searched = list.snapshot
    // The list may change before the answer is there.
    var changes: [ChangeSet.Positions] = []
    let token = list.observe { changes.append($0.changes.positions) }
    start(searched, cancellation) { [weak self, weak list] found in
      token.cancel()
      guard let self, let list, self.search === cancellation, list === listPage?.list else {
        return
      }
      self.search = nil
      control?.setNeedsDisplay()
      guard let found else { return perform(nil) }
      let path = changes.reduce(searched.path(ofItem: position(found))) { path, positions in
        path.flatMap(positions.newPosition)
      }
      guard let path else { return perform(nil) }
      _ = screen?.move(toItem: list.snapshot.position(of: path) + 1)
      perform(found)
    }
  }

  /// Has nobody look any more for what was searched for.
  private func endSearch() {
    search?.cancel()
    search = nil
    awaitedSearch = nil
    giveUpJump()
  }

  // MARK: - What is said of it

  /// The number of items that pass, of all; until it is known, of those that were asked so far.
  var queryCount: String? {
    guard let queried else { return nil }
    guard let (passing, asked) = queried.partialCount else {
      return phrase("\(queried.itemCount) of \(queried.base.snapshot.itemCount)")
    }
    let count = phrase("\(passing) of \(asked)…")
    return queried.progress.map { "\(count), \(Int($0 * 100)) %" } ?? count
  }

  /// What of the list is shown, and in which order; empty where it is all, as it is.
  var queryRemark: String {
    guard let queried, !queried.query.isPlain else { return "" }
    return queried.query.text(count: queryCount.map { " (\($0))" } ?? "")
  }
}
