extension Navigator {
  /// Whether there is a page to go back to: one before, or the one that a page is presented over.
  public var canGoBack: Bool { (shownTab?.top.place ?? 0) > 0 || isPresenting }

  /// Goes back to the page before; from the first page that was presented, to what it lies over.
  ///
  /// The page that is left can be gone forward to, unless it was presented.
  ///
  /// - Returns: whether there was one.
  /// - Throws: why the page before cannot be opened any more; it is left out from now on, and what is
  ///   shown stays.
  @discardableResult
  public func back() throws(Failure) -> Bool {
    guard let stack = shownTab?.top else { return false }
    if stack.place == 0 { return dismiss() }
    try show(stack.visits[stack.place - 1])
    return true
  }

  /// Goes forward to the page that was gone back from.
  ///
  /// - Returns: whether there was one.
  /// - Throws: why that page cannot be opened any more; it is left out from now on, and what is shown
  ///   stays.
  @discardableResult
  public func forward() throws(Failure) -> Bool {
    guard let stack = shownTab?.top, stack.place + 1 < stack.visits.count else { return false }
    try show(stack.visits[stack.place + 1])
    return true
  }

  /// Goes out to the page above: back to it where it is in the history, else to a new one, from
  /// which `back()` leads here again; from the first page that was presented, to what it lies over.
  ///
  /// - Returns: whether there is a page above.
  /// - Throws: why the page above was not opened.
  @discardableResult
  public func out() throws(Failure) -> Bool {
    guard let stack = shownTab?.top else { return false }
    if stack.place == 0, isPresenting { return dismiss() }
    guard let parent = current?.parentURL else { return false }
    if let visit = stack.visits[..<stack.place].last(where: { $0.isPage(at: parent) }) {
      try show(visit)
    } else {
      try push(parent)
    }
    return true
  }

  /// Lets go of the page that is shown, with those that were gone back from, and shows the one before;
  /// a presented page is dismissed, and a tab whose first page is left is closed.
  ///
  /// - Returns: whether there is another page to be shown; otherwise nothing has changed.
  /// - Throws: why the page before cannot be opened any more; it is left out from now on, and what is
  ///   shown stays.
  @discardableResult
  public func pop() throws(Failure) -> Bool {
    guard let stack = shownTab?.top else { return false }
    guard stack.place > 0 else { return dismiss() || closeTab() }
    try show(stack.visits[stack.place - 1], isLast: true)
    return true
  }

  /// Takes away what is presented last, with all that was opened from it; who waits for its answer is
  /// told that there is none.
  ///
  /// - Returns: whether something was presented.
  @discardableResult
  public func dismiss() -> Bool {
    guard isPresenting else { return false }
    change { tabs[selectedTab].layers.removeLast().pages }
    return true
  }

  /// Lets go of all pages.
  public func close() {
    change {
      defer { tabs = [] }
      return tabs.reversed().flatMap(\.pages)
    }
  }

  // MARK: - Tabs

  /// Shows another tab, counted from 0; nothing happens where there is none.
  public func selectTab(_ index: Int) {
    guard tabs.indices.contains(index), index != selectedTab else { return }
    change {
      selectedTab = index
      return []
    }
  }

  /// Closes the tab that is shown, and shows the one behind it, or before it where it was the last.
  ///
  /// - Returns: whether there is another.
  @discardableResult
  public func closeTab() -> Bool {
    guard tabs.count > 1 else { return false }
    change { removeTab(selectedTab) }
    return true
  }

  /// Takes a tab out; where it was shown, the one behind it is, or before it where it was the last.
  ///
  /// - Returns: its pages, the topmost first.
  func removeTab(_ index: Int) -> [PageViewModel] {
    let gone = tabs.remove(at: index).pages
    if index < selectedTab || selectedTab == tabs.count { selectedTab = max(0, selectedTab - 1) }
    return gone
  }
}
