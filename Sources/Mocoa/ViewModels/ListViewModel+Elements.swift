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
  final func reconfigure(
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
  /// Returns `true` if the list would create a view model of the same class as this one, with the
  /// same module.
  ///
  /// The result is `false` for a placeholder whose model does not match, because the next model may
  /// match.
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
