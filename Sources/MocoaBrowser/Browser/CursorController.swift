internal import Mocoa
internal import MocoaLocalization
internal import MocoaModel
internal import MocoaQuery
internal import MocoaTerminal

/// The properties and methods of the browser that its controllers use.
@MainActor
protocol ControllerContext: AnyObject {
  /// The focused screen if it has items, otherwise `nil`.
  var listScreen: (any ListInteraction)? { get }

  /// The page of the focused list, or `nil` if the focused page is not a list.
  var listPage: ListPageViewModel? { get }

  /// The state of the focused list, or `nil` if the focused page is not a list.
  func makeListSession() -> ListSession?

  /// The key bindings that messages mention.
  var keys: KeyBindings { get }

  /// The session of the focused page, or `nil` before the first page is shown.
  var session: PageSession? { get }

  /// The screen of the focused page, or `nil` before the first page is shown.
  var screen: (any Screen)? { get }

  /// The area of the focused page in the last layout.
  var pageArea: Rect { get }

  /// The theme, which defines the styles of text roles such as titles and warnings.
  var theme: Theme { get }

  /// The prompt or panel that covers the page, or `nil`.
  var overlay: Browser.Overlay? { get set }

  /// Opens a prompt with a completion.
  func open(_ prompt: Prompt, completion: Completion)

  /// Shows a prompt whose text has changed.
  func show(_ prompt: Prompt)

  /// Sets the item to which the cursor returns if the open search prompt is canceled.
  ///
  /// - Parameter number: The number of the item in the list.
  func restartSearchPrompt(at number: Int)

  /// The message in the status line, or `nil`.
  var message: Browser.Message? { get }

  func showMessage(_ text: String)
  func showWarning(_ text: String)
  func clearMessage()

  /// Moves the cursors of the screens to the current items of their lists, if the lists have
  /// changed.
  func syncCursors()

  /// Requests a new frame.
  func setNeedsDisplay()

  /// Suspends terminal output while a closure uses the terminal.
  ///
  /// The closure is not called if the browser has no terminal.
  func suspendTerminal(wholeScreen: Bool, _ perform: (SuspendedTerminal) -> Void)
}

/// Moves the cursor of the focused list to items that a search or a jump finds.
///
/// Before a search or another long move of the cursor, the current item is recorded in the
/// ``JumpList`` of the list, so that the user can jump back to it.
@MainActor
final class CursorController {
  /// The maximum distance in items of a click that is not recorded as a jump.
  private static let clickDistance = 10

  /// A jump whose target is still being searched.
  ///
  /// If the jump is canceled, the jump list is reset to `former`.
  private struct PendingJump {
    let list: ListSession
    let former: JumpList
  }

  private unowned let context: any ControllerContext

  /// The filter of the search that was performed last, or `nil`.
  private(set) var lastSearch: Filter?

  /// The search whose matches are highlighted, or `nil`.
  private var highlightedFilter: Filter?

  /// The page whose list was searched, while it is open.
  ///
  /// The reference is weak because a new page can have the identifier of a closed one.
  private weak var highlightedPage: ListPageViewModel?

  /// The search whose matches are highlighted in the focused list, or `nil`.
  var highlightedSearch: Filter? {
    guard let highlightedPage, highlightedPage === context.listPage else { return nil }
    return highlightedFilter
  }

  /// Ends the highlighting of the last search in the focused list.
  ///
  /// - Returns: `false` if no search is highlighted.
  func removeHighlights() -> Bool {
    guard highlightedSearch != nil else { return false }
    endHighlighting()
    return true
  }

  private func endHighlighting() {
    highlightedFilter = nil
    matches.removeAll()
  }

  /// The matches of the highlighted search.
  private let matches = SearchMatches()

  /// The number of the current match and the number of all matches, or an empty string if they are
  /// unknown or no search is highlighted.
  var matchText: String {
    guard highlightedSearch != nil, let list = context.listPage?.list else { return "" }
    return matches.text(in: list, at: context.listScreen?.itemNumber)
  }

  /// Counts the matches of the highlighted search.
  private func countMatches() {
    guard let filter = highlightedSearch, let list = context.listPage?.list else { return }
    matches.find(filter, in: list) { [weak self] in self?.context.setNeedsDisplay() }
  }

  /// The token of the search that is running, for example on a background thread, or `nil`.
  private(set) var search: CancellationToken?

  /// The search that starts when the results of the query are complete, or `nil`.
  private var deferredSearch: (page: ObjectIdentifier, filter: Filter)?

  /// The item that was current when the recording of a move began, or `nil`.
  private var origin: ItemID?

  private var pendingJump: PendingJump?

  init(_ context: any ControllerContext) { self.context = context }

  // MARK: - Recording moves

  /// The current item, or `nil` if there is none.
  private var item: ItemID? {
    guard let list = context.listPage?.list.snapshot,
      let path = context.listScreen?.currentCell?.shownPath, list.contains(path)
    else { return nil }
    return list.id(at: path)
  }

  /// The current item and its number in the list, or `nil` if there is none.
  var numberedItem: (item: ItemID, number: Int)? {
    guard let item, let number = context.listScreen?.itemNumber else { return nil }
    return (item, number)
  }

  /// Begins recording a move of the cursor at the current item.
  func beginMove() { origin = item }

  /// Ends recording a move, and adds the item at which it began to the jump list if another item is
  /// current now.
  func endMove() {
    if let origin, origin != item { context.makeListSession()?.jumps.note(origin) }
    origin = nil
  }

  /// Ends recording a move without adding an item to the jump list.
  func cancelMove() { origin = nil }

  /// Performs a closure, and records the item that was current before if the closure moves the
  /// cursor.
  func recordingMove<Value>(_ body: () -> Value) -> Value {
    beginMove()
    defer { endMove() }
    return body()
  }

  /// Records the current item in the jump list before the cursor moves away.
  func recordItem() {
    if let item { context.makeListSession()?.jumps.note(item) }
  }

  /// Records the item that was current before a click, if the click moved the cursor by more than
  /// 10 items.
  func recordClick(from former: (item: ItemID, number: Int)?) {
    guard let former, let number = context.listScreen?.itemNumber,
      abs(number - former.number) > Self.clickDistance
    else { return }
    context.makeListSession()?.jumps.note(former.item)
  }

  // MARK: - Jumping

  /// Moves the cursor to the previous or next item of the jump list.
  ///
  /// Items that were removed from the list or that a filter hides are skipped.
  func jump(isForward: Bool) {
    guard let item, let list = context.makeListSession() else {
      return context.showMessage(jumpFailure(isForward: isForward, areHidden: false))
    }
    if pendingJump?.list !== list { cancelJump() }
    let former = pendingJump?.former ?? list.jumps
    pendingJump = nil
    let items = list.jumps.steps(from: item, isForward: isForward)
    // A repeated command continues from the target, even before the target is found.
    if let nearest = items.first { list.jumps.go(to: nearest) }
    moveCursor { list, cancellation, found in
      ItemSearch(items: items, list: list, cancellation: cancellation).run(completion: found)
    } position: {
      $0.position
    } completion: { [weak self] result in
      guard let self else { return }
      pendingJump = nil
      if let result {
        list.jumps.go(to: result.item)
      } else {
        list.jumps = former
        context.showMessage(jumpFailure(isForward: isForward, areHidden: !items.isEmpty))
      }
    }
    // The search may run on a background thread, and may be canceled.
    if search != nil { pendingJump = PendingJump(list: list, former: former) }
  }

  /// Restores the jump list if the target of the last jump is still being searched.
  private func cancelJump() {
    guard let pendingJump else { return }
    pendingJump.list.jumps = pendingJump.former
    self.pendingJump = nil
  }

  /// Returns the reason why a jump in a direction has no target.
  ///
  /// - Parameter areHidden: A Boolean value that indicates whether a filter hides the targets.
  private func jumpFailure(isForward: Bool, areHidden: Bool) -> String {
    if areHidden {
      return isForward
        ? localized("later items of the jump history are hidden or removed")
        : localized("earlier items of the jump history are hidden or removed")
    }
    return isForward
      ? localized("no later item in the jump history")
      : localized(
        "no earlier item in the jump history\(context.keys.hint((.jumpForward, localized("goes forward"))))"
      )
  }

  // MARK: - Searching

  /// Moves the cursor to the first match while the user types in the search prompt.
  ///
  /// - Parameters:
  ///   - filter: The filter that a match satisfies.
  ///   - number: The number of the item at which the search starts.
  func search(_ filter: Filter, from number: Int) {
    lastSearch = filter
    searchWhenUpToDate(filter, from: number)
  }

  /// Accepts the search when the user confirms the search prompt.
  ///
  /// The item that was current before the search is added to the jump list when the search ends.
  func acceptSearch(_ filter: Filter, from number: Int) {
    // The found item is the current item. A failed search runs again to show its message again.
    if search == nil, !filter.isEmpty { searchWhenUpToDate(filter, from: number) }
    // A search that is still running records the jump when it ends.
    if search == nil, deferredSearch == nil {
      endMove()
      countMatches()
    }
  }

  /// Cancels the search when the user leaves the search prompt.
  ///
  /// - Parameter number: The number of the item to which the cursor returns.
  func cancelSearch(returningTo number: Int) {
    cancelSearch()
    endHighlighting()
    _ = context.listScreen?.move(toItem: number)
  }

  /// Moves the cursor to the next or previous match of the last search.
  func searchAgain(isForward: Bool) {
    guard let lastSearch else {
      return context.showMessage(
        localized("no previous search\(context.keys.hint((.search, localized("searches"))))"))
    }
    beginMove()
    let number = context.listScreen?.itemNumber ?? 1
    search(lastSearch, from: isForward ? number : number - 2, isForward: isForward)
  }

  /// Moves the cursor to the next or previous item that the last refresh has changed.
  ///
  /// After the last item, the movement continues at the first one.
  func moveToChange(isForward: Bool) {
    switch recordingMove({ context.listScreen?.moveToChange(isForward: isForward) }) {
    case nil: context.showMessage(localized("no changed item"))
    case true:
      context.showMessage(isForward ? localized("first change") : localized("last change"))
    case false: context.clearMessage()
    }
  }

  /// Starts a search after the results of the query are complete.
  ///
  /// - Parameters:
  ///   - filter: The filter that a match satisfies.
  ///   - number: The number of the item at which the search starts.
  private func searchWhenUpToDate(_ filter: Filter, from number: Int) {
    guard let page = context.listPage, let queried = page.queried, queried.isUpdatingResults else {
      return search(filter, from: number - 1, isForward: true)
    }
    let key = ObjectIdentifier(page)
    let isFirst = deferredSearch?.page != key
    deferredSearch = (key, filter)
    guard isFirst else { return }
    queried.onUpToDate { [weak self, weak page] in
      guard let self, let deferred = deferredSearch, deferred.page == key else { return }
      deferredSearch = nil
      guard let page, context.listPage === page else { return }
      context.syncCursors()
      // The cursor is still on its item, whose index may have changed.
      let number = context.listScreen?.itemNumber ?? 1
      context.restartSearchPrompt(at: number)
      search(deferred.filter, from: number - 1, isForward: true)
      context.setNeedsDisplay()
    }
  }

  /// Searches for a match in one direction.
  ///
  /// At the end of the list, the search continues at the other end.
  ///
  /// - Parameter position: The flat index at which the search starts.
  private func search(_ filter: Filter, from position: Int, isForward: Bool) {
    (highlightedPage, highlightedFilter) = (context.listPage, filter)
    moveCursor { list, cancellation, found in
      ListSearch(filter, in: list, isForward: isForward, cancellation)
        .run(from: position, completion: found)
    } position: {
      $0.match?.position
    } completion: { [weak self] outcome in
      guard let self else { return }
      // While the user types, the cursor may still return.
      if context.overlay == nil {
        endMove()
        countMatches()
      }
      if let error = outcome?.errorMessage {
        context.showWarning(error)
      } else if outcome?.match == nil {
        context.showWarning(localized("not found: \(filter.text)"))
      } else if outcome?.match?.isWrapped == true {
        context.showMessage(
          isForward
            ? localized("search wrapped to the start") : localized("search wrapped to the end"))
      }
    }
  }

  /// Searches for an item in the focused list, and moves the cursor to the found item.
  ///
  /// The search may run on a background thread. The method cancels an earlier search that is
  /// still running.
  ///
  /// - Parameters:
  ///   - start: A closure that starts the search. It receives a snapshot of the list, a token that
  ///     cancels the search, and a closure to call with the result.
  ///   - position: A closure that returns the index of the found item in that snapshot, or `nil` if
  ///     no item was found.
  ///   - completion: A closure that receives the result of the search. If an item was found, the
  ///     cursor has already moved to it. The closure receives `nil` if the search has no result or
  ///     the found item was removed before the search ended. It is not called if the search is
  ///     canceled or the list is not focused when the search ends.
  private func moveCursor<Found: Sendable>(
    _ start: (ListSnapshot, CancellationToken, @escaping @MainActor @Sendable (Found?) -> Void) ->
      Void,
    position: @escaping @MainActor @Sendable (Found) -> Int?,
    completion: @escaping @MainActor @Sendable (Found?) -> Void
  ) {
    cancelSearch()
    guard let list = context.listPage?.list else { return }
    let cancellation = CancellationToken()
    search = cancellation
    let searched = list.snapshot
    // The list may change before the search ends.
    var changes: [ChangeSet.PathMap] = []
    let token = list.observe { changes.append($0.changes.makePathMap()) }
    start(searched, cancellation) { [weak self, weak list] found in
      token.cancel()
      guard let self, let list, search === cancellation, list === context.listPage?.list else {
        return
      }
      search = nil
      context.setNeedsDisplay()
      guard let found, let position = position(found) else { return completion(found) }
      let path = changes.reduce(searched.path(forItemAt: position)) { path, positions in
        path.flatMap(positions.newPath)
      }
      guard let path else { return completion(nil) }
      _ = context.listScreen?.move(toItem: list.snapshot.flatIndex(of: path) + 1)
      completion(found)
    }
  }

  /// Cancels the running search, and a jump whose target is still being searched.
  func cancelSearch() {
    search?.cancel()
    search = nil
    deferredSearch = nil
    cancelJump()
  }
}
