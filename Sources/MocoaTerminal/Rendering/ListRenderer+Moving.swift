internal import Mocoa
public import MocoaModel

extension ListRenderer {
  /// Puts the cursor on an item, and shows it.
  public func moveCursor(to path: ItemPath) {
    guard list.snapshot.contains(path) else { return }
    if layout == nil { place() }
    hasMoved = true
    noteMovement()
    (cursor, keptColumn) = (path, nil)
    let row = layout.flatMap { rowToReveal(path, in: $0) }
    if let row { anchor = ListLayout.Anchor(element: .item(path), row: row) }
    onChange?()
  }

  /// The item that the cursor is on, also between a change of the list and the next frame.
  public var selection: ItemPath? {
    if layout == nil, size.rows > 0 { place() }
    return cursor
  }

  /// Has the cursor stay with its item from now on, as if it had been moved there.
  public func hold() {
    if selection != nil { hasMoved = true }
  }

  /// Marks the item that the cursor is on, or takes its mark away, and goes to the next.
  ///
  /// - Returns: `true` if there is an item that can have a mark.
  public func toggleMark() -> Bool {
    guard let cursor = selection, marks.toggle(cursor) else { return false }
    if neighbour(of: cursor, .right) != nil {
      move(.right)
    } else {
      keptColumn = 0
      move(.down)
      keptColumn = nil
    }
    onChange?()
    return true
  }

  /// Marks several items, or none.
  ///
  /// - Returns: false where nothing can be marked so.
  public func mark(_ marking: Marking) -> Bool {
    defer { onChange?() }
    switch marking {
    case .all: marks.markAll()
    case .inverse: marks.invert()
    case .range: return selection.map { marks.mark(to: $0) } ?? false
    case .none: marks.clear()
    }
    return true
  }

  /// The marked items, or the one that the cursor is on where none is; nil where there is none either.
  public var chosen: ChosenItems? {
    if marks.count > 0 { return marks.items }
    return selection.map { ChosenItems(list.snapshot, $0) }
  }

  /// Whether the cursor is in a grid, so that there is a left and a right for it.
  public var isInGrid: Bool {
    cursor.map { arrangement(ofSection: $0.section).isGrid } ?? false
  }

  /// Selects the item that the cursor is on, or deselects it where several can be selected.
  public func select() {
    guard let cursor else { return }
    if list.selectionMode == .multiple, list.selection.contains(cursor) {
      list.deselect(cursor)
    } else {
      list.select(cursor)
    }
  }

  /// Moves the cursor.
  ///
  /// - Complexity: O(rows) for a page, independent of the length of the list.
  public func move(_ movement: Movement) {
    if layout == nil, size.rows > 0 { place() }
    guard let cursor, size.rows > 0 else { return }
    if movement.isSideways {
      if let path = neighbour(of: cursor, movement) { moveCursor(to: path) }
      return
    }
    hasMoved = true
    noteMovement()
    defer { onChange?() }
    keptColumn = keptColumn ?? column(of: cursor)
    let page = size.rows - stickyRows(for: cursor)
    let isDone =
      switch movement {
      case .up: step(from: cursor, forward: false)
      case .down: step(from: cursor, forward: true)
      case .halfPageUp: turn(from: cursor, rows: size.rows / 2, forward: false)
      case .halfPageDown: turn(from: cursor, rows: size.rows / 2, forward: true)
      case .pageUp: turn(from: cursor, rows: page, forward: false)
      case .pageDown: turn(from: cursor, rows: page, forward: true)
      case .first: jump(toEnd: false)
      case .last: jump(toEnd: true)
      case .left, .right: true
      }
    pendingMovement = isDone ? nil : movement
  }

  /// Moves to the next line, scrolling as little as needed.
  ///
  /// - Returns: whether it came to an end; false where too many hidden items are in between.
  @discardableResult
  func step(from path: ItemPath, forward: Bool) -> Bool {
    let walked = walk(from: .item(path), rows: 1, forward: forward)
    guard let target = walked.item else {
      if walked.isCutShort { return false }
      // Beyond the last item there may still be a header or footer to be seen.
      showEnd(forward)
      return true
    }
    cursor = target
    guard let layout, let row = rowToReveal(target, in: layout) else { return true }
    let bottom = max(0, size.rows - height(of: .item(target)))
    anchor = ListLayout.Anchor(element: .item(target), row: forward ? max(row, bottom) : row)
    return true
  }

  /// Moves by so many rows, leaving the cursor at its row of the window.
  private func turn(from path: ItemPath, rows: Int, forward: Bool) -> Bool {
    let walked = walk(from: .item(path), rows: max(1, rows), forward: forward)
    guard let target = walked.item else { return step(from: path, forward: forward) }
    let row = layout?.frames.first { $0.element == .item(path) }?.row ?? 0
    cursor = target
    anchor = ListLayout.Anchor(element: .item(target), row: max(row, stickyRows(for: target)))
    return true
  }

  private func jump(toEnd: Bool) -> Bool {
    let snapshot = list.snapshot
    // The first item stands at the left, the last one at the right of its line.
    keptColumn = toEnd ? size.columns : 0
    defer { keptColumn = nil }
    guard let end = toEnd ? snapshot.lastElement : snapshot.firstElement else { return true }
    showEnd(toEnd)
    if let path = end.path, let item = isVisible(path) ? path : item(beside: path) {
      cursor = item
      return true
    }
    let walked = walk(from: end, rows: 1, forward: !toEnd)
    if let path = walked.item { cursor = path }
    return !walked.isCutShort
  }

  private func showEnd(_ isLast: Bool) {
    guard let end = isLast ? list.snapshot.lastElement : list.snapshot.firstElement else { return }
    anchor =
      isLast
      ? .end(with: end, height: height(of: end)) : .beginning(with: end, rows: size.rows)
  }
}

/// A way for the cursor to move.
public enum Movement: Hashable, Sendable, CaseIterable {
  /// To the item above or below.
  case up, down

  /// To the item beside it, in a grid.
  case left, right

  /// By half a window.
  case halfPageUp, halfPageDown

  /// By a window.
  case pageUp, pageDown

  /// To the first or the last item.
  case first, last

  /// Whether it stays in its line.
  var isSideways: Bool { self == .left || self == .right }
}
