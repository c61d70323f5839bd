public import MocoaModel
public import Mocoa

/// Shows a list in rows: it keeps the cursor and the anchor, and draws what is visible.
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

  /// Called when something changed that may have to be drawn.
  public var onChange: (@MainActor () -> Void)?

  /// The item that the cursor is on; nil while nothing is visible.
  public private(set) var cursor: ItemPath?

  /// The first item of which the list is to be shown, once it is there.
  var anchor: ListLayout.Anchor?

  /// Whether the cursor was ever moved; until then it stays at the top.
  private var hasMoved = false

  /// The items known to be hidden.
  private var hidden = HiddenItems()

  /// The registry's revision that `hidden` was found with.
  private var revision = -1

  /// The layout that was drawn last.
  public private(set) var layout: ListLayout?

  private var size = Size(columns: 0, rows: 0)
  private var sticks = true
  private var token: ObservationToken?

  /// A renderer of a list.
  public init(_ list: ListViewModel, theme: Theme = .standard, isDebugging: Bool = false) {
    self.list = list
    self.theme = theme
    self.isDebugging = isDebugging
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
  /// - Parameter sticks: whether headers stick to the top.
  /// - Returns: whether the layout is complete; if not, laying out again goes on.
  @discardableResult
  public func layOut(in size: Size, sticks: Bool = true) -> Bool {
    if revision != list.module.registryRevision {
      revision = list.module.registryRevision
      hidden = HiddenItems()
    }
    self.size = size
    self.sticks = sticks
    guard let anchor = currentAnchor() else {
      layout = nil
      cursor = nil
      return true
    }
    var layout = lay(anchor)
    if let cursor, !isVisible(cursor) { self.cursor = nil }
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
    return layout.isComplete
  }

  /// The first item that is seen, or, where headers take all rows, the first that follows.
  private func firstItem(in layout: ListLayout) -> ItemPath? {
    if let path = layout.frames.lazy.compactMap(\.element.path).first { return path }
    return layout.frames.last.flatMap { walk(from: $0.element, rows: 1, forward: true) }
  }

  private func currentAnchor() -> ListLayout.Anchor? {
    if let anchor, hasMoved, list.snapshot.contains(anchor.element) { return anchor }
    return list.snapshot.firstElement.map { ListLayout.Anchor(element: $0, row: 0) }
  }

  private func lay(_ anchor: ListLayout.Anchor) -> ListLayout {
    let layout = ListLayout(
      list.snapshot, anchor: anchor, rows: size.rows, sticks: sticks, hidden: hidden,
      height: { self.height(of: $0) })
    hidden = layout.hidden
    return layout
  }

  /// The row at which an item is to be put so that it is seen whole; nil where it is already.
  private func rowToReveal(_ path: ItemPath, in layout: ListLayout) -> Int? {
    let top = stickyRows(for: path)
    guard let frame = layout.frames.first(where: { $0.element == .item(path) }) else {
      return top
    }
    if frame.row < top { return top }
    if frame.rows.upperBound > size.rows { return max(top, size.rows - frame.height) }
    return nil
  }

  /// The rows that the sticky header covers when an item is the first that is seen.
  private func stickyRows(for path: ItemPath) -> Int {
    let header = ListElement.header(section: path.section)
    guard sticks, list.snapshot.contains(header) else { return 0 }
    return min(height(of: header), max(0, size.rows - 1))
  }

  private var cellColumns: Int { max(0, size.columns - Self.gutter - Self.rightMargin) }

  private func height(of element: ListElement) -> Int {
    // A record that resolves to nothing needs no view model to be known as hidden.
    if case .item(let path) = element, !isDebugging, isUnresolved(path) { return 0 }
    guard let viewModel = viewModel(of: element) else { return 0 }
    let drawing = CellDrawing(of: viewModel)
    return drawing.height(of: viewModel, columns: cellColumns, isDebugging: isDebugging)
  }

  private func isUnresolved(_ path: ItemPath) -> Bool {
    guard list.madeCell(at: path) == nil else { return false }
    let name = list.snapshot.element(at: path).moduleName
    let section = list.snapshot.sections[path.section].moduleName
    return list.resolution(.cell, named: name, section: section).resolved == nil
  }

  private func isVisible(_ path: ItemPath) -> Bool {
    list.snapshot.contains(path) && hidden.run(around: path) == nil
      && height(of: .item(path)) > 0
  }

  func viewModel(of element: ListElement) -> AnyCellViewModel? {
    switch element {
    case .header(let section): list.header(ofSection: section)
    case .item(let path): list.cell(at: path)
    case .footer(let section): list.footer(ofSection: section)
    }
  }

  private func forgetHidden() {
    hidden = HiddenItems()
    onChange?()
  }

  // MARK: - Following the list

  private func receive(_ update: ListUpdate) {
    let changes = update.changes
    if !changes.isEmpty {
      if !changes.isAppend { hidden = HiddenItems() }
      carry(through: update)
    }
    onChange?()
  }

  /// Keeps the cursor's item at its row if it is visible, else the first visible item; where that
  /// is gone, the next that is left takes its place, or else the one before.
  private func carry(through update: ListUpdate) {
    guard hasMoved else {
      (cursor, anchor) = (nil, nil)
      return
    }
    let kept = keptItem(before: update.before)
    cursor = cursor.flatMap { survivor(of: $0, in: update) }
    guard let kept, let path = kept.element.path, let new = survivor(of: path, in: update) else {
      anchor = nil
      return
    }
    anchor = ListLayout.Anchor(element: .item(new), row: kept.row)
  }

  private func keptItem(before list: ListSnapshot) -> ListLayout.Anchor? {
    let frames = layout?.frames ?? []
    let frame =
      frames.first { $0.element.path != nil && $0.element.path == cursor }
      ?? frames.first { $0.element.path != nil }
    return frame.map { ListLayout.Anchor(element: $0.element, row: $0.row) }
  }

  private func survivor(of path: ItemPath, in update: ListUpdate) -> ItemPath? {
    var (next, previous): (ItemPath?, ItemPath?) = (path, path)
    for _ in 0..<ListLayout.hiddenLimit {
      if let candidate = next, let new = update.changes.newPosition(of: candidate) { return new }
      next = next.flatMap { update.before.path(after: $0) }
      if next == nil { break }
    }
    for _ in 0..<ListLayout.hiddenLimit {
      previous = previous.flatMap { update.before.path(before: $0) }
      guard let candidate = previous else { return nil }
      if let new = update.changes.newPosition(of: candidate) { return new }
    }
    return nil
  }

  // MARK: - The cursor

  /// Puts the cursor on an item, and shows it.
  public func moveCursor(to path: ItemPath) {
    guard list.snapshot.contains(path) else { return }
    hasMoved = true
    cursor = path
    let row = layout.flatMap { rowToReveal(path, in: $0) }
    if let row { anchor = ListLayout.Anchor(element: .item(path), row: row) }
    onChange?()
  }

  /// Moves the cursor.
  ///
  /// - Complexity: O(rows) for a page, independent of the length of the list.
  public func move(_ movement: Movement) {
    guard let cursor, size.rows > 0 else { return }
    hasMoved = true
    defer { onChange?() }
    switch movement {
    case .up: step(from: cursor, rows: 1, forward: false)
    case .down: step(from: cursor, rows: 1, forward: true)
    case .halfPageUp: page(from: cursor, rows: size.rows / 2, forward: false)
    case .halfPageDown: page(from: cursor, rows: size.rows / 2, forward: true)
    case .pageUp: page(from: cursor, rows: size.rows - stickyRows(for: cursor), forward: false)
    case .pageDown: page(from: cursor, rows: size.rows - stickyRows(for: cursor), forward: true)
    case .first: jump(toEnd: false)
    case .last: jump(toEnd: true)
    }
  }

  /// Moves to the next item, scrolling as little as needed.
  private func step(from path: ItemPath, rows: Int, forward: Bool) {
    guard let target = walk(from: path, rows: rows, forward: forward) else {
      // At the first item the header above it comes into sight.
      if !forward, let first = list.snapshot.firstElement {
        anchor = ListLayout.Anchor(element: first, row: 0)
      }
      return
    }
    cursor = target
    guard let layout, let row = rowToReveal(target, in: layout) else { return }
    let bottom = max(0, size.rows - height(of: .item(target)))
    anchor = ListLayout.Anchor(element: .item(target), row: forward ? max(row, bottom) : row)
  }

  /// Moves by so many rows, leaving the cursor at its row of the window.
  private func page(from path: ItemPath, rows: Int, forward: Bool) {
    guard let target = walk(from: path, rows: max(1, rows), forward: forward) else {
      step(from: path, rows: 1, forward: forward)
      return
    }
    let row = layout?.frames.first { $0.element == .item(path) }?.row ?? 0
    cursor = target
    anchor = ListLayout.Anchor(element: .item(target), row: max(row, stickyRows(for: target)))
  }

  private func jump(toEnd: Bool) {
    let snapshot = list.snapshot
    guard let end = toEnd ? snapshot.lastElement : snapshot.firstElement else { return }
    anchor = ListLayout.Anchor(element: end, row: toEnd ? size.rows - height(of: end) : 0)
    if let path = end.path, isVisible(path) {
      cursor = path
    } else if let path = walk(from: end, rows: 1, forward: !toEnd) {
      cursor = path
    }
  }

  /// The item so many rows further, or the last one before the end; nil where there is none.
  private func walk(from path: ItemPath, rows: Int, forward: Bool) -> ItemPath? {
    walk(from: .item(path), rows: rows, forward: forward)
  }

  private func walk(from start: ListElement, rows: Int, forward: Bool) -> ItemPath? {
    var scan = VisibleScan(list: list.snapshot, hidden: hidden) { self.height(of: $0) }
    defer { hidden = scan.hidden }
    var (element, passed) = (start, 0)
    var reached: ItemPath?
    while case .found(let next, let height) = forward
      ? scan.visible(after: element) : scan.visible(before: element)
    {
      element = next
      passed += height
      if let path = next.path {
        reached = path
        if passed >= rows { break }
      }
    }
    return reached
  }
}

/// A way for the cursor to move.
public enum Movement: Hashable, Sendable, CaseIterable {
  /// To the item above or below.
  case up, down

  /// By half a window.
  case halfPageUp, halfPageDown

  /// By a window.
  case pageUp, pageDown

  /// To the first or the last item.
  case first, last
}
