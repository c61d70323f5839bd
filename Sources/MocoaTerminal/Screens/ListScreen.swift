internal import MocoaLanguage
public import Mocoa
public import MocoaModel

/// The screen of a page that is a list.
@MainActor
public final class ListScreen: Screen {
  private let listPage: ListPageViewModel
  private let renderer: ListRenderer

  private var token: ObservationToken?
  private var redraws: ObservationToken?

  /// The fragment of the URL, or what the page has the cursor go to, until its item is found.
  private var awaitedFragment: String?

  /// A screen of a list page.
  public init(_ page: ListPageViewModel, theme: Theme, isDebugging: Bool) {
    listPage = page
    renderer = ListRenderer(page.list, theme: theme, isDebugging: isDebugging)
    awaitedFragment = page.url.fragment
    renderer.onChange = { [weak self] in self?.onChange?() }
    redraws = page.observeRedraws { [weak self] in self?.onChange?() }
    page.observe(.cursor, by: self) { screen, fragment in
      screen.awaitedFragment = fragment
      screen.isFollowing = false
      screen.onChange?()
    }
    token = page.list.observe { [weak self] update in
      guard let self, isFollowing, let last = update.after.lastPath,
        update.changes.positions.oldPosition(of: last) == nil
      else { return }
      mustGoToEnd = true
    }
  }

  /// The page.
  public var page: PageViewModel { listPage }

  /// Called when something changed that may have to be drawn.
  public var onChange: (@MainActor () -> Void)?

  /// How roles look.
  public var theme: Theme {
    get { renderer.theme }
    set { renderer.theme = newValue }
  }

  /// Whether placeholders are shown.
  public var isDebugging: Bool {
    get { renderer.isDebugging }
    set { renderer.isDebugging = newValue }
  }

  /// How much moves when the list changes.
  public var motion: Motion {
    get { renderer.motion }
    set { renderer.motion = newValue }
  }

  /// The fields of the items in columns; nil where they are shown as their modules say.
  public var rowColumns: RowColumns? {
    get { renderer.columns }
    set {
      renderer.columns = newValue
      onChange?()
    }
  }

  /// Whether the names of the columns were laid out above the list, in a window of so many columns.
  private var hasHeading = false
  private var columns = 0

  /// Under so many rows the names would leave room for less than two items.
  private static let headingMinimum = 3

  /// How long what is shown now is to stand before `advance`; nil where nothing moves.
  public var frameDelay: Duration? { renderer.frameDelay }

  /// Goes on to the next frame of what moves.
  public func advance() { renderer.advance() }

  /// Ends what moves, for something lies over the page; the next frame shows it as it is.
  public func settle() { renderer.settle() }

  /// The place of the cursor's item among all items, and their number: `14/48`.
  public var position: String {
    let total = listPage.list.snapshot.itemCount
    guard let number = itemNumber else { return total == 0 ? "" : "\(total)" }
    return "\(number)/\(total)"
  }

  /// The number of the item that the cursor is on.
  public var itemNumber: Int? {
    renderer.cursor.map { listPage.list.snapshot.position(of: $0) + 1 }
  }

  /// How far loading is, and how many items are not shown.
  public var remark: String {
    var parts: [String] = []
    if case .loading(let fraction) = listPage.list.phase {
      // What a page does that says so itself need not be said twice.
      let state = listPage.activity.isEmpty ? phrase("loading") : nil
      parts += [fraction.map { phrase("loading \(ProgressBar.text($0))") } ?? state].compactMap(
        \.self)
    }
    if isFollowing { parts.append(phrase("following (F)")) }
    if markedCount > 0 {
      let hidden = renderer.marks.hiddenCount
      parts.append(phrase("\(markedCount) marked\(hidden > 0 ? phrase(", \(hidden) hidden") : "")"))
    }
    if renderer.hiddenCount > 0 { parts.append(phrase("\(renderer.hiddenCount) not shown (d)")) }
    return parts.joined(separator: " · ")
  }

  /// The rows of the whole list where it is loaded and ends within 20 of them; nil for longer ones.
  public var neededRows: Int? {
    guard case .finished = listPage.list.phase else { return nil }
    return renderer.rowsOfAll(atMost: 20).map { rows in
      // The names of columns are shown where there are so many rows for them and the items.
      rowColumns == nil ? max(1, rows) : max(Self.headingMinimum, rows + 1)
    }
  }

  /// The time in seconds since 1970, for `lastChange`.
  public var now: (@MainActor () -> Int)? {
    get { renderer.now }
    set { renderer.now = newValue }
  }

  /// When what is shown changed last because the list did; nil where it never did.
  public var lastChange: Int? { renderer.lastChange }

  /// The cell that the cursor is on.
  public var selection: AnyCellViewModel? { renderer.selection.map { listPage.list.cell(at: $0) } }

  /// The item that the cursor was moved to, as a fragment names it; while the list does not have the
  /// one that the URL names, it is that.
  public var fragment: String? {
    if let awaitedFragment { return awaitedFragment }
    guard renderer.hasMoved, let cursor = renderer.cursor else { return nil }
    return listPage.fragment(for: cursor)
  }

  /// Whether the cursor goes to what is added at the end, until it is moved away from there.
  public var isFollowing = false {
    didSet { mustGoToEnd = isFollowing }
  }

  /// Whether something was added at the end, to which the cursor has not gone yet.
  private var mustGoToEnd = false

  /// Marks the item that the cursor is on, or takes its mark away, and goes to the next.
  public func toggleMark() -> Bool { renderer.toggleMark() }

  /// Marks several items, or none.
  public func mark(_ marking: Marking) -> Bool { renderer.mark(marking) }

  /// How many items are marked.
  public var markedCount: Int { renderer.marks.count }

  /// Whether an item is marked.
  public func isMarked(_ path: ItemPath) -> Bool { renderer.marks.contains(path) }

  /// The marked items, or the one that the cursor is on where none is.
  public var chosen: ChosenItems? { renderer.chosen }

  /// Moves the cursor; away from the end, it does not follow any more.
  public func move(_ movement: Movement) {
    awaitedFragment = nil
    if isFollowing, movement != .last { isFollowing = false }
    renderer.move(movement)
  }

  /// Has the cursor stay with its item, also one at the top that was not moved yet.
  public func hold() { renderer.hold() }

  /// Whether the cursor is in a grid.
  public var movesSideways: Bool { renderer.isInGrid }

  /// Selects the item that the cursor is on, as its list allows.
  public func select() { renderer.select() }

  /// Scrolls; the cursor stays on its item as long as that is seen.
  public func scroll(by rows: Int) {
    awaitedFragment = nil
    isFollowing = false
    renderer.scroll(by: rows)
  }

  /// The field whose name is there, where the names of the columns are seen.
  public func headedField(at point: Point) -> String? {
    guard hasHeading, point.row == 0 else { return nil }
    return rowColumns?.field(
      at: point.column - ListRenderer.gutter, room: renderer.columnsRoom(in: columns))
  }

  /// Puts the cursor on an item; headers, footers and blank rows are none.
  public func click(at point: Point) -> Bool {
    let point = Point(column: point.column, row: point.row - (hasHeading ? 1 : 0))
    guard point.row >= 0, let path = renderer.item(at: point) else { return false }
    awaitedFragment = nil
    isFollowing = false
    if path == renderer.cursor { return true }
    renderer.moveCursor(to: path)
    return false
  }

  /// Moves the cursor to the item of that number, among all items of all sections.
  public func move(toItem number: Int) -> Bool {
    guard let path = listPage.list.snapshot.path(ofItem: number - 1) else { return false }
    awaitedFragment = nil
    isFollowing = false
    renderer.moveCursor(to: path)
    return true
  }

  /// Lays out the list, and goes to the item that the URL names.
  public func layOut(in size: Size, sticks: Bool) {
    columns = size.columns
    rowColumns?.look(at: listPage.list.snapshot, room: renderer.columnsRoom(in: columns))
    hasHeading = rowColumns != nil && size.rows >= Self.headingMinimum
    let size = Size(columns: size.columns, rows: size.rows - (hasHeading ? 1 : 0))
    var isComplete = renderer.layOut(in: size, sticks: sticks, goingTo: awaitedItem())
    if mustGoToEnd {
      mustGoToEnd = false
      renderer.move(.last)
      isComplete = renderer.layOut(in: size, sticks: sticks)
    }
    // Rows that were not looked at before may need wider columns.
    if rowColumns?.takeChange() == true { isComplete = renderer.layOut(in: size, sticks: sticks) }
    if !isComplete { onChange?() }
  }

  /// Draws the list, or why there is nothing to see.
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
    if renderer.layout?.frames.isEmpty ?? true { drawNothing(into: &canvas) }
  }

  /// Tells the cells that they are not displayed any more.
  public func endDisplaying() { renderer.endDisplaying() }

  /// The item that the URL's fragment names, once it is there.
  private func awaitedItem() -> ItemPath? {
    guard let fragment = awaitedFragment else { return nil }
    let path = listPage.start(for: fragment)
    if path != nil || !mayCome { awaitedFragment = nil }
    return path
  }

  /// Whether items may come that are not there yet.
  private var mayCome: Bool {
    listPage.list.phase.isLoading
      || listPage.list.excerpt?.isAsking ?? false
  }

  private func drawNothing(into canvas: inout Canvas) {
    let text =
      switch listPage.list.phase {
      case .loading: phrase("loading…")
      case .failed(let reason): reason
      case .finished:
        renderer.hiddenCount > 0
          ? phrase("nothing here that can be shown (d shows why)")
          : listPage.list.source.emptyNote ?? listPage.emptyNote
      }
    canvas.write(
      text, at: Point(column: ListRenderer.gutter, row: 0), style: renderer.theme.quiet,
      truncation: .ellipsis)
  }
}
