import Mocoa
import MocoaTerminal
import MocoaTestSupport
import Testing

@testable import MocoaBrowser

@MainActor
@Suite("Fields in columns")
struct ColumnsTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    let songs = [
      #"{"id": 1, "title": "Kind of Blue", "year": 1959, "by": {"full name": "Miles Davis"}}"#,
      #"{"id": 2, "title": "「東京」日本語の長い題名", "year": 1999, "by": {"full name": "椎名林檎"}}"#,
      #"{"id": 3, "title": "Sea 🌊\u001b[31m", "year": 7, "tags": ["a", "b"]}"#, "no json",
    ]
    _ = try folder.write("songs.ndjson", songs.joined(separator: "\n"))
    _ = try folder.write("songs.csv", "id,first name,year\n1,Ann,1959\n2,Bob,\n")
  }

  private func robot(
    _ name: String = "songs.ndjson", columns: Int = 80, rows: Int = 24
  ) async throws -> BrowserRobot {
    let robot = try await BrowserRobot(
      "mocoa://file/?path=\(folder.path(of: name))", columns: columns, rows: rows, tellsTime: false)
    robot.browser.motion = .off
    return robot
  }

  @Test("an empty or short table requests the rows of its heading")
  func neededRows() async throws {
    for rows in ["", "1,Ann\n", "1,Ann\n2,Bob\n3,Cid\n"] {
      _ = try folder.write("few.csv", "id,name\n\(rows)")
      let robot = try await robot("few.csv")
      await robot.sees("id  name")
      let count = rows.split(separator: "\n").count
      #expect(
        robot.browser.screen?.selfSizing?.preferredRowCount
          == (count == 0 ? nil : max(3, count + 1)))
    }
  }

  @Test("c offers all fields, and Enter shows them", arguments: [(80, 24), (20, 5), (200, 50)])
  func all(columns: Int, rows: Int) async throws {
    let robot = try await robot(columns: columns, rows: rows)
    await robot.type("c")
    guard case .prompt(let prompt)? = robot.browser.overlay else {
      Issue.record("no prompt")
      return
    }
    #expect(prompt.line.text == "id title year by tags ")
    await robot.type("\r")
    expectSnapshot(try #require(robot.backend.screen), named: "columns-\(columns)x\(rows)")
  }

  @Test("selects, orders and omits fields, and keeps the cursor")
  func choosing() async throws {
    let robot = try await robot()
    await robot.type("jc")
    await robot.press(.control("u"))
    await robot.type("year \"by.full name\" title\r")
    #expect(robot.rows[1] == "   year  by.full name  title")
    #expect(robot.rows[3] == " ▌ 1999  椎名林檎      「東京」日本語の長い題名")
    #expect(robot.rows[5].contains("✗"), "what cannot be read says why")
    await robot.type("c-by -tags -nosuch\r")
    #expect(robot.rows[1] == "   id  title                     year")
    await robot.type("syear\r")
    #expect(robot.rows[1] == "   id  title                     year▲")
    #expect(robot.rows.contains { $0.hasPrefix(" ▌") && $0.contains("東京") })
    await robot.type("c")
    await robot.press(.control("u"))
    await robot.type("titel\r")
    #expect(
      robot.rows.last?.contains("no field titel in the sampled items (did you mean title?)") == true
    )
    await robot.type("c")
    await robot.press(.control("u"))
    await robot.type("\r")
    #expect(robot.rows[1].contains("year 7"), "as it was opened")
  }

  @Test("a click moves to the visible row, and groups keep headings")
  func pointing() async throws {
    let robot = try await robot()
    await robot.type("c\r")
    #expect(robot.browser.screen?.pointerInput?.click(at: Point(column: 5, row: 0)) == false)
    #expect(robot.browser.listScreen?.itemNumber == 1)
    _ = robot.browser.screen?.pointerInput?.click(at: Point(column: 5, row: 3))
    #expect(robot.browser.listScreen?.itemNumber == 3)
    await robot.type("byear\rZ")
    #expect(robot.rows[1].contains("title"))
    #expect(robot.rows[2].contains("▸ 1959"))
  }

  @Test("writes the selected columns")
  func writing() async throws {
    let robot = try await robot("songs.csv")
    #expect(robot.rows[1] == "   id  first name  year", "a table begins with its columns")
    await robot.type("w\(folder.path(of: "all.csv"))\r")
    await robot.sees("it is written") { robot.browser.writing == nil }
    #expect(try folder.text(of: "all.csv") == "id,first name,year\n1,Ann,1959\n2,Bob,\n")
    await robot.type("c")
    await robot.press(.control("u"))
    await robot.type("\"first name\" id\rw\(folder.path(of: "two.ndjson"))\r")
    await robot.sees("it is written") { robot.browser.writing == nil }
    #expect(
      try folder.text(of: "two.ndjson")
        == "{\"first name\":\"Ann\",\"id\":1}\n{\"first name\":\"Bob\",\"id\":2}\n")
    await robot.type("w\(folder.path(of: "two.csv"))\r")
    await robot.sees("it is written") { robot.browser.writing == nil }
    #expect(try folder.text(of: "two.csv") == "first name,id\nAnn,1\nBob,2\n")
    #expect(robot.browser.message?.text.contains("2 items, 2 columns of each, to") == true)
  }

  @Test("writes everything, including unreadable records, if all fields are selected")
  func everything() async throws {
    let robot = try await robot()
    await robot.type("c\rw\(folder.path(of: "all.ndjson"))\r")
    await robot.sees("it is written") { robot.browser.writing == nil }
    #expect(try folder.text(of: "all.ndjson").split(separator: "\n").count == 4)
    #expect(try folder.text(of: "all.ndjson").contains("full name"))
    await robot.type("c")
    await robot.press(.control("u"))
    await robot.type("year year\rw\(folder.path(of: "years.csv"))\r")
    await robot.sees("it is written") { robot.browser.writing == nil }
    #expect(try folder.text(of: "years.csv") == "year,raw\n1959,\n1999,\n7,\n,no json\n")
  }

  @Test("columns suit the first and the last values, and do not change while scrolling")
  func stable() async throws {
    let rows = (0..<400).map {
      "\($0),\($0 == 300 ? "a much longer text than usual" : $0 < 300 ? "x" : "a long text"),\($0 % 2)"
    }
    _ = try folder.write("long.csv", "id,text,last\n" + rows.joined(separator: "\n"))
    let robot = try await robot("long.csv")
    #expect(robot.rows[1] == "    id  text         last")
    await robot.type("G")
    #expect(robot.rows[1] == "    id  text         last")
    #expect(robot.rows[22] == " ▌ 399  a long text     1")
    await robot.type(":301\r")
    #expect(robot.rows[1] == "    id  text         last")
    #expect(robot.rows.contains { $0.contains(" 300  a much lon…     0") })
    await robot.type("fid<50\r")
    #expect(robot.rows[1] == "   id*  text         last")
  }

  @Test("a field with one value has no column, and returns when a value differs")
  func constants() async throws {
    func write(_ last: String) throws {
      let rows = (0..<30).map { "\($0),n\($0),\($0 == 29 ? last : "same")" }
      _ = try folder.write("same.csv", "id,name,state\n" + rows.joined(separator: "\n"))
    }
    try write("same")
    let robot = try await robot("same.csv")
    #expect(robot.rows[1].hasPrefix("   id  name  "))
    #expect(robot.rows[1].hasSuffix("+1 same"))
    await robot.type("fid<5\r")
    #expect(robot.rows[1].hasSuffix("+1 same"))
    await robot.press(KeyPress(.escape))
    try write("other")
    robot.browser.perform(.reload)
    await robot.sees("   id  state  name")
    await robot.type("G")
    #expect(robot.rows.contains { $0 == " ▌ 29  other  n29" })
    // All fields that the user selects have columns.
    try write("same")
    robot.browser.perform(.reload)
    await robot.type("c\r")
    await robot.sees("   id  name  state")
  }

  @Test("records of JSON open with columns if they have common fields")
  func uniformRecords() async throws {
    let users = (1...3).map {
      #"{"name": "User \#($0)", "id": \#($0), "home": {"city": "Rome", "zip": "0\#($0)"}}"#
    }
    _ = try folder.write("users.json", "[" + users.joined(separator: ",") + "]")
    let robot = try await robot("users.json")
    #expect(robot.rows[1] == "   id  name    home.city  .zip")
    #expect(robot.rows[2] == " ▌  1  User 1  Rome       01")
    _ = try folder.write("mixed.ndjson", "{\"a\": 1, \"b\": 2}\n{\"c\": 1}\n[1]\n7\n")
    let mixed = try await self.robot("mixed.ndjson")
    #expect(mixed.rows[1] == " ▌ a 1  b 2")
    _ = try folder.write("object.json", "{\"a\": 1, \"b\": 2}")
    let object = try await self.robot("object.json")
    #expect(object.rows[1] == " ▌ a  1")
  }

  @Test("the status line shows the day that all dates share")
  func days() async throws {
    func write(_ days: [Int]) throws {
      let rows = days.enumerated().map {
        "{\"ts\": \"2026-06-0\($1)T00:00:0\($0)Z\", \"level\": \"info\", \"n\": \($0)}"
      }
      _ = try folder.write("events.ndjson", rows.joined(separator: "\n"))
    }
    try write([5, 5, 5])
    let robot = try await robot("events.ndjson")
    #expect(robot.rows[2] == " ▌ 00:00:00  info   0")
    #expect(robot.rows.last?.hasSuffix("  5 Jun 2026") == true)
    await robot.type("cn\r")
    #expect(robot.rows.last?.contains("2026") == false)
    try write([5, 6])
    let other = try await self.robot("events.ndjson")
    #expect(other.rows.last?.contains("2026") == false)
  }

  @Test("shows the new columns when a table changes")
  func following() async throws {
    let robot = try await robot("songs.csv")
    #expect(robot.rows[1] == "   id  first name  year")
    _ = try folder.write("songs.csv", "id,last name\n7,Monk\n")
    robot.browser.perform(.reload)
    await robot.sees("Monk")
    #expect(robot.rows[1] == "   id  last name")
  }

  @Test("field names with quotes, blanks and signs survive a round trip")
  func names() async throws {
    _ = try folder.write("odd.csv", "\"full \"\"x\"\" name\",q,*,,-m\n1,2,3,4,5\n")
    let robot = try await robot("odd.csv")
    let heading = robot.rows[1]
    await robot.type("c\r")
    #expect(robot.rows[1] == heading)
    await robot.type("c")
    await robot.press(.control("u"))
    await robot.type("\"*\" \"-m\"\r")
    #expect(robot.rows[1] == "   *  -m")
    robot.browser.syncCursorFragments()
    let url = try #require(robot.browser.navigator.state.shownURL)
    let again = try await BrowserRobot("\(url)", columns: 80, rows: 24, tellsTime: false)
    #expect(again.rows[1] == "   *  -m")
  }

  @Test("an empty text restores the default columns, and -* removes all")
  func asOpened() async throws {
    let robot = try await robot("songs.csv")
    await robot.type("cyear\r")
    #expect(robot.rows[1] == "   year")
    await robot.type("c")
    await robot.press(.control("u"), KeyPress(.enter))
    #expect(robot.rows[1] == "   id  first name  year")
    #expect(robot.browser.navigator.focusedPage.map { "\($0.url)".contains("fields") } == false)
    await robot.type("c-*\r")
    #expect(robot.rows[1].contains("Ann  id 1 · year 1959"))
    robot.browser.syncCursorFragments()
    let url = try #require(robot.browser.navigator.state.shownURL)
    #expect("\(url)".contains("fields=-%2A"))
    let again = try await BrowserRobot("\(url)", columns: 80, rows: 24, tellsTime: false)
    #expect(again.rows[1].contains("Ann  id 1 · year 1959"), "as it was left")
  }

  @Test("typing replaces the prefilled text, and editing keeps it")
  func offering() async throws {
    let robot = try await robot()
    await robot.type("cyear\r")
    #expect(robot.rows[1] == "   year")
    await robot.type("c")
    await robot.press(KeyPress(.end))
    await robot.type("title\r")
    #expect(robot.rows[1] == "   year  title")
    await robot.type("c")
    await robot.press(KeyPress(.backspace), KeyPress(.tab))
    #expect(robot.rows.last == "columns: year title")
    await robot.press(KeyPress(.escape))
    await robot.type("syear\rs-")
    #expect(robot.rows.last == "sort by: -")
    await robot.press(KeyPress(.escape))
    await robot.type("fBlue\rf")
    #expect(robot.rows.last?.hasPrefix("filter: Blue") == true)
    await robot.type("S")
    #expect(robot.rows.last?.hasPrefix("filter: S ") == true)
    await robot.press(KeyPress(.escape))
    await robot.type("f")
    robot.backend.send(.paste("Sea", isComplete: true))
    await robot.sees { $0.hasPrefix("filter: Sea") }
  }

  @Test(
    "a wide table scrolls horizontally next to a fixed first column",
    arguments: [(80, 24), (20, 5), (200, 50)])
  func sideways(columns: Int, rows: Int) async throws {
    let names = [
      "id", "名前", "city", "population", "note", "country", "founded", "mayor", "area", "river",
    ]
    let cells = [
      "1,東京,Tokyo 🌊,13960000,a long note that goes on and on,Japan,1457,Koike,2194,Sumida",
      "2,Paris 👩‍👩‍👧,Île-de-France,2161000,,France,-250,Hidalgo,105,Seine",
    ]
    _ = try folder.write(
      "cities.csv", ([names.joined(separator: ",")] + cells).joined(separator: "\n"))
    let robot = try await robot("cities.csv", columns: columns, rows: rows)
    let heading = robot.rows[1]
    await robot.type("...")
    expectSnapshot(
      try #require(robot.backend.screen), named: "columns-moved-\(columns)x\(rows)")
    await robot.type("$")
    #expect(robot.rows[1].hasSuffix("river"))
    await robot.type("syear\r^")
    #expect(robot.rows[1] == heading)
    await robot.type("q")
    let other = try await self.robot("songs.ndjson")
    await other.type(".")
    #expect(
      other.rows.last?.contains("no columns (c shows fields in columns)") == true)
  }

  @Test("clicks on a name sort by it, reverse the order and end it")
  func headings() async throws {
    let robot = try await robot("songs.csv")
    func click(_ column: Int) async {
      robot.backend.send(.mouse(MouseEvent(.press(.left), at: Point(column: column, row: 1))))
      await robot.press(.control("l"))
    }
    await click(8)
    #expect(robot.rows[1] == "   id  first name▲  year")
    await click(8)
    #expect(robot.rows[1] == "   id  first name▼  year")
    #expect(robot.rows[2] == " ▌  2  Bob")
    await click(8)
    #expect(robot.rows[1] == "   id  first name  year", "the third click ends the order")
    await click(3)
    #expect(robot.rows[1] == "   id▼  first name  year", "numbers begin with the largest")
    await robot.type("S")
    #expect(robot.rows[1] == "   id▲  first name  year")
    await click(1)
    #expect(robot.rows[1] == "   id▲  first name  year", "there is not a name")
    await robot.type("syear -id\r")
    #expect(robot.rows[1] == "   id▼2  first name  year▲")
    await robot.press(KeyPress(.escape))
    #expect(robot.rows[1] == "   id  first name  year")
    let path = folder.path(of: "songs.csv")
    let sorted = try await BrowserRobot(
      "mocoa://file/?path=\(path)&sort=-year", columns: 80, rows: 24, tellsTime: false)
    #expect(sorted.rows[1] == "   id  first name  year▼")
  }

  @Test("shows the heading in windows with at least two items")
  func smallWindows() async throws {
    for rows in 1...8 {
      let robot = try await robot("songs.csv", rows: rows)
      let hasHeading = robot.rows.contains { $0.contains("first name") }
      #expect(hasHeading == (rows >= 5), "\(rows)")
      #expect(!hasHeading || robot.rows.contains { $0.contains("Bob") }, "\(rows)")
    }
  }

  @Test("an empty table shows its heading, and rows that arrive later")
  func empty() async throws {
    _ = try folder.write("empty.csv", "id,name\n")
    let robot = try await robot("empty.csv")
    #expect(robot.rows[1...2] == ["   id  name", "   empty"])
    await robot.type("c")
    #expect(robot.rows.last == "columns: id name")
    await robot.press(KeyPress(.escape))
    await robot.type("sname\r")
    #expect(robot.rows[1] == "   id  name▲")
    _ = try folder.write("empty.csv", "id,name,year\n1,Ann,7\n")
    robot.browser.perform(.reload)
    await robot.sees("Ann")
    #expect(robot.rows[1] == "   id  name▲  year")
    _ = try folder.write("empty.csv", "number\n")
    robot.browser.perform(.reload)
    await robot.sees("   number")
    // Rows with cells of a module have no heading.
    let url = "mocoa://file/?path=\(folder.path(of: "empty.csv"))&module=mocoa://music/"
    let other = try await BrowserRobot(url, columns: 80, rows: 24, tellsTime: false)
    #expect(!other.rows.contains { $0.contains("number") })
  }

  @Test("a row with 10,000 values shows as many as fit")
  func wide() async throws {
    let header = (1...10_000).map { "column\($0)" }.joined(separator: ",")
    let row = (1...10_000).map { "\($0)" }.joined(separator: ",")
    _ = try folder.write("wide.csv", "\(header)\n\(row)\n\(row)\n")
    let robot = try await robot("wide.csv")
    #expect(robot.rows[1].hasPrefix("   column1  column2"))
    #expect(robot.rows[1].contains("+"))
    #expect(robot.rows[2].hasPrefix(" ▌       1        2"))
    await robot.type("$")
    #expect(robot.rows[1].hasSuffix("column9999  column10000"))
    #expect(robot.rows[2].hasSuffix("      9999       10,000"))
    await robot.type(",,,,,")
    #expect(robot.rows[1].hasPrefix("‹  column1  column9995"))
    await robot.type("^")
    await robot.type("w\(folder.path(of: "same.csv"))\r")
    await robot.sees("it is written") { robot.browser.writing == nil }
    #expect(try folder.text(of: "same.csv") == folder.text(of: "wide.csv"), "nothing is cut")
  }
}
