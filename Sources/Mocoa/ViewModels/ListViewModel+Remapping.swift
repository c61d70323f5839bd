internal import MocoaModel

extension ListViewModel {
  /// Updates the paths of the existing view models after an update of the list.
  ///
  /// - Parameters:
  ///   - update: The update of the list.
  ///   - rebuilt: The indexes, after the update, of the sections whose header and footer must be
  ///     created again.
  /// - Complexity: O((*existing view models* + *changes*) × log *changes*).
  final func remapViewModels(_ update: ListUpdate, rebuilding rebuilt: Set<Int> = []) {
    // Appended items change no paths.
    guard !update.changes.isEmpty, !update.changes.isAppend else { return }
    display.discardWatchedPositions()
    let positions = update.changes.makePathMap()
    let deselected = remapSelection(through: update, positions)
    let made = Array(sections)
    sections = WeakViewModelMap()
    var carried: [(section: SectionViewModel, cells: [AnyCellViewModel])] = []
    for (position, section) in made {
      let cells = section.cells.map(\.viewModel)
      section.cells = WeakViewModelMap()
      guard let new = positions.newIndex(ofSection: position),
        update.after.sections[new].moduleName == section.moduleName
      else {
        section.removeFromParent()
        for cell in cells { cell.shownPath = nil }
        continue
      }
      section.shownPosition = new
      sections[new] = section
      carried.append((section, cells))
    }
    for (section, cells) in carried { remapCells(cells, from: section, positions) }
    let reloads = Set(update.changes.reloads)
    for path in reloads.union(update.changes.updates.map(\.to)) {
      refresh(path, rebuild: reloads.contains(path))
    }
    for step in update.changes.sectionUpdates {
      refreshBoundaries(ofSection: step.to, rebuild: rebuilt.contains(step.to))
    }
    for (_, section) in sections { section.sortChildren() }
    sortChildren()
    for cell in deselected { cell.didDeselect() }
  }

  /// Moves cells to the new paths of their items and removes the cells of deleted items.
  private func remapCells(
    _ cells: [AnyCellViewModel], from section: SectionViewModel, _ positions: ChangeSet.PathMap
  ) {
    for cell in cells {
      guard let old = cell.shownPath, let new = positions.newPath(of: old) else {
        cell.removeFromParent()
        continue
      }
      if new.section != section.shownPosition {
        move(cell, to: new)
      } else {
        cell.shownPath = new
        section.cells[new.item] = cell
      }
    }
  }

  /// Moves a cell to another section.
  ///
  /// If the sections have different module names, the cell is removed if another module shows it
  /// there.
  private func move(_ cell: AnyCellViewModel, to path: ItemPath) {
    let section = section(at: path.section)
    cell.removeFromParent()
    let resolution = resolution(
      of: snapshot.element(at: path), .cell, section: section.moduleName)
    guard resolution.resolved === cell.resolution?.resolved else { return }
    // The cell still has the previous content. If that changed too, the update below replaces it.
    cell.resolution = resolution
    cell.shownPath = path
    section.cells[path.item] = cell
    section.attach(cell, at: section.insertionIndex(of: cell))
  }

  /// Updates a cell with the new content of its item.
  ///
  /// If the cell cannot be updated, it is removed, so that the list creates a new one.
  ///
  /// - Parameters:
  ///   - path: The path of the item.
  ///   - rebuild: A Boolean value that indicates whether the cell is removed in any case.
  private func refresh(_ path: ItemPath, rebuild: Bool) {
    guard let section = sections[path.section], let cell = section.cells[path.item] else { return }
    if rebuild
      || !reconfigure(
        cell, .cell, snapshot.element(at: path), section: section.moduleName)
    {
      cell.removeFromParent()
    }
  }

  /// Updates the header, supplements and footer of a section with their new models, or removes
  /// them.
  ///
  /// - Parameters:
  ///   - position: The index of the section.
  ///   - rebuild: A Boolean value that indicates whether they are removed in any case.
  private func refreshBoundaries(ofSection position: Int, rebuild: Bool) {
    guard let section = sections[position] else { return }
    let models = snapshot.sections[position]
    for viewModel in section.boundaries.map(\.viewModel) {
      guard let end = viewModel.boundary else { continue }
      if let model = models.model(for: end), !rebuild,
        reconfigure(viewModel, models.kind(of: end), model, section: section.moduleName)
      {
        continue
      }
      viewModel.removeFromParent()
    }
  }
}

extension ListViewModel {
  /// Sorts the sections by their indexes after a move.
  fileprivate final func sortChildren() {
    sortChildren { ($0 as? SectionViewModel)?.shownPosition }
  }
}

extension SectionViewModel {
  /// Sorts the children by the indexes of their items after a move.
  fileprivate final func sortChildren() {
    sortChildren { rank(of: $0) }
  }
}

extension ViewModel {
  /// Sorts the children that have a rank.
  ///
  /// Children without a rank, which other code has added, keep their index.
  fileprivate final func sortChildren(by rank: (ViewModel) -> Int?) {
    let ranked = children.enumerated().compactMap { place, child in
      rank(child).map { (place: place, rank: $0, child: child) }
    }
    let sorted = ranked.sorted { $0.rank < $1.rank }
    for (slot, element) in zip(ranked, sorted) { children[slot.place] = element.child }
  }
}
