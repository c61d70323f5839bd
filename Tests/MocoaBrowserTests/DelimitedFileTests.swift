import Mocoa
import MocoaTerminal
import MocoaTestSupport
import Testing

@testable import MocoaBrowser

@MainActor
@Suite("A delimited file in the browser")
struct DelimitedFileTests {
  private static let text = """
    id,name,city,price
    1,Ann,"Paris, France",1.50
    2,"Bob ""the"" B","Ro
    me",007
    3,Short
    4,Long,x,9,extra
    5,"x"y,z,1
    6,"never closed,z,2

    """

  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func robot(
    _ options: String = "", columns: Int = 80, rows: Int = 24, _ text: String = text
  ) async throws -> BrowserRobot {
    let path = try folder.write("people.csv", text)
    return try await BrowserRobot(
      "mocoa://file/?path=\(path)\(options)", columns: columns, rows: rows)
  }

  @Test("shows its rows and their errors", arguments: [(80, 24), (20, 5)])
  func rows(columns: Int, rows: Int) async throws {
    let robot = try await robot(columns: columns, rows: rows)
    expectSnapshot(
      try #require(robot.backend.screen), named: "delimited-\(columns)x\(rows)")
  }

  @Test("opens a row as a list of values and returns")
  func opening() async throws {
    let robot = try await robot()
    await robot.type("jl")
    expectSnapshot(try #require(robot.backend.screen), named: "delimited-row-80x24")
    await robot.type("h")
    #expect(robot.rows[0].hasSuffix(" 2/6"))
    #expect(robot.rows[3].hasPrefix(" ▌  2  Bob"))
  }

  @Test("is parsed with the options in the URL")
  func options() async throws {
    let robot = try await robot("&delimiter=%3B&header=no", "a;1\nb;2\n")
    #expect(robot.rows[2].contains("a  1"))
    let tabs = try await self.robot("&delimiter=tab", "a\tb\nx\t2\n")
    #expect(tabs.rows[2].contains("x  2"))
  }

  @Test("starts at the item in the URL fragment")
  func fragment() async throws {
    let robot = try await robot("#3")
    await robot.type("l")
    #expect(robot.rows[0].contains("people.csv ▸ 3"))
  }
}

extension DelimitedFileTests {
  private func robot(_ options: String, _ text: String) async throws -> BrowserRobot {
    try await robot(options, columns: 80, rows: 24, text)
  }
}
