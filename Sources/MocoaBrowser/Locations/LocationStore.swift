internal import MocoaLocalization
internal import Mocoa
internal import MocoaModel
internal import MocoaSystem

/// The bookmarks and the recent locations of the user.
@MainActor
final class LocationStore {
  let bookmarks: LocationList
  let recents: LocationList

  /// A closure that shows a one-line message.
  ///
  /// A warning reports a failed operation.
  var onMessage: (@MainActor (_ text: String, _ isWarning: Bool) -> Void)?

  /// The errors that were shown.
  ///
  /// Each error is shown only once.
  private var shownErrors: Set<String> = []

  /// The default maximum number of recent locations.
  nonisolated static let recentLimit = 50

  private static let bookmarkLimit = 1000

  /// Creates the lists in a folder, which is `nil` if the user has no home folder.
  init(folder: String? = nil, recents limit: Int = recentLimit) {
    bookmarks = LocationList(.bookmarks, in: folder, limit: Self.bookmarkLimit)
    recents = LocationList(.recents, in: folder, limit: limit)
  }

  /// The bookmarks and the recent locations.
  var lists: [LocationList] { [bookmarks, recents] }

  /// Reads the files of both lists.
  func load() {
    for list in lists { attempt { () throws(LocationList.LocationListError) in try list.load() } }
  }

  /// Watches the files and reloads both lists after a change.
  ///
  /// - Returns: The watch, which is active while it is retained; `nil` if the lists have no files
  ///   or the system has no watches left.
  func watch() -> FileObserver? {
    let paths = lists.compactMap(\.path)
    return paths.isEmpty ? nil : FileObserver(of: paths) { [weak self] in self?.load() }
  }

  /// Moves a location to the start of the recent locations, without duplicates.
  ///
  /// Errors in the file are shown to the user.
  ///
  /// - Parameters:
  ///   - place: The location that was opened.
  ///   - unkept: A closure that receives the reason why the location cannot be saved. The user did
  ///     not request this save, so the reason is not shown as a warning.
  func recordOpened(_ place: Location, onUnsaved unkept: @MainActor (String) -> Void = { _ in }) {
    guard recents.path != nil else { return }
    attempt { () throws(LocationList.LocationListError) in
      do throws(LocationList.LocationListError) {
        // The user did not request this save and must not wait for it.
        try recents.change(waits: false) { places in
          places.removeAll { $0.isSame(as: place) }
          places.insert(place, at: 0)
        }
      } catch .busy(let path) {
        unkept("\(LocationList.LocationListError.busy(path))")
      } catch .file(let path, .unwritable(let code)) {
        unkept("\(LocationList.LocationListError.file(path, .unwritable(code)))")
      }
    }
  }

  /// Adds or removes a bookmark.
  ///
  /// Two locations with different current items count as the same bookmark.
  ///
  /// - Returns: `true` if the location is now bookmarked.
  func toggleBookmark(_ place: Location) throws(LocationList.LocationListError) -> Bool {
    var isNew = false
    try bookmarks.change { places in
      // Earlier versions saved several bookmarks of one page. Only one of them is removed.
      let former =
        places.firstIndex { $0.url == place.url } ?? places.firstIndex { $0.isSame(as: place) }
      isNew = former == nil
      if let former { places.remove(at: former) } else { places.insert(place, at: 0) }
    }
    return isNew
  }

  /// Removes a location from one of the lists.
  func remove(_ place: Location, from kind: LocationList.Kind) {
    let list = kind == .bookmarks ? bookmarks : recents
    do throws(LocationList.LocationListError) {
      // Of several locations of one page, only the exact match is removed.
      try list.change { $0.removeAll { $0.url == place.url } }
      onMessage?(localized("removed: \(place.title)"), false)
    } catch {
      onMessage?("\(error)", true)
    }
  }

  private func attempt(_ body: () throws(LocationList.LocationListError) -> Void) {
    do throws(LocationList.LocationListError) {
      try body()
    } catch {
      if shownErrors.insert("\(error)").inserted { onMessage?("\(error)", true) }
    }
  }
}
