internal import MocoaLocalization
internal import Mocoa
internal import MocoaModel
internal import MocoaTerminal

/// Bookmarks and recent files, which are saved locations.
extension Browser {
  /// Returns the URL that reopens the page in its present state, with the current item.
  ///
  /// - Returns: `nil` if the page cannot be reopened.
  func makeLocationURL() -> ModuleURL? {
    syncCursors()
    listScreen?.pinCursor()
    syncCursorFragments()
    return navigator.focusedPage?.locationURL
  }

  /// Adds or removes the bookmark of the current page.
  func toggleBookmark() {
    guard let page = navigator.focusedPage, let url = makeLocationURL() else {
      return showMessage(localized("cannot bookmark: this page has no URL"))
    }
    let place = Location(url: url, name: page.trail)
    do throws(LocationList.LocationListError) {
      let isNew = try places.toggleBookmark(place)
      showMessage(
        isNew
          ? localized("bookmark added: \(place.title)")
          : localized("bookmark removed: \(place.title)"))
    } catch {
      showWarning("\(error)")
    }
  }

  /// Records the source of a new page as recent after it loads successfully.
  ///
  /// Sources are not recorded while the user picks items, because the result is for another
  /// program. Folders that the user only passes through are not recorded either.
  func recordRecent(_ session: PageSession) {
    guard picking == nil, let page = session.page as? any ReopenablePage, !session.isPassedThrough
    else { return }
    page.onInitialLoad { [weak self, weak page] failure in
      guard failure == nil else { return }
      // The file write is not urgent; the items are shown first.
      MainActorScheduler.schedule {
        if let self, let page { self.note(page) }
      }
    }
  }

  /// Records the current folder as recent if the user passed through other folders to reach it.
  ///
  /// Call this method when the user acts on the folder or stays in it.
  func recordVisitedFolder() {
    guard picking == nil, let session, session.isPassedThrough,
      let page = session.page as? any ReopenablePage
    else { return }
    session.isPassedThrough = false
    note(page)
  }

  private func note(_ page: any ReopenablePage) {
    guard var url = page.sourceURL else { return }
    if let list = page as? ListPageViewModel, page.isWholeSource { url.options += list.listOptions }
    let place = Location(url: url, name: page.breadcrumb.first ?? page.title, time: now())
    places.recordOpened(place) { [module = page.module] in module?.log($0, isWarning: true) }
  }

  /// Saves the query of a page that is not shown any more with its recent location, if the user has
  /// changed the query.
  ///
  /// Otherwise the location keeps the query of an earlier session.
  func recordQuery(of session: PageSession) {
    guard picking == nil, let page = session.page as? any ReopenablePage,
      let list = session.page as? ListPageViewModel, page.isWholeSource,
      let source = page.sourceURL
    else { return }
    session.syncURL()
    session.noteOptions()
    guard session.hasChangedOptions else { return }
    places.updateQuery(of: source, to: list.listOptions)
  }

  /// Performs a closure that may open a page.
  ///
  /// If the current page shows a file or a folder and the closure opens a folder, the new folder
  /// counts as passed through.
  func tracingFolders<Failure>(_ body: () throws(Failure) -> Void) throws(Failure) {
    isPassingFolders = navigator.focusedPage is any ReopenablePage
    defer { isPassingFolders = false }
    try body()
  }
}

extension ReopenablePage {
  /// A Boolean value that indicates whether the page shows the whole source, not a part of it.
  fileprivate var isWholeSource: Bool {
    guard var url = restorationURL?.removingListOptions(), let sourceURL else { return false }
    url.fragment = nil
    return url.isSamePage(as: sourceURL)
  }
}

extension PageViewModel {
  /// The titles in the breadcrumb line, including that of the page, as one text.
  fileprivate var trail: String {
    let titles = breadcrumb
    return (titles.last == title ? titles : titles + [title]).joined(separator: " ▸ ")
  }
}
