import Glibc
import MocoaModel
import MocoaQuery
import MocoaTerminal
import MocoaTestSupport
import Testing

@testable import MocoaBrowser

@MainActor
@Suite("Filtering, sorting and searching a list")
struct QueryingTests {
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

  private func robot(columns: Int = 60, rows: Int = 9) async throws -> BrowserRobot {
    let robot = try await BrowserRobot(
      "mocoa://file/?path=\(folder.path(of: "albums.ndjson"))", columns: columns, rows: rows)
    robot.browser.motion = .off
    return robot
  }

  /// The visible titles, in order.
  private func titles(_ robot: BrowserRobot) -> [String] {
    robot.rows.compactMap { row in
      ["Kind of Blue", "Blue Train", "Giant Steps", "Bitches Brew", "夜に駆ける"].first {
        row.contains($0)
      }
    }
  }

  @Test("f filters after each key, and Esc restores the previous list")
  func filter() async throws {
    let robot = try await robot()
    await robot.type("fbl")
    #expect(titles(robot) == ["Kind of Blue", "Blue Train", "夜に駆ける"])
    #expect(robot.rows.last?.hasPrefix("filter: bl") == true)
    #expect(robot.rows.last?.contains("3 of 5") == true)
    await robot.type(" year>1958")
    #expect(titles(robot) == ["Kind of Blue", "夜に駆ける"])
    await robot.press(KeyPress(.enter))
    #expect(robot.rows[0].hasSuffix("/2 of 5"))
    #expect(robot.rows.last?.hasSuffix("  bl year>1958") == true)
    await robot.type("f")
    #expect(robot.rows.last?.hasPrefix("filter: bl year>1958") == true)
    await robot.type(" zzz")
    #expect(titles(robot).isEmpty)
    #expect(
      robot.rows.contains { $0.contains("Nothing matches zzz. Esc shows") })
    await robot.press(KeyPress(.escape))
    #expect(titles(robot) == ["Kind of Blue", "夜に駆ける"])
    await robot.press(KeyPress(.escape))
    #expect(titles(robot).count == 5)
  }

  @Test("reports an invalid filter and keeps the previous results")
  func unreadable() async throws {
    let robot = try await robot()
    await robot.type("fblue \"tr")
    #expect(robot.rows.last?.contains("6: missing closing \"") == true)
    #expect(titles(robot) == ["Kind of Blue", "Blue Train", "夜に駆ける"])
    await robot.type("ain\"")
    #expect(titles(robot) == ["Blue Train"])
  }

  @Test("reports in the status text that a pattern is too expensive")
  func expensive() async throws {
    let line = #"{"id": 1, "title": "\#(String(repeating: "a", count: 40))!"}"#
    _ = try folder.write("albums.ndjson", line)
    let robot = try await robot(columns: 100)
    await robot.type("f/(a+)+$/")
    await robot.press(KeyPress(.enter))
    await eventually("the filter is applied") {
      robot.browser.queries.results?.isUpdatingResults == false
    }
    #expect(robot.browser.statusText.contains("pattern too expensive: matches may be missing"))
    await robot.press(KeyPress(.escape))
    #expect(!robot.browser.statusText.contains("pattern"))
  }

  @Test("the cursor stays on its item while it is visible")
  func cursor() async throws {
    let robot = try await robot()
    await robot.type("j")
    #expect(robot.rows[0].hasSuffix("2/5"))
    await robot.type("f'bl")
    #expect(robot.rows[0].hasSuffix("2/3 of 5"))
    await robot.type("ue t")
    #expect(robot.rows[0].hasSuffix("1/1 of 5"))
    await robot.press(KeyPress(.escape))
    #expect(robot.rows[0].hasSuffix("2/5"))
  }

  @Test("s sorts by fields, S reverses the order, and Tab completes fields")
  func sort() async throws {
    let robot = try await robot()
    await robot.type("jsy")
    await robot.press(KeyPress(.tab), KeyPress(.enter))
    #expect(
      titles(robot) == ["Blue Train", "Kind of Blue", "Giant Steps", "Bitches Brew", "夜に駆ける"])
    #expect(robot.rows[0].hasSuffix("1/5"), "the cursor stays with its item")
    #expect(robot.rows[1].contains("year▲"))
    await robot.type("S")
    #expect(
      titles(robot) == ["夜に駆ける", "Bitches Brew", "Giant Steps", "Kind of Blue", "Blue Train"])
    #expect(robot.rows[1].contains("year▼"))
    await robot.press(KeyPress(.escape))
    #expect(
      titles(robot) == ["Kind of Blue", "Blue Train", "Giant Steps", "Bitches Brew", "夜に駆ける"])
    await robot.type("S")
    #expect(robot.rows.last?.contains("not sorted (s sorts it)") == true)
  }

  @Test("/ searches after each key; n and N repeat the search")
  func search() async throws {
    let robot = try await robot()
    await robot.type("/b")
    #expect(robot.rows[0].hasSuffix("1/5"))
    await robot.type("rew")
    #expect(robot.rows[0].hasSuffix("4/5"))
    await robot.press(KeyPress(.escape))
    #expect(robot.rows[0].hasSuffix("1/5"))
    await robot.type("/blue")
    await robot.press(KeyPress(.enter))
    await robot.type("n")
    #expect(robot.rows[0].hasSuffix("2/5"))
    await robot.type("n")
    #expect(robot.rows[0].hasSuffix("5/5"))
    await robot.type("n")
    #expect(robot.rows[0].hasSuffix("1/5"))
    #expect(robot.rows.last?.contains("search wrapped to the start") == true)
    await robot.type("N")
    #expect(robot.rows[0].hasSuffix("5/5"))
    await robot.type("/nowhere")
    #expect(robot.rows.last?.contains("not found: nowhere") == true)
  }

  @Test("filters a list that is defined in code")
  func modules() async throws {
    let robot = try await BrowserRobot("mocoa://music/", columns: 60, rows: 12)
    robot.browser.motion = .off
    let all = robot.rows
    await robot.type("fkob")
    #expect(robot.rows.contains { $0.contains("Kind of Blue") })
    #expect(!robot.rows.contains { $0.contains("Cannonball") })
    await robot.press(KeyPress(.escape))
    // The last row shows the time of the last change.
    #expect(robot.rows.dropLast() == all.dropLast())
  }

  @Test("works in the smallest windows", arguments: [(1, 1), (3, 2), (10, 3), (20, 5)])
  func small(columns: Int, rows: Int) async throws {
    let robot = try await robot(columns: columns, rows: rows)
    await robot.type("fblue\" x")
    await robot.press(KeyPress(.escape))
    await robot.type("/x")
    await robot.press(KeyPress(.enter))
    await robot.type("syear")
    await robot.press(KeyPress(.enter))
    #expect(robot.rows.count == rows)
  }

  @Test("# summarizes the fields of the visible items")
  func fields() async throws {
    let robot = try await robot(columns: 70, rows: 16)
    await robot.type("#")
    await robot.sees("they are counted") { robot.rows.last?.contains("5 rows, exact") == true }
    #expect(
      robot.rows.dropFirst(2).prefix(3).map { row in
        row.dropFirst(3).split(separator: " ").prefix(4).joined(separator: " ")
      } == ["id number 0 5", "title text 0 5", "year number 0 5"])
    await robot.press(KeyPress(.backspace))
    await robot.type("f")
    await robot.type("year<1960")
    await robot.press(KeyPress(.enter))
    await robot.type("#")
    await robot.sees("they are counted") { robot.rows.last?.contains("2 rows, exact") == true }
  }

  @Test("invalid text stays in the prompt, and unknown fields are reported")
  func mistakes() async throws {
    let robot = try await robot()
    await robot.type("f(kind\r")
    #expect(robot.rows.last?.hasPrefix("filter: (kind") == true)
    #expect(robot.browser.message?.text == "1: missing )")
    await robot.type(")\r")
    #expect(robot.rows[0].hasSuffix("1/1 of 5"))
    #expect(robot.rows.last?.hasSuffix("  (kind)") == true)
    await robot.press(KeyPress(.escape))
    await robot.type("syaer\r")
    #expect(
      robot.browser.message?.text == "no field yaer in the sampled items (did you mean year?)")
    await robot.type("fYEAR>3 | year=1\r")
    #expect(robot.browser.message?.text.hasPrefix("no field YEAR") == true)
    await robot.type("/kind")
    #expect(robot.rows.last?.contains(" of 5") == false, "a search counts nothing")
  }

  @Test("Esc ends the filter, then the groups, then the order")
  func leaving() async throws {
    let robot = try await robot()
    await robot.type("s-year\rbyear\rfblue\r")
    #expect(robot.rows[0].hasSuffix("/3 of 5"))
    #expect(robot.rows.last?.hasSuffix("  blue · grouped by year") == true)
    await robot.press(KeyPress(.escape))
    #expect(!robot.rows[0].contains(" of 5") && robot.rows[1].contains("year▼"))
    #expect(robot.rows.last?.hasSuffix("  grouped by year") == true)
    await robot.press(KeyPress(.escape))
    #expect(robot.rows[1].contains("year▼"))
    #expect(robot.rows.last?.contains("grouped") == false)
    await robot.press(KeyPress(.escape))
    #expect(!robot.rows[1].contains("▼"))
    #expect(titles(robot).count == 5)
  }

  @Test("actions on all items wait for the query; Esc cancels them")
  func early() async throws {
    let lines = (0..<30_000).map { #"{"id": \#($0), "word": "w\#($0 % 7)"}"# }
    _ = try folder.write("many.ndjson", lines.joined(separator: "\n"))
    let robot = try await BrowserRobot(
      "mocoa://file/?path=\(folder.path(of: "many.ndjson"))", columns: 60, rows: 9)
    robot.browser.motion = .off
    await robot.sees("it is read") {
      robot.browser.screen?.focusedStatus?.positionText.hasSuffix("/30,000") == true
    }
    let path = folder.path(of: "out.ndjson")
    // The input is immediate, like that of a user who does not wait for results.
    robot.browser.perform(.filter)
    guard case .prompt(var prompt) = robot.browser.overlay else {
      Issue.record("no prompt")
      return
    }
    prompt.line = LineEditor("id=12345")
    robot.browser.show(prompt)
    robot.browser.overlay = nil
    #expect(robot.browser.queries.results?.isUpdatingResults == true)
    robot.browser.perform(.markItems(.all))
    #expect(robot.browser.listScreen?.markedCount == 0)
    #expect(robot.browser.message?.text.hasPrefix("the action waits for the query results") == true)
    robot.browser.accept(Prompt(.write, path))
    await robot.sees("it is marked") { robot.browser.listScreen?.markedCount == 1 }
    await robot.sees("it is written") {
      robot.browser.message?.text.hasPrefix("exported 1 item") == true
    }
    #expect(try folder.text(of: "out.ndjson") == #"{"id": 12345, "word": "w4"}"# + "\n")
    // Only one file is written at a time, also if both requests had to wait.
    robot.browser.message = nil
    robot.browser.queries.results?.query.filter = try Filter("id<29999")
    robot.browser.accept(Prompt(.write, folder.path(of: "a.ndjson")))
    robot.browser.accept(Prompt(.write, folder.path(of: "b.ndjson")))
    await robot.sees("one is refused or written") {
      // The success message may replace the rejection message before it is visible. The marked
      // item is the only one that is written.
      ["another export is running", "exported 1 item"].contains {
        robot.browser.message?.text.hasPrefix($0) == true
      }
    }
    await robot.sees("the other is written") { robot.browser.writing == nil }
    #expect(access(folder.path(of: "b.ndjson"), F_OK) != 0)
    robot.browser.queries.results?.query.filter = nil
    robot.browser.queries.results?.query.orders = [.init("word")]
    robot.browser.perform(.markItems(.inverse))
    robot.browser.perform(.escape)
    #expect(robot.browser.message?.text == "canceled")
    await robot.sees("it is sorted") { robot.browser.queries.results?.isUpdatingResults == false }
    #expect(robot.browser.listScreen?.markedCount == 1)
  }

  @Test("reports that a search found no item, also in a long list")
  func notFound() async throws {
    let lines = (0..<10_000).map { #"{"id": \#($0)}"# }
    _ = try folder.write("many.ndjson", lines.joined(separator: "\n"))
    let robot = try await BrowserRobot(
      "mocoa://file/?path=\(folder.path(of: "many.ndjson"))", columns: 60, rows: 9)
    await robot.type("/zzz\r")
    await robot.sees("not found: zzz")
  }

  @Test("Esc cancels a background search and keeps the cursor position")
  func givenUp() async throws {
    let lines = (0..<200_000).map { #"{"id": \#($0)}"# }
    _ = try folder.write("many.ndjson", lines.joined(separator: "\n"))
    let robot = try await BrowserRobot(
      "mocoa://file/?path=\(folder.path(of: "many.ndjson"))", columns: 60, rows: 9)
    await robot.sees("it is read") {
      robot.browser.screen?.focusedStatus?.positionText.hasSuffix("/200,000") == true
    }
    await robot.type("jj")
    robot.browser.perform(.search)
    guard case .prompt(var prompt) = robot.browser.overlay else {
      Issue.record("no prompt")
      return
    }
    prompt.line = LineEditor("^199999")
    robot.browser.show(prompt)
    let search = try #require(robot.browser.cursor.search, "it goes on on a thread")
    robot.browser.perform(.escape)
    #expect(search.isCancelled && robot.browser.cursor.search == nil)
    // This search succeeds. The canceled search would have ended earlier.
    await robot.type("/^199998\r")
    await robot.sees("the second") { robot.browser.listScreen?.itemNumber == 199_999 }
    await settle()
    #expect(robot.browser.listScreen?.itemNumber == 199_999)
  }

  @Test("a search waits for the query and covers its results")
  func waiting() async throws {
    let lines = (0..<30_000).map { #"{"id": \#($0), "odd": \#($0 % 2)}"# }
    _ = try folder.write("many.ndjson", lines.joined(separator: "\n"))
    let robot = try await BrowserRobot(
      "mocoa://file/?path=\(folder.path(of: "many.ndjson"))&filter=odd=1", columns: 60, rows: 9)
    robot.browser.motion = .off
    await robot.sees("it is filtered") {
      robot.browser.screen?.focusedStatus?.positionText == "1/15,000"
    }
    robot.browser.queries.results?.query.filter = try Filter("id>=0")
    #expect(robot.browser.queries.results?.isUpdatingResults == true)
    robot.browser.perform(.search)
    guard case .prompt(var prompt) = robot.browser.overlay else {
      Issue.record("no prompt")
      return
    }
    prompt.line = LineEditor("^20000")
    robot.browser.show(prompt)
    #expect(robot.browser.cursor.search == nil, "what is shown has none")
    robot.browser.overlay = nil
    robot.browser.accept(prompt)
    await robot.sees("what was hidden") {
      robot.browser.screen?.focusedStatus?.positionText == "20,001/30,000"
    }
  }

  @Test("changing the query does not count as a change of the list")
  func unchanged() async throws {
    let robot = try await BrowserRobot(
      "mocoa://file/?path=\(folder.path(of: "albums.ndjson"))", columns: 70, rows: 12)
    robot.browser.motion = .off
    await robot.type("sid\rSbyear\rZfblue\r")
    #expect(robot.rows.last?.contains("changed") == false)
    await robot.press(KeyPress(.escape), KeyPress(.escape), KeyPress(.escape))
    #expect(robot.rows.last?.contains("changed") == false)
  }
}
