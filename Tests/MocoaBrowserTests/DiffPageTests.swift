import Mocoa
import MocoaModel
import MocoaTerminal
import MocoaTestSupport
import Testing

@testable import MocoaBrowser
@testable import MocoaData
@testable import MocoaFiles

@MainActor
@Suite("The page of differences")
struct DiffPageTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let old = #"""
    [{"id":1,"name":"eins","price":5},{"id":2,"name":"zwei","price":59},{"id":3,"name":"drei","price":7},
     {"id":4,"name":"vier","price":1},{"id":5,"name":"fünf 中文","price":2}]
    """#
  private static let new = #"""
    [{"id":4,"name":"vier","price":1},{"id":1,"name":"eins","price":5},{"id":2,"name":"zwei","price":999},
     {"id":5,"name":"fünf 中华","price":2},{"id":6,"name":"\u001b[31msechs","price":3}]
    """#

  private func url(_ old: String, _ new: String, _ options: String = "") throws -> String {
    let paths = [try folder.write("old.json", old), try folder.write("new.json", new)]
    return "mocoa://diff/?old=\(paths[0])&new=\(paths[1])\(options)"
  }

  private func robot(
    columns: Int = 80, rows: Int = 16, _ options: String = ""
  ) async throws -> BrowserRobot {
    try await BrowserRobot(
      url(Self.old, Self.new, options), columns: columns, rows: rows, tellsTime: false)
  }

  @Test("shows old and new values of changed cells, with a sign for each row")
  func screen() async throws {
    let robot = try await robot()
    await robot.sees("59 → 999")
    #expect(
      robot.rows[0].hasPrefix(" mocoa ▸ old.json → new.json") && robot.rows[0].hasSuffix("1/5"))
    #expect(robot.rows[1].hasPrefix("   id  name"))
    #expect(robot.rows[2].hasPrefix("~▌  2  zwei"))
    #expect(robot.rows[3].hasPrefix("~   5  fünf 中文 → fünf 中华"))
    #expect(robot.rows[4].hasPrefix("+   6  ") && robot.rows[4].contains("[31msechs"))
    #expect(robot.rows[5].hasPrefix("-   3  drei"))
    #expect(robot.rows[6].hasPrefix("↕   4  vier"))
    #expect(robot.rows[15].hasSuffix("2 changed · 1 new · 1 gone · 1 moved"))
  }

  @Test("shows the new value in narrow windows, and the old one in the preview")
  func narrow() async throws {
    let robot = try await robot(columns: 50)
    await robot.sees("999")
    #expect(!robot.rows.contains { $0.contains("59 →") })
    await robot.type("v")
    await robot.sees("- price  59")
    await robot.sees("+ price  999")
  }

  @Test("shows all rows with a, and finds differences with ) and (")
  func allRows() async throws {
    let robot = try await robot()
    await robot.sees("59 → 999")
    await robot.type("a")
    await robot.sees("all rows in the order of the new list") {
      zip(robot.rows[2...], ["↕   4", "    1  eins", "~▌  2", "-   3", "~   5", "+   6"])
        .allSatisfy { $0.hasPrefix($1) }
    }
    await robot.type(")")
    await robot.sees("the next difference") { robot.rows[5].hasPrefix("-▌") }
    await robot.type("((")
    await robot.sees("the previous difference") { robot.rows[2].hasPrefix("↕▌") }
    await robot.type("a")
    await robot.sees("only differences") { !robot.rows.joined().contains("eins") }
  }

  @Test("shows both values of long texts in the last column")
  func longTexts() async throws {
    let texts = ["a", "b"].map { String(repeating: "文字", count: 60) + $0 }
    let url = try url(#"[{"id":1,"t":"\#(texts[0])"}]"#, #"[{"id":1,"t":"\#(texts[1])"}]"#)
    let robot = try await BrowserRobot(url, columns: 80, rows: 6, tellsTime: false)
    await robot.sees("→ 文字")
    #expect(robot.rows[2].hasPrefix("~▌  1  文字") && robot.rows[2].hasSuffix("…"))
  }

  @Test("reopens with all rows")
  func restoring() throws {
    let url = try url(Self.old, Self.new, "&id=name&rows=all")
    let page = try DiffPage(url: ModuleURL(url), registry: Launch.registry())
    #expect(page.restorationURL == (try ModuleURL(url)))
    #expect(throws: DiffPage.DiffPageError.self) {
      try DiffPage(url: ModuleURL("mocoa://diff/?old=x"), registry: Launch.registry())
    }
  }

  @Test("ends with no differences for equal files, and with the reason for others")
  func results() async throws {
    let equal = try DiffPage(
      url: ModuleURL(url(Self.old, Self.old)), registry: Launch.registry())
    await eventually("the comparison") { !equal.source.phase.isLoading }
    #expect(equal.closingText == "no differences" && equal.exitStatus == 0)
    let broken = try DiffPage(url: ModuleURL(url("[1", "[1]")), registry: Launch.registry())
    await eventually("the error") { !broken.source.phase.isLoading }
    #expect(broken.closingText == nil && broken.exitStatus == 2)
    let different = try DiffPage(url: ModuleURL(url("[]", "[1]")), registry: Launch.registry())
    await eventually("the comparison") { !different.source.phase.isLoading }
    #expect(different.closingText == nil && different.exitStatus == 1)
    let robot = try await BrowserRobot(
      url(#"[{"id":1}]"#, #"[{"id":1}]"#), columns: 40, rows: 8, tellsTime: false)
    await robot.sees("no differences")
  }

  @Test("draws every size without colors", arguments: [(20, 5), (1, 1), (40, 12), (200, 50)])
  func sizes(columns: Int, rows: Int) async throws {
    let robot = try await robot(columns: columns, rows: rows, "&rows=all")
    if columns > 10 { await robot.sees("a row") { robot.rows.contains { $0.contains("▌") } } }
  }
}
