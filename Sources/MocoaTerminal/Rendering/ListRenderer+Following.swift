internal import Mocoa
internal import MocoaModel

extension ListRenderer {
  func receive(_ update: ListUpdate) {
    let changes = update.changes
    marks.receiveChange()
    if !changes.isEmpty {
      columns?.listDidChange()
      record(update)
      recordRecentChange(update)
      // Loading a list, or replacing its query, is not a change of its content.
      if !list.phase.isLoading, !(update.context is QueryChange) { changedAt = now?() }
      let positions = changes.makePathMap()
      hidden.remap(through: update, positions)
      remap(through: update, positions)
    }
    drawings.removeAll(keepingCapacity: true)
    for redraw in update.redraws { hidden.remove(redraw) }
    onChange?()
  }

  /// Records a change for the marks of changed items.
  ///
  /// Loading a list is not a change of its content.
  private func recordRecentChange(_ update: ListUpdate) {
    if !marksChanges || list.phase.isLoading {
      recentChanges.removeAll()
    } else {
      recentChanges.add(update, isRefresh: !(update.context is QueryChange))
    }
  }

  /// Weakens the marks of older changes if the source was refreshed without a change.
  ///
  /// - Parameter count: The number of refreshes of the source.
  func setRefreshCount(_ count: Int) {
    guard marksChanges else { return }
    if recentChanges.setRefreshCount(count, list.content.snapshot) {
      drawings.removeAll(keepingCapacity: true)
    }
  }

  /// Retains the marks of all changes from now on, or lets them weaken again.
  ///
  /// - Returns: `true` if changes stay marked.
  func toggleBaseline() -> Bool {
    drawings.removeAll(keepingCapacity: true)
    if recentChanges.baselineTime != nil {
      recentChanges.removeAll()
      return false
    }
    recentChanges.setBaseline(at: now?() ?? 0)
    return true
  }

  /// Removes the marks of all changes, and the baseline.
  func removeChangeMarks() {
    drawings.removeAll(keepingCapacity: true)
    recentChanges.removeAll()
  }

  /// Returns the recent change with which an item is marked, or `nil` if it has no mark.
  func markedChange(ofItemAt path: ItemPath) -> ItemChange? {
    motion == .off ? nil : recentChanges.change(ofItemAt: path)
  }

  /// Updates the paths of the cursor and of the anchor after a change of the list.
  ///
  /// If the current item is visible, it keeps its row in the window. Otherwise the first visible
  /// item keeps its row. If that item was removed, the next remaining item takes its row, or the
  /// previous item at the end of the list.
  private func remap(through update: ListUpdate, _ positions: ChangeSet.PathMap) {
    // The anchor is remapped if several updates arrive before the next layout, or if a movement has
    // set it since the last one.
    let kept = hasMovedSinceLayout ? anchor : layout.map(anchorItem) ?? anchor
    layout = nil
    guard cursorWasMoved else {
      (cursor, anchor) = (nil, nil)
      return
    }
    cursor = cursor.flatMap { survivor(of: $0, in: update.before, positions) }
    guard let kept, let path = kept.element.path,
      let new = survivor(of: path, in: update.before, positions)
    else {
      anchor = nil
      return
    }
    anchor = ListLayout.Anchor(element: .item(new), row: kept.row)
  }

  private var hasMovedSinceLayout: Bool {
    guard let first = layout?.frames.first else { return true }
    return anchor != ListLayout.Anchor(element: first.element, row: first.row)
  }

  private func anchorItem(in layout: ListLayout) -> ListLayout.Anchor? {
    let frames = layout.frames
    let frame =
      frames.first { $0.element.path != nil && $0.element.path == cursor }
      ?? frames.first { $0.element.path != nil }
    return frame.map { ListLayout.Anchor(element: $0.element, row: $0.row) }
  }

  private func survivor(
    of path: ItemPath, in before: ListSnapshot, _ positions: ChangeSet.PathMap
  ) -> ItemPath? {
    var (next, previous): (ItemPath?, ItemPath?) = (path, path)
    for _ in 0..<ListLayout.hiddenLimit {
      if let candidate = next, let new = positions.newPath(of: candidate) { return new }
      next = next.flatMap { before.path(after: $0) }
      if next == nil { break }
    }
    for _ in 0..<ListLayout.hiddenLimit {
      previous = previous.flatMap { before.path(before: $0) }
      guard let candidate = previous else { return nil }
      if let new = positions.newPath(of: candidate) { return new }
    }
    return nil
  }
}
