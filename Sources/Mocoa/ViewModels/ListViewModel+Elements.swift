internal import MocoaLocalization
public import MocoaModel

extension ListViewModel {
  /// Returns the view model of a section, creating it if needed.
  ///
  /// - Precondition: The section exists in `snapshot`.
  public final func section(at position: Int) -> SectionViewModel {
    if let section = sections[position] { return section }
    let name = snapshot.sections[position].moduleName
    let (type, module) = Resolution.section(name, in: module)
    let section = type.init(position: position, moduleName: name)
    section.module = module
    (section.sourceList, section.sectionID) = (self, snapshot.sections[position].id)
    sections[position] = section
    display.recordCreation(section: position)
    attach(
      section, at: insertionIndex(ofRank: position) { ($0 as? SectionViewModel)?.shownPosition })
    return section
  }

  /// Returns the view model of an item, creating it if needed.
  ///
  /// If no module can show the item, the view model is a placeholder.
  ///
  /// - Precondition: The item exists in `snapshot`. For other paths, `viewModel(for:)` returns
  ///   `nil`.
  public final func cell(at path: ItemPath) -> AnyCellViewModel {
    existingCell(at: path) ?? makeCell(at: path, snapshot.element(at: path))
  }

  /// Returns the view model of an item, header, supplement or footer, creating it if needed.
  ///
  /// - Returns: The view model, or `nil` if the element is not in `snapshot`.
  public final func viewModel(for element: ListElement) -> AnyCellViewModel? {
    switch element {
    case .item(let path): snapshot.contains(path) ? cell(at: path) : nil
    case .boundary(let end, let section): viewModel(of: end, ofSection: section)
    }
  }

  /// Returns the view model of an element that a module can show, creating it if needed.
  ///
  /// - Returns: The view model, or `nil` if no module can show the element. In this case the method
  ///   creates no placeholder.
  public final func resolvedViewModel(for element: ListElement) -> AnyCellViewModel? {
    if let made = existingViewModel(for: element) { return made }
    guard resolution(of: element)?.resolved != nil else { return nil }
    return viewModel(for: element)
  }

  /// Returns the existing view model of an item, header, supplement or footer.
  ///
  /// - Returns: The view model, or `nil` if it was not created or the element is not in `snapshot`.
  public final func existingViewModel(for element: ListElement) -> AnyCellViewModel? {
    guard snapshot.contains(element) else { return nil }
    let section = sections[element.section]
    return switch element {
    case .item(let path): section?.cells[path.item]
    case .boundary(let end, _): section?.boundaries[end.rank]
    }
  }

  /// Returns the result of the search for the module of an element, or `nil` if the element is not
  /// in `snapshot`.
  public final func resolution(of element: ListElement) -> Resolution? {
    guard snapshot.contains(element) else { return nil }
    let section = snapshot.sections[element.section]
    switch element {
    case .item(let path):
      let model = section.items.element(at: path.item)
      return resolution(of: model, .cell, section: section.moduleName)
    case .boundary(let end, _):
      return section.model(for: end).map {
        resolution(of: $0, section.kind(of: end), section: section.moduleName)
      }
    }
  }

  private func makeCell(at path: ItemPath, _ element: any CellModel) -> AnyCellViewModel {
    let id = snapshot.id(at: path)
    let cell = make(.cell, element, in: section(at: path.section))
    // A provider or the initializer may have created this cell already, or changed the list.
    guard snapshot.contains(path), snapshot.id(at: path) == id else { return cell }
    if let made = existingCell(at: path) { return made }
    let section = section(at: path.section)
    cell.shownPath = path
    section.cells[path.item] = cell
    display.recordCreation(section: path.section, rank: path.item)
    section.attach(cell, at: section.insertionIndex(of: cell))
    return cell
  }

  /// Returns the view model of an item if it exists, or `nil`.
  public final func existingCell(at path: ItemPath) -> AnyCellViewModel? {
    sections[path.section]?.cells[path.item]
  }

  /// Returns the view model of a section's header, creating it if needed, or `nil` if the header or
  /// the section does not exist.
  public final func header(ofSection position: Int) -> AnyCellViewModel? {
    viewModel(of: .header, ofSection: position)
  }

  /// Returns the view model of a section's footer, creating it if needed, or `nil` if the footer or
  /// the section does not exist.
  public final func footer(ofSection position: Int) -> AnyCellViewModel? {
    viewModel(of: .footer, ofSection: position)
  }

  private func viewModel(
    of end: ListElement.Boundary, ofSection position: Int
  ) -> AnyCellViewModel? {
    guard snapshot.sections.indices.contains(position) else { return nil }
    let models = snapshot.sections[position]
    guard let model = models.model(for: end) else { return nil }
    if let made = section(at: position).boundaries[end.rank] { return made }
    let made = make(models.kind(of: end), model, in: section(at: position))
    guard snapshot.sections.indices.contains(position),
      snapshot.sections[position].id == models.id,
      snapshot.sections[position].model(for: end)?.itemID == model.itemID
    else { return made }
    let section = section(at: position)
    if let made = section.boundaries[end.rank] { return made }
    made.boundary = end
    section.boundaries[end.rank] = made
    display.recordCreation(section: position, rank: end.rank)
    section.attach(made, at: section.insertionIndex(of: made))
    return made
  }

  /// Creates the view model of an element with the class of its module, or a placeholder.
  private func make(_ kind: ElementKind, _ element: any CellModel, in section: SectionViewModel)
    -> AnyCellViewModel
  {
    let resolution = resolution(of: element, kind, section: section.moduleName)
    let viewModel: AnyCellViewModel
    do {
      if let resolved = resolution.resolved, let type = resolved.cellSlot {
        viewModel = try resolved.make(type, of: element)
        viewModel.registeredType = type
      } else {
        viewModel = PlaceholderViewModel(element: element)
      }
    } catch {
      viewModel = PlaceholderViewModel(element: element, mismatch: "\(error)")
      module.sharedState.logMiss(resolution, localized("model mismatch: \(error)"))
    }
    viewModel.resolution = resolution
    return viewModel
  }

  /// Updates a view model with the new content of its element.
  ///
  /// - Returns: `true` if the view model was updated. Otherwise the list must create a new one.
  private final func reconfigure(
    _ viewModel: AnyCellViewModel, _ kind: ElementKind, _ element: any CellModel, section: String
  ) -> Bool {
    let resolution = resolution(of: element, kind, section: section)
    guard viewModel.isMade(as: resolution) else { return false }
    do {
      try viewModel.update(with: resolution.resolved?.model(of: element) ?? element)
    } catch {
      return false
    }
    viewModel.resolution = resolution
    return true
  }
}

extension AnyCellViewModel {
  /// Returns `true` if a resolution has the module and the view-model class of this view model.
  ///
  /// The result is `false` for a placeholder that was created because its model did not match,
  /// because a new model may match.
  final func isMade(as resolution: Resolution) -> Bool {
    resolution.resolved === self.resolution?.resolved
      && resolution.resolved?.cellSlot == registeredType
  }
}

extension SectionSnapshot {
  /// Returns the element kind of a header, supplement or footer that exists.
  func kind(of end: ListElement.Boundary) -> ElementKind {
    switch end {
    case .header: .header
    case .supplement(let position): ElementKind(ofSupplement: supplements[position].kind)
    case .footer: .footer
    }
  }
}

extension Module {
  /// Returns data as a model for this module, converted to the module's model type.
  ///
  /// If the module has no model type, data that is not a `CellModel` is wrapped in a
  /// `PlainCellModel`, and other data is returned unchanged.
  ///
  /// - Throws: An error with a one-line description if the data cannot be converted.
  public func model(of data: (any Sendable)?) throws -> any CellModel {
    try model(of: Self.element(data))
  }

  /// Returns an element converted to the module's model type, or the element itself if the module
  /// has none.
  func model(of element: any CellModel) throws -> any CellModel {
    try modelSlot?.convert(element) ?? element
  }
}

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
  /// If another module shows the item in that section, the cell is removed.
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
  ///   - rebuild: A Boolean value that indicates whether the cell is always removed.
  private func refresh(_ path: ItemPath, rebuild: Bool) {
    guard let section = sections[path.section], let cell = section.cells[path.item] else { return }
    if rebuild
      || !reconfigure(
        cell, .cell, snapshot.element(at: path), section: section.moduleName)
    {
      cell.removeFromParent()
    }
  }

  /// Updates the header, supplements and footer of a section with their new models.
  ///
  /// A view model that cannot be updated, or whose element no longer exists, is removed.
  ///
  /// - Parameters:
  ///   - position: The index of the section.
  ///   - rebuild: A Boolean value that indicates whether all of them are removed.
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
    let ranked = children.enumerated().compactMap { index, child in
      rank(child).map { (index: index, rank: $0, child: child) }
    }
    let sorted = ranked.sorted { $0.rank < $1.rank }
    for (slot, element) in zip(ranked, sorted) { children[slot.index] = element.child }
  }
}

/// Weak references to the existing view models, by index.
///
/// The only strong references are in `children`. A list can therefore detect whether other code
/// retains a view model.
struct WeakViewModelMap<Element: ViewModel>: Sequence {
  private struct Entry {
    weak var viewModel: Element?
  }

  private var entries: [Int: Entry] = [:]

  subscript(position: Int) -> Element? {
    get { entries[position]?.viewModel }
    set { entries[position] = newValue.map { Entry(viewModel: $0) } }
  }

  func makeIterator() -> some IteratorProtocol<(position: Int, viewModel: Element)> {
    entries.lazy.compactMap { position, entry in
      entry.viewModel.map { (position: position, viewModel: $0) }
    }.makeIterator()
  }
}
