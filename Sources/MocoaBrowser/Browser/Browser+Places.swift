internal import MocoaLanguage
internal import Mocoa
internal import MocoaModel
internal import MocoaTerminal

/// Saved locations: bookmarks and recent files.
extension Browser {
  /// The URL that reopens the page in its present state with the current item, or `nil` if the page
  /// cannot be reopened.
  var placeURL: ModuleURL? {
    catchUp()
    screen?.hold()
    notePlaces()
    return navigator.current?.placeURL
  }

  /// Adds or removes the bookmark of the current page.
  func toggleBookmark() {
    guard let page = navigator.current, let url = placeURL else {
      return say(phrase("nothing opens this place again, so that it is not bookmarked"))
    }
    let place = Place(url: url, name: page.trail)
    do throws(PlaceList.Fault) {
      let isNew = try places.toggleBookmark(place)
      say(
        isNew
          ? phrase("bookmarked: \(place.title)") : phrase("no longer bookmarked: \(place.title)"))
    } catch {
      warn("\(error)")
    }
  }

  /// Records the source of a page as recent after it loads successfully.
  ///
  /// Sources are not recorded while picking, because the result is for another program. Folders
  /// that the user only passes through are not recorded either.
  func noteOpened(_ page: PageViewModel) {
    guard picking == nil, let page = page as? any SourcePage,
      !passed.contains(ObjectIdentifier(page))
    else { return }
    page.whenSettled { [weak self, weak page] failure in
      guard failure == nil else { return }
      // The file write is not urgent; the items are shown first.
      MainTurn.afterThis {
        if let self, let page { self.note(page) }
      }
    }
  }

  /// Records the current folder as recent if the user passed through other folders to it.
  ///
  /// Call this method when the user acts on the folder or stays in it.
  func noteStay() {
    guard picking == nil, let page = navigator.current as? FolderPage,
      passed.remove(ObjectIdentifier(page)) != nil
    else { return }
    note(page)
  }

  private func note(_ page: any SourcePage) {
    guard let url = page.sourceURL else { return }
    let place = Place(url: url, name: page.breadcrumb.first ?? page.title)
    places.noteOpened(place) { [module = page.module] in module?.note($0, isTrouble: true) }
  }

  /// Performs a closure that may navigate, and marks a folder as passed through if the closure
  /// opens it from another source page.
  func passing<Failure>(_ body: () throws(Failure) -> Void) throws(Failure) {
    let before = navigator.current
    try body()
    guard let page = navigator.current as? FolderPage, page !== before, before is any SourcePage,
      screens[ObjectIdentifier(page)] == nil
    else { return }
    passed.insert(ObjectIdentifier(page))
  }
}

extension Action {
  /// A Boolean value that indicates whether the action uses or changes a list, as opposed to
  /// navigating.
  var isDeed: Bool {
    switch self {
    case .filter, .sort, .reverse, .group, .fold, .foldAll, .summary, .columns, .mark, .markSeveral,
      .runCommand, .pipeToCommand, .editSource, .write, .copy, .copyURL, .bookmark, .pick:
      true
    default: false
    }
  }
}

extension PageViewModel {
  /// The titles of the breadcrumb and of the page, in one line.
  fileprivate var trail: String {
    let titles = breadcrumb
    return (titles.last == title ? titles : titles + [title]).joined(separator: " ▸ ")
  }
}
