import Mocoa
import MocoaTerminal
import MocoaTestSupport
import Testing

@testable import MocoaBrowser

@MainActor
@Suite("Mouse and paste input in the browser")
struct MouseUITests {
  private func send(
    _ robot: BrowserRobot, _ action: MouseEvent.Action, _ column: Int = 5, _ row: Int = 0
  ) async {
    robot.backend.send(.mouse(MouseEvent(action, at: Point(column: column, row: row))))
    await settle()
  }

  @Test("a click moves the cursor, a second click opens the item")
  func clicks() async throws {
    let robot = try await BrowserRobot("mocoa://music/", columns: 60, rows: 12)
    let before = robot.rows
    // The title of the page, a header, free space in the status line, and points outside of the
    // window.
    for (column, row) in [(11, 0), (5, 1), (58, 11), (5, 90), (90, 3)] {
      await send(robot, .press(.left), column, row)
      #expect(robot.rows == before)
    }
    let row = try #require(robot.rows.indices.first { robot.rows[$0].contains("▌") }) + 2
    await send(robot, .press(.right), 5, row)
    #expect(robot.rows == before)
    await send(robot, .press(.left), 5, row)
    #expect(robot.rows[row].hasPrefix(" ▌"))
    let title = robot.rows[row].dropFirst(3).prefix(6)
    #expect(robot.rows[0].hasPrefix(" mocoa ▸ music  "))
    await send(robot, .press(.left), 5, row)
    #expect(robot.rows[0].hasPrefix(" mocoa ▸ music ▸ ") && robot.rows[0].contains(title))
  }

  @Test("a click on a title opens its page, and a click on a hint performs its command")
  func titlesAndHints() async throws {
    let robot = try await BrowserRobot("mocoa://music/", columns: 60, rows: 12)
    await send(robot, .press(.left), 3, 11)
    #expect(robot.rows.last?.hasPrefix(" ⌫ back  ") == true)
    let path = robot.rows[0]
    #expect(path.hasPrefix(" mocoa ▸ music ▸ Cannonball Adderley ▸ "))
    await send(robot, .press(.left), 7, 0)
    #expect(robot.rows[0] == path, "the text between two titles")
    await send(robot, .press(.left), 20, 0)
    #expect(robot.rows[0].hasPrefix(" mocoa ▸ music ▸ Cannonball Adderley  "))
    await send(robot, .press(.left), 10, 0)
    #expect(robot.rows[0].hasPrefix(" mocoa ▸ music  "))
    // With a message, the status line has no hints.
    await robot.type("U")
    await send(robot, .press(.left), 3, 11)
    #expect(robot.rows[0].hasPrefix(" mocoa ▸ music  "))
  }

  @Test("a click on a title above a presented page only closes the presentation")
  func titlesOfPresentation() async throws {
    let robot = try await BrowserRobot("mocoa://music/", columns: 80, rows: 24)
    let below = robot.rows[0]
    await robot.type("o")
    #expect(robot.browser.navigator.isPresenting && robot.rows[0] != below)
    await send(robot, .press(.left), 10, 0)
    #expect(!robot.browser.navigator.isPresenting)
    #expect(robot.rows[0] == below)
  }

  @Test("the wheel scrolls three rows and keeps the cursor in view")
  func wheel() async throws {
    let robot = try await BrowserRobot("mocoa://music/", columns: 60, rows: 12)
    let start = robot.rows
    let ninth = start[9]
    await send(robot, .wheelDown)
    #expect(robot.rows[6] == ninth)
    #expect(robot.rows.contains { $0.contains("▌") })
    for _ in 0..<200 { await send(robot, .wheelDown) }
    let end = robot.rows
    await robot.type("G")
    #expect(robot.rows[1...9] == end[1...9] || robot.rows.contains { $0.contains("▌") })
    for _ in 0..<200 { await send(robot, .wheelUp) }
    #expect(robot.rows[1].hasPrefix(String(start[1].prefix(10))))
  }

  @Test("a panel scrolls and ignores clicks")
  func panels() async throws {
    let robot = try await BrowserRobot("mocoa://music/", columns: 60, rows: 8)
    await robot.type("?")
    let before = robot.rows
    await send(robot, .wheelDown)
    #expect(robot.rows[1] == before[4])
    await send(robot, .press(.left), 5, 3)
    await send(robot, .wheelUp)
    #expect(robot.rows == before)
  }

  @Test("a prompt ignores the mouse")
  func prompts() async throws {
    let robot = try await BrowserRobot("mocoa://music/", columns: 60, rows: 12)
    await robot.type(":abc")
    let before = robot.rows
    for action in [MouseEvent.Action.press(.left), .wheelDown, .wheelUp] {
      await send(robot, action, 5, 4)
      #expect(robot.rows == before)
    }
  }

  @Test("M disables and enables the mouse")
  func toggles() async throws {
    let robot = try await BrowserRobot("mocoa://music/", columns: 90)
    await robot.type("M")
    #expect(!robot.backend.isMouseOn)
    #expect(robot.rows.last == " mouse off: select text with the terminal (M enables)")
    await robot.type("M")
    #expect(robot.backend.isMouseOn)
    #expect(robot.rows.last?.hasPrefix(" mouse on") == true)
    await robot.type(":mouse")
    await robot.press(KeyPress(.enter))
    #expect(!robot.backend.isMouseOn)
  }

  @Test("pasted text is one line in a prompt and is ignored elsewhere")
  func pastes() async throws {
    let robot = try await BrowserRobot("mocoa://music/", columns: 70)
    let before = robot.rows
    robot.backend.send(.paste("jjQ\r"))
    await settle()
    #expect(robot.rows.dropLast() == before.dropLast())
    #expect(robot.rows.last == " paste works only in a prompt (: opens it)")
    await robot.type(":ad")
    await robot.press(KeyPress(.left))
    robot.backend.send(.paste("\nb\r\nc\t\u{1B}\n\n"))
    await settle()
    #expect(robot.rows.last == ":ab c \u{241B}d" || robot.rows.last?.hasPrefix(":ab c ") == true)
    #expect(robot.backend.cursor?.row == 9)
    robot.backend.send(.paste(String(repeating: "x", count: 5000)))
    await settle()
    #expect(robot.rows.last?.hasSuffix("text too long, pasted in part") == true)
    robot.backend.send(.paste("x", isComplete: false))
    await settle()
    #expect(robot.rows.last?.hasSuffix("text too long, pasted in part") == true)
  }
}
