public import MocoaModel

/// How many items of a list may be selected at a time.
public enum SelectionMode: Sendable, CaseIterable {
  /// None.
  case none

  /// One: selecting another deselects it.
  case single

  /// Any number.
  case multiple
}

/// What is selected and what the cursor is on.
///
/// A selected item stays selected when it moves, when its content changes and when its view model is
/// let go: it is the item that is selected, not what shows it.
extension ListViewModel {
  /// Selects an item, as Enter and a click do, and tells its view model.
  ///
  /// One that is selected already is told again: with a single selection this is how an item is
  /// chosen a second time.
  ///
  /// - Returns: whether it could be selected: there is such an item, and neither the list nor its
  ///   view model forbids it.
  @discardableResult
  public final func select(_ path: ItemPath) -> Bool {
    guard selectionMode != .none, snapshot.contains(path) else { return false }
    let cell = cell(at: path)
    // Whoever was asked may have changed the list, and what may be selected: the item may be gone, or
    // be at another place.
    guard cell.allowsSelection, selectionMode != .none, let path = place(of: cell) else {
      return false
    }
    var before = selectionMode == .single ? selection : ItemRanges()
    before.remove(path)
    let isNew = !selection.contains(path)
    let left = madeCells(in: before)
    for run in before.runs { selection.remove(run) }
    selection.insert(path)
    if isNew { cell.emit(.redraw) }
    tellDeselected(left)
    // Whoever was told may have changed the list, and the selection.
    if cell.isSelected { cell.didSelect() }
    if let onSelect, let path = place(of: cell), cell.isSelected { onSelect(path) }
    return true
  }

  /// Takes an item out of the selection, and tells its view model.
  public final func deselect(_ path: ItemPath) {
    guard selection.remove(path) else { return }
    tellDeselected(madeCell(at: path).map { [$0] } ?? [])
  }

  /// Selects nothing any more, and tells the view models that were made.
  public final func deselectAll() {
    let left = madeCells(in: selection)
    selection = ItemRanges()
    tellDeselected(left)
  }

  /// Takes note of where the cursor is: the view model it left is told, and the one it came to.
  ///
  /// A renderer calls this with every frame; nil when nothing is shown any more.
  public final func highlight(_ path: ItemPath?) {
    let now = path.flatMap { snapshot.contains($0) ? cell(at: $0) : nil }
    guard now !== highlighted else { return }
    let before = highlighted
    highlighted = now
    if let before, before.isHighlighted {
      before.isHighlighted = false
      before.didUnhighlight()
    }
    // Whoever was told may have moved the cursor.
    if let now, now === highlighted {
      now.isHighlighted = true
      now.didHighlight()
    }
  }

  /// Selects no more than the mode allows.
  final func limitSelection() {
    switch selectionMode {
    case .none: deselectAll()
    case .single where selection.count > 1:
      var left = selection
      if let run = selection.runs.first {
        let first = ItemPath(section: run.section, item: run.range.lowerBound)
        left.remove(first)
        let cells = madeCells(in: left)
        selection = ItemRanges()
        selection.insert(first)
        tellDeselected(cells)
      }
    case .single, .multiple: break
    }
  }

  /// Carries the selection to the list after a change.
  ///
  /// - Returns: the view models of selected items that are gone, which are to be told.
  final func carrySelection(
    through update: ListUpdate, _ positions: ChangeSet.Positions
  ) -> [AnyCellViewModel] {
    guard !selection.isEmpty else { return [] }
    let before = selection
    selection.carry(through: positions)
    guard selection.count < before.count else { return [] }
    let came = reselect(before, through: update, positions)
    return madeCells(in: before).filter { cell in
      guard let path = cell.shownPath, positions.newPosition(of: path) == nil else { return false }
      return !came.contains(update.before.id(at: path))
    }
  }

  /// Selects those again that were taken out in one place and put in at another, as into a new
  /// section, which a change set does not tell as a move.
  private func reselect(
    _ before: ItemRanges, through update: ListUpdate, _ positions: ChangeSet.Positions
  ) -> Set<ItemID> {
    let inserted = update.changes.insertedRuns
    // More than these are lost with their sections: looking at every one takes its time.
    guard !inserted.isEmpty, before.count <= Self.findLimit,
      inserted.reduce(0, { $0 + $1.range.count }) <= Self.findLimit
    else { return [] }
    var gone: Set<ItemID> = []
    for run in before.runs {
      for item in run.range {
        let path = ItemPath(section: run.section, item: item)
        if positions.newPosition(of: path) == nil { gone.insert(update.before.id(at: path)) }
      }
    }
    var came: Set<ItemID> = []
    for run in inserted {
      for item in run.range where came.count < gone.count {
        let path = ItemPath(section: run.section, item: item)
        let id = update.after.id(at: path)
        if gone.contains(id), came.insert(id).inserted { selection.insert(path) }
      }
    }
    return came
  }

  private func madeCells(in items: ItemRanges) -> [AnyCellViewModel] {
    guard !items.isEmpty else { return [] }
    return sections.flatMap { _, section in
      section.cells.map(\.viewModel).filter { $0.shownPath.map(items.contains) ?? false }
    }
  }

  /// Where the item of a view model is now; nil where the list has it no more.
  private func place(of cell: AnyCellViewModel) -> ItemPath? {
    guard cell.parent?.parent === self, let path = cell.shownPath, snapshot.contains(path) else {
      return nil
    }
    return path
  }

  private func tellDeselected(_ cells: [AnyCellViewModel]) {
    for cell in cells where !cell.isSelected {
      cell.emit(.redraw)
      cell.didDeselect()
    }
  }
}

extension AnyCellViewModel {
  /// Whether its item is selected.
  public final var isSelected: Bool {
    guard let path = shownPath, let list = parent?.parent as? ListViewModel else { return false }
    return list.selection.contains(path)
  }
}

extension ChangeSet {
  /// The items that came, those of new sections among them, in positions of the list after.
  fileprivate var insertedRuns: [Run] {
    insertions + sectionInsertions.map { Run(section: $0, range: 0..<countsAfter[$0]) }
  }
}
