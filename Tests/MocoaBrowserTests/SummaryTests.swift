import MocoaTerminal
import MocoaTestSupport
import Testing

@testable import MocoaBrowser

@MainActor
@Suite("The field summary")
struct SummaryTests {
  private func robot(columns: Int, rows: Int = 24) async throws -> (BrowserRobot, TemporaryFolder) {
    let folder = try TemporaryFolder()
    let lines = (0..<60).map { number in
      let place = ["Kingston upon Hull", "Newcastle", "Stoke-on-Trent", "Wells"][number % 4]
      return "{\"stars\": \(number % 5 + 1), \"place\": \"\(place)\"}"
    }
    let path = try folder.write("a.ndjson", lines.joined(separator: "\n"))
    let robot = try await BrowserRobot("mocoa://file/?path=\(path)", columns: columns, rows: rows)
    await robot.type("#")
    await robot.sees("60 items")
    return (robot, folder)
  }

  @Test("a small integer range has one bar per value without gaps")
  func bars() async throws {
    let (robot, _) = try await robot(columns: 80)
    let bars = robot.rows.filter { $0.contains("█") }.map { $0.drop { $0 == " " } }
    #expect(bars == ["█████"])
  }

  @Test("lists seven values completely and truncates eight", arguments: [7, 8])
  func values(count: Int) async throws {
    let folder = try TemporaryFolder()
    let lines = (0..<(2 * count)).map { "{\"k\": \"v\($0 % count)\"}" }
    let path = try folder.write("a.ndjson", lines.joined(separator: "\n"))
    let robot = try await BrowserRobot("mocoa://file/?path=\(path)", columns: 80, rows: 24)
    await robot.type("#")
    await robot.sees("\(count) distinct")
    let values = try #require(robot.rows.first { $0.contains("v0 ×2") })
    #expect(values.contains("v5 ×2"))
    #expect(values.contains("v6 ×2") == (count == 7))
    #expect(values.contains("+2 more") == (count == 8))
  }

  @Test("continues a long line below its start")
  func indent() async throws {
    let (robot, _) = try await robot(columns: 40)
    let start = try #require(robot.rows.firstIndex { $0.contains("“Kingston upon Hull” ×") })
    #expect(robot.rows[start].hasPrefix("   “Kingston"))
    #expect(robot.rows[start + 1].hasPrefix("   "))
    #expect(robot.rows[start + 1].dropFirst(3).first != " ")
  }

  @Test("combines bars evenly in a narrow window")
  func narrow() {
    #expect(SummaryReport.bars(Array(repeating: 1, count: 40), columns: 16) == "█████████████▃")
    #expect(SummaryReport.bars(Array(repeating: 1, count: 40), columns: 20).count == 20)
    #expect(SummaryReport.bars([1, 0, 8], columns: 40) == "▂ █")
    #expect(SummaryReport.bars([1], columns: 0) == "")
  }

  @Test(
    "reports equal and distinct values, after a field limit notice")
  func distinct() async throws {
    let folder = try TemporaryFolder()
    let many = (0..<600).map { "\"f\($0)\": \($0)" }.joined(separator: ", ")
    let path = try folder.write("a.ndjson", "{\(many)}\n{\"f0\": 0, \"f1\": 2}")
    let robot = try await BrowserRobot("mocoa://file/?path=\(path)", columns: 80, rows: 24)
    await robot.type("#")
    await robot.sees("2 items  only the first 500 fields")
    let counts = robot.rows.filter { $0.contains("value") }.map { $0.drop { $0 == " " } }
    #expect(counts.first?.hasPrefix("2 values · one distinct value") == true)
    #expect(counts.dropFirst().first?.hasPrefix("2 values · all values distinct") == true)
    #expect(counts.dropFirst(2).first?.hasPrefix("1 value · 1 missing") == true)
  }

  @Test("covers only the selected fields, in their order")
  func chosen() async throws {
    let (robot, _) = try await robot(columns: 80)
    await robot.type("q")
    await robot.type("c")
    await robot.press(.control("u"))
    await robot.type("place nothing")
    await robot.press(KeyPress(.enter))
    await robot.type("#")
    await robot.sees("60 items  visible fields only")
    #expect(robot.rows.filter { $0.contains("  text") }.count == 1)
    #expect(!robot.rows.contains { $0.contains("stars") })
  }

  @Test("treats a dotted name as one field and omits nested fields")
  func dotted() async throws {
    let folder = try TemporaryFolder()
    let line = #"{"id": 1, "a.b": 5, "artist": {"name": "x"}}"#
    let path = try folder.write("a.ndjson", line + "\n")
    let robot = try await BrowserRobot("mocoa://file/?path=\(path)&fields=id%20a.b%20artist.name")
    await robot.sees("artist.name")
    #expect(robot.browser.queries.countedFields == ["id", "a.b"])
    let nested = try await BrowserRobot("mocoa://file/?path=\(path)&fields=artist.name")
    await nested.sees("artist.name")
    #expect(nested.browser.queries.countedFields == nil)
  }
}
