import Mocoa
import MocoaTerminal
import MocoaTestSupport
import Testing

@testable import MocoaBrowser

@MainActor
@Suite("The browser")
struct BrowserTests {
  @Test("shows the breadcrumb, the list and the available keys")
  func screen() async throws {
    let robot = try await BrowserRobot("mocoa://music/artist/album?id=107", columns: 50, rows: 10)
    #expect(
      robot.rows == [
        " mocoa ▸ music ▸ Miles Davis ▸ Kind of Blue   1/5",
        " Side A ──────────────────────────────── 3 tracks",
        " ▌  1  So What                               9:22",
        "    2  Freddie Freeloader                    9:46",
        "    3  Blue in Green                         5:37",
        " Side B ──────────────────────────────── 2 tracks",
        "    4  All Blues                            11:33",
        "    5  Flamenco Sketches                     9:26",
        "",
        " f filter  / search  : go to  ? help",
      ])
  }

  @Test("omits the breadcrumb, then the status line in small windows")
  func smallWindows() async throws {
    let (path, side, song, keys) = (
      " Kind of Blue   1/5", " Side A ── 3 tracks", " ▌  1  So W…   9:22", " f filter  ? help"
    )
    for expected in [[song], [song, keys], [side, song, keys], [path, side, song, keys]] {
      let robot = try await BrowserRobot(
        "mocoa://music/artist/album?id=107", columns: 20, rows: expected.count)
      #expect(robot.rows == expected)
    }
  }

  @Test("draws the music sample as recorded in two sizes")
  func music() async throws {
    for (columns, rows) in [(80, 24), (20, 5)] {
      let robot = try await BrowserRobot("mocoa://music/", columns: columns, rows: rows)
      let screen = try #require(robot.backend.screen)
      expectSnapshot(screen, named: "music-\(columns)x\(rows)")
    }
  }

  @Test("shortens the middle of a long breadcrumb")
  func shortPath() async throws {
    let robot = try await BrowserRobot("mocoa://music/artist/album?id=107", columns: 34, rows: 5)
    #expect(robot.rows[0] == " mocoa ▸ … ▸ Kind of Blue     1/5")
  }

  @Test("removes a message at the next key")
  func messages() async throws {
    let robot = try await BrowserRobot("mocoa://music/artist/album?id=107")
    await robot.press(KeyPress(.enter))
    #expect(robot.rows.last == " nothing to open (v shows all of it)")
    await robot.press(KeyPress(.down))
    #expect(robot.rows.last?.hasPrefix(" f filter  / search  ") == true)
    await robot.press(.control("c"))
    #expect(robot.rows.last == " q quits")
  }

  @Test("scrolls a long prompt, and closes an empty one on deletion")
  func prompt() async throws {
    let robot = try await BrowserRobot("mocoa://music/", columns: 20, rows: 6)
    await robot.type(":mocoa://music/artist?id=5")
    #expect(
      robot.rows.last == ": //music/artist?id=5" || robot.rows.last?.hasSuffix("id=5") == true)
    #expect(robot.backend.cursor?.row == 5)
    await robot.press(KeyPress(.enter))
    #expect(robot.rows[0] == " John Coltrane  1/7")
    #expect(robot.backend.cursor == nil)
    await robot.type(":")
    await robot.press(KeyPress(.backspace))
    #expect(robot.backend.cursor == nil)
  }

  @Test("lists every key with a description in the help")
  func help() async throws {
    let robot = try await BrowserRobot("mocoa://music/", columns: 100, rows: 100)
    await robot.type("?")
    for binding in KeyBindings.global.bindings {
      guard let help = binding.help else { continue }
      #expect(robot.rows.contains { $0.contains("  " + help) }, "\(help)")
    }
    await robot.press(KeyPress(.escape))
    #expect(robot.rows[0].hasPrefix(" mocoa ▸ music  "))
  }

  @Test("lays out the help again after a resize")
  func resizedHelp() async throws {
    let robot = try await BrowserRobot("mocoa://music/", columns: 100, rows: 80)
    await robot.type("?")
    let wide = robot.rows
    robot.backend.send(.resize(Size(columns: 30, rows: 80)))
    await settle()
    let narrow = robot.rows
    await robot.press(KeyPress(.escape))
    await robot.type("?")
    #expect(robot.rows == narrow)
    robot.backend.send(.resize(Size(columns: 100, rows: 80)))
    await settle()
    #expect(robot.rows == wide)
  }

  @Test("binds each key and each command word once")
  func keys() {
    let keys = KeyBindings.standard
    for table in [keys.global, keys.panel, keys.inspector, KeyBindings.prompt] {
      let keys = table.bindings.flatMap(\.keys)
      #expect(Set(keys).count == keys.count)
    }
    let words = Command.table.flatMap { [$0.name] + $0.aliases }
    #expect(Set(words).count == words.count)
    let actions = Command.table.compactMap(\.action)
    #expect(Set(actions).count == actions.count)
  }

  @Test("marks generic cells and shows hidden ones in debug mode")
  func debugging() async throws {
    let robot = try await BrowserRobot("mocoa://music/", columns: 60, rows: 10)
    await robot.type("G")
    #expect(robot.rows.last?.hasSuffix("4 hidden (d shows)") == true)
    await robot.type("dG")
    #expect(robot.rows.contains { $0.hasPrefix("  ┆ placeholder  music/:/bootleg") })
    await robot.type("d")
    #expect(!robot.rows.contains { $0.contains("placeholder") })
    #expect(!robot.rows.contains { $0.contains("┆") }, "the sample has modules of its own")
  }

  @Test("marks records without a module in debug mode")
  func genericRecords() async throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("songs.ndjson", "{\"title\": \"One\"}\n{\"title\": \"Two\"}")
    let robot = try await BrowserRobot("mocoa://file/?path=\(path)", columns: 30, rows: 5)
    await robot.sees("the records") { robot.rows.count == 5 && robot.rows[2] == "   Two" }
    #expect(robot.rows[1] == " ▌ One")
    await robot.type("d")
    #expect(robot.rows[1...2] == [" ▌┆ generic  One", "  ┆ generic  Two"])
    await robot.type("d")
    #expect(robot.rows[1...2] == [" ▌ One", "   Two"])
  }

  @Test("rejects an unknown page, or shows a placeholder in debug mode")
  func unknownPage() async throws {
    let robot = try await BrowserRobot("mocoa://music/")
    await robot.type(":mocoa://nowhere/x")
    await robot.press(KeyPress(.enter))
    #expect(robot.rows.last == " ! mocoa://nowhere/x: no such module")
    #expect(robot.rows[0].hasPrefix(" mocoa ▸ music"))
    await robot.type("d:mocoa://nowhere/x")
    await robot.press(KeyPress(.enter))
    #expect(robot.rows[1] == "  ┆ placeholder  mocoa://nowhere/x")
    #expect(robot.rows[2] == "  ┆ mocoa://nowhere/x: no such module")
    await robot.type("q")
    #expect(robot.rows[0].hasPrefix(" mocoa ▸ music"))
    await robot.type("q")
    #expect(try await robot.status == 0)
  }

  @Test("keeps the cursor of a page while another page is shown")
  func keepsCursor() async throws {
    let robot = try await BrowserRobot("mocoa://music/")
    await robot.type("jjjj")
    let before = robot.rows
    await robot.press(KeyPress(.enter))
    #expect(robot.rows != before)
    await robot.press(KeyPress(.backspace))
    #expect(robot.rows == before)
  }

  @Test("writes only changed cells when the cursor moves by one")
  func writesLittle() async throws {
    let robot = try await BrowserRobot("mocoa://music/artist/album?id=107", columns: 200, rows: 50)
    await robot.press(KeyPress(.down))
    // Two bars, two titles of 7 and 18 columns, and one digit change.
    let written = robot.backend.glyphsWritten.last
    #expect(written == 28)
  }
}
