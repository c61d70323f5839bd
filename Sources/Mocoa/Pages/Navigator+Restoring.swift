/// Which pages are open, as URLs: what of a navigator outlives the program.
public struct NavigatorState: Hashable, Sendable {
  /// The pages of a tab.
  public struct Tab: Hashable, Sendable {
    /// Their URLs, from the first to the last that was gone back from.
    public var urls: [ModuleURL]

    /// Which of them is shown.
    public var shown: Int

    /// What the shown one was called; empty where nobody knows.
    public var title: String

    /// The pages of a tab.
    public init(urls: [ModuleURL], shown: Int, title: String = "") {
      self.urls = urls
      self.shown = shown
      self.title = title
    }
  }

  /// The tabs; none where nothing is open.
  public var tabs: [Tab]

  /// Which of them is shown.
  public var selected: Int

  /// Tabs, one of which is shown.
  public init(tabs: [Tab] = [], selected: Int = 0) {
    self.tabs = tabs
    self.selected = selected
  }

  /// The URL of the page that is shown; nil where nothing is open.
  public var shownURL: ModuleURL? {
    guard tabs.indices.contains(selected) else { return nil }
    let tab = tabs[selected]
    return tab.urls.indices.contains(tab.shown) ? tab.urls[tab.shown] : nil
  }
}

extension Navigator {
  /// The pages that are open, as far as they can be opened again.
  ///
  /// What was presented is left out: whoever waits for its answer does not outlive the program.
  public var state: NavigatorState {
    var state = NavigatorState()
    for (index, tab) in tabs.enumerated() {
      let stack = tab.layers[0]
      var kept = NavigatorState.Tab(urls: [], shown: 0)
      for (place, visit) in stack.visits.enumerated() {
        guard let url = visit.restorationURL else { continue }
        // Where the shown one is left out, it is the one before it.
        if place <= stack.place { (kept.shown, kept.title) = (kept.urls.count, visit.title) }
        kept.urls.append(url)
      }
      guard !kept.urls.isEmpty else { continue }
      if index <= selectedTab { state.selected = state.tabs.count }
      state.tabs.append(kept)
    }
    return state
  }

  /// Opens the pages of an earlier run in place of all that are open.
  ///
  /// Only the one that is shown is made now; the others sleep until they are gone to, so that nothing
  /// is read that nobody looks at. Where that one cannot be opened any more, `onLeftOut` is told, and
  /// one near it is shown; `current` is nil where there is none.
  public func restore(_ state: NavigatorState) {
    change {
      let gone = tabs.reversed().flatMap(\.pages)
      tabs = []
      selectedTab = 0
      for (index, tab) in state.tabs.prefix(Self.tabLimit).enumerated() {
        guard let stack = PageStack(tab.urls, place: tab.shown, title: tab.title) else { continue }
        if index <= state.selected { selectedTab = tabs.count }
        tabs.append(PageTab(layers: [stack]))
      }
      return gone
    }
  }
}

extension PageStack.Visit {
  /// The URL that opens the page again; a sleeping one has it already.
  @MainActor fileprivate var restorationURL: ModuleURL? {
    switch self {
    case .page(let page): page.placeURL
    case .asleep(let sleeper): sleeper.url
    }
  }
}
