import MocoaTerminal
import Testing

@testable import MocoaBrowser

@MainActor
@Suite("The prompt of the browser")
struct PromptTests {
  @Test("completes URLs and commands and lists the candidates above")
  func completes() async throws {
    let robot = try await BrowserRobot("mocoa://music/", columns: 40, rows: 8)
    let page = robot.rows
    await robot.type(":mu")
    await robot.press(KeyPress(.tab))
    #expect(robot.rows.last == ":mocoa://music/")
    #expect(robot.rows[6] == " music/artist  music/artist/album")
    #expect(robot.rows[..<6] == page[..<6], "nothing else is covered")
    await robot.press(KeyPress(.tab))
    #expect(robot.rows.last == ":mocoa://music/artist")
    await robot.press(KeyPress(.tab), KeyPress(.backTab))
    #expect(robot.rows.last == ":mocoa://music/artist")
    await robot.press(KeyPress(.escape))
    #expect(robot.rows == page)
    await robot.type(":contacts")
    await robot.press(KeyPress(.tab), KeyPress(.enter))
    #expect(robot.rows[0].hasPrefix(" mocoa ▸ contacts"))
  }

  @Test("completes URLs of visited pages")
  func visited() async throws {
    let robot = try await BrowserRobot("mocoa://music/artist/album?id=107", columns: 60, rows: 8)
    await robot.type(":music/artist/album?")
    await robot.press(KeyPress(.tab))
    #expect(robot.rows.last == ":mocoa://music/artist/album?id=107")
  }

  @Test("scrolls to the selected candidate at any width")
  func scrolls() async throws {
    for columns in [8, 20, 30, 80] {
      let robot = try await BrowserRobot("mocoa://music/", columns: columns, rows: 5)
      await robot.type(":")
      await robot.press(KeyPress(.tab))
      for _ in 0..<30 {
        let line = robot.browser.overlay.text
        let shown = Completion.bare(line).prefix(columns - 3)
        #expect(line.isEmpty || robot.rows[3].contains(shown), "\(columns): \(robot.rows[3])")
        await robot.press(KeyPress(.tab))
      }
    }
  }

  @Test("leaves at least one row for the page")
  func smallWindows() async throws {
    let robot = try await BrowserRobot("mocoa://music/", columns: 40, rows: 2)
    let page = robot.rows[0]
    await robot.type(":")
    await robot.press(KeyPress(.tab))
    #expect(robot.rows == [page, ":back"])
  }

  @Test("recalls previous input")
  func recalls() async throws {
    let robot = try await BrowserRobot("mocoa://music/", columns: 40, rows: 8)
    await robot.type(":last")
    await robot.press(KeyPress(.enter))
    await robot.type(":nonsense")
    await robot.press(KeyPress(.enter))
    await robot.type(":dra")
    await robot.press(KeyPress(.up), .control("p"))
    #expect(robot.rows.last == ":last")
    await robot.press(KeyPress(.down))
    #expect(robot.rows.last == ":nonsense")
    await robot.press(.control("n"))
    #expect(robot.rows.last == ":dra")
  }
}

extension Optional<Browser.Overlay> {
  /// The text in the prompt; empty if no prompt is open.
  fileprivate var text: String {
    if case .prompt(let prompt) = self { prompt.line.text } else { "" }
  }
}
