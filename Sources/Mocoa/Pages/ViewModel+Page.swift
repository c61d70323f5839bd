extension ViewModel {
  /// The page that it is part of: the nearest one above it; nil outside of pages.
  ///
  /// It is how a cell reaches the navigator, to open a page by itself:
  ///
  /// ```swift
  /// override func didSelect() {
  ///   try? page?.navigator?.present(confirmation) { [weak self] in self?.didAnswer($0) }
  /// }
  /// ```
  public final var page: PageViewModel? {
    var ancestor = parent
    while let current = ancestor {
      if let page = current as? PageViewModel { return page }
      ancestor = current.parent
    }
    return nil
  }
}
