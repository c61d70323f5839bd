internal import Mocoa
internal import MocoaModel
internal import MocoaQuery
internal import MocoaTerminal

/// The state of an open page in the browser: its screen, its observations, and its lists.
///
/// ``Browser/updateSessions()`` creates the session when the page is first shown, and
/// ``Browser/endSession(of:)`` ends it when the page closes.
@MainActor
final class PageSession {
  let page: PageViewModel
  let screen: any Screen

  /// The observation of requests to draw the page again.
  private let redraws: ObservationToken

  /// The observation of the changes that are written to the log file, or `nil`.
  private let log: ObservationToken?

  /// A Boolean value that indicates whether the page is visible.
  var isDisplayed = false

  /// The area of the page in the last layout.
  var area = Rect(column: 0, row: 0, columns: 0, rows: 0)

  /// The frame around the page, or `nil` if the page is not presented in a frame.
  var frame: Rect?

  /// A Boolean value that indicates whether the page is a folder that the user only passed through.
  ///
  /// Such a folder is not recorded as recent.
  var isPassedThrough = false

  /// A Boolean value that indicates whether tables show their columns by default.
  ///
  /// It is `false` in line mode, where each value needs the name of its field.
  private let showsTables: Bool

  /// A Boolean value that indicates whether tables may have bars.
  private let showsBars: Bool

  /// A Boolean value that indicates whether the first items were loaded, so that the columns of the
  /// page are known.
  private(set) var hasOpenedColumns = false

  /// A Boolean value that indicates whether the list has its default columns, not columns that the
  /// user has selected.
  private var usesOpeningColumns = true

  /// The observation of the list for its default columns.
  private var tableColumns: ObservationToken?

  /// The number of items from which the default columns were selected.
  private var examinedItemCount = 0

  /// A Boolean value that indicates whether the members of an object are shown as a tree by default.
  ///
  /// It is `false` while the user picks items.
  var opensObjectsAsTrees = true

  /// A closure that receives the names of the fields that the user or the URL selects as columns.
  var onColumnsRequest: (@MainActor ([String]) -> Void)?

  /// The actions that are deferred until the first items are loaded, or `nil` after that.
  private(set) var typeAhead: [Action]? = []

  private var lists: [ListSession] = []

  /// The list options with which the page opened.
  private var openedOptions: [ModuleURL.Option] = []

  /// A Boolean value that indicates whether the user has changed the query or the columns since the
  /// page opened.
  ///
  /// It stays `true` when the page has its first query again. ``noteOptions()`` updates it.
  private(set) var hasChangedOptions = false

  /// The maximum number of deferred actions.
  ///
  /// Further actions are not deferred.
  private static let typeAheadLimit = 100

  /// Creates a session of a page with its screen.
  ///
  /// - Parameters:
  ///   - log: The log file for the changes of the page, or `nil`.
  ///   - showsTables: A Boolean value that indicates whether tables show their columns by default.
  ///   - showsBars: A Boolean value that indicates whether tables may have bars.
  ///   - onRedraw: A closure that is called when the page may need to be drawn again.
  init(
    _ page: PageViewModel, screen: any Screen, log: LogFile?, showsTables: Bool, showsBars: Bool,
    onRedraw: @escaping @MainActor () -> Void
  ) {
    (self.page, self.screen) = (page, screen)
    (self.showsTables, self.showsBars) = (showsTables, showsBars)
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
  func end() {
    isDisplayed = false
    screen.endDisplaying()
  }

  /// Updates the cursor fragment and the list options in the URL of the page.
  func syncURL() {
    page.cursorFragment = screen.focusedList?.fragment
    for list in page.listPages {
      list.updateListOptions(fields: list === page ? fieldsOption(of: list) : list.fieldsOption)
    }
  }

  /// Records the list options with which the page opened.
  func noteOpenedOptions() {
    if let list = page as? ListPageViewModel { openedOptions = options(of: list) }
  }

  /// Updates `hasChangedOptions`.
  func noteOptions() {
    guard !hasChangedOptions, let list = page as? ListPageViewModel else { return }
    hasChangedOptions = options(of: list) != openedOptions
  }

  /// Returns the list options for the present query and the present columns of a list.
  private func options(of list: ListPageViewModel) -> [ModuleURL.Option] {
    let fields = fieldsOption(of: list).map {
      ModuleURL.Option(name: ListOption.fields.rawValue, value: $0)
    }
    return (list.queried?.query.options ?? [])
      + [fields, list.viewOption].compactMap(\.self)
  }

  /// Makes a query evaluate the items near the current item of a list first.
  ///
  /// If the list is not focused while the query runs, the query starts at the first item.
  func prioritizeCursor(in queried: QueryResults, of list: ListPageViewModel) {
    queried.priorityIndex = { [weak self, weak list] in
      guard let self, screen.focusedPage === list else { return 0 }
      return (screen.focusedList?.itemNumber ?? 1) - 1
    }
  }

  // MARK: - Columns

  /// Shows the fields in a text, which `FieldListSyntax` parses, as the columns of a list.
  ///
  /// If the text is empty, the method restores the appearance that the list had when it opened.
  func showColumns(_ text: String, of list: ListPageViewModel) {
    usesOpeningColumns = FieldListSyntax.words(text).isEmpty
    if usesOpeningColumns {
      screen.focusedList?.rowColumns = openingColumns(of: list)
      return
    }
    let known = list.fieldNames
    let names = FieldListSyntax.chosen(text, of: known)
    // Items that are not records, and that have none of the fields, keep their appearance.
    let isVain =
      known.isEmpty && list.list.snapshot.itemCount > 0
      && list.unknownFields(among: names).unknown.count == names.count
    screen.focusedList?.rowColumns =
      names.isEmpty || isVain
      ? nil : TableColumns(of: names == known ? .all(known) : .requested(names), list.cellColumns)
    onColumnsRequest?(names)
  }

  /// Returns the default columns of a list, or `nil` if it has none.
  private func openingColumns(of list: ListPageViewModel) -> TableColumns? {
    showsTables ? list.makeOpeningColumns() : nil
  }

  /// Applies the columns in the URL of the page, or the default columns of a table, after the first
  /// item is loaded.
  ///
  /// If the first item of a table has a registered cell, the table has no default columns. Later
  /// calls mark the sorted columns.
  func updateColumns() {
    if let list = page as? ListPageViewModel, !hasOpenedColumns { openColumns(of: list) }
    // The focused pane of a page also has columns.
    guard let list = screen.focusedPage as? ListPageViewModel,
      let columns = screen.focusedList?.rowColumns
    else { return }
    let query = list.queried?.query ?? ListQuery()
    let orders = query.orders.map {
      TableColumns.Order($0.field, isDescending: $0.isDescending)
    }
    columns.showsBars = showsBars
    columns.show(
      orders: orders.isEmpty ? (list as? any StyledTablePage)?.naturalOrders ?? [] : orders,
      filteredFields: query.filter?.fieldPaths ?? [])
  }

  /// Updates the highlighter of the focused list.
  ///
  /// - Parameter search: The search whose matches are highlighted, or `nil`.
  func updateHighlights(search: Filter?) {
    guard let screen = screen.focusedList else { return }
    let filter = (self.screen.focusedPage as? ListPageViewModel)?.queried?.query.filter
    let former = screen.highlighter as? FilterHighlighter
    let texts = FilterHighlighter.texts(filter: filter, search: search)
    if texts == former?.texts ?? [nil, nil] { return }
    screen.highlighter = FilterHighlighter(filter: filter, search: search)
  }

  private func openColumns(of list: ListPageViewModel) {
    if openTree(of: list) { return }
    let columns = openingColumns(of: list)
    if list.list.snapshot.firstPath == nil, columns == nil { return }
    hasOpenedColumns = true
    examinedItemCount = list.list.content.snapshot.itemCount
    if showsTables { followColumns(of: list) }
    if let text = list.fieldsOption, !FieldListSyntax.words(text).isEmpty {
      showColumns(text, of: list)
    } else if let columns, screen.focusedList?.rowColumns == nil {
      screen.focusedList?.rowColumns = columns
    }
  }

  /// Shows the first items as a tree, if the URL requests it or the items are the members of an
  /// object.
  ///
  /// - Returns: `false` if the items are shown as a list.
  private func openTree(of list: ListPageViewModel) -> Bool {
    guard let page = list as? any TreePage, page.canShowTree else { return false }
    let view = page.requestedView ?? (page.prefersTree && opensTrees ? .tree : .table)
    guard view == .tree else { return false }
    hasOpenedColumns = true
    examinedItemCount = list.list.content.snapshot.itemCount
    if showsTables { followColumns(of: list) }
    page.openTree(rows: area.size.rows)
    // The list has other items than when its first layout moved the cursor.
    if let fragment = page.url.fragment, let path = page.initialPath(forFragment: fragment) {
      _ = screen.focusedList?.move(toItem: list.list.snapshot.flatIndex(of: path) + 1)
    }
    return true
  }

  /// A Boolean value that indicates whether objects open as trees.
  ///
  /// A list with a query or with selected fields, which may be a list of members, does not.
  private var opensTrees: Bool {
    guard showsTables, opensObjectsAsTrees, let list = page as? ListPageViewModel else {
      return false
    }
    return list.queried?.query.isEmpty ?? true && list.fieldsOption == nil
  }

  /// Shows the items of a list as a tree or in their default form.
  ///
  /// Each form has its own query and its own former appearances.
  func showTree(_ isTree: Bool, of page: any TreePage) {
    let lists = makeList(for: page)
    let query = page.queried?.query ?? ListQuery()
    if !query.isEmpty { page.queried?.query = ListQuery() }
    screen.focusedList?.rowColumns = nil
    page.requestedView = isTree ? .tree : .table
    if isTree, page.prefersTree {
      page.openTree(rows: area.size.rows)
    } else {
      page.showTree(isTree)
    }
    if !isTree { showColumns("", of: page) }
    if let former = lists.otherQuery, !former.isEmpty { page.makeQueried().query = former }
    lists.otherQuery = query
    (lists.appearances, lists.otherAppearances) = (lists.otherAppearances, lists.appearances)
  }

  /// Selects the default columns again while the list has few items, and when its fields change.
  ///
  /// Columns that the user has selected stay.
  private func followColumns(of list: ListPageViewModel) {
    tableColumns = list.list.observe { [weak self, weak list] _ in
      if let self, let list, usesOpeningColumns { followItems(of: list) }
    }
  }

  private func followItems(of list: ListPageViewModel) {
    let columns = screen.focusedList?.rowColumns
    let count = list.list.content.snapshot.itemCount
    defer { examinedItemCount = count }
    if (list as? any TreePage)?.isTree == true { return }
    if list.isTable(of: columns) { return }
    if let names = list.tableFields {
      if names != columns?.declaredFields {
        screen.focusedList?.rowColumns = TableColumns(ofTable: names, list.cellColumns)
      }
      return
    }
    let isGrowing = examinedItemCount < TableColumns.sampleLimit && count != examinedItemCount
    let hasOtherFields = list.hasOtherFields(than: columns)
    guard isGrowing || hasOtherFields else { return }
    let new = list.makeOpeningColumns()
    // Columns that still suit the items keep their widths.
    if columns == nil || new == nil || hasOtherFields, columns != nil || new != nil {
      screen.focusedList?.rowColumns = new
    }
  }

  /// Returns the `fields` option for the URL of a list.
  ///
  /// - Returns: `nil` if the list shows its default fields.
  func fieldsOption(of list: ListPageViewModel) -> String? {
    guard hasOpenedColumns else { return list.fieldsOption }
    if usesOpeningColumns { return nil }
    guard let columns = screen.focusedList?.rowColumns else { return FieldListSyntax.none }
    return columns.requestedFields.map(FieldListSyntax.line) ?? "*"
  }

  // MARK: - Type-ahead

  /// Defers an action until the first items are loaded.
  ///
  /// - Returns: `false` if the items are loaded, or if too many actions are deferred.
  func enqueue(_ action: Action) -> Bool {
    guard let count = typeAhead?.count, count < Self.typeAheadLimit else { return false }
    typeAhead?.append(action)
    return true
  }

  /// Ends the wait for the first items, and returns the actions that were deferred until then.
  func takeTypeAhead() -> [Action] {
    defer { typeAhead = nil }
    return typeAhead ?? []
  }

  // MARK: - Lists

  /// Returns the state of a list, whose page is this page or embedded in it.
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

  /// The items to which the user can jump back.
  var jumps = JumpList()

  /// The query of the form, tree or table, in which the list is not shown, or `nil`.
  var otherQuery: ListQuery?

  /// The former filters, sort orders, groups and columns of the list in its present form.
  var appearances = AppearanceHistory()

  /// The former appearances of the form, tree or table, in which the list is not shown.
  var otherAppearances = AppearanceHistory()

  /// The observation of a list until it has enough items to check the field names in its URL.
  private var fieldCheck: ObservationToken?

  init(_ page: ListPageViewModel) { self.page = page }

  /// Calls a closure with the fields that the query of a new page uses.
  ///
  /// The caller can then warn about fields that the items do not have. The closure is called after
  /// enough items are loaded. It is not called if the query has changed in the meantime.
  func checkFields(completion: @escaping @MainActor ([String]) -> Void) {
    guard let page, let query = page.queried?.query else { return }
    let paths = page.queriedFields
    if !paths.isEmpty { check(paths, in: query, completion) }
  }

  private func check(
    _ paths: [String], in query: ListQuery, _ completion: @escaping @MainActor ([String]) -> Void
  ) {
    fieldCheck = nil
    // A newer query was checked when the user entered it.
    guard let queried = page?.queried, queried.query == query else { return }
    let count = queried.base.snapshot.itemCount
    let isLoading = queried.base.phase.isLoading
    // An empty list may already be in the finished phase.
    if count == 0 || isLoading && count < ListPageViewModel.sampledItemCount {
      fieldCheck = queried.base.observe { [weak self] _ in self?.check(paths, in: query, completion)
      }
    } else {
      completion(paths)
    }
  }
}
