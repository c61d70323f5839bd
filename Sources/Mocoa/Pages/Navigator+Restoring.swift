/// The state of a navigator that can be saved: the URLs of the open pages.
public struct NavigatorState: Hashable, Sendable {
  /// The pages of a tab as URLs.
  public struct Tab: Hashable, Sendable {
    /// The URLs of the pages in the order of the history, including those after the shown page.
    public var urls: [ModuleURL]

    /// The index in `urls` of the shown page.
    public var shownIndex: Int

    /// The title of the shown page; empty if it is unknown.
    public var title: String

    /// Creates the state of a tab.
    public init(urls: [ModuleURL], shown: Int, title: String = "") {
      self.urls = urls
      self.shownIndex = shown
      self.title = title
    }
  }

  /// The tabs; empty if no page is open.
  public var tabs: [Tab]

  /// The index of the selected tab.
  public var selectedIndex: Int

  /// Creates a state from its tabs.
  public init(tabs: [Tab] = [], selected: Int = 0) {
    self.tabs = tabs
    self.selectedIndex = selected
  }

  /// The URL of the shown page, or `nil` if no page is open.
  public var shownURL: ModuleURL? {
    guard tabs.indices.contains(selectedIndex) else { return nil }
    let tab = tabs[selectedIndex]
    return tab.urls.indices.contains(tab.shownIndex) ? tab.urls[tab.shownIndex] : nil
  }
}

extension Navigator {
  /// The URLs of the open pages that can be opened again.
  ///
  /// Presented pages are not included, because the opener that waits for their result ends with the
  /// program.
  public var state: NavigatorState {
    var state = NavigatorState()
    for (index, tab) in tabs.enumerated() {
      let stack = tab.layers[0]
      var kept = NavigatorState.Tab(urls: [], shown: 0)
      for (place, visit) in stack.entries.enumerated() {
        guard let url = visit.restorationURL else { continue }
        // If the shown page is omitted, the page before it is shown.
        if place <= stack.shownIndex {
          (kept.shownIndex, kept.title) = (kept.urls.count, visit.title)
        }
        kept.urls.append(url)
      }
      guard !kept.urls.isEmpty else { continue }
      if index <= selectedTab { state.selectedIndex = state.tabs.count }
      state.tabs.append(kept)
    }
    return state
  }

  /// Replaces all open pages with the pages of an earlier run.
  ///
  /// Only the shown page is created immediately. The others are created when they are shown, so
  /// their data is not loaded before. If the shown page cannot be opened again, `onPageUnavailable`
  /// is called and a nearby page is shown. If no page can be opened, `focusedPage` is `nil`.
  public func restore(_ state: NavigatorState) {
    change {
      let gone = tabs.reversed().flatMap(\.pages)
      tabs = []
      selectedTab = 0
      for (index, tab) in state.tabs.prefix(Self.tabLimit).enumerated() {
        guard let stack = PageStack(tab.urls, shownIndex: tab.shownIndex, title: tab.title) else {
          continue
        }
        if index <= state.selectedIndex { selectedTab = tabs.count }
        tabs.append(PageTab(layers: [stack]))
      }
      return gone
    }
  }
}

extension PageStack.Entry {
  /// The URL that reopens the page, or `nil`.
  ///
  /// An unloaded page has only this URL.
  @MainActor fileprivate var restorationURL: ModuleURL? {
    switch self {
    case .page(let page): page.locationURL
    case .unloaded(let sleeper): sleeper.url
    }
  }
}
