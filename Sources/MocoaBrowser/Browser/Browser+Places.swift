internal import MocoaLanguage
internal import Mocoa
internal import MocoaModel
internal import MocoaTerminal

/// The places that are kept: what is bookmarked, and what was opened last.
extension Browser {
  /// The URL that opens the page as it is now, with the item under the cursor; nil where nothing opens it
  /// again.
  var placeURL: ModuleURL? {
    catchUp()
    screen?.hold()
    notePlaces()
    return navigator.current?.restorationURL
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

  /// Takes note of what a page is read from, when it could be read; where one picks, what is opened is for
  /// another program.
  func noteOpened(_ page: PageViewModel) {
    guard picking == nil, let page = page as? any SourcePage else { return }
    page.whenSettled { [weak self, weak page] failure in
      guard failure == nil else { return }
      // Nobody waits for the file: what was read is shown first.
      MainTurn.afterThis {
        guard let self, let page, let url = page.sourceURL else { return }
        let place = Place(url: url, name: page.breadcrumb.first ?? page.title)
        self.places.noteOpened(place) { [module = page.module] in module?.note($0, isTrouble: true)
        }
      }
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
