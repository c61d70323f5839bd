public import MocoaModel
public import Mocoa

/// Shows a list in lines: it keeps the cursor and the anchor, and draws what is visible.
///
/// A line holds one item, or several side by side where a section's module says `grid(_:)`.
///
/// It knows items by their position and carries these through every change; the cursor and what one
/// looks at stay with their items.
@MainActor
public final class ListRenderer {
  /// The list.
  public let list: ListViewModel

  /// Whether placeholders are shown.
  public var isDebugging: Bool {
    didSet { if isDebugging != oldValue { forgetHidden() } }
  }

  /// How roles look.
  public var theme: Theme

  /// How much moves when the list changes.
  public var motion = Motion.full {
    didSet { if motion != oldValue { settle() } }
  }

  /// The fields of the items in columns; nil where they are shown as their modules say.
  var columns: RowColumns? {
    didSet { settle() }
  }

  /// Called when something changed that may have to be drawn.
  public var onChange: (@MainActor () -> Void)?

  /// The item that the cursor is on; nil while nothing is visible.
  public internal(set) var cursor: ItemPath?

  /// The first item of which the list is to be shown, once it is there.
  var anchor: ListLayout.Anchor?

  /// Whether the cursor was ever moved; until then it stays at the top.
  var hasMoved = false

  /// The items that were marked.
  let marks: ListMarks

  /// The items known to be hidden.
  var hidden = HiddenItems()

  /// The registry's revision that `hidden` was found with.
  private var revision = -1

  /// Where the list stands; nil from a change of the list to the next layout.
  public internal(set) var layout: ListLayout?

  /// A movement that too many hidden items held up; it goes on with the next layout.
  var pendingMovement: Movement?

  /// The column that the cursor keeps to while it moves up and down through lines of different
  /// lengths; nil for that of its item.
  var keptColumn: Int?

  /// How the items of sections of a module stand in this window.
  var arrangements: [String: Arrangement] = [:]

  /// How cells are drawn, found once for each layout.
  var drawings: [ObjectIdentifier: CellDrawing] = [:]

  /// What moves now, and how far it has come.
  var transition: Transition?
  var step = 0

  /// What was drawn last, and what changed since; nil where the next frame begins anew.
  var shown: Transition.Shown?
  var pending = PendingChanges.none

  /// The time in seconds since 1970, for `lastChange`; nil where nobody asks for that.
  public var now: (@MainActor () -> Int)?

  /// When what is shown changed last because the list did; nil where it never did.
  public private(set) var lastChange: Int?

  /// When the list changed, where that was not compared yet with what was seen.
  var changedAt: Int?
  private var seen: SeenElements?

  private(set) var size = Size(columns: 0, rows: 0)
  private(set) var sticks = true
  private var token: ObservationToken?

  /// A renderer of a list.
  public init(_ list: ListViewModel, theme: Theme = .standard, isDebugging: Bool = false) {
    self.list = list
    self.theme = theme
    self.isDebugging = isDebugging
    marks = ListMarks(list)
    token = list.observe { [weak self] in self?.receive($0) }
  }

  /// How many items are not shown because no module can show them, of those looked at so far.
  public var hiddenCount: Int { hidden.count }

  /// The columns left and right of a cell.
  static let gutter = 3
  static let rightMargin = 1

  // MARK: - Layout

  /// Lays out the list for a viewport, and puts the cursor on the first item if it is nowhere yet.
  ///
  /// - Parameters:
  ///   - sticks: whether headers stick to the top.
  ///   - path: an item to put the cursor on first.
  /// - Returns: whether the layout is complete; if not, laying out again goes on.
  @discardableResult
  public func layOut(in size: Size, sticks: Bool = true, goingTo path: ItemPath? = nil) -> Bool {
    if revision != list.module.registryRevision {
      revision = list.module.registryRevision
      list.forgetOutdated()
      hidden = HiddenItems()
      arrangements = [:]
    }
    if size != self.size || sticks != self.sticks {
      settle()
      arrangements = [:]
      keptColumn = nil
    }
    self.size = size
    self.sticks = sticks
    place()
    if let path {
      moveCursor(to: path)
      place()
    }
    if let movement = pendingMovement {
      pendingMovement = nil
      move(movement)
      place()
    }
    followChanges()
    compareWithSeen()
    report()
    return layout?.isComplete ?? true
  }

  /// Takes note of when what is seen has become other than it was.
  private func compareWithSeen() {
    guard now != nil else { return }
    let shown = SeenElements(list: list.snapshot, elements: layout?.shown ?? [])
    if let changedAt, let seen, seen != shown { lastChange = changedAt }
    (changedAt, seen) = (nil, shown)
  }

  /// Tells the list what is shown.
  private func report() {
    let elements = displayed
    // Only these live on for sure: what a drawing belongs to is known by its identity.
    let shown = Set(
      elements.compactMap { list.madeViewModel(of: $0).map { ObjectIdentifier($0) } })
    drawings = drawings.filter { shown.contains($0.key) }
    let isClosing = transition?.isClosing(at: step) ?? false
    list.display(elements, rows: max(size.rows, elements.count), keepingRemoved: isClosing)
    placeAgain()
    list.highlight(cursor)
    placeAgain()
  }

  /// Lays out what was changed by those who were told something.
  private func placeAgain() {
    guard layout == nil else { return }
    place()
    followChanges()
  }

  /// The elements that are drawn, in the order of the list.
  private var displayed: [ListElement] {
    let elements = layout?.shown ?? []
    guard let transition, transition.isClosing(at: step) else { return elements }
    let others = Set(pieces.compactMap(\.element)).subtracting(elements)
    return others.isEmpty ? elements : (elements + others).sorted { $0.isBefore($1) }
  }

  /// Takes note that the list is not shown any more.
  public func endDisplaying() {
    settle()
    list.highlight(nil)
    list.endDisplaying()
  }

  isolated deinit {
    list.highlight(nil)
    list.endDisplaying()
  }

  /// Lays out the list around its anchor.
  func place() {
    drawings.removeAll(keepingCapacity: true)
    guard let anchor = currentAnchor() else {
      layout = nil
      cursor = nil
      return
    }
    var layout = lay(anchor)
    if let cursor, !isVisible(cursor) { self.cursor = nearest(to: cursor) }
    // Placeholders that appear above it would take its place in the window.
    let isAtTop = layout.frames.contains { $0.element == cursor.map(ListElement.item) }
    if !hasMoved, !isAtTop, layout.frames.contains(where: { $0.element.path != nil }) {
      cursor = nil
    }
    if cursor == nil { cursor = firstItem(in: layout) }
    let mustBeSeen = hasMoved || !layout.frames.contains { $0.element.path != nil }
    if mustBeSeen, let cursor, let row = rowToReveal(cursor, in: layout) {
      // The window became smaller, or the header above it larger.
      layout = lay(ListLayout.Anchor(element: .item(cursor), row: row))
    }
    self.layout = layout
    if let first = layout.frames.first {
      self.anchor = ListLayout.Anchor(element: first.element, row: first.row)
    }
  }

  /// The visible item that follows one which is hidden now, or else the one before it.
  private func nearest(to path: ItemPath) -> ItemPath? {
    guard list.snapshot.contains(path) else { return nil }
    return item(beside: path)
      ?? walk(from: .item(path), rows: 1, forward: true).item
      ?? walk(from: .item(path), rows: 1, forward: false).item
  }

  /// The first item that is seen, or, where headers take all rows, the first that follows.
  private func firstItem(in layout: ListLayout) -> ItemPath? {
    if let path = layout.frames.lazy.compactMap(\.element.path).first { return path }
    return layout.frames.last.flatMap { walk(from: $0.element, rows: 1, forward: true).item }
  }

  private func currentAnchor() -> ListLayout.Anchor? {
    if let anchor, hasMoved, list.snapshot.contains(anchor.element) { return anchor }
    return list.snapshot.firstElement.map { .beginning(with: $0, rows: size.rows) }
  }

  /// Lays out the list around an anchor.
  ///
  /// - Parameter rows: the height of the viewport; nil for that of the window.
  func lay(_ anchor: ListLayout.Anchor, rows: Int? = nil) -> ListLayout {
    // Taken out, for a view that is measured may ask to be drawn again.
    var known = HiddenItems()
    swap(&known, &hidden)
    defer { swap(&known, &hidden) }
    return ListLayout(
      list.snapshot, anchor: anchor, rows: rows ?? size.rows, sticks: sticks, hidden: &known,
      arrangement: { self.arrangement(ofSection: $0) }, height: { self.height(of: $0) })
  }

  private func forgetHidden() {
    hidden = HiddenItems()
    onChange?()
  }
}
