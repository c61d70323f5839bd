import Glibc
import Mocoa
import MocoaTestSupport
import Testing

@testable import MocoaBrowser

@MainActor
@Suite("Bookmarks and recent locations")
struct LocationStoreTests {
  @Test(
    "abbreviates the home folder in paths",
    arguments: [
      ("/home/a/b", "/home/a", "~/b"), ("/home/a/b", "/home/a/", "~/b"),
      ("/home/a", "/home/a", "~"),
      ("/home/ab", "/home/a", "/home/ab"), ("/b", "/", "/b"), ("/b", "", "/b"),
    ])
  func short(path: String, home: String, short: String) {
    #expect(XDGDirectory.short(path, home: home) == short)
  }

  @Test("titles distinguish locations in one file by their queries")
  func titles() throws {
    func title(_ excerpt: String) throws -> String {
      try Location(url: ModuleURL("mocoa://file/?path=/a.ndjson\(excerpt)"), name: "a").title
    }
    #expect(try title("") == "a")
    #expect(try title("&fields=year%20title") == "a · fields year title")
    #expect(try title("&group=%22year%22") == "a · grouped by year")
  }

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func place(_ url: String, _ name: String = "") throws -> Location {
    Location(url: try ModuleURL(url), name: name)
  }

  private var places: LocationStore { LocationStore(folder: folder.folder) }

  @Test("saves one URL and a one-line name for each location")
  func text() throws {
    let text = LocationListFormat(heading: "mocoa bookmarks 1")
    let all = [
      try place("mocoa://file/?path=/a%0Ab&filter=year%3E1959#3", "a\nb\t\u{1B}[2J ▸ 3"),
      try place("mocoa://music/"),
    ]
    let written = text.text(of: all)
    #expect(
      written == """
        mocoa bookmarks 1
        mocoa://file/?path=/a%0Ab&filter=year%3E1959#3\ta b  [2J ▸ 3
        mocoa://music/

        """)
    #expect(try text.locations(Array(written.utf8)).places == all)
    #expect(try text.locations(Array("mocoa bookmarks 1".utf8)).places == [])
    #expect(try text.locations([]).places == [], "nothing was written yet")
    let long = try place("mocoa://music/", String(repeating: "x", count: 10_000))
    #expect(long.name.count == 200)
  }

  @Test("saves the time at which a recent location was opened, and its latest query")
  func times() throws {
    let text = LocationListFormat(heading: "mocoa recents 1")
    let url = try ModuleURL("mocoa://file/?path=/a")
    let place = Location(url: url, name: "a", time: 1_764_000_000)
    let line = "mocoa recents 1\nmocoa://file/?path=/a\ta\t1764000000\n"
    #expect(text.text(of: [place]) == line)
    #expect(try text.locations(Array(line.utf8)).places == [place])
    #expect(try text.locations(Array("mocoa recents 1\nmocoa://a/\tb\tx\ty\n".utf8)).fault == nil)

    for time in ["-1", "\(Int.min)", "253402300800", "9223372036854775808"] {
      let line = "mocoa recents 1\nmocoa://a/\tb\t\(time)\n"
      #expect(try text.locations(Array(line.utf8)).places.map(\.time) == [nil], "\(time)")
    }

    let places = places
    places.recordOpened(place)
    let filter = ModuleURL.Option(name: "filter", value: "n>1")
    places.updateQuery(of: place.url, to: [filter])
    #expect(
      places.recents.locations.map(\.url.description) == ["mocoa://file/?path=/a&filter=n%3E1"])
    places.recordOpened(Location(url: place.url, name: "a", time: 1_764_000_001))
    #expect(places.recents.locations.map(\.url.listOptions) == [[filter]], "the query is kept")
    #expect(places.recents.locations.map(\.time) == [1_764_000_001])
    places.updateQuery(of: place.url, to: [])
    #expect(places.recents.locations.map(\.url) == [place.url])
    places.updateQuery(of: try ModuleURL("mocoa://file/?path=/b"), to: [filter])
    #expect(places.recents.locations.count == 1)
  }

  @Test("adds a removed location again at its former index")
  func restoring() throws {
    let places = places
    for name in ["c", "b", "a"] {
      places.recordOpened(try place("mocoa://file/?path=/\(name)", name))
    }
    let removal = try #require(places.remove(places.recents.locations[1], from: .recents))
    #expect(places.recents.locations.map(\.name) == ["a", "c"])
    places.restore(removal)
    places.restore(removal)
    #expect(places.recents.locations.map(\.name) == ["a", "b", "c"])
    #expect(places.remove(try place("mocoa://none/"), from: .bookmarks) == nil)
    // Another process has removed the location.
    let former = places.recents.locations[0]
    #expect(self.places.remove(former, from: .recents) != nil)
    places.onMessage = { text, _ in Issue.record("\(text)") }
    #expect(places.remove(former, from: .recents) == nil)
  }

  @Test(
    "reports an invalid file once and does not overwrite it",
    arguments: [
      ("\n", ":1: not a locations file of this version"),
      ("mocoa recents 1\n", ":1: not a locations file of this version"),
      ("mocoa bookmarks 1\r\nmocoa://a/", ":1: not a locations file of this version"),
      ("mocoa bookmarks 1\n\u{1B}[2J", ":2: invalid location: no \"://\""),
      ("mocoa bookmarks 1\nmocoa://a/\n\u{301}\n", ":3: invalid location: no \"://\""),
    ])
  func broken(text: String, reason: String) throws {
    let path = try folder.write("bookmarks", text)
    let error = #expect(throws: LocationList.LocationListError.self) {
      try places.toggleBookmark(place("mocoa://music/"))
    }
    #expect(error?.description.hasPrefix(path + reason) == true, "\(error?.description ?? "")")
    #expect(try folder.text(of: "bookmarks") == text)
    var said: [String] = []
    let kept = places
    kept.onMessage = { text, isWarning in if isWarning { said.append(text) } }
    kept.load()
    kept.load()
    #expect(said.count == 1, "once is enough")
  }

  @Test("rejects invalid UTF-8, pipes, folders and large files without changes")
  func hostile() throws {
    let path = folder.path(of: "bookmarks")
    func reason() throws -> String {
      let place = try place("mocoa://music/")
      let error = #expect(throws: LocationList.LocationListError.self) {
        try places.toggleBookmark(place)
      }
      return String((error?.description ?? "").dropFirst(path.count))
    }
    try folder.write("bookmarks", Array("mocoa bookmarks 1\n".utf8) + [0xFF, 0xFE])
    #expect(try reason() == ":1: not UTF-8")
    try folder.write("bookmarks", [UInt8](repeating: 10, count: 1 << 20 + 1))
    #expect(try reason() == ": not a mocoa state file")
    try folder.remove("bookmarks")
    try #require(mkfifo(path, 0o600) == 0)
    #expect(try reason() == ": not a mocoa state file")
    try folder.remove("bookmarks")
    try #require(mkdir(path, 0o700) == 0)
    #expect(try reason() == ": not a mocoa state file")
    try folder.removeFolder("bookmarks")
    try #require(symlink("bookmarks", path) == 0)
    #expect(try reason().hasPrefix(": cannot be read: "))
  }

  @Test("adds and removes a bookmark in a private file and preserves links")
  func bookmarks() throws {
    let real = try folder.write("real", "mocoa bookmarks 1\n")
    try #require(symlink(real, folder.path(of: "bookmarks")) == 0)
    let kept = places
    #expect(try kept.toggleBookmark(place("mocoa://music/?sort=a#3", "music")))
    #expect(try kept.toggleBookmark(place("mocoa://music/?sort=b#4")))
    #expect(kept.bookmarks.locations.map(\.url.fragment) == ["4", "3"])
    #expect(try !kept.toggleBookmark(place("mocoa://music/?sort=a#9", "other name")))
    #expect(try folder.text(of: "real") == "mocoa bookmarks 1\nmocoa://music/?sort=b#4\n")
    var status = stat()
    #expect(lstat(folder.path(of: "bookmarks"), &status) == 0 && status.st_mode & S_IFMT == S_IFLNK)
    #expect(stat(real, &status) == 0 && status.st_mode & 0o777 == 0o600)
  }

  @Test("lists the newest locations first, without duplicates, up to the limit")
  func recents() throws {
    let places = LocationStore(folder: folder.folder, recents: 3)
    for name in ["a", "b", "c", "a", "d"] {
      places.recordOpened(try place("mocoa://file/?path=/\(name)", name))
    }
    #expect(places.recents.locations.map(\.name) == ["d", "a", "c"])
    // An invalid line must not prevent a save or hide the other lines.
    try folder.write("recents", "mocoa recents 1\nmocoa://file/?path=/a\ta\nnot a url\n")
    let mended = LocationStore(folder: folder.folder, recents: 3)
    mended.load()
    #expect(mended.recents.locations.map(\.name) == ["a"])
    mended.recordOpened(try place("mocoa://file/?path=/b", "b"))
    #expect(
      try folder.text(of: "recents")
        == "mocoa recents 1\nmocoa://file/?path=/b\tb\nmocoa://file/?path=/a\ta\n")
    let none = LocationStore(folder: folder.folder, recents: 0)
    none.recordOpened(try place("mocoa://file/?path=/e"))
    #expect(try folder.text(of: "recents") == "mocoa recents 1\n")
  }

  @Test("limits the number and size of bookmarks")
  func full() throws {
    let lines = (0..<1000).map { "mocoa://music/?sort=\($0)\n" }
    try folder.write("bookmarks", "mocoa bookmarks 1\n" + lines.joined())
    let error = #expect(throws: LocationList.LocationListError.self) {
      try places.toggleBookmark(place("mocoa://music/"))
    }
    #expect(error == .full(1000))
    #expect(try !places.toggleBookmark(place("mocoa://music/?sort=7#1")))
    try folder.write("bookmarks", "mocoa bookmarks 1\n")
    let huge = try place("mocoa://music/#" + String(repeating: "x", count: 1 << 20))
    #expect(throws: LocationList.LocationListError.full(0)) { try places.toggleBookmark(huge) }
    #expect(try folder.text(of: "bookmarks") == "mocoa bookmarks 1\n")
  }

  @Test("concurrent processes do not lose each other's changes")
  func together() throws {
    let (one, other) = (places, places)
    one.load()
    other.load()
    #expect(try one.toggleBookmark(place("mocoa://a/")))
    #expect(try other.toggleBookmark(place("mocoa://b/")))
    #expect(try !one.toggleBookmark(place("mocoa://b/")))
    #expect(try other.toggleBookmark(place("mocoa://c/")))
    other.load()
    #expect(other.bookmarks.locations.map(\.url.domain) == ["c", "a"])
  }

  @Test("waits a limited time for the lock of another process")
  func locked() throws {
    let descriptor = open(folder.folder, O_RDONLY | O_DIRECTORY)
    defer { close(descriptor) }
    try #require(flock(descriptor, LOCK_EX) == 0)
    let error = #expect(throws: LocationList.LocationListError.self) {
      try places.toggleBookmark(place("mocoa://a/"))
    }
    #expect(error == .busy(folder.path(of: "bookmarks")))
    try #require(flock(descriptor, LOCK_UN) == 0)
    #expect(try places.toggleBookmark(place("mocoa://a/")))
  }

  @Test("creates the folder for the first bookmark and requires a home folder")
  func homes() throws {
    let deep = LocationStore(folder: folder.path(of: "state/mocoa"))
    #expect(try deep.toggleBookmark(place("mocoa://a/")))
    try folder.remove("state/mocoa/bookmarks")
    try folder.removeFolder("state/mocoa")
    try folder.removeFolder("state")
    #expect(throws: LocationList.LocationListError.noHome) {
      try LocationStore().toggleBookmark(place("mocoa://a/"))
    }
    let unwritable = LocationStore(folder: "/dev/null/mocoa")
    let error = #expect(throws: LocationList.LocationListError.self) {
      try unwritable.toggleBookmark(place("mocoa://a/"))
    }
    #expect(error?.description.hasPrefix("/dev/null/mocoa/bookmarks: cannot be ") == true)
  }
}
