import Glibc
import Mocoa
import MocoaModel
import MocoaTerminal
import MocoaTestSupport
import Testing

@testable import MocoaBrowser

@MainActor
@Suite("Bookmarks and recent files")
struct BookmarkTests {
  private let folder: TemporaryFolder
  private let state: TemporaryFolder
  private let places: LocationStore
  private let file: String

  init() throws {
    folder = try TemporaryFolder()
    state = try TemporaryFolder()
    places = LocationStore(folder: state.folder)
    file = try folder.write("a.ndjson", #"{"id": 1, "n": 1}"# + "\n" + #"{"id": 2, "n": {"x": 3}}"#)
  }

  private func robot(_ url: String, _ places: LocationStore? = nil) async throws -> BrowserRobot {
    let robot = try await BrowserRobot(url, columns: 80, rows: 14, places: places ?? self.places)
    robot.browser.motion = .off
    robot.browser.navigator.home = ModuleURL.home
    return robot
  }

  @Test("B toggles a bookmark for the page and the current item")
  func bookmark() async throws {
    let robot = try await robot("mocoa://file/?path=\(file)&sort=-n")
    await robot.sees("1/2")
    await robot.type("jB")
    #expect(robot.rows.last?.contains("bookmark added: a.ndjson") == true)
    #expect(
      places.bookmarks.locations.map(\.url.description) == [
        "mocoa://file/?path=\(file)&sort=-n#0"
      ])
    await robot.type("s")
    await robot.press(.control("u"))
    await robot.type("n\r:bookmark\r")
    #expect(robot.browser.message?.text == "bookmark added: a.ndjson · sorted by n")
    #expect(places.bookmarks.locations.count == 2, "another order is another place")
    await robot.type("kB")
    #expect(robot.rows.last?.contains("bookmark removed: a.ndjson") == true)
    #expect(places.bookmarks.locations.map { $0.url["sort"] } == ["-n"])
  }

  @Test("rejects a piped page and a user without a home folder")
  func refusing() async throws {
    let robot = try await robot("mocoa://file/?path=/dev/null")
    await robot.type("B")
    #expect(robot.rows.last?.contains("this page has no URL") == true)
    let homeless = try await self.robot("mocoa://music/", LocationStore())
    await homeless.type("B")
    #expect(homeless.rows.suffix(2).joined().contains("set HOME or XDG_STATE_HOME"))
  }

  @Test("removes one of several bookmarks of the same list at a time")
  func twins() throws {
    let urls = try (1...3).map { try ModuleURL("mocoa://file/?path=\(file)#\($0)") }
    try places.bookmarks.change { $0 = urls.map { Location(url: $0, name: "a") } }
    #expect(try !places.toggleBookmark(Location(url: urls[1], name: "a")))
    #expect(places.bookmarks.locations.map(\.url) == [urls[0], urls[2]])
    #expect(try !places.toggleBookmark(Location(url: urls[1], name: "a")))
    #expect(places.bookmarks.locations.map(\.url) == [urls[2]])
  }

  @Test("precede all other items on the home page, and Enter restores their state")
  func home() async throws {
    let url = "mocoa://file/?path=\(file)&filter=n%3D1&sort=n"
    _ = try places.toggleBookmark(Location(url: ModuleURL(url + "#0"), name: "a.ndjson"))
    _ = try places.toggleBookmark(Location(url: ModuleURL("mocoa://music/artist?id=1"), name: ""))
    places.recordOpened(
      Location(url: try ModuleURL("mocoa://file/?path=\(file)"), name: "a.ndjson"))
    let robot = try await robot("mocoa://home/")
    #expect(robot.rows[1].hasPrefix(" Continue ─"))
    #expect(robot.rows[2].contains("▌ 1 a.ndjson "))
    #expect(robot.rows[3].hasPrefix(" Bookmarks ─"))
    #expect(robot.rows[4].contains("  2 mocoa://music/artis…"))
    #expect(robot.rows[5].contains("  3 a.ndjson ") && robot.rows[5].contains("  n=1 · n ▲"))
    #expect(robot.rows[6].hasPrefix(" Start ─"))
    await robot.type("jjl")
    await robot.sees("the filter and the order") {
      robot.rows[0].hasSuffix("1/1 of 2") && robot.rows.last?.hasSuffix("  n=1") == true
        && robot.rows[1].contains("n▲*")
    }
  }

  @Test("D removes the location under the cursor and is offered only there")
  func forgetting() async throws {
    _ = try places.toggleBookmark(Location(url: ModuleURL("mocoa://music/"), name: "music"))
    let robot = try await robot("mocoa://home/")
    #expect(robot.rows.last?.contains("D remove") == true)
    await robot.type("?")
    #expect(robot.rows.contains { $0.contains(" D ") && $0.contains("  remove") })
    await robot.type("?D")
    #expect(robot.rows.last?.contains("removed: music") == true)
    #expect(robot.rows.contains { $0.hasPrefix(" Try ─") })
    #expect(try state.text(of: "bookmarks") == "mocoa bookmarks 1\n")
    await robot.type("j")
    #expect(robot.rows.last?.contains("D remove") == false)
  }

  @Test("records opened sources as a whole, newest first")
  func recents() async throws {
    let robot = try await robot("mocoa://file/?path=\(file)&filter=n&id=n#1")
    await robot.sees("the place is kept") { places.recents.locations.count == 1 }
    #expect(
      places.recents.locations[0].url.description == "mocoa://file/?path=\(file)&id=n&filter=n")
    #expect(places.recents.locations[0].time != nil)
    await robot.type(":mocoa://folder/?path=\(folder.folder)\r")
    await robot.sees("the folder is kept") { places.recents.locations.count == 2 }
    // A value inside the file belongs to the same source.
    await robot.type(":mocoa://file/?path=\(file)&id=n&at=/1\r")
    await robot.sees("the file is first") { places.recents.locations[0].url["path"] == file }
    #expect(places.recents.locations.count == 2)
    await robot.type(":mocoa://music/\r:mocoa://file/?path=/dev/null\r:/no/file.json\r")
    await robot.type(":home\r")
    await robot.sees("home") { robot.rows.contains { $0.hasPrefix(" Continue ─") } }
    #expect(
      places.recents.locations.map(\.name) == [
        "a.ndjson", folder.folder.split(separator: "/").last.map(String.init),
      ])
  }

  @Test("does not record a folder that the user only passes through")
  func passing() async throws {
    try #require(mkdir(folder.path(of: "one"), 0o700) == 0)
    try #require(mkdir(folder.path(of: "one/two"), 0o700) == 0)
    defer {
      unlink(folder.path(of: "one/two/b.ndjson"))
      rmdir(folder.path(of: "one/two"))
      rmdir(folder.path(of: "one"))
    }
    try folder.write("one/two/b.ndjson", #"{"id": 1}"#)
    let robot = try await robot("mocoa://folder/?path=\(folder.folder)")
    await robot.sees("the first folder is kept") { places.recents.locations.count == 1 }
    await robot.sees("one/")
    await robot.type("/^one\rl")
    await robot.sees("two/")
    await robot.type("l")
    await robot.sees("b.ndjson")
    await robot.type("l")
    await robot.sees("the file is kept") { places.recents.locations.first?.name == "b.ndjson" }
    await robot.type("h")
    await robot.sees("b.ndjson")
    await settle()
    #expect(places.recents.locations.count == 2)
    await robot.type("m")
    #expect(places.recents.locations.first?.name == "two", "there something was marked")
    await robot.type("h")
    await robot.sees("two/")
    await settle()
    #expect(places.recents.locations.count == 3)
    await robot.type("Q")
    #expect(places.recents.locations.map(\.name).prefix(3) == ["one", "two", "b.ndjson"])
  }

  @Test("logs a write error without a message")
  func unkept() async throws {
    let robot = try await robot("mocoa://file/?path=\(file)", LocationStore(folder: "/proc/mocoa"))
    await robot.sees("1/2")
    await settle()
    #expect(robot.browser.message == nil)
    await robot.type("~")
    await robot.sees("/proc/mocoa/recents: cannot be written")
    await robot.type("~B")
    await robot.sees("/proc/mocoa/bookmarks: cannot be written")
  }

  @Test("keeps a missing file, and shows an error when it is opened")
  func gone() async throws {
    let path = folder.path(of: "gone.json")
    _ = try places.toggleBookmark(
      Location(url: ModuleURL("mocoa://file/?path=\(path)"), name: "gone"))
    let robot = try await robot("mocoa://home/")
    await robot.press(KeyPress(.enter))
    #expect(robot.rows.last?.contains("gone.json") == true)
    #expect(robot.rows[2].contains("▌ 1 gone"))
  }

  @Test("reads the saved locations only when the home page is shown")
  func reading() throws {
    _ = try LocationStore(folder: state.folder).toggleBookmark(
      Location(url: ModuleURL("mocoa://music/"), name: "music"))
    let registry = Launch.registry(locations: places)
    let home = try #require(ModuleURL.home)
    let page = HomePage(
      url: home, registry: registry, follows: false, locations: places, suppliers: .init())
    #expect(places.bookmarks.locations.isEmpty)
    let navigator = Navigator(registry: registry)
    let shown = try #require(try navigator.push(home) as? ListPageViewModel)
    #expect(places.bookmarks.locations.count == 1)
    #expect(shown.list.snapshot.sections.first?.id == "bookmarks")
    withExtendedLifetime(page) {}
  }

  @Test("shows locations that another process saves, and read errors")
  func following() async throws {
    let robot = try await robot("mocoa://home/")
    #expect(robot.rows[1].hasPrefix(" Open any list"))
    let other = LocationStore(folder: state.folder)
    _ = try other.toggleBookmark(Location(url: ModuleURL("mocoa://music/"), name: "other"))
    places.load()
    await robot.sees { $0.contains("1 other ") && $0.contains("mocoa://music/") }
    try state.write("bookmarks", "?")
    places.load()
    await robot.sees("bookmarks:1: not a locations file of this version")
    #expect(robot.rows.contains { $0.contains("1 other ") })
  }

  @Test("line mode adds bookmarks by word and removes them by letter")
  func lines() async throws {
    let user = try await LineModeDriver(
      "mocoa://music/", registry: Launch.registry(locations: places))
    user.browser.places = places
    user.browser.navigator.home = ModuleURL.home
    #expect(await user.type("copy-url").first?.hasPrefix("mocoa://music/#") == true)
    #expect(await user.type("bookmark") == ["bookmark added: music"])
    #expect(await user.type("home").contains { $0.hasPrefix("1  music") })
    #expect(await user.type("open 1 D").contains("removed: music"))
    #expect(places.bookmarks.locations.isEmpty)
  }
}
