public import MocoaModel

/// Manual edits of a list, with or without a source.
///
/// Indexes and paths refer to `targetSnapshot`. They do not depend on a filter, a sort order or
/// groups. The `path` of a cell can be used in edits. If a query is in effect, `contentPath(of:)`
/// converts a path in `snapshot` to such a path; otherwise both paths are equal.
///
/// Inside a batch, each edit starts from the result of the previous edits. Outside a batch, each
/// edit is a separate batch. The cost of an edit depends on the changed elements only, because
/// unchanged elements are not compared.
///
/// Items are identified by their item IDs. An item that is deleted and inserted again in one batch
/// keeps its view model. The next change of the source replaces all edits.
extension ListViewModel {
  /// Replaces the list, including all edits, with the sections of a model.
  @discardableResult
  public final func setModel(_ model: some ListModel) -> BatchUpdate {
    setModel(ListSnapshot(model))
  }

  /// Replaces the list, including all edits.
  ///
  /// The new list may share unchanged parts with the old one.
  @discardableResult
  public final func setModel(_ list: ListSnapshot) -> BatchUpdate {
    replace(with: list)
  }

  // MARK: - Sections

  /// Inserts a section before the section at an index, or at the end of the list.
  @discardableResult
  public final func insertSection(_ model: some SectionModel, at position: Int)
    throws(ListEditError) -> BatchUpdate
  {
    let section = SectionSnapshot(model)
    return try edit { (list, _) throws(ListEditError) in try list.insert(section, at: position) }
  }

  /// Deletes a section and its elements.
  @discardableResult
  public final func deleteSection(at position: Int) throws(ListEditError) -> BatchUpdate {
    try edit { (list, _) throws(ListEditError) in try list.deleteSection(at: position) }
  }

  /// Removes a section, and inserts it at an index among the other sections.
  @discardableResult
  public final func moveSection(at position: Int, to destination: Int)
    throws(ListEditError) -> BatchUpdate
  {
    try edit { (list, _) throws(ListEditError) in
      try list.moveSection(at: position, to: destination)
    }
  }

  /// Creates the view models of a section's header, footer and cells again.
  ///
  /// The view model of the section remains.
  @discardableResult
  public final func reloadSection(at position: Int) throws(ListEditError) -> BatchUpdate {
    try markSection(at: position, .reload)
  }

  /// Updates the view models of a section's header, footer and cells, even if the models are equal.
  @discardableResult
  public final func reconfigureSection(at position: Int) throws(ListEditError) -> BatchUpdate {
    try markSection(at: position, .reconfigure)
  }

  /// Replaces the header of a section, or removes it if the model is `nil`.
  @discardableResult
  public final func setHeader(_ model: (any CellModel)?, ofSection position: Int)
    throws(ListEditError) -> BatchUpdate
  {
    try edit { (list, _) throws(ListEditError) in
      try list.editSection(at: position) { $0.header = model }
    }
  }

  /// Replaces the footer of a section, or removes it if the model is `nil`.
  @discardableResult
  public final func setFooter(_ model: (any CellModel)?, ofSection position: Int)
    throws(ListEditError) -> BatchUpdate
  {
    try edit { (list, _) throws(ListEditError) in
      try list.editSection(at: position) { $0.footer = model }
    }
  }

  /// Replaces all supplements of a section.
  @discardableResult
  public final func setSupplements(_ supplements: [Supplement], ofSection position: Int)
    throws(ListEditError) -> BatchUpdate
  {
    try edit { (list, _) throws(ListEditError) in
      try list.editSection(at: position) { $0.supplements = supplements }
    }
  }

  // MARK: - Cells

  /// Inserts an item before the item at a path, or at the end of a section.
  @discardableResult
  public final func insertCell(_ model: some CellModel, at path: ItemPath)
    throws(ListEditError) -> BatchUpdate
  {
    try insertCells([model], at: path)
  }

  /// Inserts items in order before the item at a path, or at the end of a section.
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

  /// Replaces the model of an item.
  ///
  /// A model with the same identity updates the item.
  @discardableResult
  public final func replaceCell(at path: ItemPath, with model: some CellModel)
    throws(ListEditError) -> BatchUpdate
  {
    try edit { (list, _) throws(ListEditError) in try list.replaceItem(at: path, with: model) }
  }

  /// Removes an item, and inserts it in any section at a path among the other items.
  @discardableResult
  public final func moveCell(at path: ItemPath, to destination: ItemPath)
    throws(ListEditError) -> BatchUpdate
  {
    try edit { (list, _) throws(ListEditError) in try list.moveItem(at: path, to: destination) }
  }

  /// Creates the view model of an item again.
  @discardableResult
  public final func reloadCell(at path: ItemPath) throws(ListEditError) -> BatchUpdate {
    try markCell(at: path, .reload)
  }

  /// Updates the view model of an item with its model, even if the model is equal.
  @discardableResult
  public final func reconfigureCell(at path: ItemPath) throws(ListEditError) -> BatchUpdate {
    try markCell(at: path, .reconfigure)
  }

  private func markCell(at path: ItemPath, _ request: EditMark.Request)
    throws(ListEditError) -> BatchUpdate
  {
    try edit { (list, marker) throws(ListEditError) in
      try list.markItem(at: path, EditMark(marker, request))
    }
  }

  private func markSection(at position: Int, _ request: EditMark.Request)
    throws(ListEditError) -> BatchUpdate
  {
    try edit { (list, marker) throws(ListEditError) in
      try list.editSection(at: position) { $0.mark(EditMark(marker, request)) }
    }
  }
}
