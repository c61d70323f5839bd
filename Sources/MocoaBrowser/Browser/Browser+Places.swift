internal import MocoaLanguage
internal import Mocoa
internal import MocoaModel
internal import MocoaTerminal

/// The places that are kept: what is bookmarked, and what was opened last.
extension Browser {
  /// The URL that opens the page as it is now, with the item under the cursor; nil where nothing
  /// opens it again.
  var placeURL: ModuleURL? {
    catchUp()
    screen?.hold()
    notePlaces()
    return navigator.current?.placeURL
  }

  /// Bookmarks the place that is shown, or takes its bookmark away.
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

  /// Takes note of what a page is read from, when it could be read; where one picks, what is opened
  /// is for another program, and a folder that one only goes through is not what was wanted.
  func noteOpened(_ page: PageViewModel) {
    guard picking == nil, let page = page as? any SourcePage,
      !passed.contains(ObjectIdentifier(page))
    else { return }
    page.whenSettled { [weak self, weak page] failure in
      guard failure == nil else { return }
      // Nobody waits for the file: what was read is shown first.
      MainTurn.afterThis {
        if let self, let page { self.note(page) }
      }
    }
  }

  /// Takes note of the folder that is shown, where one went through others to it: now something is done
  /// there, or one stays.
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

  /// Does what may lead from a page to another; a folder that it comes to from one, or out of what
  /// is in it, is one that is gone through.
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
  /// Whether it is something that one does to a list, and not to get somewhere.
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
  /// The titles that led to it, in one line.
  fileprivate var trail: String {
    let titles = breadcrumb
    return (titles.last == title ? titles : titles + [title]).joined(separator: " ▸ ")
  }
}
