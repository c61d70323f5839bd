internal import Mocoa
internal import MocoaModel
internal import MocoaTerminal

/// The state of an open page in the browser: its screen, its observations, and its lists.
///
/// ``Browser/updateSessions()`` creates the session when the page is first shown, and
/// ``Browser/endSession(of:)`` ends it when the page closes.
@MainActor
final class PageSession {
  let page: PageViewModel
  let screen: any Screen

  /// The observation of redraw requests, and of the changes that are written to the log file.
  private let redraws: ObservationToken
  private let log: ObservationToken?

  /// A Boolean value that indicates whether the page is visible.
  var isDisplayed = false

  /// The area of the page in the last layout, and the frame around it if the page is presented in
  /// one.
  var area = Rect(column: 0, row: 0, columns: 0, rows: 0)
  var frame: Rect?

  /// A Boolean value that indicates whether the user only passed through the folder, which is then
  /// not recorded as recent.
  var isPassedThrough = false

  /// A Boolean value that indicates whether the first items were seen, so that the columns of the
  /// page are known.
  var hasOpenedColumns = false

  /// The observation of the columns of a table, or `nil` if the page shows none.
  var tableColumns: ObservationToken?

  /// The actions that wait for the first items, or `nil` after the items loaded.
  private(set) var typeAhead: [Action]? = []

  private var lists: [ListSession] = []

  /// The maximum number of waiting actions; later actions are not deferred.
  private static let typeAheadLimit = 100

  /// Creates a session of a page with its screen.
  ///
  /// - Parameters:
  ///   - log: The log file for the changes of the page, or `nil`.
  ///   - onRedraw: A closure that is called when the page may need redrawing.
  init(
    _ page: PageViewModel, screen: any Screen, log: LogFile?,
    onRedraw: @escaping @MainActor () -> Void
  ) {
    (self.page, self.screen) = (page, screen)
    screen.onChange = onRedraw
    redraws = page.observeRedraws(onRedraw)
    self.log = (page as? ListPageViewModel).flatMap { log?.follow($0) }
  }

  /// Updates the visibility of the page, and notifies its screen if it is not visible any more.
  func setDisplayed(_ isDisplayed: Bool) {
    if self.isDisplayed, !isDisplayed { screen.endDisplaying() }
    self.isDisplayed = isDisplayed
  }

  /// Notifies the screen of a closed page that it is not visible any more.
  func end() { screen.endDisplaying() }

  // MARK: - Type-ahead

  /// Adds an action that waits for the first items.
  ///
  /// - Returns: `false` if the items have loaded, or if too many actions wait.
  func enqueue(_ action: Action) -> Bool {
    guard let count = typeAhead?.count, count < Self.typeAheadLimit else { return false }
    typeAhead?.append(action)
    return true
  }

  /// Ends the wait for the first items, and returns the actions that waited for them.
  func takeTypeAhead() -> [Action] {
    defer { typeAhead = nil }
    return typeAhead ?? []
  }

  // MARK: - Lists

  /// Returns the state of a list of the page, which is the page itself or embedded in it.
  func makeList(for page: ListPageViewModel) -> ListSession {
    lists.removeAll { $0.page == nil }
    if let list = lists.first(where: { $0.page === page }) { return list }
    let list = ListSession(page)
    lists.append(list)
    return list
  }
}

/// The state of a list page in the browser.
@MainActor
final class ListSession {
  private(set) weak var page: ListPageViewModel?

  /// The items that the cursor left before long moves.
  var jumps = JumpList()

  /// The observation of a list that needs more items to check the field names in its URL.
  var fieldCheck: ObservationToken?

  init(_ page: ListPageViewModel) { self.page = page }
}
