public import MocoaModel

extension ListRenderer {
  /// Returns the item at a point of the window, or `nil` if the point is outside of all items.
  public func item(at point: Point) -> ItemPath? {
    guard let layout, Rect(size).contains(point) else { return nil }
    if let header = layout.stickyHeader, header.rows.contains(point.row) { return nil }
    return segments.first { $0.rect.contains(point) }?.element?.path
  }

  /// Scrolls the window.
  ///
  /// The cursor stays on its item while the item is completely visible. After that, it moves to the
  /// nearest visible item at the edge.
  ///
  /// - Parameter rows: The number of rows, positive for down.
  public func scroll(by rows: Int) {
    if layout == nil, size.rows > 0 { layOutList() }
    guard let layout, let first = layout.frames.first, let cursor else { return }
    // At most one window, so that no item is skipped.
    let distance = max(-size.rows, min(rows, size.rows))
    let moved = lay(ListLayout.Anchor(element: first.element, row: first.row - distance))
    guard let top = moved.frames.first, top != first else { return }
    pendingMovement = nil
    cursorWasMoved = true
    recordMovement()
    defer { onChange?() }
    if rowToReveal(cursor, in: moved) != nil {
      let column = preferredColumn ?? column(of: cursor)
      let seen = moved.frames.filter { frame in
        frame.element.path.map { rowToReveal(frame, of: $0) == nil } ?? false
      }
      let edge = distance > 0 ? seen.first : seen.last
      guard let target = seen.filter({ $0.row == edge?.row }).nearest(toColumn: column) else {
        // No item fits completely here, so the next layout would scroll back to the current item.
        step(from: cursor, forward: distance > 0)
        return
      }
      (self.cursor, preferredColumn) = (target.element.path, column)
    }
    anchor = ListLayout.Anchor(element: top.element, row: top.row)
    self.layout = moved
  }
}
