extension AnyCellViewModel {
  /// The height of the cell in rows, if it is known without a view.
  ///
  /// It is the fixed height of the module, else the height that was set, else the number of lines
  /// of the content, else 0. Setting it sends no notification; emit `redraw` to measure the cell
  /// again. If the module has a fixed height, setting it has no effect, because a list uses that
  /// height before the view models exist.
  public final var height: Int {
    get { fixedHeight ?? content?.lines.count ?? 0 }
    set { ownHeight = Swift.max(0, newValue) }
  }

  /// The fixed height of the module, or the height that was set, in rows.
  ///
  /// `nil` if the view or the content determines the height.
  public final var fixedHeight: Int? {
    // A placeholder does not have the height that the module fixes for its elements.
    if self is PlaceholderViewModel { return nil }
    return module?.height ?? ownHeight
  }
}

extension SectionViewModel {
  /// The total height of the existing header, supplements, cells and footer, in rows.
  public final var height: Int {
    children.reduce(0) { $0 + (($1 as? AnyCellViewModel)?.height ?? 0) }
  }
}

extension ListViewModel {
  /// The total height of the existing sections, in rows.
  public final var height: Int {
    children.reduce(0) { $0 + (($1 as? SectionViewModel)?.height ?? 0) }
  }
}
