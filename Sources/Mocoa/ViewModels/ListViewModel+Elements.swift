internal import MocoaLanguage
public import MocoaModel

extension ListViewModel {
  /// The view model of a section, made if it was not yet.
  ///
  /// - Precondition: the section is one of `snapshot`.
  public final func section(at position: Int) -> SectionViewModel {
    if let section = sections[position] { return section }
    let name = snapshot.sections[position].moduleName
    let (type, module) = Resolution.section(name, in: module)
    let section = type.init(position: position, moduleName: name)
    section.module = module
    (section.home, section.sectionID) = (self, snapshot.sections[position].id)
    sections[position] = section
    display.note(section: position)
    attach(section, at: place(ofRank: position) { ($0 as? SectionViewModel)?.shownPosition })
    return section
  }

  /// The view model of an item, made if it was not yet; a placeholder where no module can show it.
  ///
  /// - Precondition: the item is one of `snapshot`; `viewModel(of:)` returns nil for any other.
  public final func cell(at path: ItemPath) -> AnyCellViewModel {
    madeCell(at: path) ?? makeCell(at: path, snapshot.element(at: path))
  }

  /// The view model of an item, header, supplement or footer, made if it was not yet; nil for one that
  /// `snapshot` does not have.
  public final func viewModel(of element: ListElement) -> AnyCellViewModel? {
    switch element {
    case .item(let path): snapshot.contains(path) ? cell(at: path) : nil
    case .end(let end, let section): viewModel(of: end, ofSection: section)
    }
  }

  /// The same for an element that some module can show; nil, and nothing made, for one that resolves
  /// to nothing.
  public final func resolvedViewModel(of element: ListElement) -> AnyCellViewModel? {
    if let made = madeViewModel(of: element) { return made }
    guard resolution(of: element)?.resolved != nil else { return nil }
    return viewModel(of: element)
  }

  /// The view model of an item, header, supplement or footer, if it was made already; nil for one that
  /// `snapshot` does not have.
  public final func madeViewModel(of element: ListElement) -> AnyCellViewModel? {
    guard snapshot.contains(element) else { return nil }
    let section = sections[element.section]
    return switch element {
    case .item(let path): section?.cells[path.item]
    case .end(let end, _): section?.ends[end.rank]
    }
  }

  /// Which module shows an element of the list; nil for one that is not there.
  public final func resolution(of element: ListElement) -> Resolution? {
    guard snapshot.contains(element) else { return nil }
    let section = snapshot.sections[element.section]
    switch element {
    case .item(let path):
      let model = section.items.element(at: path.item)
      return resolution(of: model, .cell, section: section.moduleName)
    case .end(let end, _):
      return section.model(of: end).map {
        resolution(of: $0, section.kind(of: end), section: section.moduleName)
      }
    }
  }

  private func makeCell(at path: ItemPath, _ element: any CellModel) -> AnyCellViewModel {
    let id = snapshot.id(at: path)
    let cell = make(.cell, element, in: section(at: path.section))
    // Who was asked for its class may have made this one already, or changed the list.
    guard snapshot.contains(path), snapshot.id(at: path) == id else { return cell }
    if let made = madeCell(at: path) { return made }
    let section = section(at: path.section)
    cell.shownPath = path
    section.cells[path.item] = cell
    display.note(section: path.section, rank: path.item)
    section.attach(cell, at: section.place(of: cell))
    return cell
  }

  /// The view model of an item, if it was made already.
  public final func madeCell(at path: ItemPath) -> AnyCellViewModel? {
    sections[path.section]?.cells[path.item]
  }

  /// The view model of a section's header, made if it was not yet; nil where there is none, or no such
  /// section.
  public final func header(ofSection position: Int) -> AnyCellViewModel? {
    viewModel(of: .header, ofSection: position)
  }

  /// The view model of a section's footer, made if it was not yet; nil where there is none, or no such
  /// section.
  public final func footer(ofSection position: Int) -> AnyCellViewModel? {
    viewModel(of: .footer, ofSection: position)
  }

  private func viewModel(
    of end: ListElement.End, ofSection position: Int
  ) -> AnyCellViewModel? {
    guard snapshot.sections.indices.contains(position) else { return nil }
    let models = snapshot.sections[position]
    guard let model = models.model(of: end) else { return nil }
    if let made = section(at: position).ends[end.rank] { return made }
    let made = make(models.kind(of: end), model, in: section(at: position))
    guard snapshot.sections.indices.contains(position),
      snapshot.sections[position].id == models.id,
      snapshot.sections[position].model(of: end)?.itemID == model.itemID
    else { return made }
    let section = section(at: position)
    if let made = section.ends[end.rank] { return made }
    made.end = end
    section.ends[end.rank] = made
    display.note(section: position, rank: end.rank)
    section.attach(made, at: section.place(of: made))
    return made
  }

  /// Makes the view model of an element: of the class that its module has, or a placeholder.
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
      module.ledger.tellMiss(resolution, phrase("the model does not fit: \(error)"))
    }
    viewModel.resolution = resolution
    return viewModel
  }

  /// Gives a view model the new content of its element.
  ///
  /// - Returns: whether it could be kept; otherwise it is to be made anew.
  final func reconfigure(
    _ viewModel: AnyCellViewModel, _ kind: ElementKind, _ element: any CellModel, section: String
  ) -> Bool {
    let resolution = resolution(of: element, kind, section: section)
    guard viewModel.isMade(as: resolution) else { return false }
    do {
      try viewModel.adopt(resolution.resolved?.model(of: element) ?? element)
    } catch {
      return false
    }
    viewModel.resolution = resolution
    return true
  }
}

extension AnyCellViewModel {
  /// Whether a list would still make a view model of this class, from the same module.
  ///
  /// Not so for a placeholder for a model that did not fit: the next one may fit.
  final func isMade(as resolution: Resolution) -> Bool {
    resolution.resolved === self.resolution?.resolved
      && resolution.resolved?.cellSlot == registeredType
  }
}

extension SectionSnapshot {
  /// The kind of module that shows a header, supplement or footer that is there.
  func kind(of end: ListElement.End) -> ElementKind {
    switch end {
    case .header: .header
    case .supplement(let position): ElementKind(ofSupplement: supplements[position].kind)
    case .footer: .footer
    }
  }
}

extension Module {
  /// The model that data is here: as the module's model type makes it, or the data itself.
  ///
  /// Data that is no `CellModel` becomes a `PlainCellModel` where no model type is registered.
  ///
  /// - Throws: why the data is no such model, in one line.
  public func model(of data: (any Sendable)?) throws -> any CellModel {
    try model(of: Self.element(data))
  }

  /// The model that an element is here: as the module's model type makes it, or the element itself.
  func model(of element: any CellModel) throws -> any CellModel {
    try modelSlot?.convert(element) ?? element
  }
}
