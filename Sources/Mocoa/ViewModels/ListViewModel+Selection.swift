public import MocoaModel

/// The number of items of a list that can be selected at the same time.
public enum SelectionMode: Sendable, CaseIterable {
  /// No selection.
  case none

  /// At most one item.
  ///
  /// Selecting an item deselects the previous one.
  case single

  /// Any number of items.
  case multiple
}

/// Selection of items, and highlighting of the item under the cursor.
///
/// A selected item stays selected when it moves, when its content changes and when its view model
/// is released. The selection contains items, not view models.
extension ListViewModel {
  /// Selects an item, like Enter or a click, and notifies its view model.
  ///
  /// An item that is already selected is notified again, so an item can be activated repeatedly in
  /// a single selection.
  ///
  /// - Returns: `true` if the item was selected. The result is `false` if the item does not exist,
  ///   or if the list or its view model does not allow the selection.
  @discardableResult
  public final func select(_ path: ItemPath) -> Bool {
    guard selectionMode != .none, snapshot.contains(path) else { return false }
    let cell = cell(at: path)
    // The view model may have changed the list and what can be selected. The item may have moved or
    // may have been removed.
    guard cell.allowsSelection, selectionMode != .none, let path = currentPath(of: cell) else {
      return false
    }
    var before = selectionMode == .single ? selection : ItemRanges()
    before.remove(path)
    let isNew = !selection.contains(path)
    let left = existingCells(in: before)
    for run in before.runs { selection.remove(run) }
    selection.insert(path)
    if isNew { cell.emit(.redraw) }
    notifyDeselected(left)
    // The deselected view models may have changed the list and the selection.
    if cell.isSelected { cell.didSelect() }
    if let onSelect, let path = currentPath(of: cell), cell.isSelected { onSelect(path) }
    return true
  }

  /// Deselects an item and notifies its view model.
  public final func deselect(_ path: ItemPath) {
    guard selection.remove(path) else { return }
    notifyDeselected(existingCell(at: path).map { [$0] } ?? [])
  }

  /// Clears the selection and notifies the existing view models of its items.
  public final func deselectAll() {
    let left = existingCells(in: selection)
    selection = ItemRanges()
    notifyDeselected(left)
  }

  /// Sets the item under the cursor.
  ///
  /// Notifies the view model that the cursor left and the one that it entered.
  ///
  /// A renderer calls this method in every frame. `nil` means that no item is displayed.
  public final func highlight(_ path: ItemPath?) {
    let now = path.flatMap { snapshot.contains($0) ? cell(at: $0) : nil }
    guard now !== highlightedViewModel else { return }
    let before = highlightedViewModel
    highlightedViewModel = now
    if let before, before.isHighlighted {
      before.isHighlighted = false
      before.didUnhighlight()
    }
    // A notified view model may have moved the cursor.
    if let now, now === highlightedViewModel {
      now.isHighlighted = true
      now.didHighlight()
    }
  }

  /// Deselects items until the mode allows the number of selected items.
  final func limitSelection() {
    switch selectionMode {
    case .none: deselectAll()
    case .single where selection.count > 1:
      var left = selection
      if let run = selection.runs.first {
        let first = ItemPath(section: run.section, item: run.range.lowerBound)
        left.remove(first)
        let cells = existingCells(in: left)
        selection = ItemRanges()
        selection.insert(first)
        notifyDeselected(cells)
      }
    case .single, .multiple: break
    }
  }

  /// Updates the paths of the selection after an update of the list.
  ///
  /// - Returns: The view models of removed selected items, which must be notified.
  final func remapSelection(
    through update: ListUpdate, _ positions: ChangeSet.PathMap
  ) -> [AnyCellViewModel] {
    guard !selection.isEmpty else { return [] }
    let before = selection
    selection.remap(through: positions)
    guard selection.count < before.count else { return [] }
    let reselected = reselect(before, through: update, positions)
    return existingCells(in: before).filter { cell in
      guard let path = cell.shownPath, positions.newPath(of: path) == nil else { return false }
      return !reselected.contains(update.before.id(at: path))
    }
  }

  /// Selects items again that the update removes and inserts elsewhere, for example in a new
  /// section.
  ///
  /// A change set does not report such an item as moved.
  private func reselect(
    _ before: ItemRanges, through update: ListUpdate, _ positions: ChangeSet.PathMap
  ) -> Set<ItemID> {
    let inserted = update.changes.insertedRuns
    // Above this limit, the items of removed sections are deselected, because the search is linear.
    guard !inserted.isEmpty, before.count <= Self.findLimit,
      inserted.reduce(0, { $0 + $1.range.count }) <= Self.findLimit
    else { return [] }
    var removed: Set<ItemID> = []
    for run in before.runs {
      for item in run.range {
        let path = ItemPath(section: run.section, item: item)
        if positions.newPath(of: path) == nil { removed.insert(update.before.id(at: path)) }
      }
    }
    var reselected: Set<ItemID> = []
    for run in inserted {
      for item in run.range where reselected.count < removed.count {
        let path = ItemPath(section: run.section, item: item)
        let id = update.after.id(at: path)
        if removed.contains(id), reselected.insert(id).inserted { selection.insert(path) }
      }
    }
    return reselected
  }

  private func existingCells(in items: ItemRanges) -> [AnyCellViewModel] {
    guard !items.isEmpty else { return [] }
    return sections.flatMap { _, section in
      section.cells.map(\.viewModel).filter { $0.shownPath.map(items.contains) ?? false }
    }
  }

  /// Returns the current path of the item of a view model, or `nil` if the list no longer has the
  /// item.
  private func currentPath(of cell: AnyCellViewModel) -> ItemPath? {
    guard cell.parent?.parent === self, let path = cell.shownPath, snapshot.contains(path) else {
      return nil
    }
    return path
  }

  private func notifyDeselected(_ cells: [AnyCellViewModel]) {
    for cell in cells where !cell.isSelected {
      cell.emit(.redraw)
      cell.didDeselect()
    }
  }
}

extension AnyCellViewModel {
  /// A Boolean value that indicates whether the item is selected.
  public final var isSelected: Bool {
    guard let path = shownPath, let list = parent?.parent as? ListViewModel else { return false }
    return list.selection.contains(path)
  }
}

extension ChangeSet {
  /// The inserted items, including those of inserted sections, as runs of adjacent items in the new
  /// list.
  fileprivate var insertedRuns: [Run] {
    insertions + sectionInsertions.map { Run(section: $0, range: 0..<countsAfter[$0]) }
  }
}
