extension Navigator {
  /// A Boolean value that indicates whether `goBack()` shows another page.
  ///
  /// It is the previous page, or the page under a presented one.
  public var canGoBack: Bool { (shownTab?.top.shownIndex ?? 0) > 0 || isPresenting }

  /// Shows the previous page.
  ///
  /// From the first presented page, dismisses the presentation.
  ///
  /// The current page remains available to `goForward()`, unless it was presented.
  ///
  /// - Returns: `true` if a previous page exists.
  /// - Throws: ``NavigationError`` if the previous page cannot be opened again. It is removed from
  ///   the history, and the current page stays.
  @discardableResult
  public func goBack() throws(NavigationError) -> Bool {
    guard let stack = shownTab?.top else { return false }
    if stack.shownIndex == 0 { return dismiss() }
    try show(stack.entries[stack.shownIndex - 1])
    return true
  }

  /// Shows the page from which `goBack()` has returned.
  ///
  /// - Returns: `true` if such a page exists.
  /// - Throws: ``NavigationError`` if the page cannot be opened again. It is removed from the
  ///   history, and the current page stays.
  @discardableResult
  public func goForward() throws(NavigationError) -> Bool {
    guard let stack = shownTab?.top, stack.shownIndex + 1 < stack.entries.count else {
      return false
    }
    try show(stack.entries[stack.shownIndex + 1])
    return true
  }

  /// Shows the parent page.
  ///
  /// Uses the parent if it is in the history. Otherwise opens it, so that `goBack()` returns to the
  /// current page. From the first presented page, dismisses the presentation.
  ///
  /// - Returns: `true` if the page has a parent.
  /// - Throws: ``NavigationError`` if the parent page cannot be opened.
  @discardableResult
  public func goToParent() throws(NavigationError) -> Bool {
    guard let stack = shownTab?.top else { return false }
    if stack.shownIndex == 0, isPresenting { return dismiss() }
    guard let parent = focusedPage?.parentURL else { return false }
    if let visit = stack.entries[..<stack.shownIndex].last(where: { $0.isPage(at: parent) }) {
      try show(visit)
    } else {
      try push(parent)
    }
    return true
  }

  /// Closes the current page and the pages after it in the history, and shows the previous page.
  ///
  /// From the first presented page, the method dismisses the presentation. From the first page of a
  /// tab, it closes the tab.
  ///
  /// - Returns: `true` if another page is shown. Otherwise the method changes nothing.
  /// - Throws: ``NavigationError`` if the previous page cannot be opened again. It is removed from
  ///   the history, and the current page stays.
  @discardableResult
  public func pop() throws(NavigationError) -> Bool {
    guard let stack = shownTab?.top else { return false }
    guard stack.shownIndex > 0 else { return dismiss() || closeTab() }
    try show(stack.entries[stack.shownIndex - 1], isLast: true)
    return true
  }

  /// Dismisses the top presentation with all pages that were opened from it.
  ///
  /// The openers of these pages receive `nil`.
  ///
  /// - Returns: `true` if a page was presented.
  @discardableResult
  public func dismiss() -> Bool {
    guard isPresenting else { return false }
    change { tabs[selectedTab].layers.removeLast().pages }
    return true
  }

  /// Closes all pages.
  public func closeAll() {
    change {
      defer { tabs = [] }
      return tabs.reversed().flatMap(\.pages)
    }
  }

  // MARK: - Tabs

  /// Selects a tab by index, from 0.
  ///
  /// An invalid index is ignored.
  public func selectTab(_ index: Int) {
    guard tabs.indices.contains(index), index != selectedTab else { return }
    change {
      selectedTab = index
      return []
    }
  }

  /// Closes the selected tab and selects the next one, or the previous one if it is the last tab.
  ///
  /// - Returns: `true` if another tab exists. The only tab is not closed.
  @discardableResult
  public func closeTab() -> Bool {
    guard tabs.count > 1 else { return false }
    change { removeTab(selectedTab) }
    return true
  }

  /// Removes a tab.
  ///
  /// If it is selected, the next tab is selected, or the previous one if it is the last tab.
  ///
  /// - Returns: The pages of the tab, the topmost first.
  func removeTab(_ index: Int) -> [PageViewModel] {
    let gone = tabs.remove(at: index).pages
    if index < selectedTab || selectedTab == tabs.count { selectedTab = max(0, selectedTab - 1) }
    return gone
  }
}
