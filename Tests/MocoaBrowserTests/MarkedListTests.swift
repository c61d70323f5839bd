import MocoaModel
import MocoaQuery
import MocoaTerminal
import MocoaTestSupport
import Testing

@testable import MocoaBrowser
@testable import MocoaData

@MainActor
@Suite("Marks in filtered, sorted and reloaded lists")
struct MarkedListTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    let albums = [
      #"{"id": 1, "title": "Kind of Blue", "year": 1959}"#,
      #"{"id": 2, "title": "Blue Train", "year": 1958}"#,
      #"{"id": 3, "title": "Giant Steps", "year": 1960}"#,
      #"{"id": 4, "title": "Bitches Brew", "year": 1970}"#,
      #"{"id": 5, "title": "夜に駆ける blue", "year": 2019}"#,
    ]
    _ = try folder.write("albums.ndjson", albums.joined(separator: "\n"))
  }

  private func robot(columns: Int = 60, rows: Int = 9, debug: Bool = false) async throws
    -> BrowserRobot
  {
    let robot = try await BrowserRobot(
      "mocoa://file/?path=\(folder.path(of: "albums.ndjson"))", debug: debug, columns: columns,
      rows: rows, tellsTime: false)
    robot.browser.motion = .off
    return robot
  }

  private static let titles = [
    "Kind of Blue", "Blue Train", "Giant Steps", "Bitches Brew", "夜に駆ける",
  ]

  /// The titles of the visible rows, in order, with a prefix for marked rows.
  private func shown(_ robot: BrowserRobot) -> [String] {
    robot.rows.compactMap { row in
      let title = Self.titles.first { row.contains($0) }
      return title.map { (row.dropFirst(2).first == "✓" ? "✓" : "") + $0 }
    }
  }

  private func ids(_ robot: BrowserRobot) -> [String] {
    var ids: [String] = []
    robot.browser.listScreen?.targetItems?.forEach { item in
      ids.append((item as? any FieldReadable)?.field("id")?.scalarString ?? "?")
      return true
    }
    return ids
  }

  @Test("stay on their items in a long list through sorting, grouping and filtering")
  func long() async throws {
    let lines = (0..<25_000).map {
      "{\"id\": \($0), \"n\": \($0 * 7919 % 25_000), \"k\": \($0 % 3)}\n"
    }
    let robot = try await BrowserRobot(
      "mocoa://file/?path=\(try folder.write("long.ndjson", lines.joined()))", columns: 60, rows: 9,
      tellsTime: false)
    robot.browser.motion = .off
    await robot.sees("1/25,000")
    let wanted = [0, 12_000, 24_999]
    for id in wanted { await robot.type(":\(id + 1)\r ") }
    func marked() -> [Int] { ids(robot).compactMap { Int($0) }.sorted() }
    #expect(marked() == wanted)
    for keys in ["s-n\r", "bk\r", "sn\r", "fn>100\r", "\u{1B}", "\u{1B}", "\u{1B}"] {
      if keys == "\u{1B}" { await robot.press(KeyPress(.escape)) } else { await robot.type(keys) }
      await eventually("it is answered") {
        robot.browser.queries.results?.isUpdatingResults != true
      }
      #expect(marked() == wanted, "\(keys)")
    }
  }

  @Test("stay on items that a filter hides; the status line counts these")
  func filtered() async throws {
    let robot = try await robot()
    await robot.type("  ")
    await robot.type("ftrain\r")
    #expect(shown(robot) == ["✓Blue Train"])
    #expect(robot.rows.last?.hasSuffix("2 marked, 1 hidden") == true)
    #expect(ids(robot) == ["1", "2"])
    await robot.type("u")
    #expect(shown(robot) == ["Blue Train"])
    await robot.press(KeyPress(.escape))
    #expect(shown(robot) == Self.titles)
    #expect(robot.rows.last?.contains("marked") == false)
  }

  @Test("a marks visible items and A inverts them; hidden items stay unchanged")
  func several() async throws {
    let robot = try await robot()
    await robot.type("f'blue\ra")
    #expect(shown(robot) == ["✓Kind of Blue", "✓Blue Train", "✓夜に駆ける"])
    await robot.press(KeyPress(.escape))
    #expect(robot.rows.last?.hasSuffix("3 marked") == true)
    await robot.type("fyear>1959\rA")
    #expect(shown(robot) == ["✓Giant Steps", "✓Bitches Brew", "夜に駆ける"])
    #expect(robot.rows.last?.hasSuffix("4 marked, 2 hidden") == true)
    await robot.press(KeyPress(.escape))
    #expect(
      shown(robot) == [
        "✓Kind of Blue", "✓Blue Train", "✓Giant Steps", "✓Bitches Brew", "夜に駆ける",
      ])
  }

  @Test("marked items follow the sort order, and hidden ones come last")
  func sorted() async throws {
    let robot = try await robot()
    await robot.type("sid\rS")
    await robot.press(KeyPress(.home))
    #expect(shown(robot) == Self.titles.reversed())
    await robot.type(" j ")
    #expect(shown(robot).filter { $0.hasPrefix("✓") } == ["✓夜に駆ける", "✓Giant Steps"])
    #expect(ids(robot) == ["5", "3"])
    await robot.type("fsteps\r")
    #expect(ids(robot) == ["3", "5"])
    await robot.press(KeyPress(.escape))
    #expect(shown(robot)[2] == "✓Giant Steps" && ids(robot) == ["5", "3"])
    await robot.press(KeyPress(.escape))
    #expect(shown(robot)[2] == "✓Giant Steps" && ids(robot) == ["3", "5"])
  }

  @Test("m marks the visible items between the last mark and the cursor")
  func range() async throws {
    let robot = try await robot()
    await robot.type("m")
    #expect(robot.browser.message?.text.hasPrefix("no range start") == true)
    await robot.type("j jm")
    #expect(shown(robot).map { $0.hasPrefix("✓") } == [false, true, true, true, false])
    await robot.type("gm")
    #expect(shown(robot).map { $0.hasPrefix("✓") } == [true, true, true, true, false])
    await robot.type("uf'blue\rg ")
    await robot.press(KeyPress(.end))
    await robot.type("m")
    await robot.press(KeyPress(.escape))
    #expect(shown(robot).map { $0.hasPrefix("✓") } == [true, true, false, false, true])
    await robot.type("ugj fsteps\rm")
    #expect(robot.rows.last?.contains("no range start in the list") == true)
  }

  @Test("stay on their items after a reload")
  func reloaded() async throws {
    let robot = try await robot()
    await robot.type(" fblue\r")
    _ = try folder.write(
      "albums.ndjson",
      #"{"id": 9, "title": "Giant Steps"}"# + "\n" + #"{"id": 1, "title": "Kind of Blue", "x": 0}"#)
    await robot.type("r")
    await robot.sees("it is read again") { robot.rows[0].hasSuffix("1/1 of 2") }
    await robot.sees("the mark is there") { shown(robot) == ["✓Kind of Blue"] }
    await robot.press(KeyPress(.escape))
    #expect(shown(robot) == ["Giant Steps", "✓Kind of Blue"])
  }

  @Test("are visible at every size, also on placeholders", arguments: [(80, 24), (20, 5)])
  func golden(columns: Int, rows: Int) async throws {
    let robot = try await robot(columns: columns, rows: rows)
    await robot.type("j  fblue\r")
    expectSnapshot(try #require(robot.backend.screen), named: "marks-\(columns)x\(rows)")
    let music = try await BrowserRobot(
      "mocoa://music/", debug: true, columns: columns, rows: rows, tellsTime: false)
    music.browser.motion = .off
    await music.type("aGk")
    expectSnapshot(
      try #require(music.backend.screen), named: "marks-placeholder-\(columns)x\(rows)")
  }

  @Test("marks many items at once, also in a filtered list")
  func many() async throws {
    let lines = (0..<20_000).map { "{\"id\":\($0),\"odd\":\($0 % 2)}" }.joined(separator: "\n")
    _ = try folder.write("albums.ndjson", lines)
    let robot = try await robot()
    let screen = try #require(robot.browser.screen?.focusedStatus)
    await eventually("all is read") { screen.positionText.hasSuffix("20,000") }
    await robot.type("a")
    #expect(screen.statusText == "20,000 marked")
    await robot.type("ufodd=1\r")
    await eventually("it is asked") { screen.positionText.hasSuffix("10,000") }
    await robot.type("a")
    #expect(screen.statusText == "10,000 marked")
    await robot.press(KeyPress(.escape))
    await eventually("all is shown") { screen.positionText.hasSuffix("20,000") }
    #expect(screen.statusText == "10,000 marked")
    await robot.type("fodd=0\r")
    await eventually("the others are") { screen.statusText == "10,000 marked, 10,000 hidden" }
  }
}
