internal import MocoaLocalization

extension Navigator {
  /// Opens a page after the focused one in the history.
  ///
  /// The pages that follow the focused page in the history are closed.
  ///
  /// - Parameters:
  ///   - url: The URL of the page.
  ///   - options: Values that override options of the URL. `nil` hides an option.
  ///   - receive: A closure that is called once, after the page has disappeared, with its result,
  ///     or `nil` if the page was closed without a result.
  /// - Returns: The page.
  /// - Throws: ``NavigationError`` if the page cannot be opened. The current page then stays. In
  ///   debug mode, the method does not throw and opens a placeholder page with the reason.
  @discardableResult
  public func push(
    _ url: ModuleURL, options: [String: (any Sendable)?] = [:],
    onResult receive: ResultHandler? = nil
  ) throws(NavigationError) -> PageViewModel {
    try open(url, options, receive) { page in self.push(page) }
  }

  /// Presents a page over the focused one, which stays visible.
  ///
  /// - Parameters:
  ///   - url: The URL of the page.
  ///   - options: Values that override options of the URL. `nil` hides an option.
  ///   - receive: A closure that is called once, after the page has disappeared, with its result,
  ///     or `nil` if the page was dismissed or closed without a result.
  /// - Returns: The page.
  /// - Throws: ``NavigationError`` if the page cannot be opened. The current page then stays. In
  ///   debug mode, the method does not throw and opens a placeholder page with the reason.
  @discardableResult
  public func present(
    _ url: ModuleURL, options: [String: (any Sendable)?] = [:],
    onResult receive: ResultHandler? = nil
  ) throws(NavigationError) -> PageViewModel {
    try open(url, options, receive) { page throws(NavigationError) in
      guard let tab = self.shownTab else { return self.push(page) }
      guard tab.layers.count < Self.layerLimit else {
        throw .creationFailed(
          localized("\(url): too many presented pages (limit \(Self.layerLimit))"))
      }
      self.tabs[self.selectedTab].layers.append(PageStack(page))
      return []
    }
  }

  /// Presents a page and waits for its result, which is `nil` if the page closes without a result.
  ///
  /// Use this method in tests, and in programs that need not be idle. A suspended `await` is
  /// resumed on a thread pool that then wakes once a second. Other programs use
  /// `present(_:options:onResult:)`.
  ///
  /// - Throws: ``NavigationError`` if the page cannot be opened. The current page then stays.
  public func result(
    of url: ModuleURL, options: [String: (any Sendable)?] = [:]
  ) async throws(NavigationError) -> (any Sendable)? {
    let outcome: Result<(any Sendable)?, NavigationError> = await withCheckedContinuation {
      continuation in
      do throws(NavigationError) {
        try present(url, options: options) { continuation.resume(returning: .success($0)) }
      } catch {
        continuation.resume(returning: .failure(error))
      }
    }
    return try outcome.get()
  }

  /// Opens a page in a new tab after the selected one, and selects the tab.
  ///
  /// - Throws: ``NavigationError`` if the page cannot be opened. The current page then stays. In
  ///   debug mode, the method does not throw and opens a placeholder page with the reason.
  @discardableResult
  public func openTab(
    _ url: ModuleURL, options: [String: (any Sendable)?] = [:],
    onResult receive: ResultHandler? = nil
  ) throws(NavigationError) -> PageViewModel {
    try open(url, options, receive) { page throws(NavigationError) in
      guard self.tabs.count < Self.tabLimit else {
        throw .creationFailed(localized("\(url): tab limit reached (\(Self.tabLimit))"))
      }
      let place = min(self.selectedTab + 1, self.tabs.count)
      self.tabs.insert(PageTab(layers: [PageStack(page)]), at: place)
      self.selectedTab = place
      return []
    }
  }

  /// Opens several pages, each in a new tab after the existing ones, and selects the first new tab.
  ///
  /// - Returns: The errors of the pages that could not be opened.
  @discardableResult
  public func openTabs(_ urls: [ModuleURL]) -> [NavigationError] {
    var failures: [NavigationError] = []
    var pages: [PageViewModel] = []
    for url in urls {
      do throws(NavigationError) {
        let page = try make(url)
        guard tabs.count + pages.count < Self.tabLimit else {
          throw .creationFailed(localized("\(url): tab limit reached (\(Self.tabLimit))"))
        }
        pages.append(page)
      } catch {
        failures.append(error)
      }
    }
    guard !pages.isEmpty else { return failures }
    change(readying: pages) {
      selectedTab = tabs.count
      tabs += pages.map { PageTab(layers: [PageStack($0)]) }
      return []
    }
    return failures
  }

  /// Creates a page, inserts it with a closure and then prepares it.
  ///
  /// The page is inserted first, because it may open and close pages during its preparation.
  ///
  /// - Parameter place: A closure that inserts the page and returns the pages that were closed.
  private func open(
    _ url: ModuleURL, _ options: [String: (any Sendable)?], _ receive: ResultHandler?,
    _ place: (PageViewModel) throws(NavigationError) -> [PageViewModel]
  ) throws(NavigationError) -> PageViewModel {
    let page = try make(url, options: options)
    let gone = try place(page)
    page.resultHandler = receive
    change(readying: [page]) { gone }
    return page
  }

  /// Shows a page after the focused one.
  ///
  /// - Returns: The pages that were closed.
  private func push(_ page: PageViewModel) -> [PageViewModel] {
    guard shownTab == nil else { return tabs[selectedTab].top.push(page) }
    tabs = [PageTab(layers: [PageStack(page)])]
    selectedTab = 0
    return []
  }
}
