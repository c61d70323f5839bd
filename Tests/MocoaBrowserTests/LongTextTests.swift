import MocoaData
import MocoaQuery
import MocoaTerminal
import MocoaTestSupport
import Testing

@testable import MocoaBrowser

@MainActor
@Suite("Long text")
struct LongTextTests {
  nonisolated private static let texts = [
    String(repeating: "a", count: 4_000), String(repeating: "Ab ", count: 1_300),
    String(repeating: "e\u{301}", count: 4_000), String(repeating: "👩‍👩‍👧é", count: 2_000),
    "e" + String(repeating: "\u{301}", count: 4_000), String(repeating: "(", count: 4_000),
    "/" + String(repeating: "(a", count: 600) + String(repeating: ")", count: 600) + "/",
    "title:" + String(repeating: "日本", count: 2_000), String(repeating: "\"", count: 4_000),
    String(repeating: "{id} ", count: 800), String(repeating: "a,\"b ", count: 800),
  ]

  /// The keys that open a prompt.
  private static let prompts: [KeyPress] =
    "f/:sbc!|w".unicodeScalars.map { .character($0) } + [.control("p")]

  // With quadratic complexity, each text would take minutes.
  @Test("is accepted by every prompt", arguments: texts)
  func pasted(text: String) async throws {
    let robot = try await BrowserRobot("mocoa://music/", columns: 60, rows: 8)
    for key in Self.prompts {
      await robot.press(key)
      robot.backend.send(.paste(text))
      await settle()
      await robot.press(.character("x"), KeyPress(.tab), KeyPress(.left), KeyPress(.backspace))
      await robot.press(.control("w"), .control("a"), .control("e"))
      #expect(robot.backend.cursor != nil, "\(key) takes text")
      await robot.press(KeyPress(.escape))
      #expect(robot.backend.cursor == nil, "\(key) can be left")
    }
  }

  @Test("is one edit even if the terminal sends it key by key")
  func typed() async throws {
    let robot = try await BrowserRobot("mocoa://music/", columns: 60, rows: 8)
    await robot.press(.character("f"))
    let frames = robot.backend.frames.count
    for _ in 0..<2_000 { robot.backend.send(.key(.character("a"))) }
    robot.backend.send(.key(KeyPress(.backspace)))
    for scalar in "bc".unicodeScalars { robot.backend.send(.key(.character(scalar))) }
    await settle()
    #expect(robot.rows.last?.contains("aaabc") == true)
    #expect(robot.backend.frames.count == frames + 1)
    guard case .prompt(let prompt) = robot.browser.overlay else {
      Issue.record("no prompt")
      return
    }
    #expect(prompt.line.text == String(repeating: "a", count: 1_999) + "bc")
    #expect(robot.browser.queries.results?.query.filter?.text == prompt.line.text)
  }

  @Test("answers a question with its first key")
  func questions() async throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("out.ndjson", "old")
    let robot = try await BrowserRobot("mocoa://music/", columns: 60, rows: 8)
    await robot.type("w\(path)\r")
    for scalar in "njj".unicodeScalars { robot.backend.send(.key(.character(scalar))) }
    await settle()
    #expect(robot.rows.last?.hasSuffix("jj") == true, "the text of the next prompt")
    #expect(try folder.text(of: "out.ndjson") == "old")
  }
}
