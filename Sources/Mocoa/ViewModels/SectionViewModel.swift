public import MocoaModel

/// The view model of one section of a list.
///
/// Its children are the cells, header, supplements and footer that were accessed.
@MainActor
open class SectionViewModel: ViewModel {
  /// The index of the section among the displayed sections of its list.
  public internal(set) final var shownPosition: Int

  /// The index of the section in the content of its list.
  ///
  /// Edits refer to this index, which does not depend on the filter and the sort order.
  ///
  /// It is -1 for a group of a query, because a group is not a section of the content. It is also
  /// -1 for a section that is no longer in the content.
  public final var position: Int {
    guard let list = parent as? ListViewModel else { return shownPosition }
    return list.contentPosition(ofSection: shownPosition) ?? -1
  }

  /// The list that created this view model.
  ///
  /// Edits use it to find a section that a query hides.
  final weak var sourceList: ListViewModel?

  /// The identity of the section in `sourceList`.
  final var sectionID: ItemID?

  /// The module that registers the class of this view model, or `nil` for the default class.
  public internal(set) final var module: Module?

  /// The name of the section's module.
  public internal(set) final var moduleName: String

  /// The existing view models of the header, supplements and footer, by rank.
  final var boundaries = WeakViewModelMap<AnyCellViewModel>()
  /// The existing view models of the cells, by the index of their item.
  final var cells = WeakViewModelMap<AnyCellViewModel>()

  /// Creates a section view model.
  ///
  /// Lists call this initializer.
  public required init(position: Int, moduleName: String) {
    shownPosition = position
    self.moduleName = moduleName
    super.init()
  }

  /// Consumes `redraw` emissions of its cells, header, supplements and footer, and forwards all
  /// others.
  open override func didReceive(_ emission: Emission) {
    guard emission.name == .redraw, let list = parent as? ListViewModel,
      let redraw = redraw(of: emission.target)
    else {
      super.didReceive(emission)
      return
    }
    list.redraw(redraw, for: emission)
  }

  /// Removes the weak reference to a child that was removed.
  ///
  /// The list creates a new view model on the next access.
  open override func didRemoveChild(_ child: ViewModel) {
    guard let child = child as? AnyCellViewModel, let rank = rank(of: child) else { return }
    if boundaries[rank] === child { boundaries[rank] = nil }
    if cells[rank] === child { cells[rank] = nil }
    (child.shownPath, child.boundary) = (nil, nil)
  }

  private func redraw(of child: ViewModel) -> ListUpdate.Redraw? {
    guard let child = child as? AnyCellViewModel else { return nil }
    return child.shownPath.map { .item($0) }
      ?? child.boundary.map { .element(.boundary($0, section: shownPosition)) }
  }

  /// Returns the index at which a child is inserted among the existing children.
  ///
  /// Their order is header, footer, supplements, cells.
  final func insertionIndex(of viewModel: AnyCellViewModel) -> Int {
    insertionIndex(ofRank: rank(of: viewModel) ?? 0) { rank(of: $0) }
  }

  /// Returns the rank that determines the order of a child, or `nil` for a child that other code
  /// has added.
  final func rank(of child: ViewModel) -> Int? {
    guard let child = child as? AnyCellViewModel else { return nil }
    return child.shownPath?.item ?? child.boundary?.rank
  }
}

extension ViewModel {
  /// Returns the index at which a child of a rank is inserted, after the children of lower or equal
  /// rank.
  ///
  /// Children without a rank, which other code has added, are ignored.
  ///
  /// - Complexity: O(log *n*) if few children have no rank.
  final func insertionIndex(ofRank rank: Int, by rankOf: (ViewModel) -> Int?) -> Int {
    var (low, high) = (0, children.count)
    while low < high {
      let middle = (low + high) / 2
      var probe = middle
      while probe < high, rankOf(children[probe]) == nil { probe += 1 }
      if probe < high, let other = rankOf(children[probe]), other <= rank {
        low = probe + 1
      } else {
        high = middle
      }
    }
    return low
  }
}

/// Manual edits of a section, which is identified by its current index in the target snapshot.
///
/// An edit of a section is an edit of its list, and joins the batch of the list. A section that a
/// query hides can be edited too. If the section is not in a list, its edits throw an error.
extension SectionViewModel {
  /// Performs edits as one batch of the list.
  ///
  /// If the section is not in a list, the method only runs the body and returns a result without an
  /// update.
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

  /// Removes an item, and inserts it at an index among the other items.
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

  /// The list and the index of this section in the target snapshot, while a query hides the
  /// section.
  ///
  /// The value is `nil` if the target snapshot does not contain exactly one section with the
  /// identity of this section.
  private var targetSection: (list: ListViewModel, section: Int)? {
    guard let sourceList, sourceList.derivedList != nil, let sectionID else { return nil }
    let indexes = sourceList.targetSnapshot.sections.indices.filter {
      sourceList.targetSnapshot.sections[$0].id == sectionID
    }
    return indexes.count == 1 ? (sourceList, indexes[0]) : nil
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
    if target.isDisplayed { return position }
    let sections = content.snapshot.sections
    let id = sections[position].id
    let rank = sections[..<position].count { $0.id == id }
    let same = target.snapshot.sections.indices.lazy.filter {
      self.target.snapshot.sections[$0].id == id
    }
    guard let index = same.dropFirst(rank).first else { throw .sectionDeleted }
    return index
  }
}
