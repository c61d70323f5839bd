import Mocoa
import MocoaModel
import MocoaTerminal
import MocoaTestSupport
import Testing

@testable import MocoaBrowser

@MainActor
@Suite("The jump list")
struct JumpListTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("a.ndjson", lines(0..<200))
  }

  private func lines(_ numbers: Range<Int>) -> String {
    numbers.map { "{\"id\": \($0), \"odd\": \($0 % 2), \"in\": [\($0)]}\n" }.joined()
  }

  private func robot(_ excerpt: String = "") async throws -> BrowserRobot {
    let robot = try await BrowserRobot(
      "mocoa://file/?path=\(folder.path(of: "a.ndjson"))\(excerpt)")
    robot.browser.motion = .off
    await robot.sees("1/")
    return robot
  }

  private func back(_ robot: BrowserRobot) async -> String {
    await robot.press(.control("o"))
    return robot.browser.screen?.focusedStatus?.positionText ?? ""
  }

  private func forward(_ robot: BrowserRobot) async -> String {
    await robot.press(.control("n"))
    return robot.browser.screen?.focusedStatus?.positionText ?? ""
  }

  @Test("^O goes back over long moves, and ^N goes forward")
  func far() async throws {
    let robot = try await robot()
    await robot.type("jjG:50\r/^77\r")
    #expect(await back(robot) == "50/200")
    #expect(await back(robot) == "200/200")
    #expect(await back(robot) == "3/200")
    #expect(await back(robot) == "3/200")
    #expect(robot.rows.last?.contains("no earlier item in the jump history (^N goes") == true)
    #expect(await forward(robot) == "200/200")
    #expect(await forward(robot) == "50/200")
    #expect(await forward(robot) == "78/200")
    #expect(await forward(robot) == "78/200")
    #expect(robot.rows.last?.contains("no later item in the jump history") == true)
    await robot.type(":jump-back\r")
    #expect(robot.browser.screen?.focusedStatus?.positionText == "50/200")
  }

  @Test("records searches, filters and opened pages, but not single steps")
  func kinds() async throws {
    let robot = try await robot()
    await robot.type("/^5\rnn")
    #expect(robot.browser.screen?.focusedStatus?.positionText == "52/200")
    #expect(await back(robot) == "51/200")
    #expect(await back(robot) == "6/200")
    #expect(await back(robot) == "1/200")
    await robot.type(":31\r:filter odd=1\r")
    #expect(robot.browser.screen?.focusedStatus?.positionText == "16/100")
    // The first Esc ends the highlights of the search.
    for _ in 1...2 { await robot.press(KeyPress(.escape)) }
    #expect(await back(robot) == "31/200")
    await robot.type("jjl")
    await robot.press(KeyPress(.backspace))
    await robot.type("kkkkk")
    #expect(await back(robot) == "33/200")
  }

  @Test("skips hidden items while they are hidden")
  func skipping() async throws {
    let robot = try await robot()
    await robot.type(":11\r:20\r:31\r:filter odd=0\r")
    #expect(robot.browser.screen?.focusedStatus?.positionText == "16/100")
    #expect(await back(robot) == "6/100", "the twentieth is odd")
    await robot.press(KeyPress(.escape))
    #expect(await back(robot) == "1/200")
    #expect(await forward(robot) == "11/200")
    #expect(await forward(robot) == "20/200")
  }

  @Test("stores items independently of their order")
  func sorting() async throws {
    let robot = try await robot()
    await robot.type(":11\rGs-id\r")
    #expect(robot.browser.screen?.focusedStatus?.positionText == "1/200")
    #expect(await back(robot) == "190/200")
    await robot.type("s\u{15}\r")
    #expect(robot.browser.screen?.focusedStatus?.positionText == "11/200")
  }

  @Test("records clicks on distant items only")
  func clicking() async throws {
    let robot = try await BrowserRobot(
      "mocoa://file/?path=\(folder.path(of: "a.ndjson"))", columns: 60, rows: 30)
    robot.browser.motion = .off
    await robot.sees("1/200")
    for row in [3, 20] {
      robot.backend.send(
        .mouse(MouseEvent(.press(.left), at: Point(column: 5, row: row))))
      await settle()
    }
    #expect(robot.browser.screen?.focusedStatus?.positionText == "19/200")
    #expect(await back(robot) == "2/200")
    #expect(await back(robot) == "2/200")
  }

  @Test("records only commands that move the cursor")
  func staying() async throws {
    let robot = try await robot()
    await robot.type(":11\r:20\r:31\r")
    #expect(await back(robot) == "20/200")
    // None of these commands moves the cursor, so going forward is still possible.
    await robot.type("/nosuch\r")
    #expect(robot.rows.last?.contains("not found: nosuch") == true)
    await robot.type("nN:20\r:999\r:filter id:\r")
    await robot.press(KeyPress(.escape))
    await robot.type("/^77")
    #expect(robot.browser.screen?.focusedStatus?.positionText == "78/200")
    await robot.press(KeyPress(.escape))
    #expect(robot.browser.screen?.focusedStatus?.positionText == "20/200")
    #expect(await forward(robot) == "31/200")
    // A jump skips the item on which the cursor already is.
    #expect(await back(robot) == "20/200")
    await robot.type(String(repeating: "j", count: 11))
    #expect(await forward(robot) == "31/200")
    #expect(robot.rows.last?.contains("no later item in the jump history") == true)
    await robot.type("gg")
    #expect(await back(robot) == "31/200", "the second g went nowhere")
  }

  @Test("ignores a jump that is canceled before it is found")
  func givenUp() async throws {
    try folder.write("long.ndjson", lines(0..<30_000))
    let robot = try await BrowserRobot("mocoa://file/?path=\(folder.path(of: "long.ndjson"))")
    robot.browser.motion = .off
    await robot.sees { $0.hasSuffix("1/30,000") }
    await robot.type(":11\r:20000\r")
    robot.browser.perform(.jumpBack)
    try #require(robot.browser.cursor.search != nil, "it is looked for on a thread")
    robot.browser.perform(.search)
    guard case .prompt(var prompt) = robot.browser.overlay else {
      Issue.record("no prompt")
      return
    }
    prompt.line = LineEditor("^25000")
    robot.browser.show(prompt)
    robot.browser.perform(.escape)
    #expect(robot.browser.screen?.focusedStatus?.positionText == "20,000/30,000")
    robot.browser.perform(.jumpForward)
    await robot.sees("no later item in the jump history")
    robot.browser.perform(.jumpBack)
    await robot.sees { $0.hasSuffix("11/30,000") }
  }

  @Test("reports that the filter hides earlier items")
  func hidden() async throws {
    let robot = try await robot()
    await robot.type(":11\r:20\r:filter odd=1\r")
    #expect(robot.browser.screen?.focusedStatus?.positionText == "10/100")
    await robot.type(":filter id>18 odd=1\r")
    #expect(await back(robot) == "1/91")
    #expect(robot.rows.last?.contains("earlier items of the jump history are hidden") == true)
    #expect(await forward(robot) == "1/91")
    #expect(robot.rows.last?.contains("no later item in the jump history") == true)
  }

  @Test("is separate for each list")
  func lists() async throws {
    let robot = try await robot()
    await robot.type("Gl")
    await robot.sees("the value") { robot.rows[0].contains("199") }
    let position = robot.browser.screen?.focusedStatus?.positionText
    #expect(await back(robot) == position)
    #expect(robot.rows.last?.contains("no earlier item in the jump history") == true)
    await robot.press(KeyPress(.backspace))
    #expect(await back(robot) == "1/200")
  }

  @Test("has at most 100 distinct items")
  func limit() {
    var list = JumpList()
    for number in 0..<300 { list.note(ItemID(number)) }
    list.note(250)
    #expect(list.steps(from: 7, isForward: true) == [])
    let steps = list.steps(from: 7, isForward: false)
    #expect(steps.count == 99 && steps.first == 250 && steps.last == 201)
    list.go(to: 201)
    #expect(list.steps(from: 201, isForward: false) == [])
    #expect(list.steps(from: 201, isForward: true).last == 7)
  }

  @Test("searches a long list in the background for the nearest item")
  func long() async throws {
    let list = ListSnapshot(SectionedList(items: (0..<20_000).map { Line(id: $0) }))
    var results: [ItemSearch.Match?] = []
    ItemSearch(items: [-1, 19_999, 5], list: list, cancellation: CancellationToken())
      .run { results.append($0) }
    #expect(results.isEmpty, "no key waits for it")
    await eventually("the answer") { !results.isEmpty }
    #expect(results == [.init(item: 19_999, position: 19_999)])
    let search = ItemSearch(items: [-1], list: list, cancellation: CancellationToken())
    #expect(search.findMatch() == nil)
  }

  private struct Line: CellModel, Identifiable, Equatable {
    let id: Int
  }

  @Test("line mode jumps by word and prints the row")
  func inLines() async throws {
    let user = try await LineModeDriver("mocoa://file/?path=\(folder.path(of: "a.ndjson"))")
    _ = await user.type("last")
    #expect(await user.type("jump-back").first?.hasPrefix("1  ") == true)
    #expect(
      await user.type("jump-back").first?.hasPrefix("no earlier item in the jump history") == true)
    #expect(await user.type("jump-f").count == 2)
  }
}
