import Mocoa
import MocoaQuery
import MocoaTerminal
import MocoaTestSupport
import Testing

@testable import MocoaBrowser

@MainActor
@Suite("Commands on a column")
struct ColumnCommandsTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    let rows = [
      #"{"id": 1, "name": "Ann \"A\" | (x)", "age": 40, "note": null}"#,
      #"{"id": 2, "name": "Bob", "age": 9, "note": ""}"#,
      #"{"id": 3, "name": "Cid\\", "age": 40}"#,
      #"{"id": 4, "name": "Dan", "age": 7, "note": "=x"}"#,
    ]
    _ = try folder.write("people.ndjson", rows.joined(separator: "\n"))
  }

  private func robot(columns: Int = 80, rows: Int = 24) async throws -> BrowserRobot {
    let robot = try await BrowserRobot(
      "mocoa://file/?path=\(folder.path(of: "people.ndjson"))", columns: columns, rows: rows,
      tellsTime: false)
    robot.browser.motion = .off
    await robot.sees("age")
    return robot
  }

  /// Waits until the text of the screen satisfies a condition.
  private func sees(_ robot: BrowserRobot, _ condition: (String) -> Bool) async {
    await robot.sees("such a screen") { condition(robot.rows.joined(separator: "\n")) }
  }

  /// Returns the first column of the rows.
  private func keys(_ robot: BrowserRobot) -> [String] {
    robot.rows.dropFirst(2).dropLast().compactMap { row in
      let words = row.dropFirst(3).split(separator: " ")
      return words.first.map { String($0) }
    }
  }

  @Test("; sorts by the column: numbers descending first, then reversed, then not")
  func sort() async throws {
    let robot = try await robot()
    await robot.type("..;")
    await robot.sees("age▼")
    #expect(keys(robot) == ["1", "3", "2", "4"])
    await robot.type(";")
    await robot.sees("age▲")
    #expect(keys(robot) == ["4", "2", "1", "3"])
    await robot.type(";")
    await sees(robot) { !$0.contains("▲") }
    #expect(keys(robot) == ["1", "2", "3", "4"])
    await robot.type(",;")
    await robot.sees("name▲")
  }

  @Test("' and \" add a condition on the value to the filter, which U removes")
  func values() async throws {
    let robot = try await robot()
    await robot.type("..'")
    await sees(robot) { $0.contains("age*") && $0.contains("1/2 of 4") }
    #expect(robot.browser.queries.filterText == "age=40")
    #expect(robot.rows.last?.contains("age=40") == true)
    await robot.type(",\"")
    await robot.sees("1/1 of 4")
    #expect(robot.browser.queries.filterText == #"age=40 name!="Ann \"A\" | (x)""#)
    #expect(keys(robot) == ["3"])
    await robot.type("U")
    await robot.sees("1/2 of 4")
    await robot.type("U")
    await sees(robot) { !$0.contains(" of 4") }
    await robot.type("U")
    await robot.sees("nothing to undo")
  }

  @Test("each value of each item finds its item again")
  func everyValue() async throws {
    let robot = try await robot()
    for column in 0..<4 {
      for row in 0..<4 {
        await robot.type("^" + String(repeating: ".", count: column))
        await robot.type("g" + String(repeating: "j", count: row) + "'")
        await robot.sees("row \(row) column \(column)") {
          !robot.browser.queries.filterText.isEmpty
            && robot.browser.queries.results?.isUpdatingResults == false
        }
        await robot.wait(.milliseconds(1))
        #expect(keys(robot).contains(String(row + 1)), "\(robot.browser.queries.filterText)")
        await robot.type("R")
        await sees(robot) { !$0.contains(" of 4") }
      }
    }
  }

  @Test("hide, fit, freeze and reset change only the view")
  func appearance() async throws {
    let robot = try await robot()
    await robot.type("._")
    await sees(robot) { !$0.contains("name") && $0.contains("+1") }
    await robot.type("@")
    await robot.sees("2 columns stay in view")
    #expect(robot.rows[1].contains("│"))
    await robot.type("R")
    await sees(robot) { $0.contains("name") && !$0.contains("│") }
    await robot.type("U")
    await robot.sees("│")
    // Esc removes the column cursor before it clears a filter.
    await robot.type("'")
    await robot.sees(" of 4")
    await robot.press(KeyPress(.escape))
    await robot.wait(.milliseconds(1))
    #expect(robot.browser.listScreen?.rowColumns?.cursorField == nil)
    #expect(robot.rows[0].contains(" of 4"))
    await robot.press(KeyPress(.escape))
    await sees(robot) { !$0.contains(" of 4") }
  }

  @Test("hints name the commands that act here")
  func hints() async throws {
    let robot = try await robot()
    #expect(robot.rows.last?.hasPrefix(" f filter  ; sort  % count  v preview") == true)
    await robot.type(".")
    #expect(robot.rows.last?.hasPrefix(" ; sort  ' only this  % count  _ hide  @ freeze") == true)
    await robot.press(KeyPress(.escape))
    await robot.type(" ")
    #expect(robot.rows.last?.hasPrefix(" y copy  w write  ! run  u unmark") == true)
    await robot.type("u")
    await robot.type("fBob\r")
    await robot.sees("Esc show all  f edit")
  }

  @Test("the status line shows an order that the header does not show")
  func hiddenOrder() async throws {
    let robot = try await robot()
    await robot.type("s-age\r")
    await robot.sees("age▼")
    #expect(robot.rows.last?.contains("sorted") == false)
    await robot.type("cid name\r")
    await robot.sees("sorted by -age")
    #expect(!robot.rows[1].contains("▼"))
  }

  @Test("a click on a hint performs its command")
  func clickOnHint() async throws {
    let robot = try await robot()
    let hints = try #require(robot.rows.last)
    let column = try #require(hints.firstIndex(of: ".")).utf16Offset(in: hints)
    robot.browser.receive(MouseEvent(.press(.left), at: Point(column: column + 2, row: 23)))
    #expect(robot.browser.listScreen?.rowColumns?.cursorField == "name")
  }

  @Test("finds the title at a column, also if titles are omitted")
  func titles() {
    let crumbs = Breadcrumb(titles: ["mocoa", "library", "東京", "track"])
    func titles(_ columns: Int) -> [Int?] {
      (0..<columns).map { crumbs.title(at: $0, in: columns, position: "1/20") }
    }
    #expect(titles(60)[0..<7] == [nil, 0, 0, 0, 0, 0, nil])
    #expect(titles(60).compactMap(\.self).count == 5 + 7 + 4 + 5)
    #expect(titles(60)[19..<23] == [2, 2, 2, 2])
    #expect(Set(titles(34).compactMap(\.self)) == [0, 2, 3])
    #expect(Set(titles(18).compactMap(\.self)) == [3])
  }
}
