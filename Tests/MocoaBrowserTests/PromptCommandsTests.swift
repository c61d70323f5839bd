import Glibc
import Mocoa
import MocoaModel
import MocoaTerminal
import MocoaTestSupport
import Testing

@testable import MocoaBrowser
@testable import MocoaFiles
@testable import MocoaData

@MainActor
@Suite("Prompt commands with arguments")
struct PromptCommandsTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = try folder.write(
      "a.ndjson",
      """
      {"title": "Kind of Blue", "year": 1959, "genre": "modal"}
      {"title": "Giant Steps", "year": 1960, "genre": "bop"}
      {"title": "Bitches Brew", "year": 1970, "genre": "fusion"}
      """)
  }

  private func robot() async throws -> BrowserRobot {
    let robot = try await BrowserRobot(
      "mocoa://file/?path=\(path)", columns: 120, rows: 10, tellsTime: false)
    robot.browser.motion = .off
    await robot.sees("Kind of Blue")
    return robot
  }

  @Test("filter, sort, group and search match their keys")
  func queries() async throws {
    let robot = try await robot()
    await robot.type(":filter year>1959\r")
    await robot.sees("the filter") { robot.rows[0].hasSuffix("/2 of 3") }
    #expect(robot.rows.last?.hasSuffix("  year>1959") == true)
    #expect(robot.browser.overlay == nil)
    await robot.type(":sort -year\r")
    await robot.sees("year▼")
    #expect(robot.rows[2].contains("Bitches Brew"))
    await robot.type(":search giant\r")
    await robot.sees("the cursor on it") { robot.browser.listScreen?.itemNumber == 2 }
    #expect(robot.browser.overlay == nil)
    await robot.type(":group genre\r")
    await robot.sees("grouped by genre")
    await robot.type(":filter 'a://b\r")
    await robot.sees("no matches") { robot.rows[0].hasSuffix("  0 of 3") }
    await robot.type(":filter (\r")
    #expect(robot.browser.message?.isWarning == true, "what cannot be read is said")
    #expect(robot.browser.overlay != nil, "and is there to be mended")
    await robot.press(KeyPress(.escape))
    await robot.type(":filter\r")
    guard case .prompt(let prompt) = robot.browser.overlay, prompt.category == .filter else {
      Issue.record("alone it opens the prompt")
      return
    }
  }

  @Test("write, run and pipe match their keys")
  func handingOver() async throws {
    let robot = try await robot()
    var ran: [[String]] = []
    robot.browser.commands.shell.variable = { _ in nil }
    robot.browser.commands.shell.run = { command, _, _ in
      ran.append(command.words + (command.input == nil ? [] : ["|"]))
      return .success(.exit(0))
    }
    await robot.type(":run echo {year}\r:pipe cat\r")
    #expect(ran == [["/bin/sh", "-c", "echo '1959'"], ["/bin/sh", "-c", "cat", "|"]])
    await robot.type("!")
    await robot.press(KeyPress(.up))
    #expect(robot.rows.suffix(2) == ["!cat", " cat"], "it can be called back")
    await robot.press(KeyPress(.escape))
    let written = folder.path(of: "out.csv")
    await robot.type(":write \(written)\r")
    await robot.sees("exported 3 items")
    #expect(try folder.text(of: "out.csv").hasPrefix("title,year,genre\n"))
    await robot.type(":write \(written)\r")
    #expect(
      robot.rows.last?.contains("Overwrite? (y/n)") == true, "nothing is written over unasked")
    await robot.press(KeyPress(.escape))
  }

  @Test("opens existing paths, also in tabs, and reports missing ones")
  func files() async throws {
    let robot = try await robot()
    await robot.type(":\(folder.folder)\r")
    await robot.sees("a.ndjson")
    #expect(robot.browser.navigator.focusedPage is FolderPage)
    await robot.type(":open \(path)\r")
    #expect(robot.browser.navigator.focusedPage is RecordsPage)
    await robot.type(":tab \(folder.folder)\r")
    #expect(robot.browser.navigator.focusedPage is FolderPage)
    await robot.type("x")
    #expect(robot.browser.navigator.focusedPage is RecordsPage, "it was a tab of its own")
    await robot.type(":\(folder.path(of: "none"))\r")
    #expect(robot.rows.last?.contains("none: no such file") == true)
    await robot.type(":nonsense\r")
    #expect(robot.rows.last?.hasPrefix(" ! unknown command: nonsense") == true)
  }

  @Test("an invalid item number shows the number of items")
  func numbers() async throws {
    let robot = try await robot()
    for number in ["0", "4", "-1"] {
      await robot.type(":\(number)\r")
      #expect(robot.rows.last?.hasPrefix(" ! no item \(number) (1–3)") == true)
    }
    await robot.type(":3\r")
    #expect(robot.browser.listScreen?.itemNumber == 3)
  }

  @Test("Tab completes fields after filter, sort and group")
  func fields() async throws {
    let robot = try await robot()
    for word in ["filter", "sort", "group"] {
      await robot.type(":\(word) y")
      await robot.press(KeyPress(.tab))
      #expect(robot.rows.last == ":\(word) year")
      await robot.press(KeyPress(.escape))
    }
    await robot.type(":sor")
    await robot.press(KeyPress(.tab))
    #expect(robot.rows.last == ":sort", "no suggestions before the word")
  }
}
