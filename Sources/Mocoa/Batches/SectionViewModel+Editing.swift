public import MocoaModel

/// Manual edits of a section, at its current index in the target snapshot.
///
/// They are edits of the list and join its batch. A section that a query hides can be edited too.
/// The edits of a section outside a list throw.
extension SectionViewModel {
  /// Performs edits as one batch of the list.
  ///
  /// If the section is not in a list, the body runs too, and the result has no update.
  @discardableResult
  public final func performBatchUpdates(
    context: (any Sendable)? = nil, _ body: () throws -> Void
  ) rethrows -> BatchUpdate {
    guard let list = list ?? targetSection?.list else {
      try body()
      return .empty
    }
    return try list.performBatchUpdates(context: context, body)
  }

  /// Creates the view models of the header, the footer and the cells again.
  @discardableResult
  public final func reload() throws(ListEditError) -> BatchUpdate {
    try edit { (list, section) throws(ListEditError) in try list.reloadSection(at: section) }
  }

  /// Updates the view models of the header, the footer and the cells, even if the models are equal.
  @discardableResult
  public final func reconfigure() throws(ListEditError) -> BatchUpdate {
    try edit { (list, section) throws(ListEditError) in try list.reconfigureSection(at: section) }
  }

  /// Replaces the header of the section, or removes it if the model is `nil`.
  @discardableResult
  public final func setHeader(_ model: (any CellModel)?) throws(ListEditError) -> BatchUpdate {
    try edit { (list, section) throws(ListEditError) in
      try list.setHeader(model, ofSection: section)
    }
  }

  /// Replaces the footer of the section, or removes it if the model is `nil`.
  @discardableResult
  public final func setFooter(_ model: (any CellModel)?) throws(ListEditError) -> BatchUpdate {
    try edit { (list, section) throws(ListEditError) in
      try list.setFooter(model, ofSection: section)
    }
  }

  /// Replaces all supplements of the section.
  @discardableResult
  public final func setSupplements(_ supplements: [Supplement])
    throws(ListEditError) -> BatchUpdate
  {
    try edit { (list, section) throws(ListEditError) in
      try list.setSupplements(supplements, ofSection: section)
    }
  }

  /// Inserts an item before the item at an index, or at the end of the section.
  @discardableResult
  public final func insertCell(_ model: some CellModel, at item: Int)
    throws(ListEditError) -> BatchUpdate
  {
    try insertCells([model], at: item)
  }

  /// Inserts items in order before the item at an index, or at the end of the section.
  @discardableResult
  public final func insertCells(_ models: [any CellModel], at item: Int)
    throws(ListEditError) -> BatchUpdate
  {
    try edit { (list, section) throws(ListEditError) in
      try list.insertCells(models, at: ItemPath(section: section, item: item))
    }
  }

  /// Deletes an item.
  @discardableResult
  public final func deleteCell(at item: Int) throws(ListEditError) -> BatchUpdate {
    try edit { (list, section) throws(ListEditError) in
      try list.deleteCell(at: ItemPath(section: section, item: item))
    }
  }

  /// Replaces the model of an item.
  ///
  /// A model with the same identity updates the item.
  @discardableResult
  public final func replaceCell(at item: Int, with model: some CellModel)
    throws(ListEditError) -> BatchUpdate
  {
    try edit { (list, section) throws(ListEditError) in
      try list.replaceCell(at: ItemPath(section: section, item: item), with: model)
    }
  }

  /// Removes an item and inserts it at an index, which counts only the other items.
  @discardableResult
  public final func moveCell(at item: Int, to destination: Int)
    throws(ListEditError) -> BatchUpdate
  {
    try edit { (list, section) throws(ListEditError) in
      try list.moveCell(
        at: ItemPath(section: section, item: item),
        to: ItemPath(section: section, item: destination))
    }
  }

  /// Creates the view model of an item again.
  @discardableResult
  public final func reloadCell(at item: Int) throws(ListEditError) -> BatchUpdate {
    try edit { (list, section) throws(ListEditError) in
      try list.reloadCell(at: ItemPath(section: section, item: item))
    }
  }

  /// Updates the view model of an item with its model, even if the model is equal.
  @discardableResult
  public final func reconfigureCell(at item: Int) throws(ListEditError) -> BatchUpdate {
    try edit { (list, section) throws(ListEditError) in
      try list.reconfigureCell(at: ItemPath(section: section, item: item))
    }
  }

  /// The list that contains this section, or `nil`.
  private var list: ListViewModel? {
    guard let list = parent as? ListViewModel, list.sections[shownPosition] === self else {
      return nil
    }
    return list
  }

  /// The list that has a hidden section with this identity, and the index of that section in the
  /// target snapshot.
  ///
  /// A query hides the section. The value is `nil` if the list has no such section, or several.
  private var targetSection: (list: ListViewModel, section: Int)? {
    guard let sourceList, sourceList.derivedList != nil, let sectionID else { return nil }
    let places = sourceList.targetSnapshot.sections.indices.filter {
      sourceList.targetSnapshot.sections[$0].id == sectionID
    }
    return places.count == 1 ? (sourceList, places[0]) : nil
  }

  private func edit(
    _ perform: (ListViewModel, Int) throws(ListEditError) -> BatchUpdate
  ) throws(ListEditError) -> BatchUpdate {
    guard let list else {
      guard let (list, section) = targetSection else { throw .detached }
      return try perform(list, section)
    }
    return try perform(list, list.targetPosition(ofSection: shownPosition))
  }
}

extension ListViewModel {
  /// Returns the index in the target snapshot of a displayed section.
  ///
  /// Sections are identified by their IDs, and sections with equal IDs by their order.
  ///
  /// - Complexity: O(*n*) in the number of sections while the target snapshot is not shown.
  fileprivate func targetPosition(ofSection position: Int) throws(ListEditError) -> Int {
    guard let position = contentPosition(ofSection: position) else { throw .sectionDerived }
    if target.isShown { return position }
    let sections = content.snapshot.sections
    let id = sections[position].id
    let rank = sections[..<position].count { $0.id == id }
    let same = target.snapshot.sections.indices.lazy.filter {
      self.target.snapshot.sections[$0].id == id
    }
    guard let place = same.dropFirst(rank).first else { throw .sectionDeleted }
    return place
  }
}
