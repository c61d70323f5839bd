internal import MocoaLocalization

/// The open pages as view models that retain their state: tabs, each with a stack of pages, and the
/// pages presented over them.
///
/// ```text
///   tab 1                      tab 2
///   ╭ presented: editor ╮
///   home ▸ music ▸ artist      contacts
///   ╰ back       forward ╯
/// ```
///
/// Every page is opened by URL. If a page cannot be opened, the navigator throws an error with the
/// reason and changes nothing. A failed lookup creates no module.
@MainActor
public final class Navigator {
  /// The maximum number of tabs, and of presentations over each other in one tab.
  static let tabLimit = 50
  private static let layerLimit = 16

  /// The maximum depth of pages that open other pages while they are created and prepared.
  ///
  /// The limit exists because a page may open itself.
  private static let depthLimit = 16

  /// A closure that receives the result of a page, or `nil` if the page closes without a result.
  public typealias ResultHandler = @MainActor ((any Sendable)?) -> Void

  /// The registry in which pages are looked up.
  public let registry: ModuleRegistry

  /// A Boolean value that indicates whether a placeholder is shown for a page that cannot be
  /// opened, instead of an error.
  public var isDebugging: Bool

  /// The URL of the home page, or `nil`.
  ///
  /// The program opens it when the user requests it, and when no other page is open.
  public var home: ModuleURL?

  /// A closure that is called for every page that was closed, after it has disappeared.
  public var onPageClosed: (@MainActor (PageViewModel) -> Void)?

  /// A closure that is called when the open pages have changed, after they were notified.
  package var onPagesChange: (@MainActor () -> Void)?

  /// A closure that is called for every restored page that cannot be opened again.
  ///
  /// Another page is shown instead.
  public var onPageUnavailable: (@MainActor (NavigationError) -> Void)?

  /// The tabs; empty before the first page is opened.
  var tabs: [PageTab] = []

  /// The index of the selected tab, from 0.
  public internal(set) var selectedTab = 0

  /// The visible pages that were notified of their appearance.
  var appeared: [PageViewModel] = []

  /// The closed pages that were not notified yet.
  var closedPages: [ClosedPage] = []

  /// A Boolean value that indicates whether pages are being notified.
  var isDeliveringCallbacks = false

  /// The number of pages that are currently being created and prepared, each opened by the previous
  /// one.
  var depth = 0

  /// Creates a navigator without pages.
  public init(registry: ModuleRegistry, isDebugging: Bool = false) {
    self.registry = registry
    self.isDebugging = isDebugging
  }

  isolated deinit {
    // Openers that wait for a result receive `nil`.
    for page in tabs.flatMap(\.pages) { page.end(with: nil) }
  }

  /// The page that receives keys: the shown page, or the topmost page presented over it.
  ///
  /// It is `nil` before the first page is opened.
  public var focusedPage: PageViewModel? { shownTab?.top.current }

  /// The visible pages, from bottom to top: the page of the tab and the pages presented over it.
  public var shownPages: [PageViewModel] { shownTab?.layers.compactMap(\.current) ?? [] }

  /// The URLs of the history of the focused tab or presentation, up to the shown page.
  public var history: [ModuleURL] {
    guard let stack = shownTab?.top else { return [] }
    return stack.entries[...stack.currentIndex].map(\.url)
  }

  /// The URLs of the pages after the shown page in the history, the next page first.
  public var forwardHistory: [ModuleURL] {
    guard let stack = shownTab?.top else { return [] }
    return stack.entries[(stack.currentIndex + 1)...].map(\.url)
  }

  /// A Boolean value that indicates whether the focused page is presented over another page, or was
  /// opened from a presented page.
  public var isPresenting: Bool { (shownTab?.layers.count ?? 0) > 1 }

  /// The titles of the tabs.
  ///
  /// An unloaded page has its saved title, or its URL if no title was saved.
  public var tabTitles: [String] {
    tabs.map { tab in
      let stack = tab.layers[0]
      let visit = stack.entries[stack.currentIndex]
      return visit.page == nil && visit.title.isEmpty ? "\(visit.url)" : visit.title
    }
  }

  /// An error that explains why a page was not opened.
  public enum NavigationError: Error, CustomStringConvertible {
    /// The module does not exist.
    case lookup(ModuleRegistry.ModuleLookupError)

    /// The module has no page.
    case notAPage(ModuleURL)

    /// The page could not be created.
    ///
    /// The associated value is the reason in one line.
    case creationFailed(String)

    /// The reason in one line.
    public var description: String {
      switch self {
      case .lookup(let error): error.description
      case .notAPage(let url): localized("\(url.withoutOptions): a module, but not a page")
      case .creationFailed(let reason): reason
      }
    }
  }

  /// The selected tab, or `nil` before the first page is opened.
  var shownTab: PageTab? { tabs.indices.contains(selectedTab) ? tabs[selectedTab] : nil }

  /// Creates the page at a URL without preparing it.
  func make(
    _ url: ModuleURL, options: [String: (any Sendable)?] = [:]
  ) throws(NavigationError) -> PageViewModel {
    let options = PageOptions(url: url, overrides: options)
    let page: PageViewModel
    depth += 1
    defer { depth -= 1 }
    do throws(NavigationError) {
      guard depth <= Self.depthLimit else {
        throw .creationFailed(
          localized("\(url): too many pages open each other (limit \(Self.depthLimit))"))
      }
      page = try found(options)
    } catch {
      registry.sharedState.log(
        .miss(MissActivity(requested: "\(url)", reason: "\(error)", tried: [])))
      guard isDebugging else { throw error }
      page = PlaceholderPageViewModel(url: url, reason: "\(error)")
    }
    page.options = page is ListPageViewModel ? options.at(url.removingListOptions()) : options
    page.navigator = self
    return page
  }

  private func found(_ options: PageOptions) throws(NavigationError) -> PageViewModel {
    let module: Module
    do {
      module = try registry.module(at: options.url)
    } catch {
      throw .lookup(error)
    }
    guard let slot = module.pageSlot else { throw .notAPage(options.url) }
    do {
      let page = try slot.make(options)
      page.module = module
      return page
    } catch {
      throw .creationFailed("\(error)")
    }
  }
}

extension ModuleURL {
  /// Returns `true` if both URLs open the same page.
  ///
  /// The fragment is ignored, because it only sets the initial position of the cursor.
  public func isSamePage(as other: ModuleURL) -> Bool {
    isSameModule(as: other) && options == other.options
  }
}

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
      let index = min(self.selectedTab + 1, self.tabs.count)
      self.tabs.insert(PageTab(layers: [PageStack(page)]), at: index)
      self.selectedTab = index
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
  /// - Parameter insert: A closure that inserts the page and returns the pages that were closed.
  private func open(
    _ url: ModuleURL, _ options: [String: (any Sendable)?], _ receive: ResultHandler?,
    _ insert: (PageViewModel) throws(NavigationError) -> [PageViewModel]
  ) throws(NavigationError) -> PageViewModel {
    let page = try make(url, options: options)
    let removed = try insert(page)
    page.resultHandler = receive
    change(readying: [page]) { removed }
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

extension Navigator {
  /// A Boolean value that indicates whether `goBack()` shows another page.
  ///
  /// It is the previous page, or the page under a presented one.
  public var canGoBack: Bool { (shownTab?.top.currentIndex ?? 0) > 0 || isPresenting }

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
    if stack.currentIndex == 0 { return dismiss() }
    try show(stack.entries[stack.currentIndex - 1])
    return true
  }

  /// Shows the page from which `goBack()` has returned.
  ///
  /// - Returns: `true` if such a page exists.
  /// - Throws: ``NavigationError`` if the page cannot be opened again. It is removed from the
  ///   history, and the current page stays.
  @discardableResult
  public func goForward() throws(NavigationError) -> Bool {
    guard let stack = shownTab?.top, stack.currentIndex + 1 < stack.entries.count else {
      return false
    }
    try show(stack.entries[stack.currentIndex + 1])
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
    if stack.currentIndex == 0, isPresenting { return dismiss() }
    guard let parent = focusedPage?.parentURL else { return false }
    if let visit = stack.entries[..<stack.currentIndex].last(where: { $0.isPage(at: parent) }) {
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
    guard stack.currentIndex > 0 else { return dismiss() || closeTab() }
    try show(stack.entries[stack.currentIndex - 1], isLast: true)
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
    let removed = tabs.remove(at: index).pages
    if index < selectedTab || selectedTab == tabs.count { selectedTab = max(0, selectedTab - 1) }
    return removed
  }
}
