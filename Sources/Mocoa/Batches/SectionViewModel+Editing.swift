public import MocoaModel

/// Edits of a section by hand, wherever it stands by then in the list that is asked for.
///
/// They are edits of its list, and so part of the list's batch. A section that a query hides is
/// edited too. A section that is in no list has nothing that could be edited: its edits throw.
extension SectionViewModel {
  /// Performs edits as one batch of the list.
  ///
  /// A section that is in no list performs them all the same, and nothing comes of it: whatever else
  /// the body does is not lost.
  @discardableResult
  public final func performBatchUpdates(
    context: (any Sendable)? = nil, _ body: () throws -> Void
  ) rethrows -> BatchUpdate {
    guard let list = list ?? hiddenPlace?.list else {
      try body()
      return .nothing
    }
    return try list.performBatchUpdates(context: context, body)
  }

  /// Makes the view models of header, footer and cells anew.
  @discardableResult
  public final func reload() throws(ListEditError) -> BatchUpdate {
    try edit { (list, section) throws(ListEditError) in try list.reloadSection(at: section) }
  }

  /// Takes header, footer and cells as changed, even if they are equal.
  @discardableResult
  public final func reconfigure() throws(ListEditError) -> BatchUpdate {
    try edit { (list, section) throws(ListEditError) in try list.reconfigureSection(at: section) }
  }

  /// Gives the section another header, or none.
  @discardableResult
  public final func setHeader(_ model: (any CellModel)?) throws(ListEditError) -> BatchUpdate {
    try edit { (list, section) throws(ListEditError) in
      try list.setHeader(model, ofSection: section)
    }
  }

  /// Gives the section another footer, or none.
  @discardableResult
  public final func setFooter(_ model: (any CellModel)?) throws(ListEditError) -> BatchUpdate {
    try edit { (list, section) throws(ListEditError) in
      try list.setFooter(model, ofSection: section)
    }
  }

  /// Gives the section other supplements.
  @discardableResult
  public final func setSupplements(_ supplements: [Supplement])
    throws(ListEditError) -> BatchUpdate
  {
    try edit { (list, section) throws(ListEditError) in
      try list.setSupplements(supplements, ofSection: section)
    }
  }

  /// Inserts an item before the one that is at a position, or at the end.
  @discardableResult
  public final func insertCell(_ model: some CellModel, at item: Int)
    throws(ListEditError) -> BatchUpdate
  {
    try insertCells([model], at: item)
  }

  /// Inserts items, in their order, before the one that is at a position, or at the end.
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

  /// Puts another model in the place of one; of the same identity it is an update of the item.
  @discardableResult
  public final func replaceCell(at item: Int, with model: some CellModel)
    throws(ListEditError) -> BatchUpdate
  {
    try edit { (list, section) throws(ListEditError) in
      try list.replaceCell(at: ItemPath(section: section, item: item), with: model)
    }
  }

  /// Takes an item out, and puts it in at a position of those that are left.
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

  /// Makes the view model of an item anew.
  @discardableResult
  public final func reloadCell(at item: Int) throws(ListEditError) -> BatchUpdate {
    try edit { (list, section) throws(ListEditError) in
      try list.reloadCell(at: ItemPath(section: section, item: item))
    }
  }

  /// Takes an item as changed, even if it is equal: its view model gets the model again.
  @discardableResult
  public final func reconfigureCell(at item: Int) throws(ListEditError) -> BatchUpdate {
    try edit { (list, section) throws(ListEditError) in
      try list.reconfigureCell(at: ItemPath(section: section, item: item))
    }
  }

  /// The list, if this is one of its sections.
  private var list: ListViewModel? {
    guard let list = parent as? ListViewModel, list.sections[shownPosition] === self else {
      return nil
    }
    return list
  }

  /// The list that has a section of this identity which a query hides, and the position of that
  /// section in the list that was asked for; nil where the list has no such section, or several.
  private var hiddenPlace: (list: ListViewModel, section: Int)? {
    guard let home, home.excerpt != nil, let sectionID else { return nil }
    let places = home.targetSnapshot.sections.indices.filter {
      home.targetSnapshot.sections[$0].id == sectionID
    }
    return places.count == 1 ? (home, places[0]) : nil
  }

  private func edit(
    _ perform: (ListViewModel, Int) throws(ListEditError) -> BatchUpdate
  ) throws(ListEditError) -> BatchUpdate {
    guard let list else {
      guard let (list, section) = hiddenPlace else { throw .detached }
      return try perform(list, section)
    }
    return try perform(list, list.targetPosition(ofSection: shownPosition))
  }
}

extension ListViewModel {
  /// Returns where a section that is displayed stands in the list that was asked for.
  ///
  /// Sections are known by their identity, and those of the same identity by their order.
  ///
  /// - Complexity: O(sections) while something is asked for that is not shown.
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
