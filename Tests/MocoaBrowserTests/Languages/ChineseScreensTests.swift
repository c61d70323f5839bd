import MocoaLocalization
import MocoaTerminal
import MocoaTestSupport
import Testing

@testable import MocoaBrowser

// The language applies to the whole process, so each test runs in its own process.
@Suite("Chinese screens")
struct ChineseScreensTests {
  @Test("are drawn as recorded in a usual window")
  func usual() async {
    await #expect(processExitsWith: .success) { try await Self.show(columns: 80, rows: 24) }
  }

  @Test("are drawn as recorded in a small window")
  func small() async {
    await #expect(processExitsWith: .success) { try await Self.show(columns: 20, rows: 5) }
  }

  @Test("wrap a long message without blanks")
  func broken() async {
    await #expect(processExitsWith: .success) { try await Self.say() }
  }

  @MainActor
  private static func say() async throws {
    Language.chinese.activate()
    let robot = try await BrowserRobot("mocoa://music/", columns: 40, rows: 10, tellsTime: false)
    await robot.press(.character("m"))
    expectSnapshot(try #require(robot.backend.screen), named: "chinese-broken-40x10")
    let narrow = try await BrowserRobot("mocoa://music/", columns: 16, rows: 10, tellsTime: false)
    await narrow.press(.character("x"))
    expectSnapshot(try #require(narrow.backend.screen), named: "chinese-broken-16x10")
  }

  @MainActor
  private static func show(columns: Int, rows: Int) async throws {
    Language.chinese.activate()
    func expect(_ robot: BrowserRobot, _ name: String) throws {
      let screen = try #require(robot.backend.screen)
      #expect(screen.invariantViolation() == nil)
      expectSnapshot(screen, named: "chinese-\(name)-\(columns)x\(rows)")
    }
    let home = try await BrowserRobot(
      "mocoa://home/", columns: columns, rows: rows, tellsTime: false)
    try expect(home, "home")
    await home.press(.character("?"))
    try expect(home, "help")
    let music = try await BrowserRobot(
      "mocoa://music/", debug: true, columns: columns, rows: rows, tellsTime: false)
    try expect(music, "music")
    await music.type("f(kob")
    try expect(music, "filter")
    await music.press(KeyPress(.escape), .character("i"))
    try expect(music, "inspector")
    await music.press(.character("q"), .character("x"))
    try expect(music, "message")
  }
}
