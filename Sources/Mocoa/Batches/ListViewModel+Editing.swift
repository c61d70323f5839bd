public import MocoaModel

/// Edits by hand, of a list that has no source or on top of one.
///
/// Positions are those of `targetSnapshot`, whatever is displayed of it: a filter, an order or
/// groups change no position. The `path` of a cell is such a position as well. A position in
/// `snapshot` is one while no query is in effect; else `contentPath(of:)` returns it.
///
/// Inside a batch each edit sees what those before it have done. Outside of a batch each edit is a batch of its own. What no edit has touched is not looked
/// at, so an edit costs what it changes.
///
/// Models are told apart by their identity: an item that is deleted and inserted again in one batch
/// stays. The next change of a live source takes the place of all edits.
extension ListViewModel {
  /// Replaces the whole list, and takes back what was edited in it.
  @discardableResult
  public final func setModel(_ model: some ListModel) -> BatchUpdate {
    setModel(ListSnapshot(model))
  }

  /// Replaces the whole list by one that may share with it whatever stays the same.
  @discardableResult
  public final func setModel(_ list: ListSnapshot) -> BatchUpdate {
    replace(with: list)
  }

  // MARK: - Sections

  /// Inserts a section before the one that is at a position, or at the end.
  @discardableResult
  public final func insertSection(_ model: some SectionModel, at position: Int)
    throws(ListEditError) -> BatchUpdate
  {
    let section = SectionSnapshot(model)
    return try edit { (list, _) throws(ListEditError) in try list.insert(section, at: position) }
  }

  /// Deletes a section with all that is in it.
  @discardableResult
  public final func deleteSection(at position: Int) throws(ListEditError) -> BatchUpdate {
    try edit { (list, _) throws(ListEditError) in try list.deleteSection(at: position) }
  }

  /// Takes a section out, and puts it in at a position of those that are left.
  @discardableResult
  public final func moveSection(at position: Int, to destination: Int)
    throws(ListEditError) -> BatchUpdate
  {
    try edit { (list, _) throws(ListEditError) in
      try list.moveSection(at: position, to: destination)
    }
  }

  /// Makes the view models of a section's header, footer and cells anew; that of the section stays.
  @discardableResult
  public final func reloadSection(at position: Int) throws(ListEditError) -> BatchUpdate {
    try markSection(at: position, .reload)
  }

  /// Takes a section's header, footer and cells as changed, even if they are equal.
  @discardableResult
  public final func reconfigureSection(at position: Int) throws(ListEditError) -> BatchUpdate {
    try markSection(at: position, .reconfigure)
  }

  /// Gives a section another header, or none.
  @discardableResult
  public final func setHeader(_ model: (any CellModel)?, ofSection position: Int)
    throws(ListEditError) -> BatchUpdate
  {
    try edit { (list, _) throws(ListEditError) in
      try list.editSection(at: position) { $0.header = model }
    }
  }

  /// Gives a section another footer, or none.
  @discardableResult
  public final func setFooter(_ model: (any CellModel)?, ofSection position: Int)
    throws(ListEditError) -> BatchUpdate
  {
    try edit { (list, _) throws(ListEditError) in
      try list.editSection(at: position) { $0.footer = model }
    }
  }

  /// Gives a section other supplements.
  @discardableResult
  public final func setSupplements(_ supplements: [Supplement], ofSection position: Int)
    throws(ListEditError) -> BatchUpdate
  {
    try edit { (list, _) throws(ListEditError) in
      try list.editSection(at: position) { $0.supplements = supplements }
    }
  }

  // MARK: - Cells

  /// Inserts an item before the one that is at a position, or at the end of a section.
  @discardableResult
  public final func insertCell(_ model: some CellModel, at path: ItemPath)
    throws(ListEditError) -> BatchUpdate
  {
    try insertCells([model], at: path)
  }

  /// Inserts items, in their order, before the one that is at a position, or at the end of a section.
  @discardableResult
  public final func insertCells(_ models: [any CellModel], at path: ItemPath)
    throws(ListEditError) -> BatchUpdate
  {
    try edit { (list, _) throws(ListEditError) in try list.insert(models, at: path) }
  }

  /// Deletes an item.
  @discardableResult
  public final func deleteCell(at path: ItemPath) throws(ListEditError) -> BatchUpdate {
    try edit { (list, _) throws(ListEditError) in try list.deleteItem(at: path) }
  }

  /// Puts another model in the place of one; of the same identity it is an update of the item.
  @discardableResult
  public final func replaceCell(at path: ItemPath, with model: some CellModel)
    throws(ListEditError) -> BatchUpdate
  {
    try edit { (list, _) throws(ListEditError) in try list.replaceItem(at: path, with: model) }
  }

  /// Takes an item out, and puts it in at a position of those that are left, in any section.
  @discardableResult
  public final func moveCell(at path: ItemPath, to destination: ItemPath)
    throws(ListEditError) -> BatchUpdate
  {
    try edit { (list, _) throws(ListEditError) in try list.moveItem(at: path, to: destination) }
  }

  /// Makes the view model of an item anew.
  @discardableResult
  public final func reloadCell(at path: ItemPath) throws(ListEditError) -> BatchUpdate {
    try markCell(at: path, .reload)
  }

  /// Takes an item as changed, even if it is equal: its view model gets the model again.
  @discardableResult
  public final func reconfigureCell(at path: ItemPath) throws(ListEditError) -> BatchUpdate {
    try markCell(at: path, .reconfigure)
  }

  private func markCell(at path: ItemPath, _ wish: EditMark.Wish)
    throws(ListEditError) -> BatchUpdate
  {
    try edit { (list, marker) throws(ListEditError) in
      try list.markItem(at: path, EditMark(marker, wish))
    }
  }

  private func markSection(at position: Int, _ wish: EditMark.Wish)
    throws(ListEditError) -> BatchUpdate
  {
    try edit { (list, marker) throws(ListEditError) in
      try list.editSection(at: position) { $0.mark(EditMark(marker, wish)) }
    }
  }
}
