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
          // A source that is opened again keeps its query, unless it is opened with another one.
          let former = places.first { $0.sourceURL.isSamePage(as: place.sourceURL) }
          places.removeAll { $0.sourceURL.isSamePage(as: place.sourceURL) }
          let url = place.url.listOptions.isEmpty ? former?.url ?? place.url : place.url
          places.insert(Location(url: url, name: place.name, time: place.time), at: 0)
        }
      } catch .busy(let path) {
        unkept("\(LocationList.LocationListError.busy(path))")
      } catch .file(let path, .unwritable(let code)) {
        unkept("\(LocationList.LocationListError.file(path, .unwritable(code)))")
      }
    }
  }

  /// Changes the query of a recent location.
  ///
  /// Does nothing if the source is not among the recent locations or has this query already. A file
  /// that cannot be written is not reported, because the user did not request this save.
  ///
  /// - Parameters:
  ///   - source: The URL of the source without list options.
  ///   - options: The list options of the query.
  func updateQuery(of source: ModuleURL, to options: [ModuleURL.Option]) {
    func isOutdated(_ location: Location) -> Bool {
      location.sourceURL.isSamePage(as: source) && location.url.listOptions != options
    }
    guard recents.locations.contains(where: isOutdated) else { return }
    try? recents.change(waits: false) { locations in
      for index in locations.indices where isOutdated(locations[index]) {
        let former = locations[index]
        var url = former.sourceURL
        url.options += options
        locations[index] = Location(url: url, name: former.name, time: former.time)
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

  /// A location that was removed from a list, with its index.
  struct Removal: Equatable {
    let location: Location
    let kind: LocationList.Kind
    let index: Int
  }

  /// Removes a location from one of the lists.
  ///
  /// - Returns: The removal, which can be undone, or `nil` if the location was not removed.
  func remove(_ place: Location, from kind: LocationList.Kind) -> Removal? {
    var removal: Removal?
    attemptShowing { () throws(LocationList.LocationListError) in
      // Of several locations of one page, only the exact match is removed.
      try list(of: kind).change { locations in
        guard let index = locations.firstIndex(where: { $0.url == place.url }) else { return }
        removal = Removal(location: locations[index], kind: kind, index: index)
        locations.removeAll { $0.url == place.url }
      }
      // Another process may have removed it already.
      if removal != nil { onMessage?(localized("removed: \(place.title)"), false) }
    }
    return removal
  }

  /// Adds a removed location to its list again, at its former index.
  ///
  /// Does nothing if the list contains the location.
  func restore(_ removal: Removal) {
    attemptShowing { () throws(LocationList.LocationListError) in
      try list(of: removal.kind).change { locations in
        guard !locations.contains(where: { $0.url == removal.location.url }) else { return }
        locations.insert(removal.location, at: min(removal.index, locations.count))
      }
      onMessage?(localized("restored: \(removal.location.title)"), false)
    }
  }

  private func list(of kind: LocationList.Kind) -> LocationList {
    kind == .bookmarks ? bookmarks : recents
  }

  /// Performs a closure, and shows its error.
  private func attemptShowing(_ body: () throws(LocationList.LocationListError) -> Void) {
    do throws(LocationList.LocationListError) {
      try body()
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
