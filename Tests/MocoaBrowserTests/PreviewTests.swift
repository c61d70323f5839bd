import MocoaModel
import MocoaTerminal
import MocoaTestSupport
import Testing

@testable import MocoaBrowser

@MainActor
@Suite("The preview")
struct PreviewTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    let lines = [
      #"{"id": 1, "title": "Kind of Blue", "artist": {"name": "Miles Davis", "born": 1926}, "live": false, "#
        + #""tracks": ["So What", "青い影"], "notes": "first line\nsecond line\n\u001b[31mred", "label": null}"#,
      #"{"id": 2, "title": "Blue Train", "price": 9.5}"#,
      #"{"id": 3, "title": "\#(String(repeating: "long text ", count: 300))", "last": "end"}"#,
    ]
    _ = try folder.write("albums.ndjson", lines.joined(separator: "\n"))
  }

  private func robot(columns: Int, rows: Int) async throws -> BrowserRobot {
    let robot = try await BrowserRobot(
      "mocoa://file/?path=\(folder.path(of: "albums.ndjson"))", columns: columns, rows: rows,
      tellsTime: false)
    robot.browser.motion = .off
    return robot
  }

  @Test(
    "shows the complete current item, beside the list or below it",
    arguments: [(120, 24), (60, 24)])
  func screens(columns: Int, rows: Int) async throws {
    let robot = try await robot(columns: columns, rows: rows)
    await robot.type("v")
    expectSnapshot(try #require(robot.backend.screen), named: "preview-\(columns)x\(rows)")
    await robot.type("j")
    await robot.sees("price")
    #expect(!robot.rows.contains { $0.contains("name  Miles Davis") })
    await robot.type("v")
    #expect(!robot.rows.contains { $0.contains("│") || $0.contains("───") })
  }

  @Test("scrolls and resizes without moving the list")
  func moving() async throws {
    let robot = try await robot(columns: 120, rows: 12)
    await robot.type("Gv")
    #expect(!robot.rows.contains { $0.contains("last") && $0.contains("end") })
    for _ in 0..<40 { await robot.type("J") }
    await robot.sees { $0.contains("last") && $0.contains("end") && $0.contains("│") }
    #expect(robot.browser.listScreen?.itemNumber == 3)
    for _ in 0..<40 { await robot.type("K") }
    await robot.sees { $0.contains("│ id") }
    let before = robot.rows[4].split(separator: "│")[0].count
    await robot.type(">")
    #expect(robot.rows[4].split(separator: "│")[0].count < before)
    await robot.type("<<<<<<<<<<")
    #expect(robot.rows[4].split(separator: "│")[0].count > before)
  }

  @Test(
    "shows a large item with a line for each field while scrolling",
    arguments: ["wide.csv", "wide.json", "list.ndjson", "members.json"])
  func wide(name: String) async throws {
    let names = (0..<6000).map { "field\($0)" }
    let object = "{" + names.map { "\"\($0)\": \"value \($0)\"" }.joined(separator: ", ") + "}"
    let text =
      switch name {
      case "wide.csv":
        names.joined(separator: ",") + "\n" + names.map { "value \($0)" }.joined(separator: ",")
      case "wide.json": "[\(object)]"
      case "members.json": "{\"one\": \(object)}"
      default: "[" + names.map { "\"value \($0)\"" }.joined(separator: ",") + "]"
      }
    let path = try folder.write(name, text)
    defer { try? folder.remove(name) }
    let robot = try await BrowserRobot("mocoa://file/?path=\(path)", columns: 120, rows: 12)
    robot.browser.motion = .off
    await robot.sees("1/1")
    await robot.type("v")
    let isList = name == "list.ndjson"
    await robot.sees { $0.contains("│ \(isList ? "2" : "field2")") && $0.contains("value field2") }
    #expect(robot.browser.preview.preview?.text.plainText.split(separator: "\n").count ?? 999 < 260)
    for _ in 0..<80 { await robot.type("J") }
    await robot.sees { $0.contains("│ \(isList ? "3" : "field3")") && $0.contains("value field3") }
  }

  @Test("disappears in a small window and returns in a larger one")
  func small() async throws {
    let robot = try await robot(columns: 20, rows: 5)
    await robot.type("v")
    #expect(robot.rows.last?.contains("window too small") == true)
    #expect(!robot.rows.contains { $0.contains("───") })
    robot.backend.send(.resize(Size(columns: 60, rows: 20)))
    await robot.sees("────")
  }
}
