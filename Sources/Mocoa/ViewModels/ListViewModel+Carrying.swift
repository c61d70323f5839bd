internal import MocoaModel

extension ListViewModel {
  /// Carries the view models that were made from the list before to the list after.
  ///
  /// - Parameter rebuilt: the sections, by their positions after, whose header and footer are to be
  ///   made anew.
  /// - Complexity: O((view models made + changes) × log changes).
  final func carry(_ update: ListUpdate, rebuilding rebuilt: Set<Int> = []) {
    // Items added at the ends move nothing.
    guard !update.changes.isEmpty, !update.changes.isAppend else { return }
    display.forgetPlaces()
    let positions = update.changes.positions
    let deselected = carrySelection(through: update, positions)
    let made = Array(sections)
    sections = Made()
    var carried: [(section: SectionViewModel, cells: [AnyCellViewModel])] = []
    for (position, section) in made {
      let cells = section.cells.map(\.viewModel)
      section.cells = Made()
      guard let new = positions.newPosition(ofSection: position),
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
    for (section, cells) in carried { carry(cells, from: section, positions) }
    let reloads = Set(update.changes.reloads)
    for path in reloads.union(update.changes.updates.map(\.to)) {
      refresh(path, rebuild: reloads.contains(path))
    }
    for step in update.changes.sectionUpdates {
      refreshEnds(ofSection: step.to, rebuild: rebuilt.contains(step.to))
    }
    for (_, section) in sections { section.sortChildren() }
    sortChildren()
    for cell in deselected { cell.didDeselect() }
  }

  /// Puts cells where their items stand now; those of items that are gone are removed.
  private func carry(
    _ cells: [AnyCellViewModel], from section: SectionViewModel, _ positions: ChangeSet.Positions
  ) {
    for cell in cells {
      guard let old = cell.shownPath, let new = positions.newPosition(of: old) else {
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

  /// Takes a cell to another section; under other names it may need another view model.
  private func move(_ cell: AnyCellViewModel, to path: ItemPath) {
    let section = section(at: path.section)
    cell.removeFromParent()
    let resolution = resolution(
      of: snapshot.element(at: path), .cell, section: section.moduleName)
    guard resolution.resolved === cell.resolution?.resolved else { return }
    // Its content is that of before; where that changed as well, the update follows.
    cell.resolution = resolution
    cell.shownPath = path
    section.cells[path.item] = cell
    section.attach(cell, at: section.place(of: cell))
  }

  /// Gives a cell the new content of its item, or forgets it so that it is made anew.
  private func refresh(_ path: ItemPath, rebuild: Bool) {
    guard let section = sections[path.section], let cell = section.cells[path.item] else { return }
    if rebuild
      || !reconfigure(
        cell, .cell, snapshot.element(at: path), section: section.moduleName)
    {
      cell.removeFromParent()
    }
  }

  /// Gives header, supplements and footer of a section their new models, or forgets them.
  private func refreshEnds(ofSection position: Int, rebuild: Bool) {
    guard let section = sections[position] else { return }
    let models = snapshot.sections[position]
    for viewModel in section.ends.map(\.viewModel) {
      guard let end = viewModel.end else { continue }
      if let model = models.model(of: end), !rebuild,
        reconfigure(viewModel, models.kind(of: end), model, section: section.moduleName)
      {
        continue
      }
      viewModel.removeFromParent()
    }
  }
}

extension ListViewModel {
  /// Puts the sections in their order, after they have moved.
  fileprivate final func sortChildren() {
    sortChildren { ($0 as? SectionViewModel)?.shownPosition }
  }
}

extension SectionViewModel {
  /// Puts the children in the order of their items, after these have moved.
  fileprivate final func sortChildren() {
    sortChildren { rank(of: $0) }
  }
}

extension ViewModel {
  /// Sorts the children that have a rank among themselves; those without, which were added by hand,
  /// stay where they are.
  fileprivate final func sortChildren(by rank: (ViewModel) -> Int?) {
    let ranked = children.enumerated().compactMap { place, child in
      rank(child).map { (place: place, rank: $0, child: child) }
    }
    let sorted = ranked.sorted { $0.rank < $1.rank }
    for (slot, element) in zip(ranked, sorted) { children[slot.place] = element.child }
  }
}
