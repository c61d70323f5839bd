import Glibc
import Mocoa
import MocoaModel
import MocoaTerminal
import MocoaTestSupport
import Synchronization
import Testing

@testable import MocoaBrowser
@testable import MocoaFiles

@MainActor
@Suite("The home screen")
struct HomePageTests {
  private let folder: TemporaryFolder
  private let state: TemporaryFolder
  private let locations: LocationStore
  private let file: String

  init() throws {
    folder = try TemporaryFolder()
    state = try TemporaryFolder()
    locations = LocationStore(folder: state.folder)
    file = try folder.write("a.ndjson", #"{"id": 1, "n": 1}"# + "\n" + #"{"id": 2, "n": 2}"#)
  }

  private func robot(
    at url: String = "mocoa://home/", columns: Int = 80, rows: Int = 24,
    _ surroundings: Surroundings? = nil, theme: Theme = .standard
  ) async throws -> BrowserRobot {
    let clock = ManualClock()
    let robot = try await BrowserRobot(
      url, columns: columns, rows: rows,
      registry: Launch.registry(clock: clock, locations: locations, in: surroundings),
      clock: clock, theme: theme, places: locations)
    robot.browser.motion = .off
    robot.browser.setNeedsDisplay()
    robot.browser.navigator.home = ModuleURL.home
    return robot
  }

  private func save(_ names: String..., minutes: Int = 12) throws {
    for name in names.reversed() {
      let path = name == "a.ndjson" ? file : try folder.write(name, "id,n\n1,2\n")
      locations.recordOpened(
        Location(
          url: try ModuleURL("mocoa://file/?path=\(path)"), name: name,
          time: LocalTime.now - minutes * 60 - 5))
    }
  }

  // Checks 1 and 7 of the home screen.
  @Test("shows three example commands and no registration if no location is saved")
  func firstRun() async throws {
    let robot = try await robot(Surroundings(folder: folder.folder, searchPath: "/nonexistent"))
    await robot.sees("the complete heading") {
      robot.rows.count > 7 && robot.rows[7].hasPrefix(" Here \(folder.folder.prefix(20))")
    }
    #expect(
      robot.rows[1]
        == " Open any list: JSON, logs, CSV, SQLite, a folder, the output of a command.")
    #expect(robot.rows.count { $0.hasPrefix("   mocoa ") || $0.contains("| mocoa ") } == 3)
    #expect(!robot.rows.contains { $0.contains("mocoa://") })
    #expect(robot.rows[8].hasPrefix(" ▌ 1 This folder"))
    #expect(robot.rows[9].hasPrefix("   2 a.ndjson"))
    #expect(robot.rows[10].hasPrefix(" Try ─"))
    #expect(robot.rows.last?.hasPrefix(" 1–6 open  ↵ open") == true)
  }

  // Checks 2 and 3.
  @Test("begins with the newest recent file, and shows ages at the right")
  func recents() async throws {
    try save("a.ndjson", "b.csv")
    let robot = try await robot()
    await robot.sees { $0.hasPrefix(" ▌ 1 a.ndjson") && $0.contains("35 B") }
    await robot.sees { $0.hasPrefix("   2 b.csv") }
    #expect(robot.rows[1].hasPrefix(" Continue ─"))
    #expect(robot.rows[2].hasSuffix("35 B  12 min"))
    #expect(robot.rows[3].hasPrefix("   2 b.csv"))
    #expect(Canvas.columns(of: robot.rows[2], atMost: 100) == 79, "one column stays free")
    #expect(robot.rows[4].hasPrefix(" Start ─"))
  }

  // Check 4.
  @Test("opens an item by its number")
  func numbers() async throws {
    try save("a.ndjson", "b.csv", "c.csv")
    let robot = try await robot()
    await robot.type("3")
    await robot.sees("mocoa ▸ c.csv")
    await robot.type(":home\r")
    await robot.sees("Continue")
    #expect(robot.rows[2].contains("1 c.csv"), "it is the newest now")
    await robot.type("9")
    #expect(robot.browser.navigator.focusedPage is HomePage)
  }

  // Check 5.
  @Test("marks a missing file as gone and does not open it")
  func missing() async throws {
    try save("b.csv")
    try folder.remove("b.csv")
    let robot = try await robot()
    await robot.sees { $0.hasSuffix("  gone") }
    await robot.press(KeyPress(.enter))
    #expect(robot.rows.suffix(2).joined().contains("no longer exists (D removes the entry)"))
    await robot.type("1")
    #expect(robot.rows.suffix(2).joined().contains("no longer exists (D removes the entry)"))
    #expect(robot.browser.navigator.focusedPage is HomePage)
    await robot.type("D")
    #expect(!robot.rows.contains { $0.contains("gone") })
  }

  // Check 6.
  @Test("runs no program before Enter")
  func idle() async throws {
    let mark = folder.path(of: "ran")
    let program = try folder.write("ps", "#!/bin/sh\n>'\(mark)'\nexec echo one process\n")
    try #require(chmod(program, 0o700) == 0)
    let robot = try await robot(Surroundings(folder: nil, searchPath: folder.folder))
    await robot.sees("ps, every 2 s")
    await settle()
    #expect(access(mark, F_OK) != 0)
  }

  @Test("D removes a saved location, and U adds it again at its former index")
  func undo() async throws {
    try save("a.ndjson", "b.csv", "c.csv")
    let robot = try await robot()
    await robot.type("j")
    #expect(robot.rows.last?.contains("D remove") == true)
    #expect(robot.rows.last?.contains("U undo") == false)
    await robot.type("D")
    #expect(robot.rows.last?.contains("removed: b.csv") == true)
    #expect(locations.recents.locations.map(\.name) == ["a.ndjson", "c.csv"])
    await robot.type("U")
    #expect(robot.rows.last?.contains("restored: b.csv") == true)
    #expect(locations.recents.locations.map(\.name) == ["a.ndjson", "b.csv", "c.csv"])
    #expect(locations.recents.locations.allSatisfy { $0.time != nil })
    await robot.type("j")
    #expect(robot.rows.last?.contains("U undo") == false)
  }

  @Test("continues a file with its last filter")
  func query() async throws {
    try save("a.ndjson")
    let robot = try await robot()
    await robot.type("1")
    await robot.sees("1/2")
    await robot.type("fn>1\r")
    await robot.sees("1/1 of 2")
    await robot.type(":home\r")
    await robot.sees("Continue")
    #expect(robot.rows[2].contains("n>1"))
    await robot.type("1")
    await robot.sees("1/1 of 2")
    #expect(robot.rows.last?.hasSuffix(" n>1") == true)
    await robot.press(KeyPress(.escape))
    await robot.type(":home\r")
    await robot.sees("Continue")
    #expect(!robot.rows[2].contains("n>1"))
  }

  @Test("keeps the filter of a file that is opened again without changes")
  func keptQuery() async throws {
    try save("a.ndjson")
    let url = "mocoa://file/?path=\(file)"
    var robot = try await robot(at: url)
    await robot.sees("1/2")
    await robot.type("fn>1\r")
    await robot.sees("1/1 of 2")
    await robot.type("Q")
    #expect(locations.recents.locations.map(\.url.listOptions.count) == [1])
    robot = try await self.robot(at: url)
    await robot.sees("1/2")
    await robot.type("jQ")
    #expect(locations.recents.locations.map(\.url.listOptions.count) == [1])
    // A filter that was entered and removed replaces the former one.
    robot = try await self.robot(at: url)
    await robot.sees("1/2")
    await robot.type("fn>0\r")
    await robot.sees("1/2 of 2")
    await robot.press(KeyPress(.escape))
    await robot.type("Q")
    #expect(locations.recents.locations.map(\.url.listOptions) == [[]])
  }

  @Test("is complete before the file system of a saved location responds")
  func deadMount() async throws {
    try save("a.ndjson")
    let isReleased = Atomic(false)
    let registry = ModuleRegistry()
    HomePage.register(
      in: registry, follows: false, locations: locations,
      suppliers: .init(
        sections: [{ [HomeSection(.machine, [BuiltInCommand.disks.homeEntry])] }],
        status: { _ in
          while !isReleased.load(ordering: .relaxed) { usleep(1000) }
          return .missing
        }))
    let navigator = Navigator(registry: registry)
    let page = try #require(
      try navigator.push(ModuleURL(HomePage.address)) as? HomePage)
    var isLoaded = false
    page.onInitialLoad { _ in isLoaded = true }
    await eventually("the sections") { isLoaded }
    let names = page.list.snapshot.sections.flatMap { section in
      (0..<section.items.count).compactMap { (section.items.element(at: $0) as? HomeEntry)?.name }
    }
    #expect(names.contains("Disks") && names.contains("a.ndjson"))
    isReleased.store(true, ordering: .relaxed)
  }

  @Test("opens the prompt, the help, the settings and the modules")
  func program() async throws {
    let robot = try await robot(rows: 30)
    func go(to name: String) async {
      await robot.type("/\(name)\r")
      await robot.sees { $0.hasPrefix(" ▌") && $0.contains(name) }
      await robot.press(KeyPress(.enter))
    }
    await go(to: "Open…")
    #expect(robot.browser.hasPrompt)
    await robot.press(KeyPress(.escape))
    await go(to: "Keys")
    #expect(robot.rows[0].hasPrefix(" mocoa ▸ help"))
    await robot.press(KeyPress(.escape))
    await go(to: "Modules")
    #expect(robot.rows[0].hasPrefix(" mocoa ▸ modules"))
  }

  @Test("shows all recent locations on another page")
  func all() async throws {
    try save("a.ndjson", "b.csv", "c.csv", "d.csv", "e.csv", "f.csv")
    let robot = try await robot()
    #expect(robot.rows[7].hasPrefix("     More…"))
    #expect(robot.rows[7].contains("all 6"))
    await robot.type("jjjjj\r")
    #expect(robot.rows[0].hasPrefix(" mocoa ▸ Continue"))
    #expect(robot.rows[7].contains("f.csv"))
    await robot.type("h")
    #expect(robot.rows[7].hasPrefix("     More…") || robot.rows[7].hasPrefix(" ▌   More…"))
  }

  @Test("shows names and ages in a small window, and the cursor in every window")
  func small() async throws {
    try save("a.ndjson", "b.csv")
    let robot = try await robot(columns: 40, rows: 12)
    await robot.sees { $0 == " ▌ 1 a.ndjson                    12 min" }
    for (columns, rows) in [(20, 5), (10, 3), (4, 2), (1, 1)] {
      robot.backend.send(.resize(Size(columns: columns, rows: rows)))
      await settle()
      #expect(robot.backend.screen?.size == Size(columns: columns, rows: rows))
      if columns > 1 { #expect(robot.rows.contains { $0.contains("▌") }) }
    }
  }

  // Check 8.
  @Test("has two columns in a wide window, between which the cursor moves")
  func wide() async throws {
    try save("a.ndjson", "b.csv", "c.csv")
    let robot = try await robot(columns: 200, rows: 50)
    await robot.sees("35 B")
    #expect(robot.rows[1].hasPrefix(" Continue ──"))
    #expect(robot.rows[1].dropFirst(100).hasPrefix("  Start ──"))
    #expect(robot.rows[2].hasPrefix(" ▌ 1 a.ndjson"))
    #expect(robot.rows[2].contains("     Open…"))
    await robot.press(KeyPress(.right))
    #expect(robot.rows[2].hasPrefix("   1 a.ndjson"))
    #expect(robot.rows[2].contains(" ▌   Open…"))
    await robot.type("j")
    await robot.press(KeyPress(.left))
    #expect(robot.rows.count { $0.contains("▌") } == 1)
    #expect(robot.rows[4].hasPrefix(" ▌ 3 c.csv"), "the nearest row")
    await robot.type("j")
    #expect(robot.rows[2].contains(" ▌   Open…"), "the list continues in the second column")
    robot.backend.send(.resize(Size(columns: 80, rows: 24)))
    await robot.sees { $0.hasPrefix(" Start ─") }
    #expect(robot.rows[6].hasPrefix(" ▌   Open…"))
  }

  @Test("sends few glyphs for a cursor step")
  func costs() async throws {
    try save("a.ndjson", "b.csv", "c.csv")
    let robot = try await robot(theme: .standard)
    await robot.type("j")
    await robot.type("j")
    let glyphs = try #require(robot.backend.glyphsWritten.last)
    #expect(glyphs <= 60, "\(glyphs)")
  }
}

@MainActor
@Suite("The modules page")
struct HomeModulesTests {
  @Test("lists one row per URL with its kind, origin and types")
  func table() async throws {
    let robot = try await BrowserRobot("mocoa://modules/", columns: 120, rows: 24)
    #expect(robot.rows[1].hasPrefix("   url"))
    #expect(robot.rows.contains { $0.contains("mocoa://home/:/header:") && $0.contains("header") })
    await robot.type("fkind=page url:music/$\r")
    await robot.press(KeyPress(.enter))
    #expect(robot.rows[0].hasPrefix(" mocoa ▸ music"))
  }
}
