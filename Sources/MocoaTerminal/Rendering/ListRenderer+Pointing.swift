public import MocoaModel

extension ListRenderer {
  /// The item that is drawn at a position of the window; nil for headers, footers and what is blank.
  public func item(at point: Point) -> ItemPath? {
    guard let layout, Rect(size).contains(point) else { return nil }
    if let header = layout.stickyHeader, header.rows.contains(point.row) { return nil }
    return pieces.first { $0.rect.contains(point) }?.element?.path
  }

  /// Moves the window by so many rows, down where above 0.
  ///
  /// The cursor stays on its item while that is seen whole, and is then pulled along at the edge.
  public func scroll(by rows: Int) {
    if layout == nil, size.rows > 0 { place() }
    guard let layout, let first = layout.frames.first, let cursor else { return }
    // By no more than a window, or items would never be seen.
    let distance = max(-size.rows, min(rows, size.rows))
    let moved = lay(ListLayout.Anchor(element: first.element, row: first.row - distance))
    guard let top = moved.frames.first, top != first else { return }
    pendingMovement = nil
    hasMoved = true
    noteMovement()
    defer { onChange?() }
    if rowToReveal(cursor, in: moved) != nil {
      let column = keptColumn ?? column(of: cursor)
      let seen = moved.frames.filter { frame in
        frame.element.path.map { rowToReveal(frame, of: $0) == nil } ?? false
      }
      let edge = distance > 0 ? seen.first : seen.last
      guard let target = seen.filter({ $0.row == edge?.row }).nearest(toColumn: column) else {
        // No item has room here; the window would be drawn back to the cursor's.
        step(from: cursor, forward: distance > 0)
        return
      }
      (self.cursor, keptColumn) = (target.element.path, column)
    }
    anchor = ListLayout.Anchor(element: top.element, row: top.row)
    self.layout = moved
  }
}
