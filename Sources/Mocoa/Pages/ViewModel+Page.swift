extension ViewModel {
  /// The nearest ancestor that is a page, or `nil` outside pages.
  ///
  /// A cell uses it to reach the navigator and open a page:
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
