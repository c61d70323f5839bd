internal import MocoaLocalization

/// Unloaded pages, which are created when they are shown.
///
/// The creation of a page may open and close other pages. Therefore the index of the page is
/// searched again after it is created.
extension Navigator {
  /// The indexes that identify an open page: of its tab, of its stack and in the stack.
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
        if let place = visits.firstIndex(where: { $0.identity === visit }) {
          return PageIndex(tab: tab, layer: layer, index: place)
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
    case .unloaded(let sleeper):
      do throws(NavigationError) {
        page = try load(sleeper)
      } catch {
        // The shown page stays, unless the creation has changed it.
        change { [] }
        throw error
      }
    }
    change(readying: [page]) {
      guard let spot = pageIndex(of: page) else { return [] }
      tabs[spot.tab].layers[spot.layer].show(spot.index)
      return isLast ? tabs[spot.tab].layers[spot.layer].remove(from: spot.index + 1) : []
    }
  }

  /// Creates the page to show if it is unloaded.
  ///
  /// If it cannot be created, a nearby page is shown. A tab without pages is closed.
  func loadShownPage() {
    while let stack = shownTab?.top, case .unloaded(let sleeper) = stack.entries[stack.shownIndex] {
      do throws(NavigationError) {
        ready(try load(sleeper))
      } catch {
        onPageUnavailable?(error)
      }
    }
  }

  /// Creates an unloaded page and inserts it at its index.
  ///
  /// If that fails, the page is removed.
  private func load(_ sleeper: PageStack.UnloadedPage) throws(NavigationError) -> PageViewModel {
    let page: PageViewModel
    do throws(NavigationError) {
      page = try make(sleeper.url)
    } catch {
      discard(sleeper)
      throw error
    }
    guard let spot = pageIndex(of: sleeper) else {
      throw .creationFailed(localized("\(sleeper.url): page was closed while opening"))
    }
    tabs[spot.tab].layers[spot.layer].load(spot.index, as: page)
    return page
  }

  private func discard(_ sleeper: PageStack.UnloadedPage) {
    guard let spot = pageIndex(of: sleeper) else { return }
    tabs[spot.tab].layers[spot.layer].discard(spot.index)
    guard tabs[spot.tab].layers[spot.layer].entries.isEmpty else { return }
    tabs[spot.tab].layers.remove(at: spot.layer)
    if tabs[spot.tab].layers.isEmpty { _ = removeTab(spot.tab) }
  }
}
