internal import MocoaLanguage
internal import Mocoa
internal import MocoaData
internal import MocoaModel

/// The places that the user has bookmarked, and those that were opened last.
@MainActor
final class Places {
  let bookmarks: PlaceList
  let recents: PlaceList

  /// Says something of them, in one line; a warning is about what could not be done.
  var tell: (@MainActor (_ text: String, _ isWarning: Bool) -> Void)?

  /// What was said to be wrong: once is enough.
  private var faults: Set<String> = []

  /// So many are kept of those that were opened last, unless the user says otherwise.
  nonisolated static let recentLimit = 50

  private static let bookmarkLimit = 1000

  /// The places in a folder; nil for somebody without a home.
  init(folder: String? = nil, recents limit: Int = recentLimit) {
    bookmarks = PlaceList(.bookmarks, in: folder, limit: Self.bookmarkLimit)
    recents = PlaceList(.recents, in: folder, limit: limit)
  }

  /// Both lists.
  var lists: [PlaceList] { [bookmarks, recents] }

  /// Reads both as they are now.
  func load() {
    for list in lists { attempt { () throws(PlaceList.Fault) in try list.load() } }
  }

  /// Calls when the files may be others than they were, for as long as it is held; nil where nothing is
  /// kept, or the system has no watches left.
  func watch() -> FileChanges? {
    let paths = lists.compactMap(\.path)
    return paths.isEmpty ? nil : FileChanges(of: paths) { [weak self] in self?.load() }
  }

  /// Puts a place before all that were opened, once; what is wrong with those that were kept is said.
  ///
  /// - Parameter unkept: is told why it cannot be kept, which nobody has asked for.
  func noteOpened(_ place: Place, unkept: @MainActor (String) -> Void = { _ in }) {
    guard recents.path != nil else { return }
    attempt { () throws(PlaceList.Fault) in
      do throws(PlaceList.Fault) {
        // Nobody has asked for it, nor is to wait.
        try recents.change(waits: false) { places in
          places.removeAll { $0.isSame(as: place) }
          places.insert(place, at: 0)
        }
      } catch .busy(let path) {
        unkept("\(PlaceList.Fault.busy(path))")
      } catch .file(let path, .unwritable(let code)) {
        unkept("\(PlaceList.Fault.file(path, .unwritable(code)))")
      }
    }
  }

  /// Bookmarks a place, or takes its bookmark away, wherever the cursor is by now.
  ///
  /// - Returns: whether it is bookmarked now.
  func toggleBookmark(_ place: Place) throws(PlaceList.Fault) -> Bool {
    var isNew = false
    try bookmarks.change { places in
      // Of several that show the same, as earlier versions have kept them, one is taken away.
      let former =
        places.firstIndex { $0.url == place.url } ?? places.firstIndex { $0.isSame(as: place) }
      isNew = former == nil
      if let former { places.remove(at: former) } else { places.insert(place, at: 0) }
    }
    return isNew
  }

  /// Keeps a place no more.
  func forget(_ place: Place, in kind: PlaceList.Kind) {
    let list = kind == .bookmarks ? bookmarks : recents
    do throws(PlaceList.Fault) {
      // Of two that show the same, only the one that was meant.
      try list.change { $0.removeAll { $0.url == place.url } }
      tell?(phrase("forgotten: \(place.title)"), false)
    } catch {
      tell?("\(error)", true)
    }
  }

  private func attempt(_ body: () throws(PlaceList.Fault) -> Void) {
    do throws(PlaceList.Fault) {
      try body()
    } catch {
      if faults.insert("\(error)").inserted { tell?("\(error)", true) }
    }
  }
}
