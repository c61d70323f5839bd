import Mocoa
import MocoaModel
import MocoaTerminal
import MocoaTestSupport
import Testing

@testable import MocoaBrowser
@testable import MocoaFiles

@MainActor
@Suite("Frequency tables and histograms")
struct CountTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    let words = ["日本語", "café", "🛳 ship", "Toys", "toys", "a b"]
    let lines = (0..<240).map { number in
      let word = words[min(5, number % 21 / 3)]
      let level = number % 3 == 0 ? "" : ", \"level\": \(number % 3 == 1 ? "null" : "\"info\"")"
      let time = "2026-11-22T\(number / 60 + 10):\(number % 60 < 10 ? "0" : "")\(number % 60):00Z"
      return
        "{\"id\": \(number), \"word\": \"\(word)\", \"took\": \(Double(number * 7 % 100) / 100), "
        + "\"ts\": \"\(time)\"\(level)}"
    }
    _ = try folder.write("words.ndjson", lines.joined(separator: "\n"))
  }

  private func robot(
    _ page: String? = nil, columns: Int = 80, rows: Int = 24
  ) async throws -> BrowserRobot {
    let robot = try await BrowserRobot(
      page ?? "mocoa://file/?path=\(folder.path(of: "words.ndjson"))", columns: columns,
      rows: rows, tellsTime: false)
    robot.browser.motion = .off
    if page == nil { await robot.sees("data") { robot.rows.count > 3 && !robot.rows[2].isEmpty } }
    return robot
  }

  private func sees(_ robot: BrowserRobot, _ condition: (String) -> Bool) async {
    await robot.sees("such a screen") { condition(robot.rows.joined(separator: "\n")) }
  }

  /// Opens the frequency table of a field with the prompt.
  private func count(_ field: String, _ robot: BrowserRobot) async {
    await robot.type(":count \(field)\r")
    await sees(robot) { $0.contains(" value") && $0.contains("total") }
  }

  /// The rows of the table: the columns without the bar.
  private func table(_ robot: BrowserRobot) -> [[String]] {
    robot.rows.dropFirst(2).dropLast().map { row in
      row.dropFirst(3).split(separator: "  ").map { String($0.drop { $0 == " " }) }
    }
    .filter { !$0.isEmpty }
  }

  @Test("open with % in descending order, and sum to the list")
  func sums() async throws {
    let robot = try await robot()
    await robot.type(".%")
    await sees(robot) { $0.contains("values ·") }
    #expect(robot.rows[0].contains("words.ndjson ▸ by"))
    #expect(robot.rows[1].contains("count▼"))
    let robot2 = try await self.robot()
    await count("level", robot2)
    let rows = table(robot2)
    #expect(rows.map { $0[0] } == ["(no level)", "(null)", "info", "total"])
    #expect(rows.dropLast().map { Int($0[1]) ?? 0 }.reduce(0, +) == 240 && rows.last?[1] == "240")
    let shares = rows.dropLast().map { Double($0[2].split(separator: " ")[0]) ?? 0 }
    #expect(abs(shares.reduce(0, +) - 100) < 0.11 && rows.last?[2].hasPrefix("100.0 %") == true)
  }

  @Test("open the counted rows with Enter and return with Backspace", arguments: 0..<6)
  func drilling(row: Int) async throws {
    let robot = try await robot()
    await count("word", robot)
    await robot.type(String(repeating: "j", count: row))
    let count = try #require(Int(table(robot)[row][1]))
    await robot.press(KeyPress(.enter))
    await sees(robot) { $0.contains("/\(count) of 240") }
    await robot.press(KeyPress(.backspace))
    await sees(robot) { $0.contains("total") && $0.contains("6 values · 240 rows") }
    #expect(robot.browser.listScreen?.itemNumber == row + 1)
  }

  @Test("open rows without a value, and explain values that a filter cannot describe")
  func missing() async throws {
    let robot = try await robot()
    await count("level", robot)
    await robot.press(KeyPress(.enter))
    await sees(robot) { $0.contains("/80 of 240") }
    await robot.press(KeyPress(.backspace))
    _ = try folder.write("lists.ndjson", "{\"k\": [1]}\n{\"k\": [1]}")
    let lists = try await self.robot("mocoa://file/?path=\(folder.path(of: "lists.ndjson"))")
    await lists.sees("[1]")
    await count("k", lists)
    await lists.press(KeyPress(.enter))
    await lists.sees("cannot filter by this value of k")
  }

  @Test("count what the filter shows, and are sorted and filtered themselves")
  func querying() async throws {
    let robot = try await robot()
    await robot.type("fid<21\r")
    await sees(robot) { $0.contains("/21 of 240") }
    await count("word", robot)
    #expect(table(robot).last?[1] == "21")
    await robot.type("sword\r")
    await sees(robot) { $0.contains("word▲") }
    await robot.type("s-count\r")
    await sees(robot) { $0.contains("count▼") }
    await robot.type("fcount>3\r")
    await sees(robot) { $0.contains("/1 of 6") }
    #expect(table(robot).first?[1] == "6")
    await robot.press(KeyPress(.enter))
    await sees(robot) { $0.contains("/6 of 240") && $0.contains("id<21 word=") }
  }

  @Test("share one scale of bars")
  func bars() async throws {
    let robot = try await robot()
    await count("word", robot)
    for row in robot.rows.dropFirst(2).prefix(6) {
      let count = try #require(row.split(separator: " ").compactMap { Int($0) }.first)
      let bar = row.filter { "█▉▊▋▌▍▎▏".contains($0) && $0 != "▌" || $0 == "▌" }
      let full = bar.count(where: { $0 == "█" })
      #expect(abs(Double(full) - Double(count) / 66 * 20) < 1.01, "\(row)")
    }
    let screen = try #require(robot.backend.screen)
    #expect(screen.description.contains("████████████████████"))
  }

  @Test("reopen from their URL with the filter")
  func reopening() async throws {
    let robot = try await robot()
    await robot.type("fid<21\r")
    await sees(robot) { $0.contains("/21 of 240") }
    await count("word", robot)
    robot.browser.syncCursorFragments()
    let url = try #require(robot.browser.listPage?.restorationURL)
    let other = try await self.robot("\(url)")
    await sees(other) { $0.contains("6 values · 21 rows") }
    #expect(other.rows[0].contains("words.ndjson ▸ by word"))
    await other.press(KeyPress(.enter))
    await sees(other) { $0.contains("/6 of 240") }
    let broken = try await self.robot("mocoa://count/?field=k&of=mocoa://file/?path=/missing")
    await broken.sees("no such file")
  }

  @Test("look the same in all windows", arguments: [(80, 24), (200, 50), (40, 12), (20, 5)])
  func screens(columns: Int, rows: Int) async throws {
    let robot = try await robot(columns: columns, rows: rows)
    await robot.type(":count word\r")
    await robot.sees("word▸count") { robot.browser.listPage?.list.snapshot.itemCount == 6 }
    expectSnapshot(try #require(robot.backend.screen), named: "count-\(columns)x\(rows)")
    await robot.press(KeyPress(.backspace))
    await robot.type("#")
    await robot.sees("fields") { robot.browser.listPage?.list.snapshot.itemCount == 5 }
    expectSnapshot(try #require(robot.backend.screen), named: "fields-\(columns)x\(rows)")
    await robot.type("jj\r")
    await robot.sees("histogram") { robot.browser.listPage?.list.snapshot.itemCount == 40 }
    expectSnapshot(try #require(robot.backend.screen), named: "histogram-\(columns)x\(rows)")
  }

  @Test("list the fields, with as many distinct values as the tables have rows")
  func fields() async throws {
    let robot = try await robot()
    await robot.type("#")
    await sees(robot) { $0.contains("240 rows, exact") }
    let rows = robot.rows.dropFirst(2).prefix(5).map { row in
      row.dropFirst(3).split(separator: " ").prefix(4).map(String.init)
    }
    #expect(rows.map { $0[0] } == ["id", "word", "took", "ts", "level"])
    #expect(rows.map { $0[1] } == ["number", "text", "number", "time", "text"])
    #expect(rows.map { $0[2] } == ["0", "0", "0", "0", "160"])
    for (index, row) in rows.enumerated() {
      await robot.press(KeyPress(.home))
      await robot.type(String(repeating: "j", count: index) + "%")
      await sees(robot) { $0.contains("values ·") }
      #expect(robot.rows.last?.contains("\(row[3]) values · 240 rows") == true, "\(row)")
      await robot.press(KeyPress(.backspace))
      await sees(robot) { $0.contains("240 rows, exact") }
    }
  }

  @Test("hide and show a column of the list, and filter the fields")
  func hiding() async throws {
    let robot = try await robot()
    await robot.type("#")
    await sees(robot) { $0.contains("240 rows, exact") }
    await robot.type("j_")
    await robot.sees("word is hidden")
    await robot.press(KeyPress(.backspace))
    await sees(robot) { !$0.contains("word ") && $0.contains("took") }
    await robot.type("#ftype:time\r")
    await sees(robot) { $0.contains("/1 of 5") }
  }

  @Test("filter by the edges of a bucket, and change the size of the buckets")
  func histogram() async throws {
    let robot = try await robot()
    await robot.type("#")
    await sees(robot) { $0.contains("240 rows, exact") }
    await robot.type("jj\r")
    await sees(robot) { $0.contains("took by 0.025") && $0.contains("240 values") }
    let counts = table(robot).compactMap { Int($0[1]) }
    #expect(robot.rows[0].hasSuffix("1/40"))
    await robot.type("jj\r")
    await sees(robot) { $0.contains("/\(counts[2]) of 240") }
    #expect(robot.browser.queries.filterText == "took>=0.050 took<0.075")
    await robot.press(KeyPress(.backspace))
    await robot.type("+")
    await sees(robot) { $0.contains("took by 0.05 ") && $0.contains("/20") && $0.contains("total") }
    await robot.type("--")
    await sees(robot) { $0.contains("took by 0.02 ") && $0.contains("/50") }
    await robot.press(KeyPress(.backspace))
    await robot.type("j\r")
    await sees(robot) { $0.contains("ts by 15 min") }
    await robot.press(KeyPress(.enter))
    await sees(robot) { $0.contains("/15 of 240") }
    #expect(robot.browser.queries.filterText == "ts>=2026-11-22T10:00 ts<2026-11-22T10:15")
  }

  @Test("share the source of a list that cannot be read again")
  func sharing() async throws {
    let robot = try await robot()
    let source = (robot.browser.listPage as? RecordsPage)?.source
    #expect(source != nil)
    await count("word", robot)
    await robot.press(KeyPress(.enter))
    await sees(robot) { $0.contains("of 240") }
    #expect((robot.browser.listPage as? RecordsPage)?.source === source)
  }

  @Test("survive hostile texts, empty lists and thousands of columns")
  func hostile() async throws {
    let long = String(repeating: "x", count: 100_000)
    _ = try folder.write(
      "hostile.ndjson",
      "{\"k\": \"\\u001b[31mred\\n\\u202e\"}\n{\"k\": \"\(long)1\"}\n{\"k\": \"\(long)2\"}\n{\"k\": \"\"}"
    )
    let robot = try await self.robot("mocoa://file/?path=\(folder.path(of: "hostile.ndjson"))")
    await robot.sees("red")
    await count("k", robot)
    #expect(table(robot).last?[1] == "4")
    #expect(robot.rows.contains { $0.contains("(empty)") })
    _ = try folder.write("empty.csv", "a,b\n")
    let empty = try await self.robot("mocoa://file/?path=\(folder.path(of: "empty.csv"))")
    await empty.type(":count a\r")
    await empty.sees("no values")
    await empty.press(KeyPress(.backspace))
    await empty.type("#")
    await empty.sees("no fields")
    let wide = "{" + (0..<10_000).map { "\"c\($0)\": \($0)" }.joined(separator: ",") + "}"
    _ = try folder.write("wide.ndjson", wide + "\n" + wide)
    let columns = try await self.robot("mocoa://file/?path=\(folder.path(of: "wide.ndjson"))")
    await columns.sees("c0")
    await columns.type("#")
    await sees(columns) { $0.contains("1/500") && $0.contains("only the first 500 fields") }
  }

  @Test("are lines of text in line mode")
  func lines() async throws {
    let driver = try await LineModeDriver(
      "mocoa://file/?path=\(folder.path(of: "words.ndjson"))", rows: 20)
    await driver.type("count word")
    await eventually("the counts") { driver.terminal.text.contains("total  240  100.0 %") }
    #expect(driver.terminal.text.contains("a b  66  27.5 %"))
    await driver.type("back")
    await driver.type("stats")
    await eventually("the fields") { driver.terminal.text.contains("level  text  160 empty") }
  }
}
