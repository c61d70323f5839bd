internal import Mocoa
public import MocoaModel

extension ListRenderer {
  /// Moves the cursor to an item and scrolls so that it is visible.
  public func moveCursor(to path: ItemPath) {
    guard list.snapshot.contains(path) else { return }
    if layout == nil { layOutList() }
    cursorWasMoved = true
    recordMovement()
    (cursor, preferredColumn) = (path, nil)
    let row = layout.flatMap { rowToReveal(path, in: $0) }
    if let row { anchor = ListLayout.Anchor(element: .item(path), row: row) }
    onChange?()
  }

  /// The path of the current item.
  ///
  /// It is valid even between a change of the list and the next frame.
  public var currentPath: ItemPath? {
    if layout == nil, size.rows > 0 { layOutList() }
    return cursor
  }

  /// Pins the cursor to its current item, as if the user had moved it there.
  ///
  /// A cursor that was never moved stays at the top of the list instead.
  public func pinCursor() {
    if currentPath != nil { cursorWasMoved = true }
  }

  /// Toggles the mark of the current item and moves the cursor to the next item.
  ///
  /// - Returns: `true` if the current item can have a mark.
  public func toggleMark() -> Bool {
    guard let cursor = currentPath, marks.toggle(cursor) else { return false }
    if neighbor(of: cursor, .right) != nil {
      move(.right)
    } else {
      preferredColumn = 0
      move(.down)
      preferredColumn = nil
    }
    onChange?()
    return true
  }

  /// Marks or unmarks several items.
  ///
  /// - Returns: `false` if the command is `.range` and the list does not show the item that was
  ///   marked last.
  public func mark(_ marking: MarkCommand) -> Bool {
    defer { onChange?() }
    switch marking {
    case .all: marks.markAll()
    case .inverse: marks.invert()
    case .range: return currentPath.map { marks.mark(to: $0) } ?? false
    case .none: marks.clear()
    }
    return true
  }

  /// The marked items or, if no item is marked, the current item.
  ///
  /// The value is `nil` if no item is marked and no item is current.
  public var targetItems: ItemSubset? {
    if marks.count > 0 { return marks.items }
    return currentPath.map { ItemSubset(list.snapshot, $0) }
  }

  /// A Boolean value that indicates whether the cursor can move left and right, in a grid or
  /// between two columns of sections.
  public var isInGrid: Bool {
    if layout?.hasSectionColumns == true { return true }
    return cursor.map { arrangement(ofSection: $0.section).isGrid } ?? false
  }

  /// Selects the current item.
  ///
  /// If the list allows several selected items and this item is selected, deselects it.
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
  /// - Complexity: O(rows) for a page, regardless of the length of the list.
  public func move(_ movement: Movement) {
    if layout == nil, size.rows > 0 { layOutList() }
    guard let cursor, size.rows > 0 else { return }
    if movement.isSideways {
      let path = itemInOtherSectionColumn(from: cursor, movement)
      if let path = path ?? neighbor(of: cursor, movement) { moveCursor(to: path) }
      return
    }
    cursorWasMoved = true
    recordMovement()
    defer { onChange?() }
    preferredColumn = preferredColumn ?? column(of: cursor)
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

  /// Moves the cursor to the item in the next or previous line, and scrolls as little as needed.
  ///
  /// - Returns: `false` if the movement stopped because too many hidden items were skipped.
  @discardableResult
  func step(from path: ItemPath, forward: Bool) -> Bool {
    let walked = advance(from: .item(path), rows: 1, forward: forward)
    guard let target = walked.item else {
      if walked.isCutShort { return false }
      // A header or footer may still follow the last item.
      scrollToEdge(forward)
      return true
    }
    cursor = target
    guard let layout, let row = rowToReveal(target, in: layout) else { return true }
    let bottom = max(0, size.rows - height(of: .item(target)))
    anchor = ListLayout.Anchor(element: .item(target), row: forward ? max(row, bottom) : row)
    return true
  }

  /// Moves the cursor and the viewport by a number of rows.
  ///
  /// The cursor keeps its row in the window.
  private func turn(from path: ItemPath, rows: Int, forward: Bool) -> Bool {
    let walked = advance(from: .item(path), rows: max(1, rows), forward: forward)
    guard let target = walked.item else { return step(from: path, forward: forward) }
    let row = layout?.frames.first { $0.element == .item(path) }?.row ?? 0
    cursor = target
    anchor = ListLayout.Anchor(element: .item(target), row: max(row, stickyRows(for: target)))
    return true
  }

  private func jump(toEnd: Bool) -> Bool {
    let snapshot = list.snapshot
    // The first item is at the left end of its row, the last one at the right end.
    preferredColumn = toEnd ? size.columns : 0
    defer { preferredColumn = nil }
    guard let end = toEnd ? snapshot.lastElement : snapshot.firstElement else { return true }
    scrollToEdge(toEnd)
    if let path = end.path, let item = isVisible(path) ? path : item(beside: path) {
      cursor = item
      return true
    }
    let walked = advance(from: end, rows: 1, forward: !toEnd)
    if let path = walked.item { cursor = path }
    return !walked.isCutShort
  }

  private func scrollToEdge(_ isLast: Bool) {
    guard let end = isLast ? list.snapshot.lastElement : list.snapshot.firstElement else { return }
    anchor =
      isLast
      ? .end(with: end, height: height(of: end)) : .beginning(with: end, rows: size.rows)
  }
}

/// A movement of the cursor.
public enum Movement: Hashable, Sendable, CaseIterable {
  /// The item above or below.
  case up, down

  /// The item to the left or right in a grid.
  case left, right

  /// Half a window up or down.
  case halfPageUp, halfPageDown

  /// One window up or down.
  case pageUp, pageDown

  /// The first or the last item.
  case first, last

  /// A Boolean value that indicates whether the movement is to the left or to the right.
  var isSideways: Bool { self == .left || self == .right }
}

extension ListRenderer {
  /// Makes the cursor stay on the first row again, as if the user had not moved it.
  func unpinCursor() {
    cursorWasMoved = false
    (cursor, anchor) = (nil, nil)
    onChange?()
  }
}
