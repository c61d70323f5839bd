/// Notifications of pages: appearance, disappearance and the final result.
extension Navigator {
  /// A closed page with its result.
  struct ClosedPage {
    let page: PageViewModel
    var result: (any Sendable)?
  }

  /// Changes the open pages and then notifies them.
  ///
  /// A notified page may open and close pages. These changes take effect immediately. Their
  /// notifications follow those of the earlier change, so a page receives both notifications of a
  /// change before those of the next change.
  ///
  /// - Parameters:
  ///   - pages: The new pages. They are prepared after they are inserted and before any page is
  ///     notified, so that pages can open and close other pages during their preparation.
  ///   - body: A closure that changes the open pages and returns the closed ones, the topmost
  ///     first.
  func change(readying pages: [PageViewModel] = [], _ body: () -> [PageViewModel]) {
    finish(body().map { ClosedPage(page: $0) }, readying: pages)
  }

  /// Prepares the inserted pages and then notifies all pages of the change.
  ///
  /// - Parameters:
  ///   - closed: The closed pages with their results.
  ///   - pages: The inserted pages.
  private func finish(_ closed: [ClosedPage], readying pages: [PageViewModel] = []) {
    closedPages += closed
    let wasDelivering = isDeliveringCallbacks
    isDeliveringCallbacks = true
    for page in pages { ready(page) }
    loadShownPage()
    isDeliveringCallbacks = wasDelivering
    deliverPendingCallbacks()
  }

  /// Prepares a page that was inserted, unless it is closed already.
  func ready(_ page: PageViewModel) {
    guard pageIndex(of: page) != nil else { return }
    depth += 1
    defer { depth -= 1 }
    page.prepareIfNeeded()
  }

  /// Delivers all pending notifications.
  private func deliverPendingCallbacks() {
    guard !isDeliveringCallbacks else { return }
    isDeliveringCallbacks = true
    defer {
      isDeliveringCallbacks = false
      onPagesChange?()
    }
    while true {
      if updateAppearance() { continue }
      guard !closedPages.isEmpty else { return }
      let ending = closedPages.removeFirst()
      onPageClosed?(ending.page)
      ending.page.end(with: ending.result)
    }
  }

  /// Notifies the pages that disappear and the pages that appear, in the order of UIKit containers:
  /// both before the change, then both after it.
  ///
  /// - Returns: `true` if a page was notified.
  private func updateAppearance() -> Bool {
    let shown = shownPages
    let leaving = appeared.reversed().filter { page in !shown.contains { $0 === page } }
    let appearing = shown.filter { page in !appeared.contains { $0 === page } }
    guard !leaving.isEmpty || !appearing.isEmpty else { return false }
    appeared = shown
    for page in leaving { page.beginDisappearing() }
    for page in appearing { page.beginAppearing() }
    for page in leaving { page.endDisappearing() }
    for page in appearing { page.endAppearing() }
    return true
  }

  /// Closes a page and the pages over it, and delivers its result.
  ///
  /// If the page is not open, or is the first page of the only tab, the method only delivers the
  /// result.
  func end(_ page: PageViewModel, with result: any Sendable) {
    guard let closed = take(page) else {
      page.deliver(result)
      return
    }
    finish(closed.map { ClosedPage(page: $0, result: $0 === page ? result : nil) })
  }

  /// Removes a page, the pages over it and the pages after it in the history.
  ///
  /// - Returns: The removed pages, the topmost first, or `nil` if the page cannot be removed.
  private func take(_ page: PageViewModel) -> [PageViewModel]? {
    guard let spot = pageIndex(of: page) else { return nil }
    if spot.layer == 0, spot.index == 0 {
      return tabs.count > 1 ? removeTab(spot.tab) : nil
    }
    let above = tabs[spot.tab].layers[(spot.layer + 1)...].reversed().flatMap(\.pages)
    tabs[spot.tab].layers.removeSubrange((spot.layer + 1)...)
    guard spot.index > 0 else { return above + tabs[spot.tab].layers.removeLast().pages }
    return above + tabs[spot.tab].layers[spot.layer].remove(from: spot.index)
  }
}
