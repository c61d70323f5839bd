internal import MocoaLanguage

extension Navigator {
  /// Opens a page and shows it in place of the one that has the attention, to which one can go back.
  ///
  /// Pages that were gone back from are let go.
  ///
  /// - Parameters:
  ///   - options: values beside those of the URL; a value wins over it, nil hides it.
  ///   - receive: is told once what the page answers; nil where it is let go without an answer. It is
  ///     called when the page has disappeared.
  /// - Throws: why it was not opened; what is shown stays. In debug mode nothing is thrown: a
  ///   placeholder page says why.
  @discardableResult
  public func push(
    _ url: ModuleURL, options: [String: (any Sendable)?] = [:], receive: Receiver? = nil
  ) throws(Failure) -> PageViewModel {
    try open(url, options, receive) { page in self.push(page) }
  }

  /// Opens a page and shows it over the one that has the attention, which stays where it is.
  ///
  /// - Parameters:
  ///   - options: values beside those of the URL; a value wins over it, nil hides it.
  ///   - receive: is told once what the page answers; nil where it is dismissed, or let go in any
  ///     other way, without an answer. It is called when the page has disappeared.
  /// - Throws: why it was not opened; what is shown stays. In debug mode nothing is thrown: a
  ///   placeholder page says why.
  @discardableResult
  public func present(
    _ url: ModuleURL, options: [String: (any Sendable)?] = [:], receive: Receiver? = nil
  ) throws(Failure) -> PageViewModel {
    try open(url, options, receive) { page throws(Failure) in
      guard let tab = self.shownTab else { return self.push(page) }
      guard tab.layers.count < Self.layerLimit else {
        throw .refused(phrase("\(url): \(Self.layerLimit) pages lie over each other already"))
      }
      self.tabs[self.selectedTab].layers.append(PageStack(page))
      return []
    }
  }

  /// Presents a page, and waits for what it answers; nil where it leaves without an answer.
  ///
  /// For tests, and for programs that are not to be idle: what goes on behind a wait wakes a pool of
  /// threads that the system then looks after once a second. Others take `present(_:options:receive:)`.
  ///
  /// - Throws: why it was not opened; what is shown stays.
  public func answer(
    from url: ModuleURL, options: [String: (any Sendable)?] = [:]
  ) async throws(Failure) -> (any Sendable)? {
    let outcome: Result<(any Sendable)?, Failure> = await withCheckedContinuation { continuation in
      do throws(Failure) {
        try present(url, options: options) { continuation.resume(returning: .success($0)) }
      } catch {
        continuation.resume(returning: .failure(error))
      }
    }
    return try outcome.get()
  }

  /// Opens a page in a tab of its own, behind the one that is shown, and shows it.
  ///
  /// - Throws: why it was not opened; what is shown stays. In debug mode nothing is thrown: a
  ///   placeholder page says why.
  @discardableResult
  public func openTab(
    _ url: ModuleURL, options: [String: (any Sendable)?] = [:], receive: Receiver? = nil
  ) throws(Failure) -> PageViewModel {
    try open(url, options, receive) { page throws(Failure) in
      guard self.tabs.count < Self.tabLimit else {
        throw .refused(phrase("\(url): there are \(Self.tabLimit) tabs already"))
      }
      let place = min(self.selectedTab + 1, self.tabs.count)
      self.tabs.insert(PageTab(layers: [PageStack(page)]), at: place)
      self.selectedTab = place
      return []
    }
  }

  /// Opens several pages, each in a tab of its own behind the others, and shows the first.
  ///
  /// - Returns: why some of them were left out.
  @discardableResult
  public func openTabs(_ urls: [ModuleURL]) -> [Failure] {
    var failures: [Failure] = []
    var pages: [PageViewModel] = []
    for url in urls {
      do throws(Failure) {
        let page = try make(url)
        guard tabs.count + pages.count < Self.tabLimit else {
          throw .refused(phrase("\(url): there are \(Self.tabLimit) tabs already"))
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

  /// Makes a page, which is placed before it is prepared: it may open and leave pages itself then.
  private func open(
    _ url: ModuleURL, _ options: [String: (any Sendable)?], _ receive: Receiver?,
    _ place: (PageViewModel) throws(Failure) -> [PageViewModel]
  ) throws(Failure) -> PageViewModel {
    let page = try make(url, options: options)
    let gone = try place(page)
    page.receiver = receive
    change(readying: [page]) { gone }
    return page
  }

  /// Puts a page in place of the one that has the attention.
  ///
  /// - Returns: the pages that are let go.
  private func push(_ page: PageViewModel) -> [PageViewModel] {
    guard shownTab == nil else { return tabs[selectedTab].top.push(page) }
    tabs = [PageTab(layers: [PageStack(page)])]
    selectedTab = 0
    return []
  }
}
