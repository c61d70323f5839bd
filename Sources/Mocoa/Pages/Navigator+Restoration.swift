internal import MocoaLocalization

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
      var savedTab = NavigatorState.Tab(urls: [], shown: 0)
      for (entry, visit) in stack.entries.enumerated() {
        guard let url = visit.restorationURL else { continue }
        // If the shown page is omitted, the page before it is shown.
        if entry <= stack.currentIndex {
          (savedTab.shownIndex, savedTab.title) = (savedTab.urls.count, visit.title)
        }
        savedTab.urls.append(url)
      }
      guard !savedTab.urls.isEmpty else { continue }
      if index <= selectedTab { state.selectedIndex = state.tabs.count }
      state.tabs.append(savedTab)
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
      let removed = tabs.reversed().flatMap(\.pages)
      tabs = []
      selectedTab = 0
      for (index, tab) in state.tabs.prefix(Self.tabLimit).enumerated() {
        guard let stack = PageStack(tab.urls, shownIndex: tab.shownIndex, title: tab.title) else {
          continue
        }
        if index <= state.selectedIndex { selectedTab = tabs.count }
        tabs.append(PageTab(layers: [stack]))
      }
      return removed
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
    case .unloaded(let unloaded): unloaded.url
    }
  }
}

/// Unloaded pages, which are created when they are shown.
///
/// The creation of a page may open and close other pages. Therefore the index of the page is
/// searched again after it is created.
extension Navigator {
  /// The position of an open page: the index of its tab, of its stack in the tab, and of the page
  /// in the stack.
  struct PageIndex {
    let tab: Int
    let layer: Int
    let index: Int
  }

  /// Returns the index of a page or of an unloaded page, or `nil` if it is not open.
  ///
  /// - Parameter visit: The page or the unloaded page.
  func pageIndex(of visit: AnyObject) -> PageIndex? {
    for tab in tabs.indices {
      for layer in tabs[tab].layers.indices {
        let visits = tabs[tab].layers[layer].entries
        if let index = visits.firstIndex(where: { $0.identity === visit }) {
          return PageIndex(tab: tab, layer: layer, index: index)
        }
      }
    }
    return nil
  }

  /// Shows another page of a stack, creating it if it is unloaded.
  ///
  /// - Parameters:
  ///   - visit: The page to show.
  ///   - isLast: A Boolean value that indicates whether the pages after it are closed.
  func show(_ visit: PageStack.Entry, isLast: Bool = false) throws(NavigationError) {
    let page: PageViewModel
    switch visit {
    case .page(let awake): page = awake
    case .unloaded(let unloaded):
      do throws(NavigationError) {
        page = try load(unloaded)
      } catch {
        // The shown page stays, unless the creation has changed it.
        change { [] }
        throw error
      }
    }
    change(readying: [page]) {
      guard let location = pageIndex(of: page) else { return [] }
      tabs[location.tab].layers[location.layer].show(location.index)
      return isLast
        ? tabs[location.tab].layers[location.layer].remove(from: location.index + 1) : []
    }
  }

  /// Creates the page to show if it is unloaded.
  ///
  /// If it cannot be created, a nearby page is shown. A tab without pages is closed.
  func loadShownPage() {
    while let stack = shownTab?.top,
      case .unloaded(let unloaded) = stack.entries[stack.currentIndex]
    {
      do throws(NavigationError) {
        ready(try load(unloaded))
      } catch {
        onPageUnavailable?(error)
      }
    }
  }

  /// Creates an unloaded page and inserts it at its index.
  ///
  /// If that fails, the page is removed.
  private func load(_ unloaded: PageStack.UnloadedPage) throws(NavigationError) -> PageViewModel {
    let page: PageViewModel
    do throws(NavigationError) {
      page = try make(unloaded.url)
    } catch {
      discard(unloaded)
      throw error
    }
    guard let location = pageIndex(of: unloaded) else {
      throw .creationFailed(localized("\(unloaded.url): page was closed while opening"))
    }
    tabs[location.tab].layers[location.layer].load(location.index, as: page)
    return page
  }

  private func discard(_ unloaded: PageStack.UnloadedPage) {
    guard let location = pageIndex(of: unloaded) else { return }
    tabs[location.tab].layers[location.layer].discard(location.index)
    guard tabs[location.tab].layers[location.layer].entries.isEmpty else { return }
    tabs[location.tab].layers.remove(at: location.layer)
    if tabs[location.tab].layers.isEmpty { _ = removeTab(location.tab) }
  }
}
