internal import MocoaLocalization

extension PageViewModel {
  /// Finishes the page with a result.
  ///
  /// The page and the pages over it are closed before the opener receives the result.
  ///
  /// Only the first result is delivered, and only if the page was not closed before. A page may
  /// call this method in `prepare()`; it is then never shown. For the first page of a tab, the tab
  /// is closed. The first page of the only tab stays open.
  public final func finish(with value: any Sendable) {
    if parent is PageViewModel {
      let receiver = takeResultHandler()
      removeFromParent()
      receiver?(value)
    } else if let navigator {
      navigator.end(self, with: value)
    } else {
      deliver(value)
    }
  }

  /// Calls the result handler of the opener with a result, unless it was called before.
  final func deliver(_ answer: (any Sendable)?) { takeResultHandler()?(answer) }

  /// Delivers the result of this page, which was closed.
  ///
  /// Before that, the openers of its embedded pages, which were closed with it, receive `nil`.
  final func end(with answer: (any Sendable)?) {
    for page in embedded where page.parent === self { page.end(with: nil) }
    deliver(answer)
  }

  /// Removes and returns the result handler of the opener.
  private func takeResultHandler() -> Navigator.ResultHandler? {
    defer { resultHandler = nil }
    return resultHandler
  }

  /// The maximum depth of pages that are embedded in each other.
  ///
  /// A page may embed itself by URL.
  static var depthLimit: Int { 8 }

  /// Embeds the page at a URL.
  ///
  /// The embedded page appears, disappears and closes together with this page.
  ///
  /// The view of this page determines its location on the screen. `removeFromParent()` removes it.
  ///
  /// - Parameters:
  ///   - url: The URL of the page.
  ///   - options: Values that override options of the URL.
  ///   - receive: A closure that is called once with the result of the embedded page, or `nil` if
  ///     either page closes without a result.
  /// - Returns: The embedded page.
  /// - Throws: `Navigator.NavigationError` if the page cannot be opened. This page is then
  ///   unchanged. In debug mode, a placeholder page is embedded instead.
  @discardableResult
  public final func embed(
    _ url: ModuleURL, options: [String: (any Sendable)?] = [:],
    onResult receive: Navigator.ResultHandler? = nil
  ) throws(Navigator.NavigationError) -> PageViewModel {
    guard let navigator, isOpen else {
      throw .creationFailed(localized("\(self.url): page was not opened by another page"))
    }
    guard enclosingPages.count < Self.depthLimit else {
      throw .creationFailed(localized("\(url): too many embedded pages (limit \(Self.depthLimit))"))
    }
    let page = try navigator.make(url, options: options)
    guard isOpen else {
      throw .creationFailed(localized("\(url): parent page was closed while opening"))
    }
    page.resultHandler = receive
    attach(page, at: children.count)
    return page
  }

  /// This page and the pages in which it is embedded, the innermost first.
  private var enclosingPages: [PageViewModel] {
    Array(sequence(first: self as ViewModel, next: \.parent)).compactMap { $0 as? PageViewModel }
  }

  /// A Boolean value that indicates whether a navigator has opened this page or a page in which it
  /// is embedded, and not closed it.
  private var isOpen: Bool {
    guard let outermost = enclosingPages.last else { return false }
    return navigator?.pageIndex(of: outermost) != nil
  }
}
