import MocoaModel
import MocoaTerminal
import MocoaTestSupport
import Testing

@testable import MocoaBrowser

@MainActor
@Suite("Grouped lists")
struct GroupingTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    let albums = [
      #"{"id": 1, "title": "Kind of Blue", "genre": "modal", "year": 1959}"#,
      #"{"id": 2, "title": "Blue Train", "genre": "hard bop", "year": 1958}"#,
      #"{"id": 3, "title": "Sketches of Spain", "genre": "third stream", "year": 1960}"#,
      #"{"id": 4, "title": "Moanin'", "genre": "hard bop", "year": 1959}"#,
      #"{"id": 5, "title": "夜に駆ける", "year": 2019}"#,
      #"{"id": 6, "title": "Maiden Voyage 🛳", "genre": "modal", "year": 1965}"#,
    ]
    _ = try folder.write("albums.ndjson", albums.joined(separator: "\n"))
  }

  private func robot(columns: Int = 60, rows: Int = 14) async throws -> BrowserRobot {
    let robot = try await BrowserRobot(
      "mocoa://file/?path=\(folder.path(of: "albums.ndjson"))", columns: columns, rows: rows,
      tellsTime: false)
    robot.browser.motion = .off
    return robot
  }

  /// Returns the first part of each row of the list.
  private func rows(_ robot: BrowserRobot) -> [String] {
    robot.rows.dropFirst(2).dropLast(1).map { row in
      let text = row.drop { $0 == " " || $0 == "▌" }
      return String(text.prefix { $0 != "·" }).replacing("  ", with: "")
    }
    .filter { !$0.isEmpty }
  }

  @Test("b groups items into sections and keeps the cursor")
  func grouping() async throws {
    let robot = try await robot()
    await robot.type("jjjbgen")
    await robot.press(KeyPress(.tab))
    await robot.type("\r")
    #expect(robot.rows.last?.contains("grouped by genre") == true)
    #expect(robot.browser.listScreen?.itemNumber == 4, "Moanin' is the fourth now, as it was")
    let titles = rows(robot).filter { $0.last?.isNumber == true && !($0.first?.isNumber ?? true) }
    #expect(titles.count == 4)
    #expect(titles[0].hasPrefix("modal") && titles[0].hasSuffix("2"))
    #expect(titles[3].hasPrefix("(no genre)"))
    await robot.press(KeyPress(.escape))
    #expect(robot.rows.last?.contains("grouped") == false)
    #expect(robot.browser.listScreen?.itemNumber == 4)
  }

  @Test("a folded group has fields for commands but cannot be marked")
  func foldedSections() async throws {
    let robot = try await robot()
    await robot.type("bgenre\rZ ")
    #expect(robot.rows.last?.contains("cannot mark a folded group (↵ opens it)") == true)
    #expect(robot.browser.listScreen?.itemNumber == 1 && robot.browser.listScreen?.markedCount == 0)
    await robot.type("!echo {genre} {count}")
    #expect(robot.rows.last == " echo 'modal' '2'")
  }

  @Test("z folds a section, Z folds all, and Enter unfolds one")
  func folding() async throws {
    let robot = try await robot()
    await robot.type("z")
    #expect(robot.rows.last?.contains("no section to fold (b groups by a field)") == true)
    await robot.type("bgenre\rjz")
    #expect(rows(robot).first?.hasPrefix("▸ modal") == true)
    #expect(robot.browser.listScreen?.itemNumber == 1)
    #expect(robot.browser.screen?.focusedStatus?.positionText == "1/5")
    await robot.press(KeyPress(.enter))
    #expect(robot.browser.screen?.focusedStatus?.positionText == "1/6")
    await robot.type("GZ")
    #expect(
      rows(robot).map { $0.prefix(6) } == ["▸ moda", "▸ hard", "▸ thir", "▸ (no "])
    #expect(robot.browser.screen?.focusedStatus?.positionText == "4/4")
    await robot.type("fvoyage\r")
    #expect(rows(robot).count == 1 && robot.rows[0].hasSuffix(" of 6"))
    await robot.type("z")
    #expect(rows(robot).last?.contains("Maiden Voyage") == true)
    await robot.type("f")
    await robot.press(.control("u"))
    await robot.type("\rZ")
    #expect(
      robot.browser.screen?.focusedStatus?.positionText.hasSuffix("/4") == true,
      "one was not folded")
    await robot.type("Z")
    #expect(robot.browser.screen?.focusedStatus?.positionText.hasSuffix("/6") == true)
  }

  @Test("marks stay with items, and folded groups export as counts")
  func marking() async throws {
    let robot = try await robot()
    await robot.type("jj bgenre\r")
    #expect(robot.rows.contains { $0.contains("✓") && $0.contains("Sketches") })
    let path = folder.path(of: "counts.csv")
    await robot.type("uZw\(path)\r")
    await eventually("it is written") {
      robot.browser.message?.text.hasPrefix("exported 4 item") == true
    }
    #expect(
      try folder.text(of: "counts.csv")
        == "genre,count\nmodal,2\nhard bop,2\nthird stream,1\n,1\n")
  }

  @Test("are drawn as recorded", arguments: [(80, 24), (20, 5)])
  func screens(columns: Int, rows: Int) async throws {
    let robot = try await robot(columns: columns, rows: rows)
    await robot.type("bgenre\rjjz")
    expectSnapshot(try #require(robot.backend.screen), named: "groups-\(columns)x\(rows)")
  }
}
