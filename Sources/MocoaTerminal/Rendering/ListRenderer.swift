public import MocoaModel
public import Mocoa

/// A renderer that draws the visible part of a list, and manages its cursor and viewport.
///
/// A line of the layout contains one item, or several side by side if the section's module
/// registers a `grid(_:)`.
///
/// The renderer identifies items by path, and updates the paths after every change of the list. The
/// cursor and the viewport stay with their items.
@MainActor
public final class ListRenderer {
  /// The list.
  public let list: ListViewModel

  /// A Boolean value that indicates whether placeholders are visible.
  public var isDebugging: Bool {
    didSet { if isDebugging != oldValue { resetHiddenItems() } }
  }

  /// The theme, which defines the styles of text roles such as titles and warnings.
  public var theme: Theme

  /// The amount of animation when the list changes.
  public var motion = Motion.full {
    didSet { if motion != oldValue { finishAnimations() } }
  }

  /// The table columns in which the items are shown, or `nil` if their modules show them.
  var columns: TableColumns? {
    didSet { finishAnimations() }
  }

  /// The highlighter of the parts that match a filter or a search, or `nil` for no highlights.
  ///
  /// The next layout applies it.
  public var highlighter: (any MatchHighlighter)?

  /// A closure that is called when the list may need to be drawn again.
  public var onChange: (@MainActor () -> Void)?

  /// The path of the current item, or `nil` if no item is visible.
  public internal(set) var cursor: ItemPath?

  /// The element at which the next layout starts, and the row of that element in the window.
  var anchor: ListLayout.Anchor?

  /// A Boolean value that indicates whether the user has moved the cursor.
  ///
  /// Until the first movement, the cursor stays at the top of the list.
  var cursorWasMoved = false

  /// The marked items.
  let marks: MarkController

  /// The items that are known to be hidden.
  var hidden = HiddenItems()

  /// The revision of the registry when the elements in `hidden` were measured.
  private var revision = -1

  /// The last layout, or `nil` if the list has changed since.
  public internal(set) var layout: ListLayout?

  /// A movement that stopped because too many hidden items were skipped.
  ///
  /// It continues after the next layout.
  var pendingMovement: Movement?

  /// The column that the cursor had before it moved up or down through lines of different lengths.
  ///
  /// If the value is `nil`, the next movement uses the column of the current item.
  var preferredColumn: Int?

  /// The layouts of sections in this window, by the module name of the section.
  var arrangements: [String: SectionLayout] = [:]

  /// The cached drawings of cells, by the identity of the view model.
  ///
  /// The cache is emptied before each layout.
  var drawings: [ObjectIdentifier: CellDrawing] = [:]

  /// The running transition.
  ///
  /// `step` is its current step.
  var transition: Transition?
  var step = 0

  /// The frame that was shown last, or `nil` if the next frame must not animate.
  ///
  /// `pending` contains the changes of the list since that frame.
  var shown: Transition.RenderedFrame?
  var pending = PendingChanges.none

  /// A Boolean value that indicates whether changed items stay marked until later changes.
  ///
  /// Without motion, the marks are not visible.
  public var marksChanges = false {
    didSet { if !marksChanges { recentChanges.removeAll() } }
  }

  /// The latest changes, whose marks stay until later changes push them out.
  var recentChanges = RecentChanges()

  /// A closure that returns the time in seconds since 1970, or `nil` if `lastChange` is not needed.
  public var now: (@MainActor () -> Int)?

  /// The time of the last visible change of the list, in seconds since 1970, or `nil` if there was
  /// none.
  public private(set) var lastChange: Int?

  /// The time of the latest change of the list, or `nil` if no change is pending.
  ///
  /// A change is pending until the next layout shows whether the visible content differs.
  var changedAt: Int?
  private var comparedContent: VisibleContent?

  private(set) var size = Size(columns: 0, rows: 0)
  private(set) var hasStickyHeaders = true

  /// A Boolean value that indicates whether the view models must be notified of the last layout.
  private var needsCommit = false

  private var token: ObservationToken?

  /// Creates a renderer of a list.
  public init(_ list: ListViewModel, theme: Theme = .standard, isDebugging: Bool = false) {
    self.list = list
    self.theme = theme
    self.isDebugging = isDebugging
    marks = MarkController(list)
    token = list.observe { [weak self] in self?.receive($0) }
  }

  /// The number of items that are known to be hidden.
  ///
  /// An item is hidden if its height is 0 rows. Examples are placeholders outside of debug mode and
  /// items without content.
  public var hiddenCount: Int { hidden.count }

  /// The width in columns of the margin to the left of a cell, which contains the gutter.
  public static let gutter = 3

  /// The width in columns of the margin to the right of a cell.
  static let rightMargin = 1

  // MARK: - Layout

  /// Lays out the list for a viewport.
  ///
  /// Without a current item, the first visible item becomes current. View models receive no events
  /// until `commitLayout()` is called.
  ///
  /// - Parameters:
  ///   - size: The size of the viewport.
  ///   - sticks: A Boolean value that indicates whether headers stick to the top edge.
  ///   - path: An item to move the cursor to first, or `nil`.
  /// - Returns: `true` if the layout is complete. Otherwise call the method again to continue.
  @discardableResult
  public func layOut(
    in size: Size, hasStickyHeaders sticks: Bool = true, goingTo path: ItemPath? = nil
  ) -> Bool {
    if revision != list.module.registryRevision {
      revision = list.module.registryRevision
      list.removeOutdatedViewModels()
      hidden = HiddenItems()
      arrangements = [:]
    }
    if size != self.size || sticks != self.hasStickyHeaders {
      finishAnimations()
      arrangements = [:]
      preferredColumn = nil
    }
    self.size = size
    self.hasStickyHeaders = sticks
    layOutList()
    if let path {
      moveCursor(to: path)
      layOutList()
    }
    if let movement = pendingMovement {
      pendingMovement = nil
      move(movement)
      layOutList()
    }
    followChanges()
    compareVisibleContent()
    prepareDrawing()
    needsCommit = true
    return layout?.isComplete ?? true
  }

  /// Updates the time of the last change if the visible content differs from the previous layout.
  private func compareVisibleContent() {
    guard now != nil else { return }
    let shown = VisibleContent(list: list.snapshot, elements: layout?.shown ?? [])
    if let changedAt, let comparedContent, comparedContent != shown { lastChange = changedAt }
    (changedAt, comparedContent) = (nil, shown)
  }

  /// Notifies the list which elements the last layout shows and which item is current.
  ///
  /// The application calls this method once after the layout of each frame. If the list was not
  /// laid out since the last call, the method does nothing. If a notified view model changes the
  /// list, the list is laid out again, and the next frame notifies the view models of that layout.
  public func commitLayout() {
    guard needsCommit else { return }
    needsCommit = false
    // The list may have changed since the layout.
    layOutIfInvalidated()
    let elements = displayedElements()
    // Only these view models are certain to stay alive. Drawings are keyed by object identity,
    // which could be reused.
    let shown = Set(
      elements.compactMap { list.existingViewModel(for: $0).map { ObjectIdentifier($0) } })
    drawings = drawings.filter { shown.contains($0.key) }
    let isClosing = transition?.isClosing(at: step) ?? false
    list.setDisplayedElements(
      elements, rowCount: max(size.rows, elements.count), keepingRemoved: isClosing)
    layOutIfInvalidated()
    list.highlight(cursor)
    layOutIfInvalidated()
  }

  /// Lays out the list again if it changed while it was notified of its visible elements.
  private func layOutIfInvalidated() {
    guard layout == nil else { return }
    layOutList()
    followChanges()
    prepareDrawing()
  }

  /// Creates the view models of all elements that the next frame draws.
  ///
  /// These include removed elements that a transition still shows.
  private func prepareDrawing() {
    for element in displayedElements() { _ = viewModel(of: element) }
  }

  /// Returns the elements that are drawn, including those of a running transition, in list order.
  private func displayedElements() -> [ListElement] {
    let elements = layout?.shown ?? []
    guard let transition, transition.isClosing(at: step) else { return elements }
    let others = Set(segments.compactMap(\.element)).subtracting(elements)
    return others.isEmpty ? elements : (elements + others).sorted { $0.isBefore($1) }
  }

  /// Notifies the list that it is not visible any more.
  public func endDisplaying() {
    needsCommit = false
    finishAnimations()
    list.highlight(nil)
    list.endDisplaying()
  }

  isolated deinit {
    list.highlight(nil)
    list.endDisplaying()
  }

  /// Lays out the list around its anchor.
  func layOutList() {
    drawings.removeAll(keepingCapacity: true)
    guard let anchor = currentAnchor() else {
      layout = nil
      cursor = nil
      return
    }
    var layout = lay(anchor)
    if let cursor, !isVisible(cursor) { self.cursor = nearest(to: cursor) }
    // Placeholders that appear above the cursor would push its item out of the window.
    let isAtTop = layout.frames.contains { $0.element == cursor.map(ListElement.item) }
    if !cursorWasMoved, !isAtTop, layout.frames.contains(where: { $0.element.path != nil }) {
      cursor = nil
    }
    if cursor == nil { cursor = firstItem(in: layout) }
    let mustBeSeen = cursorWasMoved || !layout.frames.contains { $0.element.path != nil }
    if mustBeSeen, let cursor, let row = rowToReveal(cursor, in: layout) {
      // The window became smaller, or the header above the item larger.
      layout = lay(ListLayout.Anchor(element: .item(cursor), row: row))
    }
    self.layout = layout
    if let first = layout.frames.first {
      self.anchor = ListLayout.Anchor(element: first.element, row: first.row)
    }
  }

  /// Returns the visible item that is nearest to a hidden item.
  ///
  /// If possible, it is an item after the hidden item, otherwise an item before it.
  private func nearest(to path: ItemPath) -> ItemPath? {
    guard list.snapshot.contains(path) else { return nil }
    return item(beside: path)
      ?? advance(from: .item(path), rows: 1, forward: true).item
      ?? advance(from: .item(path), rows: 1, forward: false).item
  }

  /// Returns the first visible item.
  ///
  /// If headers fill the whole window, it is the first item after them.
  private func firstItem(in layout: ListLayout) -> ItemPath? {
    if let path = layout.frames.lazy.compactMap(\.element.path).first { return path }
    return layout.frames.last.flatMap { advance(from: $0.element, rows: 1, forward: true).item }
  }

  private func currentAnchor() -> ListLayout.Anchor? {
    if let anchor, cursorWasMoved, list.snapshot.contains(anchor.element) { return anchor }
    return list.snapshot.firstElement.map { .beginning(with: $0, rows: size.rows) }
  }

  /// Lays out the list around an anchor.
  ///
  /// - Parameters:
  ///   - anchor: The element from which the layout starts, and its row.
  ///   - rows: The height of the viewport in rows, or `nil` for the height of the window.
  func lay(_ anchor: ListLayout.Anchor, rows: Int? = nil) -> ListLayout {
    if rows == nil, let layout = layInSectionColumns() { return layout }
    // Taken out of the property, because measuring a view may request a redraw, which accesses it.
    var known = HiddenItems()
    swap(&known, &hidden)
    defer { swap(&known, &hidden) }
    return ListLayout(
      list.snapshot, anchor: anchor, rows: rows ?? size.rows, sticks: hasStickyHeaders,
      hidden: &known,
      arrangement: { self.arrangement(ofSection: $0) }, height: { self.height(of: $0) })
  }

  private func resetHiddenItems() {
    hidden = HiddenItems()
    onChange?()
  }
}
