import MocoaTerminal
import Testing

@testable import MocoaBrowser

@MainActor
@Suite("The input history")
struct PromptHistoryUITests {
  private func robot() async throws -> BrowserRobot {
    let robot = try await BrowserRobot("mocoa://music/", columns: 60, rows: 12)
    robot.browser.motion = .off
    return robot
  }

  private func line(_ robot: BrowserRobot) -> String? {
    if case .prompt(let prompt) = robot.browser.overlay { prompt.line.text } else { nil }
  }

  @Test("↑ and ↓ recall filters, apply them and restore the typed text")
  func filters() async throws {
    let robot = try await robot()
    await robot.type(":filter kind\r:filter blue\r")
    await robot.press(KeyPress(.escape))
    await robot.type("fgia")
    await robot.press(KeyPress(.up))
    #expect(line(robot) == "blue")
    await robot.press(KeyPress(.up))
    #expect(line(robot) == "kind")
    #expect(robot.rows.contains { $0.contains("Kind of Blue") })
    #expect(!robot.rows.contains { $0.contains("Giant Steps") })
    await robot.press(KeyPress(.up), KeyPress(.down), KeyPress(.down))
    #expect(line(robot) == "gia")
    await robot.press(KeyPress(.escape))
    // The prompt already contains the newest entry, so ↑ recalls the previous one.
    await robot.type(":filter blue\rf")
    await robot.press(KeyPress(.up))
    #expect(line(robot) == "kind")
  }

  @Test("is separate for filters, searches, orders, groups, commands and the prompt")
  func kinds() async throws {
    let robot = try await robot()
    await robot.type("fkind\r/blue\rs-year\rbyear\r:filter gia\r")
    await robot.press(KeyPress(.escape), KeyPress(.escape), KeyPress(.escape))
    for (key, text) in [("f", "gia"), ("/", "blue"), ("s", "-year"), ("b", "year")] {
      await robot.type(key)
      await robot.press(KeyPress(.up))
      #expect(line(robot) == text)
      await robot.press(KeyPress(.escape))
    }
    await robot.type("w")
    await robot.press(KeyPress(.up))
    #expect(line(robot) == "")
    await robot.press(KeyPress(.escape))
    await robot.type(":")
    await robot.press(KeyPress(.up))
    #expect(line(robot) == "filter gia")
  }

  @Test("omits invalid and empty input")
  func unread() async throws {
    let robot = try await robot()
    await robot.type("f(\r")
    await robot.press(KeyPress(.escape))
    await robot.type("f  \rf")
    await robot.press(KeyPress(.up))
    #expect(line(robot)?.trimmed == "")
  }

  @Test("^P and ^N move the cursor in prompts; arrows move it otherwise")
  func moving() async throws {
    let robot = try await robot()
    await robot.type("fblue")
    let first = robot.rows[0]
    await robot.press(.control("n"))
    #expect(robot.rows[0] != first)
    await robot.press(KeyPress(.escape), .control("p"))
    let before = robot.rows
    await robot.press(KeyPress(.down))
    #expect(robot.rows != before)
    #expect(line(robot) == "")
  }
}
