internal import MocoaLocalization
public import Mocoa
public import MocoaModel

/// A screen of a list page.
@MainActor
public final class ListScreen: ListInteraction, StatusScreen, StyledScreen, AnimatedScreen,
  ChangeTracking, PointerInput, SelfSizingScreen
{
  private let listPage: ListPageViewModel
  private let renderer: ListRenderer

  private var token: ObservationToken?
  private var redraws: ObservationToken?

  /// The URL fragment that names the item to which the cursor must move, or `nil`.
  ///
  /// The page URL or a request of the page provides the fragment. It is pending until the list
  /// contains the item, or can no longer receive it.
  private var pendingFragment: String?

  /// Creates a screen of a list page.
  public init(_ page: ListPageViewModel, theme: Theme, isDebugging: Bool) {
    listPage = page
    renderer = ListRenderer(page.list, theme: theme, isDebugging: isDebugging)
    pendingFragment = page.url.fragment
    renderer.onChange = { [weak self] in self?.onChange?() }
    redraws = page.observeRedraws { [weak self] in self?.onChange?() }
    page.observe(.cursor, by: self) { screen, pendingFragment in
      screen.pendingFragment = pendingFragment
      screen.isFollowing = false
      screen.onChange?()
    }
    token = page.list.observe { [weak self] update in
      guard let self, isFollowing, let last = update.after.lastPath,
        update.changes.makePathMap().oldPath(of: last) == nil
      else { return }
      needsScrollToEnd = true
    }
  }

  /// The page that the screen shows.
  public var page: PageViewModel { listPage }

  /// A closure that is called when the screen may need to be drawn again.
  public var onChange: (@MainActor () -> Void)?

  /// The theme, which defines the styles of text roles such as titles and warnings.
  public var theme: Theme {
    get { renderer.theme }
    set { renderer.theme = newValue }
  }

  /// A Boolean value that indicates whether placeholders are visible.
  public var isDebugging: Bool {
    get { renderer.isDebugging }
    set { renderer.isDebugging = newValue }
  }

  /// The amount of animation when the list changes.
  public var motion: Motion {
    get { renderer.motion }
    set { renderer.motion = newValue }
  }

  /// The table columns in which the items are shown, or `nil` if their modules show them.
  public var rowColumns: TableColumns? {
    get { renderer.columns }
    set {
      renderer.columns = newValue
      onChange?()
    }
  }

  /// The highlighter of the parts that match a filter or a search, or `nil` for no highlights.
  public var highlighter: (any MatchHighlighter)? {
    get { renderer.highlighter }
    set { renderer.highlighter = newValue }
  }

  /// A Boolean value that indicates whether the last layout has the header of a table above the
  /// list.
  private var hasHeading = false

  /// The width of the last layout in columns.
  private var columns = 0

  /// The minimum number of rows of a window with the header of a table.
  ///
  /// With fewer rows, fewer than two items would fit.
  private static let headingMinimum = 3

  /// The time until `advanceAnimation()` must be called, or `nil` without a running animation.
  public var frameDelay: Duration? { renderer.frameDelay }

  /// Advances the animations to the next frame.
  public func advanceAnimation() { renderer.advance() }

  /// Finishes all animations, for example because another page covers this screen.
  ///
  /// The next frame shows the final state.
  public func finishAnimations() { renderer.finishAnimations() }

  /// The number of the current item, from 1, and the item count: `14/48`.
  ///
  /// Without a current item, only the count; for an empty list, an empty string.
  public var positionText: String {
    let total = listPage.list.snapshot.itemCount
    guard let number = itemNumber else { return total == 0 ? "" : NumberFormatting.grouped(total) }
    return "\(NumberFormatting.grouped(number))/\(NumberFormatting.grouped(total))"
  }

  /// The number of the current item, from 1, or `nil` if there is none.
  public var itemNumber: Int? {
    renderer.cursor.map { listPage.list.snapshot.flatIndex(of: $0) + 1 }
  }

  /// The status text: the loading progress, the counts of the last change, follow mode, the number
  /// of marked items, the number of hidden items, and the days that the cells of a table omit.
  public var statusText: String {
    var parts: [String] = []
    if case .loading(let fraction) = listPage.list.phase {
      // The page shows its own activity, which replaces the loading text.
      let state = listPage.statusText.isEmpty ? localized("loading") : nil
      parts += [fraction.map { localized("loading \(ProgressBar.text($0))") } ?? state].compactMap(
        \.self)
    }
    if motion != .off, let summary = renderer.recentChanges.summary { parts.append(summary.text) }
    if isFollowing { parts.append(localized("following (F stops)")) }
    if markedCount > 0 {
      let hidden = renderer.marks.hiddenCount
      parts.append(
        localized(
          "\(NumberFormatting.grouped(markedCount)) marked\(hidden > 0 ? localized(", \(NumberFormatting.grouped(hidden)) hidden") : "")"
        ))
    }
    if renderer.hiddenCount > 0 {
      parts.append(localized("\(NumberFormatting.grouped(renderer.hiddenCount)) hidden (d shows)"))
    }
    if let days = rowColumns?.omittedDays(
      width: renderer.availableColumns(in: columns), hasHeader: hasHeading), !days.isEmpty
    {
      parts.append(days)
    }
    return parts.joined(separator: " · ")
  }

  /// The number of rows of the complete list, if loading has finished and at most 20 rows are
  /// needed; otherwise `nil`.
  public var preferredRowCount: Int? {
    guard case .finished = listPage.list.phase else { return nil }
    return renderer.rowsOfAll(atMost: 20).map { rows in
      // The column header is shown only if the window has the minimum number of rows.
      rowColumns == nil ? max(1, rows) : max(Self.headingMinimum, rows + 1)
    }
  }

  /// A closure that returns the time in seconds since 1970, for `lastChangeTime`.
  public var clock: (@MainActor () -> Int)? {
    get { renderer.now }
    set { renderer.now = newValue }
  }

  /// The time of the last change of the list, in seconds since 1970, or `nil` if it has not
  /// changed.
  public var lastChangeTime: Int? { renderer.lastChange }

  /// A Boolean value that indicates whether changed items stay marked until later changes.
  public var marksChanges: Bool {
    get { renderer.marksChanges }
    set { renderer.marksChanges = newValue }
  }

  /// The time in seconds since 1970 from which all changes stay marked, or `nil` if marks weaken
  /// with later changes.
  public var baselineTime: Int? { renderer.recentChanges.baselineTime }

  /// Retains the marks of all changes from now on, or lets them weaken again.
  ///
  /// - Returns: `true` if changes stay marked.
  public func toggleBaseline() -> Bool { renderer.toggleBaseline() }

  /// Removes the marks of all changes, and the baseline.
  public func removeChangeMarks() { renderer.removeChangeMarks() }

  /// The cell under the cursor, or `nil` if there is none.
  public var currentCell: AnyCellViewModel? {
    renderer.currentPath.map { listPage.list.cell(at: $0) }
  }

  /// The URL fragment of the current item.
  ///
  /// While the list does not contain the item that the URL names, this is the fragment of the URL.
  public var fragment: String? {
    if let pendingFragment { return pendingFragment }
    guard renderer.cursorWasMoved, let cursor = renderer.cursor else { return nil }
    return listPage.fragment(for: cursor)
  }

  /// A Boolean value that indicates whether the cursor follows appended items.
  ///
  /// Moving the cursor away from the end sets it to `false`.
  public var isFollowing = false {
    didSet { needsScrollToEnd = isFollowing }
  }

  /// A Boolean value that indicates whether the cursor must move to the last item at the next
  /// layout.
  private var needsScrollToEnd = false

  /// Toggles the mark of the current item and moves the cursor to the next item.
  public func toggleMark() -> Bool { renderer.toggleMark() }

  /// Marks or unmarks several items.
  public func mark(_ marking: MarkCommand) -> Bool { renderer.mark(marking) }

  /// The number of marked items, including items that are not shown because of a filter.
  public var markedCount: Int { renderer.marks.count }

  /// Returns `true` if an item is marked.
  public func isMarked(_ path: ItemPath) -> Bool { renderer.marks.contains(path) }

  /// The marked items or, if no item is marked, the current item.
  public var targetItems: ItemSubset? { renderer.targetItems }

  /// Moves the cursor.
  ///
  /// A movement away from the end sets `isFollowing` to `false`.
  public func move(_ movement: Movement) {
    pendingFragment = nil
    if isFollowing, movement != .last { isFollowing = false }
    renderer.move(movement)
  }

  /// Pins the cursor to its current item, even if it was never moved.
  public func pinCursor() { renderer.pinCursor() }

  /// Makes the cursor stay on the first row again.
  public func unpinCursor() { renderer.unpinCursor() }

  /// Moves the cursor to the next or previous item that the last refresh of the list has changed.
  ///
  /// In a list that is compared with another one, the method moves the cursor to the next or
  /// previous difference.
  public func moveToChange(isForward: Bool) -> Bool? {
    if let page = listPage as? any ComparisonPage {
      guard let found = page.difference(from: renderer.cursor, isForward: isForward) else {
        return nil
      }
      pendingFragment = nil
      renderer.moveCursor(to: found.path)
      return found.isWrapped
    }
    let paths = renderer.recentChanges.changedPaths().filter(listPage.list.snapshot.contains)
    guard let first = paths.first, let last = paths.last else { return nil }
    let cursor = renderer.cursor ?? first
    let next = isForward ? paths.first { $0 > cursor } : paths.last { $0 < cursor }
    pendingFragment = nil
    isFollowing = false
    renderer.moveCursor(to: next ?? (isForward ? first : last))
    return next == nil
  }

  /// A Boolean value that indicates whether the cursor is in a grid.
  public var hasHorizontalMovement: Bool { renderer.isInGrid }

  /// Selects the current item, if the list allows it.
  public func select() { renderer.select() }

  /// Scrolls the list.
  ///
  /// The cursor stays on its item while the item is visible.
  public func scroll(by rows: Int) {
    pendingFragment = nil
    isFollowing = false
    renderer.scroll(by: rows)
  }

  /// Returns the field whose column header is at a point, or `nil` if there is none.
  public func columnField(at point: Point) -> String? {
    guard hasHeading, point.row == 0 else { return nil }
    return rowColumns?.field(
      at: point.column - ListRenderer.gutter, width: renderer.availableColumns(in: columns))
  }

  /// Moves the cursor to the item at a point.
  ///
  /// Headers, footers and blank rows are not items.
  ///
  /// - Returns: `true` if the cursor was already on the item.
  public func click(at point: Point) -> Bool {
    let point = Point(column: point.column, row: point.row - (hasHeading ? 1 : 0))
    guard point.row >= 0, let path = renderer.item(at: point) else { return false }
    pendingFragment = nil
    isFollowing = false
    if path == renderer.cursor { return true }
    renderer.moveCursor(to: path)
    return false
  }

  /// Moves the cursor to an item by its number among all items of all sections, from 1.
  public func move(toItem number: Int) -> Bool {
    guard let path = listPage.list.snapshot.path(forItemAt: number - 1) else { return false }
    pendingFragment = nil
    isFollowing = false
    renderer.moveCursor(to: path)
    return true
  }

  /// Lays out the list.
  ///
  /// If a fragment is pending, the cursor moves to the item that the fragment names.
  public func layOut(in size: Size, hasStickyHeaders sticks: Bool) {
    columns = size.columns
    if let count = listPage.refreshCount { renderer.setRefreshCount(count) }
    rowColumns?.measure(
      listPage.list.content.snapshot, width: renderer.availableColumns(in: columns))
    hasHeading = rowColumns != nil && size.rows >= Self.headingMinimum
    let size = Size(columns: size.columns, rows: size.rows - (hasHeading ? 1 : 0))
    var isComplete = renderer.layOut(
      in: size, hasStickyHeaders: sticks, goingTo: pendingFragmentPath())
    if needsScrollToEnd {
      needsScrollToEnd = false
      renderer.move(.last)
      isComplete = renderer.layOut(in: size, hasStickyHeaders: sticks)
    }
    // Rows that were not measured before may need wider columns.
    if rowColumns?.consumeLayoutChange() == true {
      isComplete = renderer.layOut(in: size, hasStickyHeaders: sticks)
    }
    if !isComplete { onChange?() }
  }

  /// Notifies the cells that became visible, hidden or highlighted in the last layout.
  public func commitLayout() { renderer.commitLayout() }

  /// Draws the list, or a message that explains why it is empty.
  public func draw(into canvas: inout Canvas) {
    guard hasHeading else { return drawList(into: &canvas) }
    let size = canvas.size
    canvas.within(Rect(column: 0, row: 0, columns: size.columns, rows: 1)) { canvas in
      renderer.drawHeading(into: &canvas)
    }
    canvas.within(Rect(column: 0, row: 1, columns: size.columns, rows: size.rows - 1)) { canvas in
      drawList(into: &canvas)
    }
  }

  private func drawList(into canvas: inout Canvas) {
    renderer.draw(into: &canvas)
    if renderer.layout?.frames.isEmpty ?? true { drawEmptyMessage(into: &canvas) }
  }

  /// Records a frame, from which the next animation starts.
  public func didShow(_ frame: Surface) { renderer.didShow(frame) }

  /// Notifies the cells that they are not displayed any more.
  public func endDisplaying() { renderer.endDisplaying() }

  /// Returns the path of the item that the pending fragment names.
  ///
  /// The result is `nil` if no fragment is pending or the list does not contain the item.
  private func pendingFragmentPath() -> ItemPath? {
    guard let fragment = pendingFragment else { return nil }
    let path = listPage.initialPath(forFragment: fragment)
    if path != nil || !mayReceiveItems { pendingFragment = nil }
    return path
  }

  /// A Boolean value that indicates whether the list may still receive items.
  private var mayReceiveItems: Bool {
    listPage.list.phase.isLoading
      || listPage.list.derivedList?.isUpdatingResults ?? false
  }

  private func drawEmptyMessage(into canvas: inout Canvas) {
    let text =
      switch listPage.list.phase {
      case .loading: localized("loading…")
      case .failed(let reason): reason
      case .finished:
        renderer.hiddenCount > 0
          ? localized("all items are hidden (d shows why)")
          : listPage.list.source.emptyMessage ?? listPage.emptyMessage
      }
    canvas.write(
      text, at: Point(column: ListRenderer.gutter, row: 0), style: renderer.theme.quiet,
      truncation: .ellipsis)
  }
}

extension ChangeSummary {
  /// The counts in one line, such as `3 changed · 1 new · 2 gone`.
  fileprivate var text: String {
    let counts: [(Int, (String) -> String)] = [
      (updated, { localized("\($0) changed") }), (inserted, { localized("\($0) new") }),
      (deleted, { localized("\($0) gone") }), (moved, { localized("\($0) moved") }),
    ]
    let texts = counts.filter { $0.0 > 0 }.map { count, text in
      text(NumberFormatting.grouped(count))
    }
    return texts.isEmpty ? localized("no change") : texts.joined(separator: " · ")
  }
}
