import Mocoa
import MocoaTerminal
import MocoaTestSupport
import Testing

@testable import MocoaBrowser

@MainActor
@Suite("The command palette")
struct PaletteTests {
  @Test("finds actions by their words and performs them")
  func finding() async throws {
    let robot = try await BrowserRobot("mocoa://music/", columns: 70, rows: 14, tellsTime: false)
    robot.browser.motion = .off
    await robot.press(.control("p"))
    await robot.sees { $0.hasPrefix("command:") }
    #expect(robot.rows[1].contains("▌"))
    await robot.type("last it")
    expectSnapshot(try #require(robot.backend.screen), named: "palette-70x14")
    await robot.press(KeyPress(.enter))
    #expect(robot.browser.listScreen?.itemNumber ?? 0 > 40)
    await robot.press(.control("p"))
    await robot.type("debug")
    await robot.press(KeyPress(.enter))
    #expect(robot.browser.navigator.isDebugging)
  }

  @Test("moves with the arrow keys and closes without an action")
  func moving() async throws {
    let robot = try await BrowserRobot("mocoa://music/", columns: 70, rows: 10, tellsTime: false)
    robot.browser.motion = .off
    await robot.press(.control("p"), KeyPress(.down), KeyPress(.down))
    await robot.sees { $0.hasPrefix("command:") }
    #expect(robot.rows[3].contains("▌"))
    for _ in 0..<200 { await robot.press(KeyPress(.down)) }
    #expect(robot.rows[8].contains("▌"), "the last one is at the end")
    await robot.type("no such thing at all")
    #expect(robot.rows[1].contains("no match"))
    await robot.press(KeyPress(.enter))
    #expect(robot.rows.last?.hasPrefix("command:") == false)
    await robot.press(.control("p"), KeyPress(.escape))
    #expect(robot.browser.overlay == nil && robot.browser.listScreen?.itemNumber == 1)
  }

  @Test("lists every named action once under its first description")
  func entries() {
    var palette = Palette(KeyBindings.standard.global.bindings)
    let wanted = KeyBindings.standard.global.bindings.filter { $0.help != nil }.map(\.action)
    #expect(Set(palette.found.map(\.action)) == Set(wanted))
    #expect(palette.found.count == Set(wanted).count)
    palette.search("SORT")
    #expect(palette.action == .sort)
  }
}
