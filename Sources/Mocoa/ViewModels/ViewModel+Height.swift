extension AnyCellViewModel {
  /// The rows of the cell, as far as that is known without a view: those that its module fixes, else
  /// those that were set, else the lines of its content, else none.
  ///
  /// Setting it tells nobody; emit `redraw` to be measured again. Where the module fixes the height,
  /// what is set has no effect: lists reckon with items whose view models were never made.
  public final var height: Int {
    get { fixedHeight ?? content?.lines.count ?? 0 }
    set { ownHeight = Swift.max(0, newValue) }
  }

  /// The rows that the module fixes, or that were set; nil where the view or the content says.
  public final var fixedHeight: Int? {
    // What stands for an element that cannot be shown has nothing of what shows the others.
    if self is PlaceholderViewModel { return nil }
    return module?.height ?? ownHeight
  }
}

extension SectionViewModel {
  /// The rows of the header, the cells and the footer made so far; those that are absent have none.
  public final var height: Int {
    children.reduce(0) { $0 + (($1 as? AnyCellViewModel)?.height ?? 0) }
  }
}

extension ListViewModel {
  /// The rows of the sections made so far.
  public final var height: Int {
    children.reduce(0) { $0 + (($1 as? SectionViewModel)?.height ?? 0) }
  }
}
